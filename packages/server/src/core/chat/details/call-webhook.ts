import type { ChatEntity } from "../../entity.ts";
import { fail, isFailure } from "../../failure.ts";
import { authorizeActor } from "../../operator/authorize.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage } from "../create.ts";

/**
 * Sends the chat to a webhook that takes the event `chat_action` (WH-119). The line plans the
 * delivery. Subject: `{chat}`. Failures: `not_found`, `not_available`. Result: the chat.
 */
export function callWebhook(input: {
  /** null: a rule. */
  readonly operatorId: number | null;
  readonly webhookId: number;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor, config } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const webhook = config.webhooks.get(input.webhookId);
    if (webhook === undefined || !webhook.enabled)
      return fail("not_available", "The webhook was switched off or deleted.");
    if (!webhook.events.has("chat_action"))
      return fail("not_available", "The webhook does not take the event chat_action.");
    const to = { id: webhook.id, name: webhook.name };
    const line = createSystemMessage(
      context,
      chat.id,
      { code: "webhook_called", by: actor.operator, to },
      `${actor.name} called the webhook ${webhook.name === "" ? webhook.id : webhook.name}`,
    );
    return { events: [line], answer: createChatAnswer(chat.entity, visitor.entity) };
  };
}
