import type { WidgetSettings } from "@parlour/protocol/widget-settings";
import { timeText } from "../chat/draft.ts";
import { cleanText, cutText } from "../chat/text.ts";
import type { Event, VisitorDraft } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import type { ChannelConfig, Scene } from "../ports.ts";

/**
 * Returns whether a widget's forms ask for consent: it has a consent text in some language
 * (WG-098).
 */
function asksConsent({ texts }: Pick<WidgetSettings, "texts">): boolean {
  return Object.values(texts).some(({ consent = "" }) => consent.trim() !== "");
}

/**
 * Returns a failure if a form that asks for consent was sent without it. `acceptedText`: the
 * accepted text.
 */
export function missesConsent({ widget }: Pick<ChannelConfig, "widget">, given: string | undefined): Failure | null {
  return widget !== undefined && given === undefined && asksConsent(widget) ? consentRequired() : null;
}

/**
 * Returns a failure if a chat may not start yet: the form before it asks for consent, which the
 * visitor has never given.
 */
export function mustConsentFirst({ visitor }: Pick<Scene, "visitor">, { widget }: Pick<ChannelConfig, "widget">): Failure | null {
  const isAsked = widget !== undefined && widget.contacts.when === "before" && asksConsent(widget);
  return isAsked && visitor?.entity.consent === undefined ? consentRequired() : null;
}

/** Stores the accepted consent text and its time with the visitor. */
export function consented(scene: Scene, visitor: VisitorDraft, text: string): Event {
  const consent = { text: cutText(cleanText(text).trim(), textMax).text, at: timeText(scene.now) };
  return { name: scene.visitor === null ? "visitor_created" : "visitor_updated", visitor: { ...visitor, consent } };
}
const textMax = 1000;

const consentRequired = (): Failure => fail("invalid_request", "Consent is required", { field: "consent" });
