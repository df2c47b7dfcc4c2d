import type { ChatSummary, ChatVisibility } from "../../store/chats/chat-record.ts";
import type { Principal } from "../../auth/index.ts";
import type { Deps } from "../deps.ts";
import { requireFound } from "../kit/ids.ts";

/** Returns which chats and visitors the principal may see (CORE-001). */
export const visibilityFor = (deps: Pick<Deps, "rights">, principal: Principal): ChatVisibility => ({
  operatorId: principal.operatorId,
  seesAllChats: deps.rights.canSeeAllChats(principal),
});

/**
 * Returns the position data of a chat. Throws `not_found` if the principal must not see it
 * (API-002).
 */
export async function requireVisibleChat(deps: Pick<Deps, "chats" | "rights">, principal: Principal, id: number): Promise<ChatSummary> {
  return requireFound(await deps.chats.locate(principal.accountId, visibilityFor(deps, principal), id), "chat");
}
