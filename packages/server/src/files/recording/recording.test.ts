import { readFileSync } from "node:fs";
import { fileTypeFromBuffer } from "file-type";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseWebmSound } from "./parse-webm.ts";
import { writeOgg } from "./write-ogg.ts";

/** Two seconds that Chromium recorded with its test microphone. */
const recording = readFileSync(new URL("../../../tests/fixtures/recording.webm", import.meta.url));
const sound = parseWebmSound(recording);
if (sound === null) throw new Error("the recording cannot be read");

interface OggPage {
  readonly flags: number;
  readonly position: number;
  readonly index: number;
  readonly packets: readonly Buffer[];
}
/** Reads pages as RFC 3533 describes them, and checks the checksum of each bit by bit. */
function readPages(file: Buffer): readonly OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at < file.length;) {
    expect(file.toString("latin1", at, at + 4)).toBe("OggS");
    const lengths = [...file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))];
    const start = at + 27 + lengths.length;
    const end = start + lengths.reduce((sum, length) => sum + length, 0);
    const packets: Buffer[] = [];
    let from = start;
    let to = start;
    for (const length of lengths) {
      to += length;
      if (length === 255) continue;
      packets.push(file.subarray(from, to));
      from = to;
    }
    const page = Buffer.from(file.subarray(at, end));
    page.fill(0, 22, 26);
    expect(file.readUInt32LE(at + 22)).toBe(divideBits(page));
    pages.push({
      flags: file.readUInt8(at + 5),
      position: Number(file.readBigUInt64LE(at + 6)),
      index: file.readUInt32LE(at + 18),
      packets,
    });
    at = end;
  }
  return pages;
}
function divideBits(bytes: Buffer): number {
  let rest = 0;
  for (const byte of Buffer.concat([bytes, Buffer.alloc(4)]))
    for (let bit = 7; bit >= 0; bit -= 1)
      rest = ((rest << 1) | ((byte >> bit) & 1)) ^ (rest < 0 ? 0x04c11db7 : 0);
  return rest >>> 0;
}

it("[VOICE-001] a recording of Chromium becomes OGG with the same packets, its length and pages of a second", async () => {
  const ogg = writeOgg(sound);
  if (ogg === null) throw new Error("no file");
  expect((await fileTypeFromBuffer(ogg))?.mime).toBe("audio/ogg; codecs=opus");
  const pages = readPages(ogg);
  expect(pages.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(pages.map(({ flags }) => flags)).toEqual([2, 0, 0, 4]);
  // 33 packets of 60 ms.
  expect(pages.map(({ position }) => position)).toEqual([0, 0, 48_960, 95_040]);
  expect(pages[0]?.packets).toEqual([sound.header]);
  expect(pages.slice(2).flatMap(({ packets }) => packets)).toEqual(sound.packets);
});

it("[VOICE-001] packets of every length keep their bounds, and no page has more than 255 parts", () => {
  // 20 ms of CELT.
  const packets = [1, 254, 255, 256, 510, 1275, ...Array<number>(60).fill(1275)].map((length) =>
    Buffer.alloc(length, 0xf8),
  );
  const pages = readPages(writeOgg({ ...sound, packets }) ?? Buffer.alloc(0));
  expect(pages.slice(2).flatMap((page) => page.packets)).toEqual(packets);
  expect(writeOgg({ ...sound, packets: [Buffer.alloc(255 * 255, 0xf8)] })).toBeNull();
  expect(writeOgg({ ...sound, packets: [Buffer.from([0xfb, 0x00])] })).toBeNull();
  expect(writeOgg({ ...sound, header: Buffer.from("OpusHead") })).toBeNull();
});

/** Writes an element of WebM with a size of four bytes. */
const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
};
const codec = (name: string) => element("ae", element("86", Buffer.from(name)));
const opus = element("ae", element("86", Buffer.from("A_OPUS")), element("63a2", sound.header));
const block = (flags: number) => element("a3", Buffer.from([0x81, 0, 0, flags, 0xf8, 1]));
const webm = (...parts: readonly Buffer[]) =>
  Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from("webm"))),
    Buffer.from("18538067ff", "hex"),
    ...parts,
  ]);

it("[VOICE-001] a segment and clusters of unknown size, and blocks in groups are read", () => {
  const file = webm(
    element("1654ae6b", opus),
    Buffer.from("1f43b67501ffffffffffffff", "hex"),
    block(0),
    element("a0", element("a1", Buffer.from([0x81, 0, 20, 0, 0xf8, 2]))),
  );
  expect(parseWebmSound(file)?.packets).toEqual([Buffer.from([0xf8, 1]), Buffer.from([0xf8, 2])]);
});

it.each([
  ["another codec", webm(codec("A_VORBIS"), block(0))],
  ["film", webm(codec("V_VP8"), opus, block(0))],
  ["two tracks", webm(opus, opus, block(0))],
  ["several packets in a block", webm(opus, block(2))],
  ["a block without a packet", webm(opus, element("a3", Buffer.from([0x81, 0, 0, 0])))],
  ["no sound", webm(opus)],
  ["an encrypted track", webm(element("ae", opus, element("6d80")), block(0))],
  ["attached files", webm(opus, block(0), element("1941a469"))],
  ["an end within an element", webm(opus, block(0)).subarray(0, -1)],
  ["bytes behind the end", Buffer.concat([webm(opus, block(0)), Buffer.alloc(3)])],
  ["nothing", Buffer.alloc(0)],
])("[VOICE-001] %s: the file keeps its bytes", (_, file) => {
  expect(parseWebmSound(file)).toBeNull();
});

it("[VOICE-001] whatever bytes are changed or missing, the file is converted or kept, and quickly", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(recording.length - 1), fc.nat(255)), { maxLength: 8 }),
      fc.nat(recording.length),
      (changes, end) => {
        const file = Buffer.from(recording.subarray(0, end));
        for (const [at, byte] of changes) if (at < end) file[at] = byte;
        const parsed = parseWebmSound(file);
        const ogg = parsed === null ? null : writeOgg(parsed);
        if (ogg !== null) expect(ogg.length).toBeLessThan(2 * recording.length);
      },
    ),
    { numRuns: 300 },
  );
});
