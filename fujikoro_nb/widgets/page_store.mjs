// A text in the browser's store. It is only a cache: it may be switched off, full, or gone with the next address.

export function fromStore(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // storage may be switched off; the link still holds everything
  }
}

export function toStore(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // full or switched off: the link still holds everything
  }
}
