import type { OpusSound } from "./parse-webm.ts";

/** The sound in OGG (RFC 3533, RFC 7845). */
const samplesPerPage = 48_000;
const maxSegments = 255;
const segmentBytes = 255;
/** Any number: the file has only one stream. */
const streamNumber = 1;

/**
 * Writes Opus packets as an OGG file. Returns null if a packet is not of Opus or has more bytes
 * than a page.
 */
export function writeOgg({ header, packets }: OpusSound): Buffer | null {
  if (header.length < 19 || header.toString("latin1", 0, 8) !== "OpusHead") return null;
  const pages = [
    { packets: [header], position: 0 },
    { packets: [commentHeader], position: 0 },
  ];
  let position = 0;
  let page: { packets: Buffer[]; position: number } | null = null;
  let pageStart = 0;
  for (const packet of packets) {
    const samples = countSamples(packet);
    if (samples === null || countSegments([packet]) > maxSegments) return null;
    const isFull =
      page !== null &&
      (position - pageStart >= samplesPerPage ||
        countSegments([...page.packets, packet]) > maxSegments);
    if (page === null || isFull) {
      pageStart = position;
      page = { packets: [], position };
      pages.push(page);
    }
    position += samples;
    page.packets.push(packet);
    page.position = position;
  }
  return Buffer.concat(
    pages.flatMap((one, index) =>
      buildPage({
        ...one,
        index,
        flags: (index === 0 ? 2 : 0) + (index === pages.length - 1 ? 4 : 0),
      }),
    ),
  );
}

/** The comments of the sound: the name of the program that wrote it, and no others. */
const program = Buffer.from("Parlour");
const commentHeader = Buffer.concat([
  Buffer.from("OpusTags"),
  toUint32(program.length),
  program,
  toUint32(0),
]);

interface Page {
  readonly packets: readonly Buffer[];
  /** Samples of the sound until the end of the page. */
  readonly position: number;
  readonly index: number;
  /** 2: the first page, 4: the last one. */
  readonly flags: number;
}

function buildPage({ packets, position, index, flags }: Page): readonly Buffer[] {
  const segments = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / segmentBytes)).fill(segmentBytes),
    length % segmentBytes,
  ]);
  const head = Buffer.alloc(27 + segments.length);
  head.write("OggS", 0, "latin1");
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(streamNumber, 14);
  head.writeUInt32LE(index, 18);
  head.writeUInt8(segments.length, 26);
  head.set(segments, 27);
  head.writeUInt32LE(computeChecksum([head, ...packets]), 22);
  return [head, ...packets];
}

const countSegments = (packets: readonly Buffer[]): number =>
  packets.reduce((sum, { length }) => sum + Math.floor(length / segmentBytes) + 1, 0);

/** Samples of a frame at 48 kHz by its configuration, for SILK, hybrid and CELT (RFC 6716 3.1). */
const silkFrames = [480, 960, 1920, 2880] as const;
const hybridFrames = [480, 960] as const;
const celtFrames = [120, 240, 480, 960] as const;
/** 120 ms. */
const maxPacketSamples = 5760;

/** Returns the samples of a packet at 48 kHz, or null if it cannot be of Opus. */
function countSamples(packet: Buffer): number | null {
  const [first = 0, second = 0] = packet;
  const configuration = first >> 3;
  const code = first & 3;
  const frameSamples =
    configuration < 12
      ? silkFrames[configuration & 3]
      : configuration < 16
        ? hybridFrames[configuration & 1]
        : celtFrames[configuration & 3];
  const frames = code === 0 ? 1 : code < 3 ? 2 : second & 0x3f;
  const samples = (frameSamples ?? 0) * frames;
  return samples > 0 && samples <= maxPacketSamples ? samples : null;
}

/** The checksum of pages (RFC 3533 6): not reflected, so that `zlib.crc32` has other results. */
const checksumTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  return sum;
});
function computeChecksum(parts: readonly Buffer[]): number {
  let sum = 0;
  for (const part of parts)
    for (const byte of part) sum = (sum << 8) ^ (checksumTable[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
