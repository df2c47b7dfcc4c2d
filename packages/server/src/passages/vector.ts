/** Vectors of length 1, rounded to a signed byte per dimension. */

/** Bytes before the dimensions: their scale. */
const scaleBytes = 4;

/** Returns the vector with length 1, or null if it has no direction. */
export function normalizeVector(vector: readonly number[]): Float32Array | null {
  const length = Math.hypot(...vector);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  return Float32Array.from(vector, (value) => value / length);
}

/** Encodes a vector of length 1: a scale as a float of 4 bytes, then a byte per dimension. */
export function encodeVector(vector: Float32Array): Buffer {
  const scale = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) / 127;
  const bytes = Buffer.alloc(scaleBytes + vector.length);
  bytes.writeFloatLE(scale);
  vector.forEach((value, at) => bytes.writeInt8(Math.round(value / scale), scaleBytes + at));
  return bytes;
}

/** Many encoded vectors of the same length, one after the other. */
export interface VectorTable {
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}
export const createVectorTable = (count: number, dimensions: number): VectorTable => ({
  dimensions,
  scales: new Float32Array(count),
  values: new Int8Array(count * dimensions),
});

/** Puts an encoded vector into a row of the table. */
export function putVector({ dimensions, scales, values }: VectorTable, row: number, bytes: Buffer) {
  scales[row] = bytes.readFloatLE();
  values.set(
    new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, dimensions),
    row * dimensions,
  );
}

/** Copies a row of another table. */
export function copyVector(table: VectorTable, row: number, from: VectorTable, fromRow: number) {
  const { dimensions } = table;
  table.scales[row] = from.scales[fromRow] ?? 0;
  const start = fromRow * dimensions;
  table.values.set(from.values.subarray(start, start + dimensions), row * dimensions);
}

/** Returns the cosine of the angle between a vector and each row of the table. */
export function compareVectors(
  { dimensions, scales, values }: VectorTable,
  vector: Float32Array,
): Float32Array {
  const cosines = new Float32Array(scales.length);
  for (let row = 0; row < scales.length; row += 1) {
    const start = row * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += values[start + at]! * vector[at]!;
    cosines[row] = sum * scales[row]!;
  }
  return cosines;
}
