import { decodeAs } from "../mime/charsets.ts";
import { decompressRtf, rtfToText } from "./rtf.ts";

/** What Outlook puts into `winmail.dat` (MS-OXTNEF). */
export interface TnefMessage {
  readonly text: string;
  readonly html: Buffer | null;
  readonly files: readonly TnefFile[];
}
interface TnefFile {
  readonly name: string;
  readonly type: string;
  readonly contentId: string;
  readonly content: Buffer;
}

const signature = 0x223e9f78;
/** Attributes of the message and of its files. */
const attributes = {
  body: 0x800c,
  codePage: 0x9007,
  properties: 0x9003,
  fileStart: 0x9002,
  fileName: 0x8010,
  fileContent: 0x800f,
  fileProperties: 0x9005,
} as const;
/** Properties (MS-OXPROPS). */
const properties = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  fileContent: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  fileType: 0x370e,
  contentId: 0x3712,
} as const;

const maxFiles = 200;
const maxProperties = 2_000;

interface OpenFile {
  name: string;
  type: string;
  contentId: string;
  content: Buffer | null;
}

/** Reads the text and the files of a message. Returns null if the bytes are not TNEF. */
export function readTnef(bytes: Buffer): TnefMessage | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return null;
  let codePage = "windows-1252";
  let plain = "";
  let message = new Map<number, Buffer>();
  const files: OpenFile[] = [];
  for (const { id, data } of listAttributes(bytes)) {
    const file = files.at(-1);
    if (id === attributes.codePage && data.length >= 4)
      codePage = `windows-${data.readUInt32LE(0)}`;
    else if (id === attributes.body) plain = toText(data, codePage);
    else if (id === attributes.properties) message = readProperties(data, codePage);
    else if (id === attributes.fileStart && files.length < maxFiles)
      files.push({ name: "", type: "", contentId: "", content: null });
    else if (file === undefined) continue;
    else if (id === attributes.fileName) file.name ||= toText(data, codePage);
    else if (id === attributes.fileContent) file.content = data;
    else if (id === attributes.fileProperties) addProperties(file, readProperties(data, codePage));
  }
  const rtf = message.get(properties.rtf);
  return {
    text:
      message.get(properties.body)?.toString() ||
      plain ||
      (rtf ? rtfToText(decompressRtf(rtf)) : ""),
    html: message.get(properties.html) ?? null,
    files: files.flatMap(({ content, ...file }) =>
      content === null ? [] : [{ ...file, content }],
    ),
  };
}

function addProperties(file: OpenFile, found: ReadonlyMap<number, Buffer>): void {
  const read = (id: number): string => found.get(id)?.toString() ?? "";
  file.name = read(properties.longName) || file.name || read(properties.shortName);
  file.type = read(properties.fileType);
  file.contentId = read(properties.contentId);
  file.content ??= found.get(properties.fileContent) ?? null;
}

interface Attribute {
  readonly id: number;
  readonly data: Buffer;
}
/** Lists the attributes: level, id, type, length, data and checksum, which is not compared. */
function listAttributes(bytes: Buffer): readonly Attribute[] {
  const found: Attribute[] = [];
  for (let offset = 6; offset + 11 <= bytes.length;) {
    const length = bytes.readUInt32LE(offset + 5);
    const start = offset + 9;
    if (start + length > bytes.length) break;
    found.push({
      id: bytes.readUInt16LE(offset + 1),
      data: bytes.subarray(start, start + length),
    });
    offset = start + length + 2;
  }
  return found;
}

/** Sizes of values by type, padded to 4 bytes. Others have their length in front of them. */
const fixedSizes: Readonly<Record<number, number>> = {
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
};
const stringType = 0x1e;
const unicodeType = 0x1f;
const objectType = 0x0d;
const multipleValues = 0x1000;
const firstNamedId = 0x8000;
/** Bytes of the interface id in front of an object. */
const objectIdLength = 16;

/** Reads the properties that have a length. Texts become UTF-8. */
function readProperties(data: Buffer, codePage: string): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  let offset = 4;
  const take = (length: number): Buffer => {
    if (offset + length > data.length) throw new RangeError("The property is cut off.");
    offset += length;
    return data.subarray(offset - length, offset);
  };
  const takeNumber = (): number => take(4).readUInt32LE(0);
  const takePadded = (): Buffer => {
    const length = takeNumber();
    const value = take(length);
    offset += (4 - (length % 4)) % 4;
    return value;
  };
  try {
    const count = Math.min(data.length < 4 ? 0 : data.readUInt32LE(0), maxProperties);
    for (let index = 0; index < count; index += 1) {
      const header = takeNumber();
      const type = header & 0xfff;
      const id = header >>> 16;
      if (id >= firstNamedId) {
        take(16);
        if (takeNumber() === 0) take(4);
        else takePadded();
      }
      const size = fixedSizes[type];
      const values = size === undefined || (header & multipleValues) !== 0 ? takeNumber() : 1;
      for (let value = 0; value < Math.min(values, maxProperties); value += 1) {
        const bytes = size === undefined ? takePadded() : take(size);
        if (value > 0 || size !== undefined) continue;
        if (type === stringType) found.set(id, Buffer.from(toText(bytes, codePage)));
        else if (type === unicodeType)
          found.set(id, Buffer.from(cutEnd(bytes.toString("utf16le"))));
        else found.set(id, type === objectType ? bytes.subarray(objectIdLength) : bytes);
      }
    }
  } catch (error) {
    // What was read before the defect counts.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

const toText = (bytes: Buffer, codePage: string): string =>
  cutEnd(decodeAs(bytes, codePage) ?? bytes.toString("latin1"));
/** Removes the NUL at the end of a text. */
const cutEnd = (text: string): string => text.replace(/\0.*$/s, "");
