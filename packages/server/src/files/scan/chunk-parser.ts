import { ScanError } from "./scanner-connection.ts";

/** Maximum length of a line between two chunks, in bytes. */
const maxLine = 1_024;

/**
 * Creates a parser of a chunked body that arrives in parts, with bounded memory. Throws ScanError
 * if the body is not chunked.
 */
export function createChunkParser(): { push(part: Buffer): readonly Buffer[]; isEnded(): boolean } {
  let unparsed = Buffer.alloc(0);
  /** Number of bytes of the current chunk that have not arrived yet, including its line end. */
  let missing = 0;
  let isEnded = false;
  /** Returns the size of the next chunk, or null if its size line is incomplete. */
  const nextSize = (): number | null => {
    const end = unparsed.indexOf("\r\n");
    if (end < 0 && unparsed.length <= maxLine) return null;
    const [, size] =
      /^([0-9A-Fa-f]{1,8})(?:;.*)?$/.exec(unparsed.toString("latin1", 0, Math.max(0, end))) ?? [];
    if (size === undefined) throw new ScanError("the body of the answer is not chunked");
    unparsed = unparsed.subarray(end + 2);
    return Number.parseInt(size, 16);
  };
  return {
    push(part) {
      const pieces: Buffer[] = [];
      unparsed = Buffer.concat([unparsed, part]);
      while (!isEnded && unparsed.length > 0) {
        if (missing > 0) {
          const piece = unparsed.subarray(0, missing);
          unparsed = unparsed.subarray(piece.length);
          const lineEndBytes = Math.max(0, piece.length - Math.max(0, missing - 2));
          pieces.push(piece.subarray(0, piece.length - lineEndBytes));
          missing -= piece.length;
          continue;
        }
        const size = nextSize();
        if (size === null) break;
        if (size === 0) isEnded = true;
        else missing = size + 2;
      }
      return pieces;
    },
    isEnded: () => isEnded,
  };
}
