import { hasMessages, hasNoChat, needsConsent } from "./reducer.ts";
import type { ChatWindowState } from "./state.ts";

/**
 * Content of the chat window: offline form (WG-081), contacts form (WG-080), chat, ended chat, or
 * call (WG-070).
 */
export type Pane = "offline" | "contacts" | "chat" | "ended" | "call";

export function selectPane(model: ChatWindowState): Pane {
  const { face, state, situation, chat } = model;
  if (state === "call" || state === "chat/call") return "call";
  const isChatActive = hasMessages(model) && !model.isFresh;
  const isConsentMissing = needsConsent(model);
  if (isChatActive || (model.outbox.length > 0 && !isConsentMissing)) return "chat";
  if (chat?.state === "closed" && !model.isFresh && model.messages.length > 0) return "ended";
  if (situation?.mode === "offline" && !situation.bot && face.offline.enabled) return "offline";
  if (
    isConsentMissing ||
    (face.contacts.when === "before" && !model.contactsDone && needsContacts(model))
  )
    return "contacts";
  return "chat";
}

/**
 * Returns whether the start screen is shown, before the first message. Its header shows who is
 * available (WG-113).
 */
export function isStartScreen(model: ChatWindowState): boolean {
  const pane = selectPane(model);
  return (
    (pane === "chat" || pane === "offline" || pane === "contacts") &&
    hasNoChat(model) &&
    model.outbox.length === 0
  );
}

export const contactFields = ["name", "email", "phone", "description"] as const;
export type ContactField = (typeof contactFields)[number];

/** Returns whether the form has a field whose value is unknown. */
function needsContacts({ face, contacts }: ChatWindowState): boolean {
  return (
    face.fields?.some(({ key }) => face.contact_fields.includes(key)) === true ||
    contactFields.some((field) => face.contacts[field] !== "off" && contacts[field] === null)
  );
}
/** Returns whether the contacts card is shown during the chat. */
export function showsContactsCard(model: ChatWindowState): boolean {
  const { face, contactsDone, chat } = model;
  return (
    face.contacts.when === "during" &&
    !contactsDone &&
    chat?.state !== "closed" &&
    needsContacts(model) &&
    model.messages.some((one) => one.from === "visitor")
  );
}

/** Returns whether chat and call are shown as tabs (WG-070). */
export function hasChatAndCallTabs(model: ChatWindowState): boolean {
  const canCall = model.face.calls && (model.situation?.call ?? "disabled") !== "disabled";
  return model.state === "chat/call" || (model.state === "chat" && canCall && hasMessages(model));
}
