import { hasMessages, isNew, needsConsent, type Model } from "./model.ts";

/**
 * Content of the chat window: offline form (WG-081), contacts form (WG-080), chat, ended chat, or
 * call (WG-070).
 */
export type Pane = "offline" | "contacts" | "chat" | "ended" | "call";

export function paneOf(model: Model): Pane {
  const { face, state, situation, chat } = model;
  if (state === "call" || state === "chat/call") return "call";
  const isRunning = hasMessages(model) && !model.isFresh;
  const isUnagreed = needsConsent(model);
  if (isRunning || (model.outbox.length > 0 && !isUnagreed)) return "chat";
  if (chat?.state === "closed" && !model.isFresh && model.messages.length > 0) return "ended";
  if (situation?.mode === "offline" && !situation.bot && face.offline.enabled) return "offline";
  if (isUnagreed || (face.contacts.when === "before" && !model.contactsDone && asksContacts(model))) return "contacts";
  return "chat";
}

/**
 * Returns whether the start screen is shown, before the first message. Its header shows who is
 * available (WG-113).
 */
export function isAtHome(model: Model): boolean {
  const pane = paneOf(model);
  return (pane === "chat" || pane === "offline" || pane === "contacts") && isNew(model) && model.outbox.length === 0;
}

export const contactFields = ["name", "email", "phone", "description"] as const;
export type ContactField = (typeof contactFields)[number];

/** Returns whether the form has a field whose value is unknown. */
export function asksContacts({ face, contacts }: Model): boolean {
  return contactFields.some((field) => face.contacts[field] !== "off" && contacts[field] === null);
}
/** Returns whether the contacts card is shown during the chat. */
export function asksContactsNow(model: Model): boolean {
  const { face, contactsDone, chat } = model;
  return (
    face.contacts.when === "during" &&
    !contactsDone &&
    chat?.state !== "closed" &&
    asksContacts(model) &&
    model.messages.some((one) => one.from === "visitor")
  );
}

/** Returns whether chat and call are shown as tabs (WG-070). */
export function hasTabs(model: Model): boolean {
  const canCall = model.face.calls && (model.situation?.call ?? "disabled") !== "disabled";
  return model.state === "chat/call" || (model.state === "chat" && canCall && hasMessages(model));
}
