import { Readable, type PassThrough } from "node:stream";
import yazl from "yazl";

/** A zip that is streamed while it is created, without buffering. */
export interface ZipWriter {
  /** Fails if an entry cannot be read, so that no partial zip looks complete. */
  readonly body: Readable;
  /** `open` is called when it is its turn. `packed` false: the content is compressed already. */
  add(
    path: string,
    open: () => Readable | Promise<Readable>,
    how?: { readonly packed?: boolean },
  ): void;
  /** Ends the zip after the last entry. */
  end(): void;
}

export function createZipWriter(): ZipWriter {
  const zip = new yazl.ZipFile();
  // Uses the stream of yazl directly. A wrapping stream could not end while it waits for more
  // bytes.
  const body = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  const abort = (error: unknown): void =>
    void body.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", abort);
  // The reader may disconnect at any time, so the current entry is closed with the stream.
  body.on("close", () => current?.destroy());
  return {
    body,
    add(path, open, { packed = true } = {}) {
      zip.addReadStreamLazy(path, { compress: packed }, (callback) => {
        void (async () => open())().then((stream) => {
          current = stream.on("error", abort);
          if (body.destroyed) stream.destroy();
          else callback(null, stream);
        }, abort);
      });
    },
    end: () => zip.end(),
  };
}

/** Returns a stream that encodes text while the text is produced. */
export const toTextStream = (parts: Iterable<string> | AsyncIterable<string>): Readable =>
  Readable.from(parts, { objectMode: false });
