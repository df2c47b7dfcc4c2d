import type { EventData } from "@parlour/protocol";
import { maskCall, maskChat, maskOffline } from "./chat-fields.ts";
import { maskDelivery } from "./delivery-fields.ts";
import { createMasker, type FieldRules } from "./field-rules.ts";
import { maskMessage } from "./message-fields.ts";
import { maskFieldChange, maskVisitor } from "./visitor-fields.ts";

const chat = { chat: maskChat } as const;
const message = { message: maskMessage } as const;
const visitor = { visitor: maskVisitor } as const;
const dataRules: { readonly [N in keyof EventData]: FieldRules<EventData[N]> } = {
  chat_created: chat,
  chat_updated: chat,
  chat_closed: chat,
  chat_accepted: { ...chat, by: "shown" },
  chat_transferred: { ...chat, by: "shown", to: "shown" },
  chat_handed_over: { ...chat, by: "shown", reason: "shown" },
  chat_promised: chat,
  chat_promise_at_risk: chat,
  chat_promise_kept: chat,
  chat_promise_broken: chat,
  chat_sla_at_risk: chat,
  chat_sla_broken: chat,
  chat_snoozed: { ...chat, by: "shown" },
  chat_snooze_ended: { ...chat, by: "shown", reason: "shown" },
  chat_assigned: { ...chat, crm_link: "shown" },
  message_created: message,
  message_updated: message,
  visitor_created: visitor,
  visitor_updated: visitor,
  field_changed: { change: maskFieldChange },
  call_updated: { call: maskCall },
  offline_message_updated: { offline_message: maskOffline },
  delivery_updated: { delivery: maskDelivery },
  settings_changed: { kind: "shown", id: "shown" },
};
const maskers: ReadonlyMap<string, (data: object) => object> = new Map(
  Object.entries<FieldRules<object>>(dataRules).map(([name, rules]) => [name, createMasker(rules)]),
);

/** Masks the data of an event. Of an event without rules, nothing is shown. */
export const maskEventData = (name: string, data: object): object =>
  maskers.get(name)?.(data) ?? {};
