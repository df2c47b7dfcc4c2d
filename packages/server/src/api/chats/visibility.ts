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

/** Locates a chat. Throws `not_found` if the principal must not see it (API-002). */
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
