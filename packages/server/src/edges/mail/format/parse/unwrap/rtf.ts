import { decodeAs } from "../mime/charsets.ts";

const compressed = 0x75465a4c;
const uncompressed = 0x414c454d;
/** Text with which the window of the decompression begins (MS-OXRTFCP 2.1.2.1). */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const windowSize = 4_096;
const maxRtfLength = 8 * 1024 * 1024;

/** Decompresses RTF of Outlook. Returns what could be read before a defect. */
export function decompressRtf(bytes: Buffer): string {
  if (bytes.length < 16) return "";
  const kind = bytes.readUInt32LE(8);
  if (kind === uncompressed) return bytes.toString("latin1", 16);
  if (kind !== compressed) return "";
  const window = Buffer.alloc(windowSize, 0x20);
  window.write(dictionary, "latin1");
  let write = dictionary.length;
  const limit = Math.min(bytes.readUInt32LE(4), maxRtfLength);
  const output = Buffer.alloc(limit);
  let length = 0;
  const put = (byte: number): void => {
    window[write] = byte;
    write = (write + 1) % windowSize;
    if (length < limit) output[length++] = byte;
  };
  let offset = 16;
  while (offset < bytes.length && length < limit) {
    const flags = bytes[offset++] ?? 0;
    for (let bit = 0; bit < 8 && offset < bytes.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[offset++] ?? 0);
        continue;
      }
      if (offset + 2 > bytes.length) return output.toString("latin1", 0, length);
      const reference = bytes.readUInt16BE(offset);
      offset += 2;
      const start = reference >> 4;
      if (start === write) return output.toString("latin1", 0, length);
      for (let index = 0; index < (reference & 0xf) + 2; index += 1)
        put(window[(start + index) % windowSize] ?? 0);
    }
  }
  return output.toString("latin1", 0, length);
}

/** Groups whose text is not shown. Groups that begin with `\*` are not either. */
const hiddenGroups: ReadonlySet<string> = new Set(
  "fonttbl colortbl stylesheet info pict header footer object themedata listtable".split(" "),
);
const signs: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  row: "\n",
  cell: " ",
  tab: "\t",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  "~": "\u00a0",
  "{": "{",
  "}": "}",
  "\\": "\\",
};

const tokenPattern =
  /\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

/** Returns the text of RTF. Formats are dropped. The time is linear. */
export function rtfToText(rtf: string): string {
  const codePage = /\\ansicpg(\d{3,5})/.exec(rtf.slice(0, 1_000))?.[1] ?? "1252";
  const reader = new RtfReader(`windows-${codePage}`);
  for (const [, hex, word, number, symbol, brace, plain] of rtf.matchAll(tokenPattern)) {
    if (brace === "{") reader.openGroup();
    else if (brace === "}") reader.closeGroup();
    else if (hex !== undefined) reader.addByte(Number.parseInt(hex, 16));
    else if (plain !== undefined) reader.addPlain(plain);
    else reader.handleWord(word ?? symbol ?? "", number);
  }
  return reader.finish();
}

/** State of a group of RTF. `fallback`: characters behind `\u` for readers without Unicode. */
interface Group {
  readonly isHidden: boolean;
  readonly fallback: number;
}

class RtfReader {
  readonly #charset: string;
  readonly #stack: Group[] = [];
  #group: Group = { isHidden: false, fallback: 1 };
  #text = "";
  #bytes: number[] = [];
  #skipped = 0;
  constructor(charset: string) {
    this.#charset = charset;
  }
  openGroup(): void {
    this.#stack.push(this.#group);
  }
  closeGroup(): void {
    this.#group = this.#stack.pop() ?? this.#group;
    this.#skipped = 0;
  }
  /** Bytes are decoded together, because a character can have two. */
  addByte(byte: number): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (!this.#group.isHidden) this.#bytes.push(byte);
  }
  addPlain(plain: string): void {
    const cut = Math.min(this.#skipped, plain.length);
    this.#skipped -= cut;
    this.#add(plain.slice(cut));
  }
  handleWord(word: string, number: string | undefined): void {
    if (word === "*" || hiddenGroups.has(word)) this.#group = { ...this.#group, isHidden: true };
    else if (word === "uc") this.#group = { ...this.#group, fallback: Number(number ?? 1) };
    else if (word === "u") {
      this.#add(String.fromCharCode(Number(number ?? 0) & 0xffff));
      this.#skipped = this.#group.fallback;
    } else this.#add(signs[word] ?? "");
  }
  finish(): string {
    this.#decodeBytes();
    return this.#text.replaceAll("\0", "");
  }
  #add(sign: string): void {
    if (this.#group.isHidden || sign === "") return;
    this.#decodeBytes();
    this.#text += sign;
  }
  #decodeBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#text += decodeAs(bytes, this.#charset) ?? bytes.toString("latin1");
    this.#bytes = [];
  }
}
