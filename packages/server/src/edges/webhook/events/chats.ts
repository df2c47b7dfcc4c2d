import { omitAbsent } from "@parlour/protocol/omit-absent";
import { isRatingOffered } from "../../../core/chat/details/rate.ts";
import { chatBeforeCommand } from "../../../core/chat/previous-state.ts";
import type { CommandContext, WebhookEvent } from "../../../core/command.ts";
import type { Message } from "../../../core/entity.ts";
import type { ChatData } from "../../../core/event.ts";
import { assertPresent, withAgent } from "./event-input.ts";
import {
  buildActionBody,
  buildAssignedBody,
  buildChatBody,
  buildRatingBody,
  buildSnoozedBody,
  buildSnoozeEndBody,
} from "../format/body.ts";
import { buildPromiseBody, buildPromisedBody, buildSlaBody } from "../format/due-bodies.ts";
import { buildFinishedEvent } from "./chat-end.ts";
import { findChat, hasNewRating, toDueChat, type WebhookEventRules } from "./event-rules.ts";

export const chatEvents = {
  chat_created: {
    due: {
      // A blocked visitor's chat is closed from the start and causes no event (CORE-071).
      chat_created: ({ chat }) => (chat.state === "closed" ? null : toDueChat(chat)),
    },
    body: async (input) => buildChatBody("chat_created", await withAgent(input)),
  },
  chat_accepted: {
    due: {
      chat_accepted: ({ chat }, context) =>
        isFirstAcceptance(chat, context) ? toDueChat(chat) : null,
    },
    body: async (input) => buildChatBody("chat_accepted", await withAgent(input)),
  },
  chat_assigned: {
    due: { chat_assigned: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildAssignedBody(await withAgent(input), input.entry.crm_link ?? ""),
  },
  chat_finished: {
    due: {
      chat_closed: ({ chat }, { config }) => ({
        ...toDueChat(chat),
        ...omitAbsent({ isRatingAsked: isRatingOffered(config, chat) || undefined }),
      }),
    },
    schedule: ({ isRatingAsked }, { ratingWaitMs }) =>
      isRatingAsked && ratingWaitMs > 0 ? { delayMs: ratingWaitMs } : {},
    body: buildFinishedEvent,
  },
  chat_rated: {
    due: {
      chat_updated: ({ chat }, context) => (hasNewRating(chat, context) ? toDueChat(chat) : null),
    },
    async body(input) {
      const chatInput = await withAgent(input);
      const agents = await input.material.agents(input.claim.account, chatInput.chat.id);
      return buildRatingBody({ ...chatInput, agents });
    },
  },
  snoozed: {
    due: { chat_snoozed: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildSnoozedBody(await withAgent(input)),
  },
  sla_at_risk: {
    due: { chat_sla_at_risk: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildSlaBody("sla_at_risk", await withAgent(input)),
  },
  sla_broken: {
    due: { chat_sla_broken: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildSlaBody("sla_broken", await withAgent(input)),
  },
  promised: {
    due: { chat_promised: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildPromisedBody(await withAgent(input)),
  },
  promise_kept: {
    due: { chat_promise_kept: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildPromiseBody("promise_kept", await withAgent(input)),
  },
  promise_broken: {
    due: { chat_promise_broken: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildPromiseBody("promise_broken", await withAgent(input)),
  },
  chat_action: {
    due: {
      message_created({ message: { line, chat_id } }, context, decidedEvents) {
        if (line?.code !== "webhook_called" || !line.to) return null;
        const chat = findChat(chat_id, context, decidedEvents);
        return chat && { ...toDueChat(chat), only: line.to.id };
      },
    },
    async body(input) {
      const { cause } = JSON.parse(input.claim.source.entry.body) as Message;
      return buildActionBody(await withAgent(input), assertPresent(cause));
    },
  },
  snooze_ended: {
    due: { chat_snooze_ended: ({ chat }) => toDueChat(chat) },
    body: async (input) => buildSnoozeEndBody(await withAgent(input)),
  },
} satisfies Partial<Record<WebhookEvent, WebhookEventRules>>;

/** Returns whether this is the first time that the chat is accepted (WH-011). */
function isFirstAcceptance(chat: ChatData, context: CommandContext): boolean {
  return (chatBeforeCommand(context, chat.id)?.accepted_at ?? null) === null;
}
