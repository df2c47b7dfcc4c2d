import type { Routing } from "@parlour/protocol/api";
import { rowsOf } from "./chat-order.ts";
import type { LiveState } from "./live-state.ts";

/** Where an operator goes when they close the chat on screen: the longest waiting chat, their next chat, or nowhere (API-041). */
export type AfterClose = Routing["after_close"];
export const afterCloses = ["waiting", "mine", "stay"] as const satisfies readonly AfterClose[];

/** The chat to open after `closed`, with the view it is in; null: the closed chat stays on screen, also if there is no such chat. */
export function nextAfterClose(
  state: Pick<LiveState, "snapshot" | "closing">,
  choice: AfterClose,
  operatorId: number,
  closed: number,
): { readonly view: "waiting" | "mine"; readonly id: number } | null {
  if (choice === "stay") return null;
  const next = rowsOf(state, choice, "wait", operatorId).find((chat) => chat.id !== closed);
  return next === undefined ? null : { view: choice, id: next.id };
}
