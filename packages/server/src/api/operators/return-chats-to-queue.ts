import { leaveChat } from "../../core/chat/participants/leave.ts";
import { Refusal } from "../../core/failure.ts";
import { listOpenChatsOfOperator } from "../../store/chats/chat.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Puts the chats of a deactivated operator back into the queue (CORE-003) before the response is
 * sent. A subscriber of the journal does this for chats that cannot be written now, and after an
 * interrupted deactivation.
 */
export async function returnChatsToQueue(
  deps: RouteDeps,
  account: number,
  operatorId: number,
): Promise<void> {
  for (const chat of await listOpenChatsOfOperator(deps.reader, account, operatorId)) {
    try {
      await deps.write({
        account,
        subject: { chat, operator: operatorId },
        handler: leaveChat({ operatorId, cause: "deactivated" }),
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
