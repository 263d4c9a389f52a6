// How far somebody came in the first game, as the browser keeps it: "1.4" after four turns of one's own.

/** The further of two; whoever begins anew stays as far as before. */
export function furthest(kept, now) {
  const turns = (code) => Number(/^1\.(\d{1,3})$/.exec(code)?.[1] ?? -1);
  return turns(kept) > turns(now) ? kept : now;
}
