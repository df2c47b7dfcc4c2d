/** The content of a part without its transfer encoding. */
export interface DecodedContent {
  readonly content: Buffer;
  /** Whether the body was not what its encoding says. */
  readonly isBroken: boolean;
}

/**
 * Decodes the transfer encoding of a part (MAIL-017). Text after the end of base64, which servers
 * append, follows the decoded text. A text that is not base64 at all is the content itself.
 */
export function decodeTransfer(body: Buffer, encoding: string, isText: boolean): DecodedContent {
  if (encoding.includes("quoted")) return { content: decodeQuoted(body), isBroken: false };
  if (!encoding.includes("base64")) return { content: body, isBroken: false };
  return isText
    ? decodeBase64Text(body)
    : { content: decodeBase64(body.toString("latin1")), isBroken: false };
}

/** Decodes base64. Other characters are skipped, and each padding ends one encoded piece. */
function decodeBase64(text: string): Buffer {
  if (!/=[^=\s]/.test(text)) return Buffer.from(text, "base64");
  const pieces = text.replace(/[^A-Za-z0-9+/=]+/g, "").match(/[A-Za-z0-9+/]+={0,2}/g) ?? [];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64")));
}

function decodeBase64Text(body: Buffer): DecodedContent {
  const text = body.toString("latin1");
  const end = findEndOfBase64(text);
  const rest = text.slice(end);
  if (rest.trim() === "") return { content: decodeBase64(text), isBroken: false };
  const decoded = decodeBase64(text.slice(0, end));
  const isEncoded = decoded.length > 0 && isReadable(decoded);
  return {
    content: isEncoded ? Buffer.concat([decoded, Buffer.from(`\n${rest}`, "latin1")]) : body,
    isBroken: true,
  };
}
/** Returns the position before the first line that is not base64. */
function findEndOfBase64(text: string): number {
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    if (!/^[A-Za-z0-9+/]*={0,2}\s*$/.test(text.slice(start, end))) return start;
    start = end;
  }
  return start;
}

/** Decodes quoted-printable. What is not a valid escape remains as it is. */
function decodeQuoted(body: Buffer): Buffer {
  const text = body
    .toString("latin1")
    .replace(/=[ \t]{0,100}(?:\r?\n|$)/g, "")
    .replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(text, "latin1");
}

/** Bytes that decide whether content is text. */
const sampleLength = 4_096;

/** Returns whether the bytes can be text: almost no control characters, and not empty. */
export function isReadable(content: Buffer): boolean {
  const sample = content.subarray(0, sampleLength);
  let controls = 0;
  let filled = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte > 0x20) filled += 1;
    if ((byte < 0x20 && ![0x09, 0x0a, 0x0d, 0x0c, 0x1b].includes(byte)) || byte === 0x7f)
      controls += 1;
  }
  return filled > 0 && controls * 50 <= sample.length;
}
