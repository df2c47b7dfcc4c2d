import type { WebhookBody } from "@parlour/protocol/webhook";
import type { WebhookEvent } from "../../../core/command.ts";
import type { Message } from "../../../core/entity.ts";
import { buildFailureBody, buildMessageBody, buildOfflineBody } from "../format/body.ts";
import { toChatMessage } from "../format/chat-message.ts";
import { assertPresent, withAgent, type EventInput } from "./event-input.ts";
import { findChat, isAsked, toDueChat, type WebhookEventRules } from "./event-rules.ts";

export const messageEvents = {
  message_created: {
    due: {
      /**
       * Notes, messages that the customer does not see and messages of blocked visitors cause no
       * event (WH-108). Most webhooks do not want messages, so this is checked first.
       */
      message_created({ message }, context, decidedEvents) {
        if (!isAsked(context.config, "message_created")) return null;
        const { kind, hidden, blacklisted } = message;
        if (kind === "note" || hidden === true || blacklisted === true) return null;
        const chat = findChat(message.chat_id, context, decidedEvents);
        return chat === null ? null : toDueChat(chat);
      },
    },
    async body(input) {
      const { body, seq } = input.claim.source.entry;
      const message = { ...(JSON.parse(body) as Message), seq: assertPresent(seq) };
      return buildMessageBody(await withAgent(input), toChatMessage(message), {
        withText: input.sendsText,
      });
    },
  },
  offline_message: {
    due: {
      /** A new offline message has a lane of its own. */
      offline_message_updated: ({ offlineMessage: { id, channel, department, state } }) =>
        state === "new"
          ? { channelId: channel.id, departmentId: department?.id ?? null, lane: id }
          : null,
    },
    body: async (input) => buildOfflineBody(input, assertPresent(input.entry.offline_message)),
  },
  // No journal event causes it: `webhookFailureReports` plans it when a delivery fails.
  message_delivery_failed: { due: {}, body: buildFailureEvent },
} satisfies Partial<Record<WebhookEvent, WebhookEventRules>>;

/** Builds `message_delivery_failed` from the failed delivery and the message that it carried. */
async function buildFailureEvent(input: EventInput): Promise<WebhookBody> {
  const { claim, material } = input;
  const { id, endpoint, seq, attempts, error, outcome } = assertPresent(input.entry.delivery);
  const to = endpoint.kind;
  if (to !== "channel" && to !== "bot" && to !== "mail")
    throw new Error(`no webhook event exists for a failure of ${to}`);
  const chatInput = await withAgent(input);
  const message = assertPresent(
    await material.message(claim.account, chatInput.chat.id, assertPresent(seq)),
  );
  const code = error?.code ?? outcome ?? "";
  return buildFailureBody(chatInput, toChatMessage(message), { id, to, attempts, code });
}
