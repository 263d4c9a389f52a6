// A message is read alike in Jupyter's two forms, wherever in a buffer it begins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdle, partsOf, sizeOf } from "../../voila/templates/fujikoro/link_messages.mjs";

const MESSAGE = { header: { msg_id: "é1", msg_type: "status" }, parent_header: { msg_id: "7" }, metadata: {}, content: { execution_state: "idle" } };

/** The binary form: how many places follow, each part's place, the parts one after the other; `before` bytes of something else. */
function binary(message, before = 0) {
  const parts = ["shell", ...[message.header, message.parent_header, message.metadata, message.content].map((part) => JSON.stringify(part))].map((text) => new TextEncoder().encode(text));
  const head = 8 * (parts.length + 2);
  const bytes = new Uint8Array(before + head + parts.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer, before);
  view.setBigUint64(0, BigInt(parts.length + 1), true);
  let at = head;
  parts.forEach((part, index) => {
    view.setBigUint64(8 * (index + 1), BigInt(at), true);
    bytes.set(part, before + at);
    at += part.length;
  });
  view.setBigUint64(8 * (parts.length + 1), BigInt(at), true);
  return bytes.subarray(before);
}

test("parts come in the order asked for, in both forms", () => {
  for (const data of [JSON.stringify(MESSAGE), binary(MESSAGE), binary(MESSAGE).buffer, binary(MESSAGE, 5)]) {
    assert.deepEqual(partsOf(data, ["parent_header", "header", "content"]), [MESSAGE.parent_header, MESSAGE.header, MESSAGE.content]);
    assert.equal(isIdle(data), true);
    assert.equal(isIdle(binary({ ...MESSAGE, content: { execution_state: "busy" } })), false);
  }
});

test("a size is counted in bytes", () => {
  assert.equal(sizeOf("été"), 5);
  assert.equal(sizeOf(new Uint8Array(7).subarray(2)), 5);
  assert.equal(sizeOf(new ArrayBuffer(9)), 9);
});
