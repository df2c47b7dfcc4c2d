import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "../../http/answers/send-content.ts";
import type { Html } from "../../http/answers/html.ts";

/** Pages contain no script, and pictures of articles are at any address with https (HELP-040). */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** What a page is besides its text. */
interface Sending {
  readonly status?: number;
  readonly type?: string;
  readonly cache?: string;
}

/** Sends a page to GET or HEAD, or 304 if the reader has it. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Html | string,
  { status = 200, type = "text/html", cache = "no-cache" }: Sending = {},
): FastifyReply {
  const body = page.toString();
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  void reply
    .code(status)
    .header("content-type", `${type}; charset=utf-8`)
    .header("content-security-policy", policy)
    .header("cache-control", cache)
    .header("etag", etag);
  if (status === 200 && matchesEtag(request.headers["if-none-match"], etag))
    return reply.code(304).send();
  return reply.send(body);
}
