import type { ChatSummary, ChatVisibility } from "../../core/record/chat.ts";
import type { Principal } from "../../auth/index.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";

/** Returns which chats and visitors the principal may see (CORE-001). */
export const sightOf = (deps: Pick<Deps, "rights">, principal: Principal): ChatVisibility => ({
  operatorId: principal.operatorId,
  seesAllChats: deps.rights.seesAllChats(principal),
});

/**
 * Returns the position data of a chat. Throws `not_found` if the principal must not see it
 * (API-002).
 */
export async function locateChat(deps: Pick<Deps, "chats" | "rights">, principal: Principal, id: number): Promise<ChatSummary> {
  return found(await deps.chats.locate(principal.accountId, sightOf(deps, principal), id), "chat");
}
