import { cleanText } from "../core/chat/text.ts";
import type { Clock } from "../core/ports.ts";
import type { Egress, EgressReply } from "../egress/index.ts";
import type { AttemptRow, Target } from "../queue/index.ts";
import type { Built, Policy } from "./outbound.ts";
import { openSign, type Sign } from "./sign.ts";

/** Most bytes of a body that the ledger keeps (CH-088). */
const ledgerBytes = 8 * 1024;

export interface RequestDeps {
  readonly egress: Pick<Egress, "post">;
  readonly sign: Sign;
}
/** `open` opens what was sealed under SECRET_KEY. */
export interface SendDeps {
  readonly egress: Pick<Egress, "post">;
  readonly open: (sealed: Buffer) => string;
  readonly clock: Pick<Clock, "now">;
}
export interface Sent {
  readonly reply: EgressReply;
  readonly request: NonNullable<AttemptRow["request"]>;
  readonly answer: AttemptRow["reply"];
}

/** Signs and posts; what edges get handed in for requests that no row stands for (typing, tests). */
export type Send = (target: Target, built: Built, policy: Policy) => Promise<Sent & { readonly startedAt: number }>;
export function openSend({ egress, open, clock }: SendDeps): Send {
  const deps = { egress, sign: openSign(open) };
  return async (target, built, policy) => {
    const startedAt = clock.now();
    return { ...(await send(deps, target, built, policy, startedAt)), startedAt };
  };
}

/** Signs and posts one request that starts at `atMs`; gives the reply and what the ledger keeps of both. */
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

/** CORE-125: what remains of a credential tells which one it was, and is no use to a reader of the ledger. */
function masked(text: string, secrets: readonly string[] = []): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, `…${secret.length > 8 ? secret.slice(-4) : ""}`), text);
}
function maskedHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value, secrets)]));
}

/** Text that PostgreSQL stores: no U+0000, no half character at the cut. */
function cut(bytes: Buffer): string {
  if (bytes.length <= ledgerBytes) return cleanText(whole.decode(bytes));
  return cleanText(new TextDecoder("utf-8").decode(bytes.subarray(0, ledgerBytes), { stream: true }));
}
/** Without `stream` a decoder keeps nothing from call to call. */
const whole = new TextDecoder("utf-8");
function clean(headers: Readonly<Record<string, string>>): Record<string, string> {
  const cleaned: Record<string, string> = {};
  for (const name in headers) cleaned[name] = cleanText(headers[name] ?? "");
  return cleaned;
}
