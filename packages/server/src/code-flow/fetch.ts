import { Readable } from "node:stream";
import type { CustomFetch } from "openid-client";
import type { Egress } from "../egress/index.ts";

/** Timeout of one request to a provider, in milliseconds. */
export const flowTimeoutMs = 10_000;
const maxResponseBytes = 512 * 1024;

/** A request to a provider got no response. The message says why. */
export class NoResponseError extends Error {}

export interface FlowEgress {
  readonly open: Egress["open"];
  readonly post: Egress["post"];
}

/** Returns the `fetch` function for openid-client. It sends requests through `egress` (R4). */
export function createFlowFetch(egress: FlowEgress): CustomFetch {
  return async (url, { method, headers, body }) => {
    const limits = { timeoutMs: flowTimeoutMs, maxReplyBytes: maxResponseBytes };
    if (method === "POST") {
      const text =
        body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : "";
      const reply = await egress.post({ ...limits, url, headers, body: text, chunked: false });
      if (reply.kind === "failed") throw new NoResponseError(reply.message);
      return createResponse(new Uint8Array(reply.body), reply);
    }
    const reply = await egress.open({
      ...limits,
      method: "GET",
      url,
      headers,
      headTimeoutMs: flowTimeoutMs,
    });
    if (reply.kind === "failed") throw new NoResponseError(reply.message);
    return createResponse(Readable.toWeb(reply.body) as never, reply);
  };
}

const createResponse = (
  body: ConstructorParameters<typeof Response>[0],
  { status, headers }: { readonly status: number; readonly headers: Record<string, string> },
): Response => new Response(body, { status, headers });

/**
 * Returns a `fetch` function for a provider whose issuer is unknown. It removes the ID token, which
 * cannot be checked then, and corrects replies that are not quite RFC 6749: without a token type,
 * with a refresh token that is null, or with an error and the status 200.
 */
export function withAccessOnly(send: CustomFetch): CustomFetch {
  return async (url, options) => {
    const response = await send(url, options);
    const reply = await readObject(response.clone());
    if (reply === null) return response;
    const fields: Record<string, unknown> = { token_type: "bearer", ...reply };
    delete fields["id_token"];
    if (typeof fields["refresh_token"] !== "string") delete fields["refresh_token"];
    return Response.json(fields, {
      status: response.ok && typeof fields["error"] === "string" ? 400 : response.status,
    });
  };
}

/** Returns the JSON object of a response, or null if it has none, such as a page of a proxy. */
export async function readObject(response: Response): Promise<Record<string, unknown> | null> {
  const value: unknown = await response.json().catch(() => null);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}
