import type { Chat } from "@parlour/protocol";
import type { InboxView } from "../../state/live-state.ts";

/** A chat in a view of the inbox. */
export interface ChatAddress {
  readonly chatId: number;
  readonly view: InboxView;
}

/** The route of the inbox. Only this file builds addresses from it (CORE-471). */
export const inboxRoute = "/inbox/$view/{-$chat}";

/** Returns the address of a chat, for the router. */
export const chatRoute = ({ chatId, view }: ChatAddress) =>
  ({ to: inboxRoute, params: { view, chat: String(chatId) } }) as const;

export type ChatRoute = ReturnType<typeof chatRoute>;

/** Returns where a chat is listed: closed chats have a view of their own. */
export const toChatAddress = ({
  id,
  state,
}: {
  readonly id: number;
  readonly state: Chat["state"];
}): ChatAddress => ({
  chatId: id,
  view: state === "closed" ? "closed" : "all",
});

/** Returns the address of a chat as a path. */
export const toChatPath = ({ chatId, view }: ChatAddress): string => `/inbox/${view}/${chatId}`;

/** Returns the address of a view with the chat that stays open. Absent: the one of the address. */
export const viewRoute = (view: string, stay?: { readonly chatId: number | null }) =>
  ({
    to: inboxRoute,
    params: stay === undefined ? { view } : { view, chat: stay.chatId?.toString() },
  }) as const;
