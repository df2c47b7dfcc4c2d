import type { Principal } from "../../auth/index.ts";
import type { Deps } from "./deps.ts";
import { locateChat } from "./sight.ts";

export type ReadMarkDeps = Pick<Deps, "chats" | "rights"> & { readonly realtime: Pick<Deps["realtime"], "marked"> };

/**
 * Moves the operator's read mark (API-029), also for the frame of API-106. It moves backward only
 * with `canMoveBack`. Throws `not_found` if the chat is not visible.
 */
export async function markRead(deps: ReadMarkDeps, principal: Principal, id: number, wanted: number, back = false): Promise<void> {
  const { accountId: account, operatorId } = principal;
  const spot = await locateChat(deps, principal, id);
  // A mark above the last message would hide messages that are not written yet.
  const seq = Math.min(wanted, spot.lastSeq);
  if (await deps.chats.setReadMark(account, id, operatorId, { seq, back })) deps.realtime.marked({ account, operatorId, chatId: id, seq });
}
