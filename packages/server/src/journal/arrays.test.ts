import fc from "fast-check";
import { expect, it } from "vitest";
import { byteaArray, int4Array, int8Array, textArray } from "./arrays.ts";

/** Reads the binary form back, as the server does. */
function read(bytes: Buffer, value: (at: Buffer) => unknown): unknown[] {
  const dimensions = bytes.readInt32BE(0);
  if (dimensions === 0) return [];
  const out: unknown[] = [];
  let at = 20;
  for (let left = bytes.readInt32BE(12); left > 0; left--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) out.push(null);
    else out.push(value(bytes.subarray(at, (at += length))));
  }
  expect(at).toBe(bytes.length);
  expect(bytes.readInt32BE(4)).toBe(out.includes(null) ? 1 : 0);
  return out;
}

it("[CORE-042] arrays keep every value on their way to the database", () => {
  const kept = <T>(values: fc.Arbitrary<T>, write: (values: T[]) => Buffer, value: (at: Buffer) => unknown): void => {
    fc.assert(fc.property(fc.array(values), (list) => {
      expect(read(write(list), value)).toEqual(list);
    }));
  };
  kept(fc.option(fc.integer()), int4Array, (at) => at.readInt32BE(0));
  kept(fc.option(fc.maxSafeInteger()), int8Array, (at) => Number(at.readBigInt64BE(0)));
  kept(fc.option(fc.string({ unit: "binary" })), textArray, (at) => at.toString("utf8"));
  kept(fc.uint8Array(), byteaArray, (at) => new Uint8Array(at));
});
