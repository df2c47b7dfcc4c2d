import type { Principal } from "../../auth/index.ts";
import type { Deps } from "./deps.ts";
import { locateChat } from "./sight.ts";

/** Moves the own read mark, only forward unless `back` (API-029); also for the frame of API-106. Refusal `not_found` out of sight. */
export async function markRead(
  deps: Pick<Deps, "chats" | "rights">,
  principal: Principal,
  id: number,
  seq: number,
  back = false,
): Promise<void> {
  const spot = await locateChat(deps, principal, id);
  // A mark above the last message would hide messages that are not written yet.
  await deps.chats.setReadMark(principal.accountId, id, principal.operatorId, { seq: Math.min(seq, spot.lastSeq), back });
}
