import type {
  Call,
  ChatEntity,
  Delivery,
  FieldChange,
  Message,
  OfflineMessage,
  NamedRef,
  SnoozeEndReason,
  Visitor,
} from "./entity.ts";

/**
 * An entity without its stored numbers. The write path sets `chat.seq`, `chat.number`,
 * `chat.visitor.number`, `message.seq` and `visitor.number` when it stores an event.
 */
type Unnumbered<T> = Omit<T, "seq" | "number">;
export type VisitorData = Unnumbered<Visitor>;
/**
 * A chat as command handlers see it: without `seq` and `number`, and without the visitor, whom the
 * commit batch adds.
 */
export type ChatData = Omit<Unnumbered<ChatEntity>, "visitor">;
export type NewMessage = Unnumbered<Message>;
/** An offline message without its visitor, whom the commit batch adds. */
export type NewOfflineMessage = Omit<OfflineMessage, "visitor">;

/**
 * Why a visitor or a chat changed. Only delivery planners read the cause, which is never
 * serialised. `webhook`: the response of a webhook changed it, so no other webhook is called
 * (WH-012). `visitor`: data of the visit changed (page, custom data). Absent if the chat itself
 * changed.
 */
type ChangeCause = "webhook" | "visitor";

/** The delivery with which a service makes a change of a stored message (CORE-430). */
export interface ChangeDelivery {
  readonly id: number;
  readonly event: "edit" | "deletion" | "reaction";
}

/** An event that a command handler decided (API-107). The commit gateway numbers and stores it. */
export type NewEvent =
  /** `greetingOf`: the channel whose greeting the visitor gets. Never serialised. */
  | {
      readonly name: "visitor_created";
      readonly visitor: VisitorData;
      readonly cause?: ChangeCause | undefined;
      readonly greetingOf?: number | undefined;
    }
  | {
      readonly name: "visitor_updated";
      readonly visitor: VisitorData;
      readonly cause?: ChangeCause | undefined;
    }
  /** A value of a field of a stored visitor or chat changed (FLD-016). */
  | {
      readonly name: "field_changed";
      readonly change: Omit<FieldChange, "visitor">;
      readonly cause?: ChangeCause | undefined;
    }
  | {
      readonly name: "chat_created" | "chat_updated" | "chat_closed";
      readonly chat: ChatData;
      readonly cause?: ChangeCause | undefined;
    }
  /** The due time of the chat is near, or has passed (SLA-013). */
  | { readonly name: "chat_sla_at_risk" | "chat_sla_broken"; readonly chat: ChatData }
  /** The promise to the visitor was made, is nearly due, or ended (PROM-001, PROM-003). */
  | {
      readonly name:
        | "chat_promised"
        | "chat_promise_at_risk"
        | "chat_promise_kept"
        | "chat_promise_broken";
      readonly chat: ChatData;
    }
  | { readonly name: "chat_accepted"; readonly chat: ChatData; readonly by: NamedRef }
  /** The target operator accepted, or the chat waits in the target department (API-025). */
  | {
      readonly name: "chat_transferred";
      readonly chat: ChatData;
      readonly by: NamedRef;
      readonly to: NamedRef;
    }
  /** The chat leaves its bot (BOT-053, BOT-070). `reason`: code of the system message. */
  | {
      readonly name: "chat_handed_over";
      readonly chat: ChatData;
      readonly by: NamedRef | null;
      readonly reason: string;
    }
  /** An operator linked the chat to the CRM card at `crmLink` (WH-045). */
  | { readonly name: "chat_assigned"; readonly chat: ChatData; readonly crmLink: string }
  | { readonly name: "chat_snoozed"; readonly chat: ChatData; readonly by: NamedRef | null }
  | {
      readonly name: "chat_snooze_ended";
      readonly chat: ChatData;
      readonly by: NamedRef | null;
      readonly reason: SnoozeEndReason;
    }
  | { readonly name: "message_created"; readonly message: NewMessage }
  /**
   * The visitor received or saw messages up to this one (CORE-052), whose position `chat` stores.
   * `edited`: this message was changed (CORE-283, CORE-350), so the write path replaces the stored
   * message too. `startsDelivery`: what a service must do (CORE-430). `withdrawsDelivery`: the
   * delivery that ends with this change, because the message is not sent (CORE-350). The fields are
   * never serialised.
   */
  | {
      readonly name: "message_updated";
      readonly message: Message;
      readonly chat: ChatData;
      readonly edited?: true;
      readonly startsDelivery?: ChangeDelivery | undefined;
      readonly withdrawsDelivery?: number;
    }
  /**
   * `cause` is never serialised. `reported`: the telephony server reported the change. `noted`:
   * only the note changed, so nothing is delivered.
   */
  | {
      readonly name: "call_updated";
      readonly call: Call;
      readonly cause?: "reported" | "noted" | undefined;
    }
  /** `mailed`: the latest answer must be sent by email. The field is never serialised. */
  | {
      readonly name: "offline_message_updated";
      readonly offlineMessage: NewOfflineMessage;
      readonly mailed?: true | undefined;
    }
  | { readonly name: "delivery_updated"; readonly delivery: Delivery }
  | { readonly name: "settings_changed"; readonly kind: SettingsKind; readonly id: number | null };

export type EventName = NewEvent["name"];
export type SettingsKind =
  | "account"
  | "operator"
  | "channel"
  | "api_key"
  | "instance"
  | "department"
  | "scheduled_report"
  | "role"
  | "status"
  | "agent"
  | "bot"
  | "bot_provider"
  | "webhook"
  | "endpoint"
  | "field"
  | "tag"
  | "canned_reply"
  | "blacklist"
  | "push"
  | "trigger"
  | "segment"
  | "view"
  | "macro"
  | "rule"
  | "sla_policy"
  | "article"
  | "article_section"
  /** A visitor, by number, was erased. Clients load them and their chats again (CORE-116). */
  | "visitor"
  /**
   * Visitors were merged or separated, or an operator said that two visitors are different
   * (CORE-290). `id` is the number of a visitor whose person or matches changed.
   */
  | "person";
