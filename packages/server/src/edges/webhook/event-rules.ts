import type { WebhookBody } from "@parlour/protocol/webhook";
import type { WebhookConfig, WebhookEvent } from "../../core/command.ts";
import type { Message } from "../../core/entity.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import { buildFinishedEvent, buildUpdatedEvent } from "./chat-end.ts";
import type { WebhookEventDue } from "./due-events.ts";
import { assertPresent, loadOperator, withAgent, type EventInput } from "./event-input.ts";
import {
  buildAssignedBody,
  buildCallBody,
  buildChatBody,
  buildFailureBody,
  buildMessageBody,
  buildOfflineBody,
  buildRatingBody,
  buildVisitorBody,
  buildVisitorChatBody,
} from "./format/body.ts";
import { toChatMessage } from "./format/chat-message.ts";
import { mergeWindowMs } from "./retry-policy.ts";

type Schedule = Pick<PlannedDelivery, "chatId" | "delayMs" | "merge" | "release">;
export type PlannedEvent = Schedule & { readonly event: WebhookEvent };

/** How one webhook event is sent. */
interface WebhookEventRules {
  /** When it is sent, and which waiting delivery it replaces. Absent: at once, as the last one. */
  readonly schedule?: (due: WebhookEventDue, webhook: WebhookConfig) => Schedule;
  /** Builds the body from the entry and from stored data (WH-033). */
  readonly body: (input: EventInput) => Promise<WebhookBody>;
}

/**
 * The webhook events. `dueEvents` has the entries that cause them, `webhookEventTable` of the
 * protocol their schemas and samples.
 */
export const webhookEventRules: Readonly<Record<WebhookEvent, WebhookEventRules>> = {
  chat_accepted: {
    body: async (input) => buildChatBody("chat_accepted", await withAgent(input)),
  },
  chat_updated: {
    schedule: ({ isLateRating, lane }) => ({
      chatId: lane,
      ...(isLateRating ? { release: "instead" } : mergedLater),
    }),
    body: buildUpdatedEvent,
  },
  chat_assigned: {
    body: async (input) => buildAssignedBody(await withAgent(input), input.entry.crm_link ?? ""),
  },
  chat_finished: {
    schedule: ({ isRatingAsked }, { ratingWaitMs }) =>
      isRatingAsked && ratingWaitMs > 0 ? { delayMs: ratingWaitMs } : {},
    body: buildFinishedEvent,
  },
  call_event: {
    async body(input) {
      const call = assertPresent(input.entry.call);
      const agent = await loadOperator(input, call.operator?.id);
      return buildCallBody({ ...input, chat: assertPresent(input.chat), agent }, call);
    },
  },
  offline_message: {
    body: async (input) => buildOfflineBody(input, assertPresent(input.entry.offline_message)),
  },
  chat_created: {
    body: async (input) => buildChatBody("chat_created", await withAgent(input)),
  },
  message_created: {
    async body(input) {
      const { body, seq } = input.claim.source.entry;
      const message = { ...(JSON.parse(body) as Message), seq: assertPresent(seq) };
      const { sendsText: withText } = input;
      return buildMessageBody(await withAgent(input), toChatMessage(message), { withText });
    },
  },
  chat_rated: {
    async body(input) {
      const chatInput = await withAgent(input);
      const agents = await input.material.agents(input.claim.account, chatInput.chat.id);
      return buildRatingBody({ ...chatInput, agents });
    },
  },
  visitor_updated: {
    schedule: ({ hasNoChat, lane }) => (hasNoChat ? mergedLater : { chatId: lane, ...mergedLater }),
    body: async (input) =>
      input.chat === null
        ? buildVisitorBody(input, input.visitor, input.claim.source.target.channel?.id ?? 0)
        : buildVisitorChatBody(await withAgent(input)),
  },
  message_delivery_failed: { body: buildFailureEvent },
};
const mergedLater = { delayMs: mergeWindowMs, merge: true } as const;

/** Builds `message_delivery_failed` from the failed delivery and the message that it carried. */
async function buildFailureEvent(input: EventInput): Promise<WebhookBody> {
  const { claim, material } = input;
  const { id, endpoint, seq, attempts, error, outcome } = assertPresent(input.entry.delivery);
  const { kind: to } = endpoint;
  if (to !== "channel" && to !== "bot" && to !== "mail")
    throw new Error(`no webhook event exists for a failure of ${to}`);
  const chatInput = await withAgent(input);
  const message = assertPresent(
    await material.message(claim.account, chatInput.chat.id, assertPresent(seq)),
  );
  const code = error?.code ?? outcome ?? "";
  return buildFailureBody(chatInput, toChatMessage(message), { id, to, attempts, code });
}
