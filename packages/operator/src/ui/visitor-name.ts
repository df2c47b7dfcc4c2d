import type { Chat } from "@parlour/protocol";
import { nameOf } from "../state/live-state.ts";
import { chatTexts as t } from "./chat-text.ts";

/** The shown name of a visitor: what is known of him, else "Anonymous 412" (CH-045). */
export function visitorName(chat: Pick<Chat, "visitor">): string {
  return nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
}
