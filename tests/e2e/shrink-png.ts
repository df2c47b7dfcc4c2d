import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * Re-encodes an 8-bit PNG of a screen at about a third of its size. The 256 most frequent colours
 * form a palette; other colours, such as edges of letters, become the nearest of them.
 */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels } = decodePng(png);
  const colourAt = (at: number): number =>
    ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3)
    counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([colour]) => colour);
  const indexByColour = new Map(palette.map((colour, i) => [colour, i]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colourAt((y * width + x) * 3);
      let index = indexByColour.get(colour);
      if (index === undefined) {
        index = findNearestColour(palette, colour);
        indexByColour.set(colour, index);
      }
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  return encodePng(
    width,
    height,
    rows,
    Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255])),
  );
}

function findNearestColour(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [i, other] of palette.entries()) {
    const far =
      ((other >> 16) - (colour >> 16)) ** 2 +
      (((other >> 8) & 255) - ((colour >> 8) & 255)) ** 2 +
      ((other & 255) - (colour & 255)) ** 2;
    if (far < least) [best, least] = [i, far];
  }
  return best;
}

function decodePng(png: Buffer): { width: number; height: number; pixels: Buffer } {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 3];
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + size);
    if (type === "IHDR")
      [width, height, channels] = [
        data.readUInt32BE(0),
        data.readUInt32BE(4),
        data[9] === 6 ? 4 : 3,
      ];
    if (type === "IDAT") parts.push(data);
    at += size + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const pixels = Buffer.alloc(width * height * 3);
  let above: Buffer = Buffer.alloc(line);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    const row = Buffer.from(raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)));
    for (let x = 0; x < line; x++) {
      const [a, b, c] = [
        x < channels ? 0 : (row[x - channels] ?? 0),
        above[x] ?? 0,
        x < channels ? 0 : (above[x - channels] ?? 0),
      ];
      row[x] =
        (row[x] ?? 0) +
        (filter === 1
          ? a
          : filter === 2
            ? b
            : filter === 3
              ? (a + b) >> 1
              : filter === 4
                ? predictPaeth(a, b, c)
                : 0);
    }
    for (let x = 0; x < width; x++)
      row.copy(pixels, (y * width + x) * 3, x * channels, x * channels + 3);
    above = row;
  }
  return { width, height, pixels };
}

function predictPaeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function encodePng(width: number, height: number, rows: Buffer, palette: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    createPngChunk("IHDR", head),
    createPngChunk("PLTE", palette),
    createPngChunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createPngChunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
