// What stands in a message between Jupyter's front end and a kernel. No DOM.

/** @typedef {string | ArrayBuffer | ArrayBufferView} Data a message on its way: Jupyter's older form is plain JSON, its newer one binary */

const ORDER = ["channel", "header", "parent_header", "metadata", "content"]; // of the parts of a binary message

/**
 * Parts of a message by their names ("header", "parent_header", "content"), in the order asked for.
 * @param {Data} data
 * @param {string[]} names
 * @returns {any[]}
 */
export function partsOf(data, names) {
  if (typeof data === "string") {
    const message = JSON.parse(data);
    return names.map((name) => message[name]);
  }
  const view = "buffer" in data ? new DataView(data.buffer, data.byteOffset, data.byteLength) : new DataView(data);
  /** @type {(index: number) => number} */
  const start = (index) => Number(view.getBigUint64(8 * (index + 1), true));
  return names.map((name) => {
    const index = ORDER.indexOf(name);
    const text = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start(index), start(index + 1) - start(index)));
    return JSON.parse(text);
  });
}

/**
 * How many bytes a message takes on the line.
 * @type {(data: Data) => number}
 */
export const sizeOf = (data) => (typeof data === "string" ? new TextEncoder().encode(data).length : data.byteLength);

/**
 * Whether a status says that the kernel has done all that was asked.
 * @type {(data: Data) => boolean}
 */
export const isIdle = (data) => partsOf(data, ["content"])[0].execution_state === "idle";
