import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../core/failure.ts";

/** User content to serve (CORE-061). */
export interface DownloadableContent {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly tag: string;
  readonly isInline: boolean;
  /** Reads an inclusive range. Resolves to null if the content is missing. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable | null>;
}

/**
 * Responds to GET and HEAD with the content, or with the part that `Range` requests (RFC 9110 14).
 * Several ranges receive the whole content. The headers prevent execution: no sniffing, no
 * permissions, and a download unless the content may be displayed.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: DownloadableContent,
  cache: string,
): Promise<void> {
  const etag = `"${content.tag}"`;
  void reply
    .header(
      "content-type",
      content.type.startsWith("text/") ? `${content.type}; charset=utf-8` : content.type,
    )
    .header(
      "content-disposition",
      formatDisposition(content.isInline ? "inline" : "attachment", content.name),
    )
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "cross-origin")
    .header("cache-control", cache)
    .header("accept-ranges", "bytes")
    .header("etag", etag);
  if (matchesEtag(request.headers["if-none-match"], etag)) return void reply.code(304).send();
  const isHead = request.method === "HEAD";
  const requestedRange = isHead
    ? null
    : parseRange(
        request.raw.headers.range,
        request.headers["if-range"]?.toString(),
        etag,
        content.size,
      );
  if (requestedRange === "beyond") {
    void reply
      .code(416)
      .header("content-range", `bytes */${content.size}`)
      .removeHeader("content-type");
    return void reply.removeHeader("content-disposition").send();
  }
  const range = requestedRange ?? { start: 0, end: content.size - 1 };
  if (requestedRange !== null)
    void reply
      .code(206)
      .header("content-range", `bytes ${range.start}-${range.end}/${content.size}`);
  void reply.header("content-length", range.end - range.start + 1);
  if (isHead) return void reply.send();
  const body = await content.read(range);
  if (body === null) {
    for (const name of [
      "content-length",
      "content-range",
      "content-disposition",
      "etag",
      "accept-ranges",
    ])
      void reply.removeHeader(name);
    void reply.header("cache-control", "no-store");
    return refuse("not_found", "Not found");
  }
  await reply.send(body);
}

/** Returns the header of RFC 6266: an ASCII name for old clients and the original name in UTF-8. */
function formatDisposition(kind: "inline" | "attachment", name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encodedName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${asciiName}"${asciiName === name ? "" : `; filename*=UTF-8''${encodedName}`}`;
}

/** Returns whether `If-None-Match` names the content that the client would get. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === "*" ||
      header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))
  );
}

/** Parses a range. Returns null for the whole content. */
function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): { readonly start: number; readonly end: number } | "beyond" | null {
  const [, first = "", last = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (ifRange !== undefined && ifRange.trim() !== etag) return null;
  if (first === "")
    return Number(last) === 0
      ? "beyond"
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== "" && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return "beyond";
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
