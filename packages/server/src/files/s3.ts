import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { S3mini } from "s3mini";
import type { Egress, StreamRequest } from "../egress/index.ts";
import { StorageError, type FileStorage } from "./storage.ts";

/** Settings of the S3 service (CFG-033). */
export interface S3Settings {
  /** URL of the service. The bucket is in the path, which every compatible service supports. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of each key, or "" if there is none. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Time limit for the transfer of one file in ms. That of the head is shorter. */
const transferTimeoutMs = 15 * 60_000;
const headTimeoutMs = 60_000;

/** Maximum size of an error response in bytes. */
const maxErrorBytes = 64 * 1024;

/**
 * Creates a storage at an S3-compatible service. The library s3mini signs requests, and only
 * `egress` opens connections (R4).
 */
export function createS3Storage(settings: S3Settings, egress: Egress): FileStorage {
  // The library is loaded on demand, because most installations store files on disk.
  let client: Promise<S3mini> | null = null;
  const getClient = (): Promise<S3mini> =>
    (client ??= import("s3mini").then(
      (library) =>
        new library.S3mini({
          accessKeyId: settings.accessKey,
          secretAccessKey: settings.secretKey,
          region: settings.region,
          endpoint: `${settings.endpoint.replace(/\/+$/, "")}/${encodeURIComponent(settings.bucket)}`,
          fetch: createEgressFetch(egress),
        }),
    ));
  const prefix = settings.prefix === "" ? "" : `${settings.prefix.replace(/^\/+|\/+$/g, "")}/`;
  return {
    kind: "s3",
    async put(key, path, { bytes, type }) {
      const s3 = await getClient();
      // The file is opened before any request. Its errors are handled until the end, because an
      // unhandled one would end the process.
      const file = (await open(path, "r")).createReadStream();
      const readError = new Promise<never>((_resolve, reject) => void file.on("error", reject));
      try {
        const body = file as unknown as ReadableStream;
        const stored = await Promise.race([
          callService(() => s3.putObject(prefix + key, body, type, undefined, undefined, bytes)),
          readError,
        ]);
        if (stored === null) throw new StorageError("The file service has no such bucket.");
      } finally {
        file.destroy();
      }
    },
    async read(key, { start, end }) {
      const s3 = await getClient();
      // In s3mini the end of a range is exclusive.
      const response = await callService(() =>
        s3.getObjectRaw(prefix + key, false, start, end + 1),
      );
      if (response === null || response.body === null) return null;
      return Readable.fromWeb(response.body as never);
    },
    async remove(key) {
      const s3 = await getClient();
      await callService(() => s3.deleteObject(prefix + key));
    },
  };
}

/**
 * Calls the service. Returns null for 404. Throws StorageError if the service refuses the request
 * or does not respond.
 */
async function callService<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const status = (error as { readonly status?: unknown }).status;
    if (status === 404) return null;
    throw new StorageError(
      typeof status === "number"
        ? `The file service answered ${status}.`
        : "The file service could not be asked.",
    );
  }
}

/** Creates a `fetch` for s3mini that uses `egress`. */
function createEgressFetch(egress: Egress): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const body = init?.body as unknown;
    const reply = await egress.open({
      method: (init?.method ?? "GET") as StreamRequest["method"],
      url: input instanceof Request ? input.url : String(input),
      headers,
      body: body instanceof Readable ? body : undefined,
      headTimeoutMs: body instanceof Readable ? transferTimeoutMs : headTimeoutMs,
      timeoutMs: transferTimeoutMs,
      maxReplyBytes: Math.max(maxErrorBytes, parseRangeLength(headers["range"])),
    });
    if (reply.kind === "failed") {
      if (body instanceof Readable) body.destroy();
      throw new StorageError(`The file service could not be reached (${reply.outcome}).`);
    }
    const isEmpty = reply.status === 204 || reply.status === 304;
    if (isEmpty) reply.body.resume();
    return new Response(isEmpty ? null : (Readable.toWeb(reply.body) as never), {
      status: reply.status,
      headers: reply.headers,
    });
  };
}

/**
 * Returns the length of the requested range in bytes. A stored file may be larger than the current
 * upload limit.
 */
function parseRangeLength(range = ""): number {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return start === undefined ? 0 : Number(end) - Number(start) + 1;
}
