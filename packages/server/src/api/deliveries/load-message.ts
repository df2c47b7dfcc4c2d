import type { Principal } from "../../auth/index.ts";
import type { Message } from "../../core/entity.ts";
import { listMessages } from "../../store/chats/message.ts";
import { requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Loads a message of a chat with its delivery. Throws `not_found` if there is none. */
export async function loadMessage(
  deps: Pick<RouteDeps, "reader">,
  principal: Principal,
  chatId: number,
  seq: number,
): Promise<Message> {
  const [message] = await listMessages(deps.reader, principal.accountId, chatId, {
    after: seq - 1,
    before: seq + 1,
    limit: 1,
  });
  return requireFound(message ?? null, "message");
}
