import { Type, type Static, type TSchema } from "typebox";
import {
  FieldObject,
  FieldSource,
  FieldValue,
  MessageCause,
  Nullable,
  Rating,
  SnoozeEndReason,
} from "../entity/index.ts";
import { webhookEvents, type WebhookEventName } from "../settings/webhook-events.ts";
import { defineEvent } from "./define-event.ts";
import {
  WebhookAgent,
  WebhookCall,
  WebhookChat,
  WebhookChatMessage,
  WebhookFailedDelivery,
  WebhookPromise,
  WebhookSla,
  WebhookVisitorChange,
} from "./parts.ts";

export { webhookEvents, type WebhookEventName };

const Text = Type.String();
const ChatId = Type.Integer({ minimum: 0 });

const agent = { id: "9", name: "Ines", email: "ines@desk.example", phone: "+4930555" };
const sampleMessage = (at: number) => ({
  id: 40_117,
  seq: 3,
  type: "visitor" as const,
  kind: "text" as const,
  timestamp: at,
  name: "Nadia Ross",
});

const sampleSla = (state: "at_risk" | "broken", dueAt: number) => ({
  policy: { id: 2, name: "Phone calls" },
  target: "first_reply" as const,
  due_timestamp: dueAt,
  state,
});

const samplePromise = (state: WebhookPromise["state"], dueAt: number): WebhookPromise => ({
  due_timestamp: dueAt,
  state,
});

/** Declares an event that has only the common fields of a chat. */
const defineChatEvent = <const N extends WebhookEventName>(name: N) =>
  defineEvent(name, { chat_id: ChatId, agent: WebhookAgent })(() => ({ agent }));

/** The events with other fields or another sample. */
const detailedEvents = {
  call_event: defineEvent("call_event", {
    chat_id: ChatId,
    agent: WebhookAgent,
    call: WebhookCall,
  })(() => ({
    agent,
    call: {
      type: "callback",
      phone: "+4930111222",
      status: "end",
      record_url: "https://chat.example/files/rec/ab12.mp3",
    },
  })),
  chat_assigned: defineEvent("chat_assigned", {
    chat_id: ChatId,
    agent: WebhookAgent,
    assign_to: Text,
  })(() => ({ agent, assign_to: "https://crm.example/card/55" })),
  chat_updated: defineEvent("chat_updated", {
    chat_id: ChatId,
    agent: WebhookAgent,
    /** The chat. Present only after its end (WH-102). */
    chat: Type.Optional(WebhookChat),
    rating_comment: Type.Optional(Text),
  })(() => ({ agent })),
  chat_finished: defineEvent("chat_finished", {
    chat_id: ChatId,
    agents: Type.Array(WebhookAgent),
    chat: WebhookChat,
    plain_messages: Text,
    html_messages: Text,
    rating_comment: Type.Optional(Text),
  })((at) => ({
    agents: [agent],
    chat: {
      messages: [
        { message: "Hello", timestamp: at - 60, type: "visitor" },
        { message: "Hi Nadia", timestamp: at - 48, type: "agent", agent_id: 9 },
      ],
      rate: "positive",
      blacklisted: false,
    },
    plain_messages: "2025-11-20 07:40:00 Nadia Ross: Hello\n2025-11-20 07:40:12 Ines: Hi Nadia",
    html_messages:
      "<p><time>2025-11-20 07:40:00</time> <b>Nadia Ross</b>: Hello</p>\n<p><time>2025-11-20 07:40:12</time> <b>Ines</b>: Hi Nadia</p>",
  })),
  /** A new offline message. This event has no `chat_id`, agent and chat (WH-032). */
  offline_message: defineEvent("offline_message", {
    offline_message_id: Text,
    message: Text,
    timestamp: Type.Integer(),
  })((at) => ({
    offline_message_id: "731",
    message: "Please call me back",
    timestamp: at,
  })),
  chat_created: defineEvent("chat_created", {
    chat_id: ChatId,
    agent: WebhookAgent,
  })(() => ({ agent: { id: "0", name: "", email: "", phone: "" } })),
  message_created: defineEvent("message_created", {
    chat_id: ChatId,
    agent: WebhookAgent,
    chat_message: WebhookChatMessage,
  })((at) => ({
    agent,
    chat_message: { ...sampleMessage(at), message: "Where is my parcel?" },
  })),
  chat_rated: defineEvent("chat_rated", {
    chat_id: ChatId,
    agent: WebhookAgent,
    agents: Type.Array(WebhookAgent),
    rate: Rating,
    rating_comment: Type.Optional(Text),
  })(() => ({ agent, agents: [agent], rate: "positive" })),
  /** Changed contacts. `chat_id` and `agent` are present only while the visitor has a chat. */
  visitor_updated: defineEvent("visitor_updated", {
    chat_id: Type.Optional(ChatId),
    agent: Type.Optional(WebhookAgent),
    changes: Type.Array(WebhookVisitorChange),
  })(() => ({
    agent,
    changes: [{ field: "phone", by: "operator", agent_id: 9 }],
  })),
  message_delivery_failed: defineEvent("message_delivery_failed", {
    chat_id: ChatId,
    agent: WebhookAgent,
    chat_message: WebhookChatMessage,
    delivery: WebhookFailedDelivery,
  })((at) => ({
    agent,
    chat_message: { ...sampleMessage(at), type: "agent", agent_id: 9, name: "Ines" },
    delivery: { id: 40_119, to: "channel", attempts: 3, code: "http_error" },
  })),
  snoozed: defineEvent("snoozed", {
    chat_id: ChatId,
    agent: WebhookAgent,
    /** End of the snooze, in seconds since 1970. null: until the customer writes. */
    until: Nullable(Type.Integer()),
    stay: Type.Boolean(),
    agent_id: Type.Optional(Type.Integer()),
  })((at) => ({ agent, until: at + 3_600, stay: false, agent_id: 9 })),
  snooze_ended: defineEvent("snooze_ended", {
    chat_id: ChatId,
    agent: WebhookAgent,
    reason: SnoozeEndReason,
    agent_id: Type.Optional(Type.Integer()),
  })(() => ({ agent, reason: "time" })),
  sla_at_risk: defineEvent("sla_at_risk", {
    chat_id: ChatId,
    agent: WebhookAgent,
    sla: WebhookSla,
  })((at) => ({ agent, sla: sampleSla("at_risk", at + 600) })),
  sla_broken: defineEvent("sla_broken", { chat_id: ChatId, agent: WebhookAgent, sla: WebhookSla })(
    (at) => ({ agent, sla: sampleSla("broken", at) }),
  ),
  promised: defineEvent("promised", {
    chat_id: ChatId,
    agent: WebhookAgent,
    promise: WebhookPromise,
    agent_id: Type.Optional(Type.Integer()),
  })((at) => ({ agent, promise: samplePromise("running", at + 3_600), agent_id: 9 })),
  promise_kept: defineEvent("promise_kept", {
    chat_id: ChatId,
    agent: WebhookAgent,
    promise: WebhookPromise,
  })((at) => ({ agent, promise: samplePromise("kept", at + 600) })),
  promise_broken: defineEvent("promise_broken", {
    chat_id: ChatId,
    agent: WebhookAgent,
    promise: WebhookPromise,
  })((at) => ({ agent, promise: samplePromise("broken", at) })),
  chat_action: defineEvent("chat_action", {
    chat_id: ChatId,
    agent: WebhookAgent,
    cause: MessageCause,
  })(() => ({ agent, cause: { kind: "rule", id: 3, name: "Escalate" } })),
  /** `chat_id` and `agent` are present only for the field of a chat and while a chat runs. */
  field_changed: defineEvent("field_changed", {
    chat_id: Type.Optional(ChatId),
    agent: Type.Optional(WebhookAgent),
    object: FieldObject,
    key: Text,
    /** Absent: the field has or had no value. */
    value: Type.Optional(FieldValue),
    previous: Type.Optional(FieldValue),
    source: FieldSource,
    agent_id: Type.Optional(Type.Integer()),
  })(() => ({
    agent,
    object: "visitor",
    key: "plan",
    value: "pro",
    previous: "free",
    source: "operator",
    agent_id: 9,
  })),
} as const satisfies { readonly [N in WebhookEventName]?: { readonly schema: TSchema } };
type DetailedEvents = typeof detailedEvents;

/** The bodies of all events. Documents and samples follow from this table. */
export const webhookEventTable = Object.fromEntries(
  webhookEvents.map((name) => [
    name,
    name in detailedEvents ? detailedEvents[name as keyof DetailedEvents] : defineChatEvent(name),
  ]),
) as {
  readonly [N in WebhookEventName]: N extends keyof DetailedEvents
    ? DetailedEvents[N]
    : ReturnType<typeof defineChatEvent<N>>;
};
type EventTable = typeof webhookEventTable;

/** Events whose replies can contain data for the operator (WH-042). */
export const eventsWithData = webhookEvents.filter((name) => webhookEventTable[name].takesData);

export type WebhookBodies = { readonly [N in WebhookEventName]: EventTable[N]["schema"] };
export const webhookBodies = Object.fromEntries(
  webhookEvents.map((name) => [name, webhookEventTable[name].schema]),
) as WebhookBodies;
export type WebhookBody = { [N in WebhookEventName]: Static<WebhookBodies[N]> }[WebhookEventName];

/** Creates the body of a sample (WH-070). `chat_id` is 0. `at` is in seconds since 1970. */
export function createSampleEvent(event: WebhookEventName, at: number): WebhookBody {
  return webhookEventTable[event].sample(at);
}

/**
 * The schemas by their names in the API documents: `ChatCreated` for `chat_created`. An offline
 * message is an entity too, so its event has a name of its own.
 */
export const webhookBodySchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  webhookEvents.map((name) => [
    name === "offline_message" ? "OfflineMessageEvent" : toPascalCase(name),
    webhookBodies[name],
  ]),
);
function toPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
}
