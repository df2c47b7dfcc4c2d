import type { StoredVisitor } from "../command.ts";
import { assigned, NumberedObject } from "../draft.ts";
import type { ChatEntity } from "../entity.ts";
import type { ChatData, EventName } from "../event.ts";
import { eraseChatData } from "../visitor/erase.ts";
import type { BatchState, EventOf, EventRules, VisitorErasure } from "./event-rules.ts";
import { toNumberedVisitor } from "./visitor-events.ts";

type ChatEventName = {
  [N in EventName]: N extends `chat_${string}` ? N : never;
}[EventName];

/** Returns the rules of an event of a whole chat. `more`: fields without personal data. */
function createChatRules<E extends { readonly chat: ChatData }>(
  more: (event: E) => object = () => ({}),
) {
  return {
    needs: "chat" as const,
    data: (event: E, visitor: StoredVisitor) => ({
      chat: toChatEntry(event.chat, visitor),
      ...more(event),
    }),
    apply: <C>(state: BatchState<C>, event: E, at: number) => state.changeChat(event.chat, at),
    erase: eraseChatEntry,
  };
}

const eraseChatEntry = <D extends { readonly chat: ChatEntity }>(
  data: D,
  visitor: VisitorErasure,
): object => ({ ...data, chat: eraseChatData(data.chat, visitor) });

/** `seq` stays null in the stored data. It is first, where a reader fills it (`toEntry`). */
const toChatEntry = (chat: ChatData, visitor: StoredVisitor): object =>
  new NumberedObject(
    { seq: null, number: assigned.chatNumber, visitor: toNumberedVisitor(visitor.entity) },
    chat,
  );

export const chatEvents: { readonly [N in ChatEventName]: EventRules<N> } = {
  chat_created: {
    ...createChatRules(),
    needs: "new chat",
    apply: (state, { chat }, at) => state.createChat(chat, at),
  },
  chat_updated: createChatRules(),
  chat_closed: createChatRules(),
  chat_promised: createChatRules(),
  chat_promise_at_risk: createChatRules(),
  chat_promise_kept: createChatRules(),
  chat_promise_broken: createChatRules(),
  chat_sla_at_risk: createChatRules(),
  chat_sla_broken: createChatRules(),
  chat_accepted: createChatRules<EventOf<"chat_accepted">>(({ by }) => ({ by })),
  chat_transferred: createChatRules<EventOf<"chat_transferred">>(({ by, to }) => ({ by, to })),
  chat_handed_over: createChatRules<EventOf<"chat_handed_over">>(({ by, reason }) => ({
    by,
    reason,
  })),
  chat_snoozed: createChatRules<EventOf<"chat_snoozed">>(({ by }) => ({ by })),
  chat_snooze_ended: createChatRules<EventOf<"chat_snooze_ended">>(({ by, reason }) => ({
    by,
    reason,
  })),
  chat_assigned: {
    ...createChatRules<EventOf<"chat_assigned">>(({ crmLink }) => ({ crm_link: crmLink })),
    erase: (data, visitor) => ({ ...eraseChatEntry(data, visitor), crm_link: "" }),
  },
};
