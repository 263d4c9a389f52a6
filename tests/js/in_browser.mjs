// Stands in for node:test and node:assert/strict where there is no node; see tools/js_tests.py.

const pending = [];

export function test(name, options, body) {
  pending.push({ name, body: body ?? options });
}
export const it = test;
export function describe(_name, body) {
  body();
}
export default Object.assign(test, {
  test,
  equal,
  strictEqual: equal,
  notEqual,
  deepEqual,
  deepStrictEqual: deepEqual,
  ok,
  match,
  throws,
  doesNotThrow: (body) => body(),
});

export async function results() {
  const all = [];
  for (const { name, body } of pending) {
    try {
      await body({});
      all.push({ name, error: null });
    } catch (error) {
      all.push({ name, error: String(error.stack ?? error) });
    }
  }
  return all;
}

function fail(message, actual, expected) {
  throw new Error(`${message ?? "not as expected"}: ${JSON.stringify(actual)} against ${JSON.stringify(expected)}`);
}
export function ok(value, message) {
  if (!value) fail(message, value, true);
}
export function equal(actual, expected, message) {
  if (!Object.is(actual, expected)) fail(message, actual, expected);
}
export function notEqual(actual, expected, message) {
  if (Object.is(actual, expected)) fail(message, actual, expected);
}
export function match(text, pattern, message) {
  if (!pattern.test(text)) fail(message, text, String(pattern));
}
export function throws(body, pattern) {
  try {
    body();
  } catch (error) {
    if (pattern instanceof RegExp && !pattern.test(error.message)) fail("another error", error.message, String(pattern));
    return;
  }
  fail("no error was thrown", null, String(pattern ?? "an error"));
}
export function deepEqual(actual, expected, message) {
  if (!same(actual, expected)) fail(message, actual, expected);
}

function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map || a instanceof Set) return same([...a], [...b]);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
