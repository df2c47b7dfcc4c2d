import { webhookContactFields } from "@parlour/protocol/webhook";
import type { CommandContext, WebhookEvent } from "../../../core/command.ts";
import type { VisitorData } from "../../../core/event.ts";
import {
  buildCallBody,
  buildFieldBody,
  buildVisitorBody,
  buildVisitorChatBody,
  buildVisitorFieldBody,
} from "../format/body.ts";
import { assertPresent, loadOperator, withAgent, type EventInput } from "./event-input.ts";
import {
  findChat,
  mergedLater,
  toDueChat,
  type WebhookEventDue,
  type WebhookEventRules,
} from "./event-rules.ts";

export const visitorEvents = {
  visitor_updated: {
    due: {
      /** Only values that the body contains cause the event (WH-111). */
      visitor_updated({ visitor, cause }, context) {
        const { currentChat } = context;
        if (cause === "webhook" || !hasNewContacts(visitor, context.visitor)) return null;
        return currentChat === null ? toDueVisitor(context) : toDueChat(currentChat.entity);
      },
    },
    schedule: ({ hasNoChat, lane }) => (hasNoChat ? mergedLater : { chatId: lane, ...mergedLater }),
    body: async (input) =>
      input.chat === null
        ? buildVisitorBody(withChannelId(input))
        : buildVisitorChatBody(await withAgent(input)),
  },
  field_changed: {
    due: {
      field_changed({ change, cause }, context, decidedEvents) {
        if (cause === "webhook") return null;
        const chat =
          change.chat_id === null ? null : findChat(change.chat_id, context, decidedEvents);
        return chat === null ? toDueVisitor(context) : toDueChat(chat);
      },
    },
    async body(input) {
      const change = assertPresent(input.entry.change);
      return input.chat === null
        ? buildVisitorFieldBody(withChannelId(input), change)
        : buildFieldBody(await withAgent(input), change);
    },
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

/** Returns an occasion in the lane of a visitor who has no chat, or null for a new visitor. */
function toDueVisitor({ visitor }: CommandContext): WebhookEventDue | null {
  if (visitor === null) return null;
  const { channelId, id } = visitor;
  return { channelId, departmentId: null, lane: id, hasNoChat: true };
}
const withChannelId = (input: EventInput): EventInput & { readonly channelId: number } => ({
  ...input,
  channelId: input.claim.source.target.channel?.id ?? 0,
});

const hasNewContacts = (visitor: VisitorData, before: CommandContext["visitor"]): boolean =>
  webhookContactFields.some((field) => visitor[field]?.value !== before?.entity[field]?.value);
