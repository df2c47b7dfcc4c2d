import type { FileChange } from "./history.ts";

/** The content of one file, which changes with each write. */
export interface FileContent {
  apply(change: FileChange): void;
  /**
   * Copies the bytes from `from` to `to` (exclusive) of another content. Bytes beyond its end are
   * ignored.
   */
  copyFrom(other: FileContent, from: number, to: number): void;
  copy(): FileContent;
  /**
   * Returns the bytes from `from` to `to` (exclusive), as far as they exist. The returned buffer
   * changes with the content.
   */
  bytes(from?: number, to?: number): Buffer;
}

export function createFileContent(initial: Uint8Array = new Uint8Array(0)): FileContent {
  let buffer = Buffer.from(initial);
  let size = initial.length;
  const ensureCapacity = (bytes: number): void => {
    if (bytes <= buffer.length) return;
    const larger = Buffer.alloc(Math.max(bytes, buffer.length * 2));
    buffer.copy(larger, 0, 0, size);
    buffer = larger;
  };
  const resize = (to: number): void => {
    ensureCapacity(to);
    // Bytes beyond the end of a file must not reappear when the file grows.
    if (to < size) buffer.fill(0, to, size);
    size = to;
  };
  return {
    apply(change) {
      if (change.op !== "write")
        return resize(change.op === "resize" ? change.size : Math.max(size, change.size));
      const end = change.at + change.length;
      resize(Math.max(size, end));
      if (change.data === null) buffer.fill(0, change.at, end);
      else buffer.set(change.data, change.at);
    },
    copyFrom(other, from, to) {
      const source = other.bytes(from, to);
      if (source.length === 0) return;
      resize(Math.max(size, from + source.length));
      buffer.set(source, from);
    },
    copy: () => createFileContent(buffer.subarray(0, size)),
    bytes: (from = 0, to = size) => buffer.subarray(Math.min(from, size), Math.min(to, size)),
  };
}
