import type { Chat } from "@parlour/protocol";
import { nameOf } from "../state/live-state.ts";
import { phoneText } from "./phone-text.ts";
import { chatTexts as t } from "./chat-text.ts";

/** The shown name of a visitor: what is known of him, else "Anonymous 412" (CH-045). */
export function visitorName(chat: Pick<Chat, "visitor">): string {
  const { name, email, phone } = chat.visitor;
  if (!name && !email && phone) return phoneText(phone.value);
  return nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
}
