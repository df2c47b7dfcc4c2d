import type { Principal } from "../../auth/index.ts";
import { requireVisibleChat } from "./visibility.ts";
import { setReadMark } from "../../store/chats/read-mark.ts";
import type { RealtimePort } from "../kit/realtime-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface ReadMarkDeps extends Pick<RouteDeps, "reader" | "sql"> {
  readonly realtime: RealtimePort;
}

/** Moves it forward (API-029, API-106). Throws `not_found` if the chat is not visible. */
export const markRead = (
  deps: ReadMarkDeps,
  principal: Principal,
  chatId: number,
  seq: number,
): Promise<void> => moveReadMark(deps, principal, { chatId, seq, canMoveBack: false });

/** Moves it, backward with `canMoveBack`. Throws `not_found` if the chat is not visible. */
export async function moveReadMark(
  deps: ReadMarkDeps,
  principal: Principal,
  { chatId, seq, canMoveBack }: { chatId: number; seq: number; canMoveBack: boolean },
): Promise<void> {
  const spot = await requireVisibleChat(deps, principal, chatId);
  const mark = {
    account: principal.accountId,
    operatorId: principal.operatorId,
    chatId,
    // A read mark above the last message would hide messages that arrive later.
    seq: Math.min(seq, spot.lastSeq),
  };
  if (await setReadMark(deps.sql, mark, canMoveBack)) deps.realtime.publishReadMark(mark);
}
