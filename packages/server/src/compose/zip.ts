import { Readable, type PassThrough } from "node:stream";
import yazl from "yazl";

/** A zip that is sent as it is made; nothing of it is held. */
export interface Zip {
  /** The bytes. An entry that cannot be read cuts them off with its error, so that no half of a zip looks whole. */
  readonly body: Readable;
  /** `open` is asked when it is the turn of this entry. `packed`: false for what is compressed already. */
  add(path: string, open: () => Readable | Promise<Readable>, how?: { readonly packed?: boolean }): void;
  /** After the last entry. */
  end(): void;
}

export function openZip(): Zip {
  const zip = new yazl.ZipFile();
  // Its own stream, not one around it: that one could not end while it waits for the next bytes.
  const body = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  const cut = (error: unknown): void => void body.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", cut);
  // Whoever asked for it may leave at any time.
  body.on("close", () => current?.destroy());
  return {
    body,
    add(path, open, { packed = true } = {}) {
      zip.addReadStreamLazy(path, { compress: packed }, (give) => {
        void (async () => open())().then((stream) => {
          current = stream.on("error", cut);
          if (body.destroyed) stream.destroy();
          else give(null, stream);
        }, cut);
      });
    },
    end: () => zip.end(),
  };
}

/** Text as it is made. */
export const textOf = (parts: Iterable<string> | AsyncIterable<string>): Readable => Readable.from(parts, { objectMode: false });
