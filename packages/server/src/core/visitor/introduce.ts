import { blocks } from "../blacklist/match.ts";
import { comparedValue } from "../blacklist/value.ts";
import { sendableChannel } from "../channel/sendable.ts";
import { cleanText, cutText } from "../chat/text.ts";
import type { VisitSource } from "../entity.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { consented, missesConsent } from "./consent.ts";
import { recognise } from "./recognise.ts";

export interface Introduction {
  readonly channelId: number;
  /** Equals `subject.customer.key`. */
  readonly customer: string;
  readonly session: VisitSource;
  readonly userToken?: string;
  /** As entered; empty values are ignored. */
  readonly contacts: { readonly name?: string; readonly email?: string; readonly phone?: string; readonly description?: string };
  readonly source: "visitor" | "page" | "signed";
  /** The accepted consent text. */
  readonly consent?: string;
}
const most = { name: 255, email: 255, phone: 255, description: 1000 } as const;

/**
 * Stores contact data of a widget visitor with its source (CORE-020): a form or the page (WG-034,
 * WG-080), or the site's signed token (WG-047). Has no effect for a blocked visitor (CORE-071).
 * Subject: `{customer}`. Failures: `channel_disabled`, `invalid_request` with the field (`email`,
 * `phone`, `consent`). Answers `{}`.
 */
export function introduceVisitor(input: Introduction): Verb {
  const claims = claimsOf(input);
  return (scene) => {
    if (isFailure(claims)) return claims;
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const unagreed = input.source === "visitor" ? missesConsent(channel, input.consent) : null;
    if (unagreed !== null) return unagreed;
    const { session, userToken } = input;
    const facts = { ...claims, session, ...(userToken === undefined ? {} : { userToken }) };
    if (blocks(scene, { channelId: channel.id, key: input.customer }, facts) !== null) return { events: [], answer: "{}" };
    const known = recognise(scene, { customer: null, ...claims }, input.source);
    if (input.consent === undefined) return { events: known.events, answer: "{}" };
    return { events: [consented(scene, known.visitor, input.consent)], answer: "{}" };
  };
}

type Claims = Introduction["contacts"];
/** Returns the non-empty contacts, truncated to their limits. */
function claimsOf({ contacts }: Introduction): Claims | Failure {
  const said: Record<string, string> = {};
  for (const field of ["name", "email", "phone", "description"] as const) {
    const value = cutText(cleanText(contacts[field] ?? "").trim(), most[field]).text;
    if (value !== "") said[field] = value;
  }
  for (const field of ["email", "phone"] as const)
    if (said[field] !== undefined && comparedValue(field, said[field]) === null)
      return fail("invalid_request", `Invalid ${field}`, { field });
  return said;
}
