/**
 * Piece of a message: topic, text, and its part if the message has several. PostgreSQL limits the
 * length of a notification, so long messages are split. Each piece contains the mark of its
 * message, if it has one.
 */
type Piece = readonly [
  topic: string,
  text: string,
  part?: "only" | "first" | "middle" | "last",
  mark?: string,
];

interface WaitingMessage {
  readonly topic: string;
  readonly message: string;
  readonly mark: string | undefined;
}

/** Maximum length of the text of a piece in UTF-16 units, before it is reduced to fit a packet. */
const maxPieceLength = 6_000;
/** Maximum number of senders whose unfinished message is stored. The oldest is dropped. */
const maxSenders = 64;

/** Packets of at most `maxPacketBytes`. Drops messages above `maxWaiting` UTF-16 units. */
export class PacketWriter {
  readonly #maxPacketBytes: number;
  readonly #maxWaiting: number;
  #waiting: WaitingMessage[] = [];
  /** Number of units of the first waiting message that were sent. */
  #sent = 0;
  #length = 0;

  constructor(maxPacketBytes: number, maxWaiting: number) {
    this.#maxPacketBytes = maxPacketBytes;
    this.#maxWaiting = maxWaiting;
  }
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }
  /** Adds a message. Returns false if it was dropped. */
  add(topic: string, message: string, mark?: string): boolean {
    if (this.#length + message.length > this.#maxWaiting) return false;
    this.#length += message.length;
    this.#waiting.push({ topic, message, mark });
    return true;
  }
  /** Removes all messages, including the rest of one that was sent in part. */
  clear(): void {
    this.#waiting = [];
    this.#sent = 0;
    this.#length = 0;
  }
  /** Takes the next packet. Must not be called if the writer is empty. */
  take(): string {
    const pieces: string[] = [];
    // Two brackets, and a comma per piece.
    let bytes = 2;
    let taken = 0;
    for (const waiting of this.#waiting) {
      const { message } = waiting;
      const piece = this.#cutPiece(waiting, this.#maxPacketBytes - bytes);
      if (piece === null) break;
      pieces.push(piece.text);
      bytes += Buffer.byteLength(piece.text) + 1;
      this.#sent += piece.length;
      if (this.#sent < message.length) break;
      this.#length -= message.length;
      this.#sent = 0;
      taken++;
    }
    this.#waiting = this.#waiting.slice(taken);
    return `[${pieces.join(",")}]`;
  }

  /** Null if no useful piece fits. What fits into a packet of its own is not split. */
  #cutPiece(
    { topic, message, mark }: WaitingMessage,
    maxBytes: number,
  ): { readonly text: string; readonly length: number } | null {
    const isAlone = maxBytes === this.#maxPacketBytes - 2;
    for (let length = Math.min(message.length - this.#sent, maxPieceLength); ;) {
      const end = this.#sent + length;
      const piece: Piece = [topic, message.slice(this.#sent, end)];
      const isLast = end === message.length;
      const part = this.#sent === 0 ? (isLast ? "only" : "first") : isLast ? "last" : "middle";
      const rest = mark === undefined ? (part === "only" ? [] : [part]) : [part, mark];
      const text = JSON.stringify([...piece, ...rest]);
      if (Buffer.byteLength(text) <= maxBytes) return { text, length };
      if (!isAlone) return null;
      length = Math.floor(length / 2);
    }
  }
}

/** Restores messages from the packets of several senders. */
export class PacketReader {
  /** Beginning of the unfinished message of each sender. */
  readonly #unfinished = new Map<number, string>();

  /** Reads a packet, and calls `onMessage` for each message that it completes. */
  read(
    sender: number,
    packet: string,
    onMessage: (topic: string, message: string, mark?: string) => void,
  ): void {
    for (const [topic, text, part, mark] of parsePacket(packet)) {
      const before = part === "middle" || part === "last" ? this.#unfinished.get(sender) : "";
      this.#unfinished.delete(sender);
      // The beginning was lost.
      if (before === undefined) continue;
      if (part === "first" || part === "middle") this.#store(sender, before + text);
      else onMessage(topic, before + text, mark);
    }
  }

  #store(sender: number, message: string): void {
    this.#unfinished.set(sender, message);
    if (this.#unfinished.size <= maxSenders) return;
    for (const oldest of this.#unfinished.keys()) {
      this.#unfinished.delete(oldest);
      return;
    }
  }
}

/** Parses a packet. Ignores what is not one. */
function parsePacket(packet: string): readonly Piece[] {
  try {
    const pieces = JSON.parse(packet) as unknown;
    return Array.isArray(pieces) ? pieces.filter(isPiece) : [];
  } catch {
    return [];
  }
}
function isPiece(value: unknown): value is Piece {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}
