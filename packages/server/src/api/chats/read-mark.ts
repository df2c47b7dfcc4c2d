import type { Principal } from "../../auth/index.ts";
import { requireVisibleChat } from "./visibility.ts";
import { setReadMark } from "../../store/chats/read-mark.ts";
import type { RealtimePort } from "../kit/realtime-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface ReadMarkDeps extends Pick<RouteDeps, "reader" | "sql"> {
  readonly realtime: Pick<RealtimePort, "publishReadMark">;
}

/**
 * Moves the operator's read mark (API-029), also for the frame of API-106. It moves backward only
 * with `canMoveBack`. Throws `not_found` if the chat is not visible.
 */
export async function markRead(
  deps: ReadMarkDeps,
  principal: Principal,
  id: number,
  requestedSeq: number,
  canMoveBack = false,
): Promise<void> {
  const { accountId: account, operatorId } = principal;
  const spot = await requireVisibleChat(deps, principal, id);
  // A mark above the last message would hide messages that are not written yet.
  const seq = Math.min(requestedSeq, spot.lastSeq);
  if (await setReadMark(deps.sql, account, id, operatorId, { seq, back: canMoveBack }))
    deps.realtime.publishReadMark({ account, operatorId, chatId: id, seq });
}
