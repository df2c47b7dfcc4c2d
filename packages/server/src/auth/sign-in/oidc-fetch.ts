import { Readable } from "node:stream";
import type { Egress } from "../../egress/index.ts";

/** Timeout of requests to an OIDC provider, in milliseconds. */
const requestTimeoutMs = 10_000;
const maxResponseBytes = 512 * 1024;

/** Returns the `fetch` function for openid-client. It sends requests through `egress` (R4). */
export function createOidcFetch(egress: Pick<Egress, "open" | "post">) {
  return async (
    url: string,
    init: { readonly method?: string; readonly headers?: unknown; readonly body?: unknown },
  ): Promise<Response> => {
    const headers = Object.fromEntries(
      new Headers(init.headers as Record<string, string>).entries(),
    );
    const { body } = init;
    if (init.method === "POST") {
      const text =
        body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : "";
      const reply = await egress.post({
        url,
        headers,
        body: text,
        chunked: false,
        timeoutMs: requestTimeoutMs,
        maxReplyBytes: maxResponseBytes,
      });
      if (reply.kind === "failed") throw new Error(reply.message);
      return new Response(new Uint8Array(reply.body), {
        status: reply.status,
        headers: reply.headers,
      });
    }
    const reply = await egress.open({
      method: "GET",
      url,
      headers,
      headTimeoutMs: requestTimeoutMs,
      timeoutMs: requestTimeoutMs,
      maxReplyBytes: maxResponseBytes,
    });
    if (reply.kind === "failed") throw new Error(reply.message);
    return new Response(Readable.toWeb(reply.body) as never, {
      status: reply.status,
      headers: reply.headers,
    });
  };
}
