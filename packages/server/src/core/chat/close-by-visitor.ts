import { fail } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import type { ChatEntity } from "../entity.ts";
import { closeChat } from "./close.ts";

/**
 * Closes a chat at the request of its widget visitor. Subject: `{chat}`. Failures: `not_found`
 * (another visitor's chat), `chat_closed`. Result: the chat.
 */
export function closeChatByVisitor(visitorId: number): CommandHandler<ChatEntity> {
  const close = closeChat({ cause: "visitor" });
  return (context) =>
    context.visitor?.id === visitorId
      ? close(context)
      : fail("not_found", "There is no such chat.");
}
