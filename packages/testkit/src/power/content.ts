import type { Change } from "./history.ts";

/** The changing bytes of one file. */
export interface Content {
  apply(change: Change): void;
  /** Copies the bytes `from` to `to` (exclusive) of another content, as far as they exist. */
  takeFrom(other: Content, from: number, to: number): void;
  copy(): Content;
  /** Returns the bytes `from` to `to`, as far as they exist. They change with the content. */
  bytes(from?: number, to?: number): Buffer;
}

export function startContent(begin: Uint8Array = new Uint8Array(0)): Content {
  let held = Buffer.from(begin);
  let size = begin.length;
  const room = (bytes: number): void => {
    if (bytes <= held.length) return;
    const larger = Buffer.alloc(Math.max(bytes, held.length * 2));
    held.copy(larger, 0, 0, size);
    held = larger;
  };
  const resize = (to: number): void => {
    room(to);
    // Bytes beyond the end of a file must not reappear when it grows.
    if (to < size) held.fill(0, to, size);
    size = to;
  };
  return {
    apply(change) {
      if (change.op !== "write") return resize(change.op === "resize" ? change.size : Math.max(size, change.size));
      const end = change.at + change.length;
      resize(Math.max(size, end));
      if (change.data === null) held.fill(0, change.at, end);
      else held.set(change.data, change.at);
    },
    takeFrom(other, from, to) {
      const taken = other.bytes(from, to);
      if (taken.length === 0) return;
      resize(Math.max(size, from + taken.length));
      held.set(taken, from);
    },
    copy: () => startContent(held.subarray(0, size)),
    bytes: (from = 0, to = size) => held.subarray(Math.min(from, size), Math.min(to, size)),
  };
}
