import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Egress } from "../egress/index.ts";
import type { SiteReason } from "../store/sites/site-item.ts";
import { robotsName } from "./robots.ts";

export interface FetchDeps {
  readonly egress: { readonly open: Egress["open"] };
  /** Version of Parlour for the header `User-Agent`. */
  readonly version: string;
}
interface FetchRequest {
  readonly accept: string;
  /** Maximum size, packed and unpacked. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called before each request. Returns why it must not be sent, or null. */
  readonly check: (url: URL) => Promise<Fault | null>;
}
export interface Fault {
  readonly kind: "failed";
  readonly code: SiteReason | "interrupted";
  readonly detail?: string | undefined;
}
export interface Fetched {
  readonly kind: "answered";
  /** After redirects, without fragment. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const maxRedirects = 5;
const headTimeoutMs = 10_000;
const timeoutMs = 20_000;
const unzip = promisify(gunzip);

export const failWith = (code: Fault["code"], detail?: string): Fault => ({
  kind: "failed",
  code,
  detail,
});

/** Requests an address under the rules for outgoing requests, and follows its redirects. */
export async function fetchAddress(
  { egress, version }: FetchDeps,
  address: string,
  { accept, maxBytes, signal, check }: FetchRequest,
): Promise<Fetched | Fault> {
  const requested = new Set<string>();
  let url = URL.parse(address);
  while (url !== null) {
    url.hash = "";
    if (requested.has(url.href) || requested.size > maxRedirects)
      return failWith("redirects", url.href);
    requested.add(url.href);
    const fault = await check(url);
    if (fault !== null) return fault;
    const reply = await egress.open({
      method: "GET",
      url: url.href,
      headers: {
        accept,
        "accept-encoding": "identity",
        "user-agent": `${robotsName}/${version} (import of articles)`,
      },
      headTimeoutMs,
      timeoutMs,
      maxReplyBytes: maxBytes,
      signal,
    });
    if (reply.kind === "failed") return toFault(reply.outcome, reply.message);
    const { status, headers } = reply;
    if (status >= 300 && status < 400 && headers["location"] !== undefined) {
      reply.body.destroy();
      url = URL.parse(headers["location"], url);
      continue;
    }
    try {
      const packed = await readBody(reply.body);
      const body = await unpack(packed, headers["content-encoding"], maxBytes);
      return body === null
        ? failWith("unreachable", headers["content-encoding"])
        : { kind: "answered", url, status, headers, body };
    } catch (error) {
      return toFault(readOutcome(error), error instanceof Error ? error.message : "");
    }
  }
  return failWith("redirects", address);
}

async function readBody(body: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Unpacks a body, also one whose file is packed, as those of sitemaps. null: in an unknown way. */
async function unpack(
  body: Buffer,
  coding: string | undefined,
  maxBytes: number,
): Promise<Buffer | null> {
  if (coding !== undefined && !["identity", "gzip", "x-gzip"].includes(coding)) return null;
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  return isPacked ? unzip(body, { maxOutputLength: maxBytes }) : body;
}

/** The stream of a body fails with the outcome, and the decoder with the code of its limit. */
function readOutcome(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return "reply_too_large";
  return "outcome" in error ? String(error.outcome) : "";
}

const codes: Readonly<Record<string, Fault["code"]>> = {
  private_address: "private_address",
  reply_too_large: "page_too_large",
  timeout: "timeout",
  interrupted: "interrupted",
};
const toFault = (outcome: string, message: string): Fault => {
  const code = codes[outcome] ?? "unreachable";
  return failWith(code, code === "unreachable" ? message : undefined);
};
