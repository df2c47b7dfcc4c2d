import type { FieldClaims } from "../field-values.ts";
import { findBlockForVisitor } from "../blacklist/match.ts";
import { normalizeValue } from "../blacklist/normalize.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { cleanText, cutText } from "../text.ts";
import type { VisitSource } from "../entity.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import { storeChatFields } from "../chat/details/chat-fields.ts";
import { findFieldFailure } from "../field/form-fields.ts";
import { findConsentFailure, withConsent } from "./consent.ts";
import { contactNames, contacts, type ContactTexts } from "../contacts.ts";
import { resolveVisitor } from "./resolve.ts";

export interface VisitorDetails {
  readonly channelId: number;
  /** Key of the visitor, equal to `subject.customer.key`. */
  readonly customer: string;
  readonly session: VisitSource;
  readonly userToken?: string | undefined;
  /** Contacts as entered. Empty values are ignored. */
  readonly contacts: ContactTexts;
  readonly source: "visitor" | "page" | "signed";
  /** The consent text that the visitor accepted. */
  readonly consent?: string | undefined;
  /** Values of the fields of the contacts form. Absent if the form has none. */
  readonly fields?: FieldClaims | undefined;
}

/**
 * Stores contact data of a widget visitor with its source (CORE-020): a form or the page (WG-034,
 * WG-080), or the site's signed token (WG-047). Has no effect for a blocked visitor (CORE-071).
 * Subject: `{customer}`. Failures: `channel_disabled`, `invalid_request` with the field (`email`,
 * `phone`, `consent`, `fields.<key>`).
 */
export function identifyVisitor(input: VisitorDetails): CommandHandler<null> {
  const claims = toClaims(input);
  return (context) => {
    if (isFailure(claims)) return claims;
    const channel = findSendableChannel(context.config, input.channelId);
    if (isFailure(channel)) return channel;
    const consentFailure =
      input.source === "visitor" ? findConsentFailure(channel, input.consent) : null;
    if (consentFailure !== null) return consentFailure;
    const fieldFailure = findFieldFailure(context.config, channel, "contact_fields", input.fields);
    if (fieldFailure !== null) return fieldFailure;
    const { session, userToken } = input;
    const identifiers = { ...claims, session, userToken };
    if (
      findBlockForVisitor(context, { channelId: channel.id, key: input.customer }, identifiers) !==
      null
    )
      return { events: [], answer: null };
    const resolved = resolveVisitor(
      context,
      { customer: null, ...claims, fields: input.fields },
      input.source,
    );
    const stored = storeChatFields(context, resolved, input.fields);
    return { events: withConsent(context, stored, input.consent), answer: null };
  };
}

/** Returns the non-empty contacts, truncated to their maximum lengths. */
function toClaims(details: VisitorDetails): ContactTexts | Failure {
  const claims: Record<string, string> = {};
  for (const field of contactNames) {
    const { maxClaimLength, comparedAs } = contacts[field];
    const value = cutText(cleanText(details.contacts[field] ?? "").trim(), maxClaimLength).text;
    if (value === "") continue;
    if (comparedAs !== undefined && normalizeValue(comparedAs, value) === null)
      return fail("invalid_request", `Invalid ${field}`, { field });
    claims[field] = value;
  }
  return claims;
}
