import type { RateLimits } from "../../limits/index.ts";
import { mailRules, type MailKind } from "./mail-kinds.ts";

declare const admitted: unique symbol;
/** Proof that the gate let an email out. Only the gate creates it. */
export interface MailPass {
  readonly kind: MailKind;
  readonly [admitted]: true;
}
/** What the gate must know about an email. */
export interface MailRequest {
  readonly kind: MailKind;
  readonly account: number;
  readonly to: readonly string[];
  /** Whether the visitor's address is known to be theirs. Only for emails that need it. */
  readonly isSenderVerified?: boolean;
  /** Whether the email was counted before, in an earlier attempt. */
  readonly isRepeat?: boolean;
}
/** The decision of the gate. */
type MailAdmission =
  | { readonly pass: MailPass }
  | { readonly refused: "unsubscribed" | "sender_unverified" }
  | { readonly retryAfterMs: number };

export interface MailGateDeps {
  readonly limits: RateLimits;
  readonly isUnsubscribed: (account: number, address: string) => Promise<boolean>;
}
/** Lets emails out by the rules of their kind (CORE-302). */
export interface MailGate {
  admit(mail: MailRequest): Promise<MailAdmission>;
}

/** Creates the gate. An email that is limited per recipient has one. */
export function createMailGate(deps: MailGateDeps): MailGate {
  return {
    async admit(mail) {
      const { kind, account, to } = mail;
      const rule = mailRules[kind];
      const pass = { pass: { kind } as MailPass };
      if (!("hasStopLink" in rule)) return pass;
      if (rule.permit === "verified_sender" && mail.isSenderVerified !== true)
        return { refused: "sender_unverified" };
      const [address = ""] = to;
      for (const one of rule.hasStopLink ? to : [])
        if (await deps.isUnsubscribed(account, one)) return { refused: "unsubscribed" };
      if (rule.permit === "operator" || rule.limits.taken === "request" || mail.isRepeat === true)
        return pass;
      const key = `${account} ${address.toLowerCase()}`;
      const { perRecipient, perAccount } = rule.limits;
      const retryAfterMs = await takeAll(deps, [
        ...perRecipient.map((name) => [name, key] as const),
        ...(perAccount === null ? [] : [[perAccount, account] as const]),
      ]);
      return retryAfterMs === null ? pass : { retryAfterMs };
    },
  };
}

/** Kinds that the gate always lets out. Their limits, if any, are counted with the request. */
export type PermittedKind =
  | "test"
  | "invite"
  | "reset"
  | "forgot"
  | "address_code"
  | "channel_test";

/** Lets an email of such a kind out. */
export async function admitPermitted(
  gate: MailGate,
  mail: MailRequest & { readonly kind: PermittedKind },
): Promise<MailPass> {
  const admission = await gate.admit(mail);
  if (!("pass" in admission)) throw new Error(`the gate refuses emails of the kind ${mail.kind}`);
  return admission.pass;
}

type Bucket = readonly [Parameters<RateLimits["take"]>[0], string | number];

/** Takes one token of each bucket, or of none. Returns null, or the time in ms to wait. */
async function takeAll(
  { limits }: MailGateDeps,
  buckets: readonly Bucket[],
): Promise<number | null> {
  const taken: Bucket[] = [];
  for (const bucket of buckets) {
    const result = await limits.take(...bucket);
    if (!result.ok) {
      for (const [name, key] of taken) limits.restore(name, key);
      return result.retryAfterMs;
    }
    taken.push(bucket);
  }
  return null;
}
