/** The Opus sound of a file: its identification header (RFC 7845 5.1), and its packets in order. */
export interface OpusSound {
  readonly header: Buffer;
  readonly packets: readonly Buffer[];
}

/** Ids of elements (RFC 9559). The parser enters containers, whose size may be unknown. */
const containers = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]);
const codecId = 0x86;
const codecPrivate = 0x63a2;
const blockIds = new Set([0xa3, 0xa1]);
/** Encodings of tracks, chapters and attached files, which another container would lose. */
const lostIds = new Set([0x6d80, 0x1043a770, 0x1941a469]);

/**
 * Parses a WebM file with Opus as its only track, as browsers record it. Returns null for every
 * other file, also for one that ends within an element.
 */
export function parseWebmSound(file: Buffer): OpusSound | null {
  const codecs: string[] = [];
  const headers: Buffer[] = [];
  const packets: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const element = readElement(file, at);
    if (element === null || lostIds.has(element.id)) return null;
    at = element.start;
    if (containers.has(element.id)) continue;
    if (element.end > file.length) return null;
    const content = file.subarray(element.start, element.end);
    at = element.end;
    if (element.id === codecId) codecs.push(content.toString("latin1"));
    if (element.id === codecPrivate) headers.push(content);
    if (!blockIds.has(element.id)) continue;
    const packet = readPacket(content);
    if (packet === null) return null;
    packets.push(packet);
  }
  const [header] = headers;
  const isOpus = codecs.length === 1 && codecs[0] === "A_OPUS" && headers.length === 1;
  return isOpus && header !== undefined && packets.length > 0 ? { header, packets } : null;
}

/** Reads the head of an element. `end` is Infinity if the size is unknown. */
function readElement(
  file: Buffer,
  at: number,
): { readonly id: number; readonly start: number; readonly end: number } | null {
  const id = readNumber(file, at, 4);
  const size = id === null ? null : readNumber(file, at + id.length, 8);
  if (id === null || size === null) return null;
  const start = at + id.length + size.length;
  // An id includes the bit that marks its length.
  const marker = 2 ** (7 * id.length);
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  return { id: id.value + marker, start, end: isUnknown ? Infinity : start + size.value };
}

/** Reads a number of variable length (RFC 8794 4). The zeros before its first bit say how long. */
function readNumber(
  file: Buffer,
  at: number,
  maxLength: number,
): { readonly value: number; readonly length: number } | null {
  const first = file[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > maxLength || at + length > file.length) return null;
  let value = first - (0x80 >> (length - 1));
  for (let index = 1; index < length; index += 1) value = value * 256 + (file[at + index] ?? 0);
  return { value, length };
}

/** Returns the packet of a block, or null if the block has several packets or none. */
function readPacket(block: Buffer): Buffer | null {
  const track = readNumber(block, 0, 8);
  if (track === null) return null;
  // The number of the track, a time of two bytes, and flags.
  const flags = block[track.length + 2] ?? 0;
  const packet = block.subarray(track.length + 3);
  return (flags & 0x06) === 0 && packet.length > 0 ? packet : null;
}
