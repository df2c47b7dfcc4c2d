/**
 * Arrays as PostgreSQL reads them in binary (ndim, has nulls, element type, then size and lower bound, then each element by length).
 * Written by hand because quoting and parsing thousands of bodies as text array literals costs more than the rest of a batch.
 */

const types = { int4: 23, int8: 20, text: 25, bytea: 17 } as const;

export function int4Array(values: readonly (number | null)[]): Buffer {
  const out = header(types.int4, values, 4);
  let at = dataStart;
  for (const value of values) {
    if (value === null) at = out.writeInt32BE(-1, at);
    else at = out.writeInt32BE(value, out.writeInt32BE(4, at));
  }
  return out.subarray(0, values.length === 0 ? emptySize : at);
}

export function int8Array(values: readonly (number | null)[]): Buffer {
  const out = header(types.int8, values, 8);
  let at = dataStart;
  for (const value of values) {
    if (value === null) {
      at = out.writeInt32BE(-1, at);
      continue;
    }
    at = out.writeInt32BE(8, at);
    at = out.writeInt32BE(Math.floor(value / 0x1_0000_0000), at);
    at = out.writeUInt32BE(value >>> 0, at);
  }
  return out.subarray(0, values.length === 0 ? emptySize : at);
}

export function textArray(values: readonly (string | null)[]): Buffer {
  let size = 0;
  // At most three bytes of UTF-8 per UTF-16 unit: a bound that spares measuring every text twice.
  for (const value of values) size += value === null ? 0 : value.length * 3;
  const out = header(types.text, values, 0, size);
  let at = dataStart;
  for (const value of values) {
    if (value === null) {
      at = out.writeInt32BE(-1, at);
      continue;
    }
    const length = out.write(value, at + 4, "utf8");
    out.writeInt32BE(length, at);
    at += 4 + length;
  }
  return out.subarray(0, values.length === 0 ? emptySize : at);
}

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  let size = 0;
  for (const value of values) size += value.length;
  const out = header(types.bytea, values, 0, size);
  let at = dataStart;
  for (const value of values) {
    at = out.writeInt32BE(value.length, at);
    out.set(value, at);
    at += value.length;
  }
  return out.subarray(0, values.length === 0 ? emptySize : at);
}

const emptySize = 12;
const dataStart = 20;

function header(type: number, values: readonly unknown[], width: number, bytes = 0): Buffer {
  const out = Buffer.allocUnsafe(dataStart + values.length * (4 + width) + bytes);
  out.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  out.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  out.writeInt32BE(type, 8);
  out.writeInt32BE(values.length, 12);
  out.writeInt32BE(1, 16);
  return out;
}
