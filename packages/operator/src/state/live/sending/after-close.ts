import type { Routing } from "@parlour/protocol/api";
import { sortChats } from "../../inbox/chat-order.ts";
import type { ChatsState } from "../../live-state.ts";

/**
 * Which view opens after a close (API-296): the longest waiting chat, the next own chat, or none.
 */
export type AfterClose = Routing["after_close"];
export const afterCloseChoices = [
  "waiting",
  "mine",
  "stay",
] as const satisfies readonly AfterClose[];

/** Returns the chat to open after `closed`, with its view. Null if the closed chat stays. */
export function findNextChatAfterClose(
  state: ChatsState,
  choice: AfterClose,
  operatorId: number,
  closed: number,
): { readonly view: "waiting" | "mine"; readonly id: number } | null {
  if (choice === "stay") return null;
  const next = sortChats(state, choice, "wait", operatorId).find((chat) => chat.id !== closed);
  return next === undefined ? null : { view: choice, id: next.id };
}
