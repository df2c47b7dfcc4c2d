import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { formatTime } from "../chat/create.ts";
import { cleanText, cutText } from "../text.ts";
import type { NewEvent } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import type { ChannelConfig, CommandContext } from "../command.ts";
import { changeVisitor, type ResolvedVisitor } from "./resolve.ts";

/** Returns whether a widget's forms ask for consent: it has a text in any language (WG-098). */
function requiresConsent({ texts }: WidgetSettings): boolean {
  return Object.values(texts).some(({ consent = "" }) => consent.trim() !== "");
}

/**
 * Returns a failure if a form that asks for consent was sent without it. `acceptedText` is the
 * consent text that the visitor accepted.
 */
export function findConsentFailure(
  { widget }: ChannelConfig,
  acceptedText: string | undefined,
): Failure | null {
  return widget !== undefined && acceptedText === undefined && requiresConsent(widget)
    ? createConsentFailure()
    : null;
}

/**
 * Returns a failure if a chat must not start yet because the form before it asks for consent, which
 * the visitor has never given.
 */
export function findMissingConsent(
  { visitor }: CommandContext,
  { widget }: ChannelConfig,
): Failure | null {
  const isAsked =
    widget !== undefined && widget.contacts.when === "before" && requiresConsent(widget);
  return isAsked && visitor?.entity.consent === undefined ? createConsentFailure() : null;
}

/** Returns the events. If a consent text was accepted, the visitor has it, with the time. */
export function withConsent(
  { now }: CommandContext,
  { visitor, events }: ResolvedVisitor,
  text: string | undefined,
): readonly NewEvent[] {
  if (text === undefined) return events;
  const consent = {
    text: cutText(cleanText(text).trim(), maxConsentLength).text,
    at: formatTime(now),
  };
  return changeVisitor(events, { ...visitor, consent });
}
const maxConsentLength = 1000;

const createConsentFailure = (): Failure =>
  fail("invalid_request", "Consent is required", { field: "consent" });
