import type { ChatSummary, ChatVisibility } from "../../store/chats/chat-record.ts";
import { type Principal, canSeeAllChats } from "../../auth/index.ts";
import { requireFound } from "../kit/ids.ts";
import { locateChat } from "../../store/chats/chat.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Returns which chats and visitors the principal may see (CORE-001). */
export const getChatVisibility = (principal: Principal): ChatVisibility => ({
  operatorId: principal.operatorId,
  seesAllChats: canSeeAllChats(principal),
});

/**
 * Returns the position data of a chat, such as its last sequence number. Throws `not_found` if the
 * principal must not see the chat (API-002).
 */
export async function requireVisibleChat(
  deps: { readonly reader: RouteDeps["reader"] },
  principal: Principal,
  id: number,
): Promise<ChatSummary> {
  return requireFound(
    await locateChat(deps.reader, principal.accountId, getChatVisibility(principal), id),
    "chat",
  );
}
