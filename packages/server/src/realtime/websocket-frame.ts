/** Builds frames of a server: not masked, compressed or fragmented (RFC 6455 5.2). */

/**
 * Encodes the texts as consecutive text frames in one buffer. All sockets share the buffer, so an
 * event costs each socket one write and no copy (performance.md 2).
 */
export function encodeTextFrames(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + headerSize(size) + size, 0));
  let at = 0;
  texts.forEach((text, i) => {
    const size = sizes[i] ?? 0;
    at = writeHeader(buffer, at, size);
    at += buffer.write(text, at, size, "utf8");
  });
  return buffer;
}

export const pingFrame = Buffer.from([0x89, 0x00]);

function headerSize(size: number): number {
  return size < 126 ? 2 : size < 65_536 ? 4 : 10;
}
function writeHeader(buffer: Buffer, at: number, size: number): number {
  buffer[at] = 0x81;
  if (size < 126) {
    buffer[at + 1] = size;
    return at + 2;
  }
  if (size < 65_536) {
    buffer[at + 1] = 126;
    return buffer.writeUInt16BE(size, at + 2);
  }
  buffer[at + 1] = 127;
  return buffer.writeBigUInt64BE(BigInt(size), at + 2);
}
