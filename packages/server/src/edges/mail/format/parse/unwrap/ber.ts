/** An element of BER (X.690), with its content. */
export interface BerElement {
  /** First byte: class, form and number. */
  readonly tag: number;
  readonly content: Buffer;
}

const maxDepth = 20;
/** Form of an element that contains others. */
const constructed = 0x20;

/**
 * Reads the elements that follow each other in a buffer. Lengths may be indefinite, as mail
 * programs write them. Returns null if the bytes are not BER.
 */
export function readElements(bytes: Buffer): readonly BerElement[] | null {
  const elements: BerElement[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const end = readElement(bytes, offset, 0, elements);
    if (end === null) return null;
    offset = end;
  }
  return elements;
}

/** Adds the element at the offset, and returns the position behind it. */
function readElement(
  bytes: Buffer,
  offset: number,
  depth: number,
  elements: BerElement[],
): number | null {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  // Tags of several bytes do not occur in the structures that are read.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  const start = offset + 2;
  if (first === 0x80) return readIndefinite(bytes, { tag, start, depth }, elements);
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4 || start + size > bytes.length) return null;
  const length = size === 0 ? first : bytes.readUIntBE(start, size);
  const end = start + size + length;
  if (end > bytes.length) return null;
  elements.push({ tag, content: bytes.subarray(start + size, end) });
  return end;
}

function readIndefinite(
  bytes: Buffer,
  { tag, start, depth }: { readonly tag: number; readonly start: number; readonly depth: number },
  elements: BerElement[],
): number | null {
  if ((tag & constructed) === 0 || depth >= maxDepth) return null;
  let offset = start;
  const inside: BerElement[] = [];
  while (offset < bytes.length) {
    if (bytes[offset] === 0 && bytes[offset + 1] === 0) {
      elements.push({ tag, content: bytes.subarray(start, offset) });
      return offset + 2;
    }
    const end = readElement(bytes, offset, depth + 1, inside);
    if (end === null) return null;
    offset = end;
  }
  return null;
}

/** Returns the bytes of an octet string, which may consist of several ones. */
export function joinOctets({ tag, content }: BerElement, depth = 0): Buffer | null {
  if ((tag & constructed) === 0) return content;
  const parts = depth < maxDepth ? readElements(content) : null;
  if (parts === null) return null;
  const joined = parts.map((part) => joinOctets(part, depth + 1));
  return joined.every((part) => part !== null) ? Buffer.concat(joined) : null;
}
