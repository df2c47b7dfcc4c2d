/** Builds the bytes of mails as mail programs do. */

/** One part of a mail. Text is encoded with the character set of its type. */
export interface Part {
  readonly type: string;
  readonly charset?: string;
  /** Further parameters of the type. */
  readonly parameters?: string;
  readonly encoding?: "7bit" | "8bit" | "base64" | "quoted-printable";
  readonly headers?: readonly string[];
  readonly body: string | Buffer | readonly Part[];
}

/** Returns the mail with its headers. Lines end with CR LF. */
export function buildMail(headers: readonly string[], part: Part): Buffer {
  return Buffer.concat([
    Buffer.from(`${headers.join("\r\n")}\r\nMIME-Version: 1.0\r\n`),
    buildPart(part),
  ]);
}

let boundaries = 0;
function buildPart(part: Part): Buffer {
  const { type, charset, parameters = "", encoding = "7bit", headers = [], body } = part;
  if (typeof body === "object" && !Buffer.isBuffer(body)) {
    const boundary = `=_part_${(boundaries += 1)}_x`;
    return Buffer.concat([
      Buffer.from(`Content-Type: ${type}; boundary="${boundary}"\r\n${lines(headers)}\r\n`),
      ...body.flatMap((child) => [
        Buffer.from(`--${boundary}\r\n`),
        buildPart(child),
        Buffer.from("\r\n"),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
  }
  const bytes = Buffer.isBuffer(body)
    ? body
    : encodeText(body.replaceAll("\n", "\r\n"), charset ?? "us-ascii");
  return Buffer.concat([
    Buffer.from(
      `Content-Type: ${type}${charset === undefined ? "" : `; charset=${charset}`}${parameters}\r\n` +
        `Content-Transfer-Encoding: ${encoding}\r\n${lines(headers)}\r\n`,
    ),
    encodeTransfer(bytes, encoding),
  ]);
}
const lines = (headers: readonly string[]): string =>
  headers.map((header) => `${header}\r\n`).join("");

function encodeTransfer(bytes: Buffer, encoding: NonNullable<Part["encoding"]>): Buffer {
  if (encoding === "base64")
    return Buffer.from((bytes.toString("base64").match(/.{1,76}/g) ?? []).join("\r\n"));
  if (encoding !== "quoted-printable") return bytes;
  return Buffer.from(bytes.toString("latin1").split("\r\n").map(encodeQuotedLine).join("\r\n"));
}
function encodeQuotedLine(line: string): string {
  const escaped = line.replace(/[^\x20-\x3c\x3e-\x7e\t]|[ \t]$/g, toHex);
  let length = 0;
  let result = "";
  for (const token of escaped.match(/=[0-9A-F]{2}|./g) ?? []) {
    if (length + token.length > 75) {
      result += "=\r\n";
      length = 0;
    }
    result += token;
    length += token.length;
  }
  return result;
}
const toHex = (sign: string): string =>
  `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
/** Returns an encoded word (RFC 2047). */
export function encodeWord(text: string, charset: string, encoding: "B" | "Q" = "B"): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let rest = Array.from(text);
  while (rest.length > 0) {
    const bytes = encodeText(rest.slice(0, 12).join(""), charset);
    const encoded =
      encoding === "B"
        ? bytes.toString("base64")
        : bytes.toString("latin1").replace(/[^A-Za-z0-9]/g, toHex);
    words.push(`=?${charset}?${encoding}?${encoded}?=`);
    rest = rest.slice(12);
  }
  return words.join("\r\n ");
}

/** Encodes text. Node only decodes most character sets, so the table is built by decoding. */
export function encodeText(text: string, charset: string): Buffer {
  const name = charset.toLowerCase();
  if (name === "utf-8" || name === "us-ascii") return Buffer.from(text);
  if (name === "iso-2022-jp") return encodeIso2022Jp(text);
  const table = getTable(name);
  return Buffer.concat(
    Array.from(text, (sign) => {
      const bytes = (sign.codePointAt(0) ?? 0) < 0x80 ? Buffer.from(sign) : table.get(sign);
      if (bytes === undefined) throw new Error(`${charset} has no ${sign}`);
      return bytes;
    }),
  );
}

/** Two bytes of EUC-JP without their high bits, after an escape sequence. */
function encodeIso2022Jp(text: string): Buffer {
  const table = getTable("euc-jp");
  const parts: Buffer[] = [];
  let isJapanese = false;
  const change = (toJapanese: boolean): void => {
    if (toJapanese !== isJapanese) parts.push(Buffer.from(toJapanese ? "\u001b$B" : "\u001b(B"));
    isJapanese = toJapanese;
  };
  for (const sign of text) {
    const isAscii = (sign.codePointAt(0) ?? 0) < 0x80;
    change(!isAscii);
    const bytes = isAscii ? Buffer.from(sign) : table.get(sign);
    if (bytes === undefined) throw new Error(`iso-2022-jp has no ${sign}`);
    parts.push(isAscii ? bytes : Buffer.from(bytes.map((byte) => byte & 0x7f)));
  }
  change(false);
  return Buffer.concat(parts);
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();
function getTable(charset: string): ReadonlyMap<string, Buffer> {
  const existing = tables.get(charset);
  if (existing !== undefined) return existing;
  const decoder = new TextDecoder(charset);
  const table = new Map<string, Buffer>();
  const add = (...bytes: readonly number[]): void => {
    const text = decoder.decode(Buffer.from(bytes));
    if (Array.from(text).length === 1 && text !== "\ufffd" && !table.has(text))
      table.set(text, Buffer.from(bytes));
  };
  for (let first = 0x80; first <= 0xff; first += 1) add(first);
  if (/^(?:gb|big5|euc)/.test(charset))
    for (let first = 0x81; first <= 0xfe; first += 1)
      for (let second = 0x40; second <= 0xfe; second += 1) add(first, second);
  tables.set(charset, table);
  return table;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the old character set of a language if it has all characters of the text. */
export function chooseCharset(text: string, legacyCharset: string): string {
  try {
    encodeText(text, legacyCharset);
    return legacyCharset;
  } catch {
    return "utf-8";
  }
}
