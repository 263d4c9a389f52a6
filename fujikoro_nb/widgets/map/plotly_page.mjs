// Plotly on a page of ours: one copy of its basic bundle for all figures, and our colours in them.

/** Plotly's basic bundle, loaded once a page and shared by all figures; where no server offers it, the kernel sends it. */
export function loadPlotly(model) {
  globalThis.fujikoroPlotly ??= bundleText(model).then((code) => {
    // As a module of its own: a page with RequireJS would otherwise take it away from us.
    const module = { exports: {} };
    new Function("module", "exports", "define", code)(module, module.exports, undefined);
    return module.exports;
  });
  return globalThis.fujikoroPlotly;
}

async function bundleText(model) {
  const address = document.querySelector('meta[name="fujikoro-plotly"]')?.content;
  if (address) {
    const answer = await fetch(address);
    if (answer.ok) return answer.text();
  }
  const packed = await new Promise((resolve) => {
    const take = (message, buffers) => {
      if (message.kind !== "bundle") return;
      model.off("msg:custom", take);
      resolve(buffers[0]);
    };
    model.on("msg:custom", take);
    model.send({ act: "bundle" });
  });
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** The figure with every colour of the day replaced by what its token means here and now. */
export function paintFigure(value, look) {
  if (typeof value === "string") return look.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => paintFigure(part, look));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, paintFigure(part, look)]));
  }
  return value;
}

export function paletteOf(paints, probe) {
  const look = new Map();
  for (const [colour, token] of Object.entries(paints)) {
    if (colour.startsWith("#")) {
      probe.style.color = `var(${token})`;
      look.set(colour, getComputedStyle(probe).color);
    } else {
      look.set(colour, getComputedStyle(probe).getPropertyValue(token).trim());
    }
  }
  return look;
}
