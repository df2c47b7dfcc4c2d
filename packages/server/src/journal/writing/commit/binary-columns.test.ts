import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteaColumn, Int4Column, Int8Column, TextColumn } from "./binary-columns.ts";

/** Decodes the binary format as the database server does. */
function decodeArray(bytes: Buffer, decode: (at: Buffer) => unknown): unknown[] {
  expect(bytes.readInt32BE(0)).toBe(1);
  const decoded: unknown[] = [];
  let at = 20;
  for (let remaining = bytes.readInt32BE(12); remaining > 0; remaining--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) decoded.push(null);
    else decoded.push(decode(bytes.subarray(at, (at += length))));
  }
  expect(at).toBe(bytes.length);
  expect(bytes.readInt32BE(4)).toBe(decoded.includes(null) ? 1 : 0);
  return decoded;
}

it("[CORE-042] columns keep every value on their way to the database; one without a value is null", () => {
  const expectRoundTrip = <T>(
    values: fc.Arbitrary<T>,
    createColumn: () => { push(decode: T): void; bytes(): Buffer | null },
    decode: (at: Buffer) => unknown,
  ): void => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 200 }), (list) => {
        const column = createColumn();
        for (const item of list) column.push(item);
        const bytes = column.bytes();
        if (list.every((item) => item === null)) expect(bytes).toBeNull();
        else expect(bytes && decodeArray(bytes, decode)).toEqual(list);
      }),
    );
  };
  expectRoundTrip(
    fc.option(fc.integer()),
    () => new Int4Column(),
    (at) => at.readInt32BE(0),
  );
  expectRoundTrip(
    fc.option(fc.maxSafeInteger()),
    () => new Int8Column(),
    (at) => Number(at.readBigInt64BE(0)),
  );
  expectRoundTrip(
    fc.option(fc.string({ unit: "binary" })),
    () => new TextColumn(),
    (at) => at.toString("utf8"),
  );
  expectRoundTrip(
    fc.uint8Array(),
    () => new ByteaColumn(),
    (at) => new Uint8Array(at),
  );
});
