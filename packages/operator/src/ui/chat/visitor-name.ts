import type { Chat, Visitor } from "@parlour/protocol";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { formatPhoneForReading } from "../phone/phone-number.ts";
import { chatText as t } from "./chat-text.ts";

/**
 * Returns the display name of a visitor: their name, email address or phone number, or else
 * "Visitor from Leeds" or "Visitor" (CH-045).
 */
export function getVisitorName(chat: {
  readonly visitor: Chat["visitor"];
  readonly session?: Chat["session"];
}): string {
  const { name, email, phone } = chat.visitor;
  if (!name && !email && phone) return formatPhoneForReading(phone.value);
  const city = chat.session?.geoip.city;
  return (
    getKnownVisitorName(chat.visitor) ??
    (city ? t("visitor.from", { city }) : t("visitor.somebody"))
  );
}

/**
 * Returns the visitor's contacts for reading, without the one that is shown as the name (CORE-149).
 */
export function listVisitorContacts({ name, email, phone }: Visitor): readonly string[] {
  const contacts: string[] = [];
  if (name && email) contacts.push(email.value);
  if ((name || email) && phone) contacts.push(formatPhoneForReading(phone.value));
  return contacts;
}
