// The address of a page: who can open it, and the text behind # of the helper's: which page, and the gear. No DOM.

/** Whether a link with this host leads back to the computer it is opened on, so that a phone finds nothing there. */
export function isThisComputerOnly(hostname) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}

/** "#page=fight&weapon=WWM:..." to {page: "fight", gear: "weapon=WWM:..."}; the gear's text is Python's to read. */
export function splitHash(hash) {
  const parts = hash.replace(/^#/, "").split("&").filter(Boolean);
  const page = parts.find((part) => part.startsWith("page="));
  return { page: page ? page.slice("page=".length) : "", gear: parts.filter((part) => part !== page).join("&") };
}

export function joinHash(page, gear) {
  const parts = [page === "home" ? "" : `page=${page}`, gear].filter(Boolean);
  return parts.length ? `#${parts.join("&")}` : "";
}
