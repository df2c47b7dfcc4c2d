import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The built operator application, read once at start and served from memory. */
export interface AppFiles {
  /** What answers GET and HEAD of a file or of an application route; undefined: neither. */
  find(path: string): Serve | undefined;
}
type Serve = (request: FastifyRequest, reply: FastifyReply) => void;

interface File {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer | null;
  readonly etag: string;
  readonly cache: string;
}

/** Paths that are never routes of the application (CFG-012), whether or not an edge stands behind them. */
const reserved = /^\/(?:api|channel|bot|widget|files|health|ready|metrics)(?:\/|$)/;
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
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
const compressible = /^text\/|json|svg/;
const nonceMeta = /<meta\b(?=[^>]*\bproperty="csp-nonce")[^>]*?\b(?:nonce|content)="([^"]+)"/;

/** `dir`: packages/operator/dist. null when there is no built application: the API works without it. */
export function openAppFiles(dir: string): AppFiles | null {
  const files = new Map<string, File>();
  let names: string[];
  try {
    names = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  for (const name of names) {
    const path = `/${relative(dir, name).split(sep).join("/")}`;
    if (path.endsWith(".map")) continue;
    files.set(path, fileOf(path, readFileSync(name)));
  }
  const index = files.get("/index.html");
  if (index === undefined) return null;
  files.delete("/index.html");
  const page = pageOf(index.body.toString("utf8"));

  return {
    find(path) {
      const file = files.get(path);
      if (file !== undefined) return (request, reply) => sendFile(file, request, reply);
      return isRoute(path) ? page : undefined;
    },
  };
}

/** An address that the application itself resolves: not reserved, and no file name in its last segment. What follows the dot in a token is longer than any extension. */
function isRoute(path: string): boolean {
  return (
    path === "/index.html" || (!reserved.test(path) && !path.includes("//") && !/\.[A-Za-z0-9]{1,12}$/.test(path) && !path.includes("%"))
  );
}

function fileOf(path: string, body: Buffer): File {
  const type = types[extname(path).toLowerCase()] ?? "application/octet-stream";
  let packed: Buffer | null | undefined = compressible.test(type) && body.length > 1024 ? undefined : null;
  return {
    type,
    body,
    // When it is first asked for: a start does not wait for it.
    get gzip() {
      if (packed !== undefined) return packed;
      const smaller = gzipSync(body, { level: 9 });
      return (packed = smaller.length < body.length ? smaller : null);
    },
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    // Names below assets/ carry a hash of the content.
    cache: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

function sendFile(file: File, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header("etag", file.etag).header("cache-control", file.cache).header("content-type", file.type);
  if (file.gzip !== null) void reply.header("vary", "Accept-Encoding");
  if (request.headers["if-none-match"]?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === file.etag)) {
    void reply.code(304).send();
    return;
  }
  const packed = file.gzip !== null && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers["accept-encoding"] ?? "");
  if (packed) void reply.header("content-encoding", "gzip");
  void reply.send(packed ? file.gzip : file.body);
}

/** The one page. A placeholder in `<meta property="csp-nonce">` becomes a fresh nonce per answer, everywhere it stands. */
function pageOf(html: string): Serve {
  const placeholder = nonceMeta.exec(html)?.[1];
  const parts = placeholder === undefined ? [html] : html.split(placeholder);
  return (_request, reply) => {
    const nonce = parts.length > 1 ? randomBytes(16).toString("base64") : null;
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", contentSecurityPolicy(nonce))
      .header("cross-origin-opener-policy", "same-origin")
      .send(nonce === null ? html : parts.join(nonce));
  };
}

/** reliability.md 6: the operator application. */
export function contentSecurityPolicy(nonce: string | null): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}; img-src 'self' blob:; media-src 'self' blob:; ` +
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'"
  );
}
