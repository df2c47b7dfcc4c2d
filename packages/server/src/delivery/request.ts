import { cleanText } from "../core/chat/text.ts";
import type { Clock } from "../core/command.ts";
import type { Egress, EgressReply } from "../egress/index.ts";
import type { AttemptRow, Target } from "../queue/index.ts";
import type { Built, Policy } from "./outbound.ts";
import { openSign, type Sign } from "./sign.ts";

/** Maximum bytes of a body that the delivery log stores (CH-088). */
const ledgerBytes = 8 * 1024;

export interface RequestDeps {
  readonly egress: Pick<Egress, "post">;
  readonly sign: Sign;
}
/** `unseal` decrypts secrets sealed with SECRET_KEY. */
export interface SendDeps {
  readonly egress: Pick<Egress, "post">;
  readonly open: (sealed: Buffer) => string;
  readonly clock: Pick<Clock, "now">;
}
/** Response of a request, and the parts of both that the delivery log stores. */
export interface Sent {
  readonly reply: EgressReply;
  readonly request: NonNullable<AttemptRow["request"]>;
  readonly answer: AttemptRow["reply"];
}

/** Signs and posts a request. Edges use it for requests without a delivery row (typing, tests). */
export type Send = (target: Target, built: Built, policy: Policy) => Promise<Sent & { readonly startedAt: number }>;
/** Creates the function that signs and posts requests without a delivery row. */
export function openSend({ egress, open, clock }: SendDeps): Send {
  const deps = { egress, sign: openSign(open) };
  return async (target, built, policy) => {
    const startedAt = clock.now();
    return { ...(await send(deps, target, built, policy, startedAt)), startedAt };
  };
}

/**
 * Signs and posts one request that starts at `atMs`. Returns the reply and the parts that the
 * delivery log stores.
 */
export async function send(deps: RequestDeps, target: Target, built: Built, policy: Policy, atMs: number): Promise<Sent> {
  const { body } = built;
  const headers =
    typeof body === "string" ? { ...built.headers, ...deps.sign(target.endpoint, built.webhookId, atMs, body) } : built.headers;
  const reply = await deps.egress.post({
    url: built.url,
    headers,
    body,
    chunked: built.chunked,
    timeoutMs: policy.timeoutMs,
    maxReplyBytes: policy.maxReplyBytes,
  });
  return {
    reply,
    request: {
      url: masked(built.url, built.secrets),
      headers: built.secrets === undefined ? headers : maskedHeaders(headers, built.secrets),
      body:
        typeof body !== "string"
          ? `(${body.length} bytes, encrypted)`
          : body.length * 3 <= ledgerBytes
            ? cleanText(body)
            : cut(Buffer.from(body, "utf8")),
    },
    answer: reply.kind === "answered" ? { headers: clean(reply.headers), body: cut(reply.body) } : null,
  };
}

/**
 * Masks secrets (CORE-125). The remaining characters identify a credential but are useless to
 * readers of the log.
 */
function masked(text: string, secrets: readonly string[] = []): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, `…${secret.length > 8 ? secret.slice(-4) : ""}`), text);
}
function maskedHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value, secrets)]));
}

/** Truncates to text that PostgreSQL can store: without U+0000 and without a partial character. */
function cut(bytes: Buffer): string {
  if (bytes.length <= ledgerBytes) return cleanText(whole.decode(bytes));
  return cleanText(new TextDecoder("utf-8").decode(bytes.subarray(0, ledgerBytes), { stream: true }));
}
/** Reusable, because a decoder without `stream` keeps no state between calls. */
const whole = new TextDecoder("utf-8");
function clean(headers: Readonly<Record<string, string>>): Record<string, string> {
  const cleaned: Record<string, string> = {};
  for (const name in headers) cleaned[name] = cleanText(headers[name] ?? "");
  return cleaned;
}
