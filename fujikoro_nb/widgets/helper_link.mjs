// The text behind # of the helper's address: which page is open, and the gear. No DOM.

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
