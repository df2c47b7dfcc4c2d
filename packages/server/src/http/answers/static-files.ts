import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { waitForNextTurn } from "../../core/pause.ts";

/** A file of a built application, in memory after it was first used. */
export interface StaticFile {
  readonly type: string;
  /** Unpacked at each use if there is a Brotli copy, because hardly any client needs it. */
  readonly body: Buffer;
  /** Brotli copy from the build, or null. */
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
  readonly etag: string;
  readonly cache: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".txt": "text/plain; charset=utf-8",
};
const compressible = /^text\/|json|yaml|svg/;

/**
 * Opens the files of a folder by path (`/assets/x.js`), with their Brotli copies (`x.js.br`). Skips
 * source maps. Returns null if the folder does not exist. Reads each file when it is first used, or
 * in `readRemainingFiles`, because a start should not wait for 400 files (PERF-12). Of a file with
 * a Brotli copy, it reads only that (PERF-13).
 */
export function readStaticFiles(dir: string): Map<string, StaticFile> | null {
  const earlier = foldersRead.get(dir);
  if (earlier !== undefined) return new Map(earlier);
  const files = new Map<string, StaticFile>();
  let names: Set<string>;
  try {
    names = new Set(
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => join(e.parentPath, e.name)),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  for (const name of names) {
    const path = `/${relative(dir, name).split(sep).join("/")}`;
    if (/\.(?:map|br)$/.test(path)) continue;
    const isPacked = names.has(`${name}.br`);
    files.set(
      path,
      toStaticFile(path, () => readFileSync(isPacked ? `${name}.br` : name), isPacked),
    );
  }
  foldersRead.set(dir, files);
  return new Map(files);
}

/**
 * Reads all files of the folders that were read, so that an update of the package does not remove
 * files that open pages still load. Reads one file in each turn of the event loop, so that requests
 * are not delayed.
 */
export async function readRemainingFiles(): Promise<void> {
  for (const files of foldersRead.values())
    for (const file of files.values()) {
      await waitForNextTurn();
      // If a file has disappeared meanwhile, the request for it fails.
      try {
        void file.etag;
      } catch {
        continue;
      }
    }
}

/**
 * Folders that this process has read. Two parts serve the widget, and a test process starts many
 * servers. A build does not change under a running process.
 */
const foldersRead = new Map<string, ReadonlyMap<string, StaticFile>>();

/** Creates a file that is served at `path`. Names below assets/ contain a hash of the content. */
export const createStaticFile = (path: string, body: Buffer): StaticFile =>
  toStaticFile(path, () => body, false);

/** `isPacked`: `read` returns the Brotli copy. */
function toStaticFile(path: string, read: () => Buffer, isPacked: boolean): StaticFile {
  const type = mediaTypes[extname(path).toLowerCase()] ?? "application/octet-stream";
  let content: Buffer | undefined;
  let etag: string | undefined;
  let gzip: Buffer | null | undefined;
  const readOnce = (): Buffer => (content ??= read());
  return {
    type,
    get body() {
      return isPacked ? brotliDecompressSync(readOnce()) : readOnce();
    },
    get brotli() {
      return isPacked ? readOnce() : null;
    },
    get gzip() {
      if (gzip === undefined) gzip = compressible.test(type) ? compress(this.body) : null;
      return gzip;
    },
    get etag() {
      return (etag ??= `"${createHash("sha256").update(readOnce()).digest("base64url").slice(0, 22)}"`);
    },
    cache: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

/** Returns null if the file is small, or no smaller when it is compressed. */
function compress(body: Buffer): Buffer | null {
  if (body.length <= 1024) return null;
  const smaller = gzipSync(body, { level: 9 });
  return smaller.length < body.length ? smaller : null;
}

/** Responds to GET and HEAD, including conditional requests. */
export function sendStaticFile(
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply
    .header("etag", file.etag)
    .header("cache-control", file.cache)
    .header("content-type", file.type);
  if (file.brotli !== null || file.gzip !== null) void reply.header("vary", "Accept-Encoding");
  if (
    request.headers["if-none-match"]
      ?.split(",")
      .some((tag) => tag.trim().replace(/^W\//, "") === file.etag)
  ) {
    void reply.code(304).send();
    return;
  }
  const accepted = request.headers["accept-encoding"] ?? "";
  const [coding, body] =
    file.brotli !== null && acceptPatterns.br.test(accepted)
      ? (["br", file.brotli] as const)
      : acceptPatterns.gzip.test(accepted) && file.gzip !== null
        ? (["gzip", file.gzip] as const)
        : [null, file.body];
  if (coding !== null) void reply.header("content-encoding", coding);
  void reply.send(body);
}
/** Matches a coding in `Accept-Encoding` without `q=0`. */
const acceptPatterns = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
};
