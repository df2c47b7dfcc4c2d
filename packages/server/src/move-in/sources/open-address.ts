import type { MoveFile } from "@parlour/protocol/move-in/record";
import { omitEmpty } from "./json-values.ts";
import { SourceError, type SourceDeps } from "../source.ts";

const headTimeoutMs = 30_000;
const timeoutMs = 60_000;
/** A page of 100 messages of 150,000 characters fits. */
const maxJsonBytes = 96 * 1024 * 1024;
const fileTimeoutMs = 600_000;
const maxFileBytes = 1024 * 1024 * 1024;
const maxRedirects = 5;

export type Reply = Extract<
  Awaited<ReturnType<SourceDeps["egress"]["open"]>>,
  { kind: "answered" }
>;

/** Sends a request and returns the answer with its open body. */
export async function openAddress(
  { egress, version, signal }: SourceDeps,
  url: URL,
  request: { readonly headers: Readonly<Record<string, string>>; readonly isFile: boolean },
): Promise<Reply> {
  const reply = await egress.open({
    method: "GET",
    url: url.href,
    headers: {
      "accept-encoding": "identity",
      "user-agent": `Parlour/${version} (import)`,
      ...request.headers,
    },
    headTimeoutMs,
    timeoutMs: request.isFile ? fileTimeoutMs : timeoutMs,
    maxReplyBytes: request.isFile ? maxFileBytes : maxJsonBytes,
    signal,
  });
  if (reply.kind === "answered") return reply;
  throw new SourceError(
    reply.outcome === "private_address" ? "private_address" : "unreachable",
    reply.message,
    { isFinal: reply.outcome === "private_address" },
  );
}

const finalStatuses: Readonly<Record<number, readonly [code: string, message: string]>> = {
  401: ["wrong_token", "The other system does not accept the token."],
  403: ["no_permission", "The token does not give the permission to read this."],
  404: ["not_found", "The other system does not have this address."],
};

/** Describes an answer that is not the expected one. */
export function describeStatus({ status, headers }: Reply): SourceError {
  const [code, message] = finalStatuses[status] ?? [];
  if (code !== undefined) return new SourceError(code, message ?? "", { isFinal: true });
  if (status >= 300 && status < 400)
    return new SourceError(
      "redirected",
      `The address redirects to ${headers["location"] ?? "another one"}. Enter that address.`,
      { isFinal: true },
    );
  const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429;
  return new SourceError(
    status === 429 ? "too_many_requests" : isTemporary ? "server_error" : "refused",
    `The other system answered ${status}.`,
    omitEmpty({ isFinal: !isTemporary, retryAfterMs: readRetryAfter(headers) }),
  );
}

/**
 * Returns how long an answer asks to wait: Retry-After in seconds or as a date, or the time of
 * `x-ratelimit-reset` in milliseconds. Dates count from the date of the answer.
 */
function readRetryAfter(headers: Reply["headers"]): number | undefined {
  const value = headers["retry-after"];
  if (value !== undefined && /^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const at = value === undefined ? Number(headers["x-ratelimit-reset"]) : Date.parse(value);
  const ms = at - Date.parse(headers["date"] ?? "");
  return ms >= 0 && ms < 86_400_000 ? ms : undefined;
}

/** Address of a system, and the credentials that are sent to it only. */
interface SystemAddress {
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
}
/** Opens a file by its address and follows redirects. null: the file does not exist. */
export async function openFile(
  deps: SourceDeps,
  { url }: MoveFile,
  system?: SystemAddress,
): Promise<AsyncIterable<Uint8Array> | null> {
  let target = url === undefined ? null : URL.parse(url, system?.base);
  for (let request = 0; target !== null && request <= maxRedirects; request += 1) {
    if (target.protocol !== "http:" && target.protocol !== "https:") return null;
    const headers = target.origin === system?.base.origin ? system.headers : {};
    const reply = await openAddress(deps, target, { headers, isFile: true });
    if (reply.status === 200) return reply.body as AsyncIterable<Uint8Array>;
    reply.body.destroy();
    const { location } = reply.headers;
    if (reply.status === 404 || reply.status === 410) return null;
    if (reply.status < 300 || reply.status >= 400 || location === undefined) {
      const { code, options } = describeStatus(reply);
      throw new SourceError(code, `The address answered ${reply.status}.`, options);
    }
    target = URL.parse(location, target);
  }
  if (target === null) return null;
  throw new SourceError("redirected", `The address redirects more than ${maxRedirects} times.`, {
    isFinal: true,
  });
}
