import { webhookContactFields } from "@parlour/protocol/webhook";
import type { CommandContext, WebhookEvent } from "../../../core/command.ts";
import type { VisitorData } from "../../../core/event.ts";
import { buildCallBody, buildVisitorBody, buildVisitorChatBody } from "../format/body.ts";
import { assertPresent, loadOperator, withAgent } from "./event-input.ts";
import { findChat, mergedLater, toDueChat, type WebhookEventRules } from "./event-rules.ts";

export const visitorEvents = {
  visitor_updated: {
    due: {
      /** Only values that the body contains cause the event (WH-111). */
      visitor_updated({ visitor, cause }, { visitor: before, currentChat }) {
        if (cause === "webhook" || !hasNewContacts(visitor, before)) return null;
        if (currentChat !== null) return toDueChat(currentChat.entity);
        if (before === null) return null;
        const { channelId } = before;
        return { channelId, departmentId: null, lane: visitor.id, hasNoChat: true };
      },
    },
    schedule: ({ hasNoChat, lane }) => (hasNoChat ? mergedLater : { chatId: lane, ...mergedLater }),
    body: async (input) =>
      input.chat === null
        ? buildVisitorBody(input, input.visitor, input.claim.source.target.channel?.id ?? 0)
        : buildVisitorChatBody(await withAgent(input)),
  },
  call_event: {
    due: {
      /** The same command may create the chat of the call. */
      call_updated({ call, cause }, context, decidedEvents) {
        if (cause === "noted") return null;
        const chat = findChat(call.chat_id, context, decidedEvents);
        return {
          channelId: chat?.channel.id ?? context.visitor?.channelId ?? 0,
          departmentId: chat?.department?.id ?? null,
          lane: call.chat_id,
        };
      },
    },
    async body(input) {
      const call = assertPresent(input.entry.call);
      const agent = await loadOperator(input, call.operator?.id);
      return buildCallBody({ ...input, chat: assertPresent(input.chat), agent }, call);
    },
  },
} satisfies Partial<Record<WebhookEvent, WebhookEventRules>>;

const hasNewContacts = (visitor: VisitorData, before: CommandContext["visitor"]): boolean =>
  webhookContactFields.some((field) => visitor[field]?.value !== before?.entity[field]?.value);
