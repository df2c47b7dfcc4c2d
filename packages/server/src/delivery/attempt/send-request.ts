import { cleanText } from "../../core/text.ts";
import type { Clock } from "../../core/command.ts";
import type { PostSender, EgressReply } from "../../egress/index.ts";
import type { DeliveryTarget } from "../queue/index.ts";
import type { LoggedRequest, RequestReady, RetryPolicy, SendResult } from "./delivery-driver.ts";
import { createSigner, type SignRequest } from "./sign.ts";

/** Maximum number of bytes of a body that the delivery log stores (CH-088). */
const maxLoggedBytes = 8 * 1024;

export interface RequestDeps {
  readonly egress: PostSender;
  readonly sign: SignRequest;
}
/** What requests need. `unseal` decrypts secrets sealed with SECRET_KEY. */
export interface SendDeps {
  readonly egress: PostSender;
  readonly unseal: (sealed: Buffer) => string;
  readonly clock: Clock;
}
/** Signs and posts a request without a delivery row, such as a typing signal or a test. */
export type SendRequest = (
  target: DeliveryTarget,
  prepared: RequestReady,
  policy: RetryPolicy,
) => Promise<SendResult & { readonly startedAt: number }>;
/** Creates the function that signs and posts requests without a delivery row. */
export function createSender({ egress, unseal, clock }: SendDeps): SendRequest {
  const deps = { egress, sign: createSigner(unseal) };
  return async (target, prepared, policy) => {
    const startedAt = clock.now();
    return {
      ...(await sendRequest(deps, target, prepared, { policy, atMs: startedAt })),
      startedAt,
    };
  };
}

/** Signs and posts a request. Returns the response and what the delivery log stores. */
export async function sendRequest(
  deps: RequestDeps,
  target: DeliveryTarget,
  prepared: RequestReady,
  { policy, atMs }: { readonly policy: RetryPolicy; readonly atMs: number },
): Promise<SendResult> {
  const { body } = prepared;
  const headers =
    typeof body === "string" && prepared.unsigned !== true
      ? { ...prepared.headers, ...deps.sign(target.endpoint, prepared.webhookId, atMs, body) }
      : prepared.headers;
  const reply = await deps.egress.post({
    url: prepared.url,
    headers,
    body,
    chunked: prepared.chunked,
    timeoutMs: policy.timeoutMs,
    maxReplyBytes: policy.maxReplyBytes,
  });
  return recordExchange({ ...prepared, headers }, reply);
}

/**
 * Returns the parts of a request and its response that the delivery log stores: without secrets
 * (CORE-125), and cut at 8 KiB (CH-088). A Buffer as body is not shown.
 */
export function recordExchange(
  { url, headers, body, secrets }: LoggedRequest,
  reply: EgressReply,
): SendResult {
  return {
    reply,
    request: {
      url: maskSecrets(url, secrets),
      headers: secrets === undefined ? headers : maskHeaders(headers, secrets),
      body:
        typeof body !== "string"
          ? `(${body.length} bytes, encrypted)`
          : body.length * 3 <= maxLoggedBytes
            ? cleanText(body)
            : truncate(Buffer.from(body, "utf8")),
    },
    answer:
      reply.kind === "answered"
        ? { headers: cleanHeaders(reply.headers), body: truncate(reply.body) }
        : null,
  };
}

/** Masks all but the last characters of secrets, which identify them (CORE-125). */
function maskSecrets(text: string, secrets: readonly string[] = []): string {
  return secrets.reduce(
    (maskedText, secret) =>
      maskedText.replaceAll(secret, `…${secret.length > 8 ? secret.slice(-4) : ""}`),
    text,
  );
}
function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskSecrets(value, secrets)]),
  );
}

/** Truncates the bytes to text for PostgreSQL: no U+0000, no partial character. */
function truncate(bytes: Buffer): string {
  if (bytes.length <= maxLoggedBytes) return cleanText(decoder.decode(bytes));
  return cleanText(
    new TextDecoder("utf-8").decode(bytes.subarray(0, maxLoggedBytes), { stream: true }),
  );
}
/** One decoder serves all calls, because without `stream` it keeps no state between them. */
const decoder = new TextDecoder("utf-8");
function cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const cleaned: Record<string, string> = {};
  for (const name in headers) cleaned[name] = cleanText(headers[name] ?? "");
  return cleaned;
}
