import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteaColumn, Int4Column, Int8Column, TextColumn } from "./columns.ts";

/** Decodes the binary form as the server does. */
function read(bytes: Buffer, value: (at: Buffer) => unknown): unknown[] {
  expect(bytes.readInt32BE(0)).toBe(1);
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

it("[CORE-042] columns keep every value on their way to the database; one without a value is null", () => {
  const kept = <T>(
    values: fc.Arbitrary<T>,
    make: () => { push(value: T): void; bytes(): Buffer | null },
    value: (at: Buffer) => unknown,
  ): void => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 200 }), (list) => {
        const column = make();
        for (const one of list) column.push(one);
        const bytes = column.bytes();
        if (list.every((one) => one === null)) expect(bytes).toBeNull();
        else expect(bytes && read(bytes, value)).toEqual(list);
      }),
    );
  };
  kept(
    fc.option(fc.integer()),
    () => new Int4Column(),
    (at) => at.readInt32BE(0),
  );
  kept(
    fc.option(fc.maxSafeInteger()),
    () => new Int8Column(),
    (at) => Number(at.readBigInt64BE(0)),
  );
  kept(
    fc.option(fc.string({ unit: "binary" })),
    () => new TextColumn(),
    (at) => at.toString("utf8"),
  );
  kept(
    fc.uint8Array(),
    () => new ByteaColumn(),
    (at) => new Uint8Array(at),
  );
});
