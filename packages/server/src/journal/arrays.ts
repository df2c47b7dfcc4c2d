/**
 * Arrays as PostgreSQL reads them in binary (ndim, has nulls, element type, then size and lower bound, then each element by length).
 * Written by hand because quoting and parsing thousands of bodies as text array literals costs more than the rest of a batch.
 */

const types = { int4: 23, int8: 20, text: 25, bytea: 17 } as const;

export function int4Array(values: readonly (number | null)[]): Buffer {
  if (values.length === 0) return empty.int4;
  const out = header(types.int4, values, values.length * 8);
  let at = dataStart;
  for (const value of values) {
    if (value === null) at = out.writeInt32BE(-1, at);
    else at = out.writeInt32BE(value, out.writeInt32BE(4, at));
  }
  return out.subarray(0, at);
}

export function int8Array(values: readonly (number | null)[]): Buffer {
  if (values.length === 0) return empty.int8;
  const out = header(types.int8, values, values.length * 12);
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
  return out.subarray(0, at);
}

export function textArray(values: readonly (string | null)[]): Buffer {
  if (values.length === 0) return empty.text;
  let size = values.length * 4;
  for (const value of values) size += value === null ? 0 : Buffer.byteLength(value);
  const out = header(types.text, values, size);
  let at = dataStart;
  for (const value of values) {
    if (value === null) {
      at = out.writeInt32BE(-1, at);
      continue;
    }
    const length = out.write(value, at + 4);
    out.writeInt32BE(length, at);
    at += 4 + length;
  }
  return out;
}

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  if (values.length === 0) return empty.bytea;
  const out = header(types.bytea, values, values.reduce((size, value) => size + 4 + value.length, 0));
  let at = dataStart;
  for (const value of values) {
    at = out.writeInt32BE(value.length, at);
    out.set(value, at);
    at += value.length;
  }
  return out;
}

const dataStart = 20;

function header(type: number, values: readonly unknown[], bytes: number): Buffer {
  const out = Buffer.allocUnsafe(dataStart + bytes);
  out.writeInt32BE(1, 0);
  out.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  out.writeInt32BE(type, 8);
  out.writeInt32BE(values.length, 12);
  out.writeInt32BE(1, 16);
  return out;
}

/** Most arrays of most batches: no dimensions. */
const empty = { int4: none(types.int4), int8: none(types.int8), text: none(types.text), bytea: none(types.bytea) };
function none(type: number): Buffer {
  const out = Buffer.alloc(12);
  out.writeInt32BE(type, 8);
  return out;
}
