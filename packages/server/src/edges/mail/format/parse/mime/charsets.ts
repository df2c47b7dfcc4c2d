import { mailCharsets } from "@parlour/protocol/entity/channel-kinds/mail-charsets";
import { detectAll } from "jschardet";
import { createDecodeStream, decode as decodeOther } from "libmime/lib/charset.js";

/** How the character set of a text was found (MAIL-014). */
type CharsetSource = "declared" | "certain" | "guessed";
interface LabelledText {
  readonly text: string;
  /** Label of the character set, in lower case. */
  readonly charset: string;
}
export interface DecodedText extends LabelledText {
  /** `certain`: the bytes prove it. `guessed`: nothing declares it, or it does not fit. */
  readonly source: CharsetSource;
}
export interface TextHints {
  /** Character set that the part declares, or "". */
  readonly declared: string;
  readonly isHtml?: boolean;
  /** Character sets that other parts and the headers of the mail declare. */
  readonly others?: readonly string[];
}

/**
 * Decodes the bytes of a text (MAIL-014). The first character set counts that fits: the declared
 * one, a byte order mark or escape sequence, the one in the HTML, UTF-8 if the bytes are valid,
 * those of other parts, the one that a detector finds, and windows-1252.
 */
export function decodeText(
  bytes: Buffer,
  { declared, isHtml, others = [] }: TextHints,
): DecodedText {
  const marked = findMark(bytes);
  const label = normalizeLabel(declared);
  if (marked !== null && (marked.isEscape || !isKnown(label)))
    return { text: decode(bytes, marked.label), charset: marked.label, source: "certain" };
  if (!hasHighBytes(bytes) && !isWide(label))
    return { text: bytes.toString("latin1"), charset: label || "us-ascii", source: "certain" };
  const named = tryLabel(bytes, label);
  if (named !== null) return { ...named, source: "declared" };
  const inHtml = tryLabel(bytes, isHtml === true ? findMetaCharset(bytes) : "");
  if (inHtml !== null) return { ...inHtml, source: "declared" };
  const source = label === "" || !isKnown(label) ? "certain" : "guessed";
  const unicode = tryLabel(bytes, "utf-8");
  if (unicode !== null) return { ...unicode, source };
  const guessed = [
    ...others.map(normalizeLabel).filter((other) => other !== "utf-8"),
    findByContent(bytes),
  ]
    .map((other) => tryLabel(bytes, other))
    .find((found) => found !== null);
  return {
    ...(guessed ?? { text: decode(bytes, lastResort), charset: lastResort }),
    source: "guessed",
  };
}

/** Decodes the bytes with this character set, whatever they are. Null: it is unknown. */
export function decodeAs(bytes: Buffer, charset: string): string | null {
  const label = normalizeLabel(charset);
  return isKnown(label) ? decode(bytes, label) : null;
}

/** Reads every byte, and is the character set of most undeclared mails. */
const lastResort = "windows-1252";
/** Labels that say nothing about bytes above 0x7f. */
const emptyLabels: ReadonlySet<string> = new Set(
  "ascii us-ascii ansi_x3.4-1968 iso646-us unknown-8bit x-unknown unknown default 7bit 8bit binary none".split(
    " ",
  ),
);
/** Code pages of Windows by the name under which `TextDecoder` knows them. */
const codePages: Readonly<Record<string, string>> = {
  "932": "shift_jis",
  "936": "gbk",
  "949": "euc-kr",
  "950": "big5",
  "874": "windows-874",
  "51932": "euc-jp",
  "50220": "iso-2022-jp",
  "50221": "iso-2022-jp",
  "50222": "iso-2022-jp",
  "65001": "utf-8",
};

/** Returns the label in lower case under which it is decoded, or "" if it says nothing. */
function normalizeLabel(label: string): string {
  const lower = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "");
  const page = /^(?:cp|ms|windows-?|ibm)(\d{3,5})$/.exec(lower)?.[1];
  const known = (page === undefined ? undefined : codePages[page]) ?? lower;
  if (emptyLabels.has(known)) return "";
  const plain = known.replace(/^(?:x-|cs)/, "");
  return isKnown(known) || !isKnown(plain) ? known : plain;
}

/** Returns whether the label is known and its bytes can be decoded. */
function isKnown(label: string): boolean {
  if (label === "") return false;
  return canDecode(label) || (!isTransferName(label) && createDecodeStream(label).supported);
}
function canDecode(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "replacement";
  } catch {
    return false;
  }
}
/** `TextDecoder` first: it reads ISO-8859-1 as windows-1252, which is what programs write. */
function decode(bytes: Buffer, label: string): string {
  return canDecode(label) ? new TextDecoder(label).decode(bytes) : decodeOther(bytes, label);
}
/** UTF-7 and names of transfer encodings, which iconv-lite also accepts. */
const isTransferName = (label: string): boolean => /utf-?7|base64|hex/.test(label);
const isWide = (label: string): boolean => /utf-?(?:16|32)|ucs-?2/.test(label);

/** Decodes the bytes, or returns null if the label is unknown or does not fit them. */
function tryLabel(bytes: Buffer, label: string): LabelledText | null {
  if (!isKnown(label)) return null;
  const text = decode(bytes, label);
  return fits(text) ? { text, charset: label } : null;
}
/** A text fits if at most one of 20 characters outside ASCII could not be decoded. */
function fits(text: string): boolean {
  let wrong = 0;
  let others = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) wrong += 1;
    else if (code > 0x7f) others += 1;
  }
  return wrong === 0 || wrong * 20 <= others;
}

const hasHighBytes = (bytes: Buffer): boolean => bytes.some((byte) => byte > 0x7f);

interface Mark {
  readonly label: string;
  readonly isEscape: boolean;
}
/** Finds a byte order mark, or an escape sequence of ISO-2022-JP in text of 7 bits. */
function findMark(bytes: Buffer): Mark | null {
  const start = bytes.toString("hex", 0, 3);
  if (start === "efbbbf") return { label: "utf-8", isEscape: false };
  if (start.startsWith("fffe")) return { label: "utf-16le", isEscape: false };
  if (start.startsWith("feff")) return { label: "utf-16be", isEscape: false };
  const isJapanese = ["\u001b$B", "\u001b$@", "\u001b(I"].some((escape) => bytes.includes(escape));
  return isJapanese && !hasHighBytes(bytes) ? { label: "iso-2022-jp", isEscape: true } : null;
}

/** Length of the HTML in which its character set is searched, in bytes. */
const maxMetaLength = 4_096;
function findMetaCharset(bytes: Buffer): string {
  const head = bytes.toString("latin1", 0, maxMetaLength);
  return normalizeLabel(
    /<meta[^>]{0,300}?charset\s*=\s*["']?([\w.:+-]{1,40})/i.exec(head)?.[1] ?? "",
  );
}

/** Bytes from which the detector guesses. */
const maxDetectedLength = 8_192;
/** Rare character sets of the detector fit short texts too well. */
const isUsual = (label: string): boolean => mailCharsets.some((usual) => usual === label);

/** Lets a detector find the character set. Tags and lines of ASCII would only mislead it. */
function findByContent(bytes: Buffer): string {
  const lines = bytes
    .toString("latin1", 0, 16 * maxDetectedLength)
    .split("\n")
    .map((line) => line.replace(/<[^<>]{0,2000}>/g, " "))
    .filter((line) => /[\x80-\xff]/.test(line));
  const sample = Buffer.from(lines.join("\n").slice(0, maxDetectedLength), "latin1");
  const found = detectAll(sample, { minimumThreshold: 0 })
    .map(({ encoding, confidence }) => ({ label: normalizeLabel(encoding ?? ""), confidence }))
    .filter(({ label }) => isUsual(label) && !mixesAlphabets(decode(sample, label)));
  const [best] = found;
  const likely = found.find(({ label }) => label === lastResort);
  const isTied = (likely?.confidence ?? 0) >= 0.97 * (best?.confidence ?? 1);
  return isTied ? lastResort : (best?.label ?? "");
}

/**
 * Returns whether half of the words in another alphabet also have letters of ASCII. Such words have
 * accents, and are read in the wrong character set.
 */
function mixesAlphabets(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) =>
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word),
  );
  const mixed = foreign.filter((word) => /[a-z]/i.test(word));
  return mixed.length > 0 && 2 * mixed.length >= foreign.length;
}

/**
 * Returns whether a mail names a character set that cannot be decoded. Its text is then read as if
 * nothing declared it (MAIL-014).
 */
export function hasUnknownCharset(raw: Buffer, maxBytes: number): boolean {
  return findLabels(raw, maxBytes).some((label) => {
    const known = normalizeLabel(label);
    return known !== "" && !isKnown(known);
  });
}

/** Returns the character sets that types and encoded words of a mail name, at most 50. */
export function findLabels(raw: Buffer, maxBytes: number): readonly string[] {
  const text = raw.toString("latin1", 0, maxBytes);
  const found = text.matchAll(
    /^(?:content-type:|[ \t])[^\r\n<]{0,200}?\bcharset\s*=\s*["']?([\w.:+-]{1,60})|=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?[bq]\?/gim,
  );
  const labels = new Set(
    Array.from(found, ([, label, word]) => (label ?? word ?? "").toLowerCase()),
  );
  return [...labels].slice(0, 50);
}
