import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Streams a file to the client. `name` must be ASCII without quotes. */
export async function sendDownload(
  reply: FastifyReply,
  file: {
    readonly name: string;
    readonly type: string;
    readonly body: AsyncIterable<string | Uint8Array> | Readable;
  },
): Promise<void> {
  await reply
    .header("content-type", file.type)
    .header("content-disposition", `attachment; filename="${file.name}"`)
    .header("cache-control", "no-store")
    .send(
      file.body instanceof Readable
        ? file.body
        : Readable.from(file.body, { objectMode: false, highWaterMark: 64 * 1024 }),
    );
}

/** Formats a date for file names, such as `2026-01-05`. */
export const formatFileDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
