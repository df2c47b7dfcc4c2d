import type { Call, ChatEntity, Delivery, Message, OfflineMessage, PersonRef, Visitor } from "./entity.ts";

/**
 * A fact that happened (API-107). Verbs make them; the gateway numbers and stores them.
 * `chat.seq`, `chat.visitor.number`, `message.seq` and `visitor.number` are set by the write and are absent here.
 */
export type Draft<T> = Omit<T, "seq" | "number">;
export type VisitorDraft = Draft<Visitor>;
/** A chat as verbs see it: without its seq and its visitor, which is the group's. */
export type ChatDraft = Omit<ChatEntity, "seq" | "visitor">;
export type MessageDraft = Draft<Message>;
/** Without its visitor, which is the group's. */
export type OfflineMessageDraft = Omit<OfflineMessage, "visitor">;

/**
 * Why a visitor or a chat changed, for planners; never serialised. `webhook`: by the reply of a webhook, which owes no other webhook
 * (WH-012). `visitor`: what is known of the visit changed (page, custom data). A `chat_updated` without cause is the chat's own business.
 */
export type Cause = "webhook" | "visitor";

export type Event =
  | { readonly name: "visitor_created" | "visitor_updated"; readonly visitor: VisitorDraft; readonly cause?: Cause }
  | { readonly name: "chat_created" | "chat_updated" | "chat_closed"; readonly chat: ChatDraft; readonly cause?: Cause }
  | { readonly name: "chat_accepted"; readonly chat: ChatDraft; readonly by: PersonRef }
  /** Given from one operator to another who took it, or to a department, where it waits (API-025). */
  | { readonly name: "chat_transferred"; readonly chat: ChatDraft; readonly by: PersonRef; readonly to: PersonRef }
  /** The chat leaves its bot (BOT-053, BOT-070); `reason` is the code of its system line. */
  | { readonly name: "chat_handed_over"; readonly chat: ChatDraft; readonly by: PersonRef | null; readonly reason: string }
  /** An operator bound it to the CRM card behind `crmLink` (WH-045). */
  | { readonly name: "chat_assigned"; readonly chat: ChatDraft; readonly crmLink: string }
  | { readonly name: "message_created"; readonly message: MessageDraft }
  /** The visitor has or saw his messages up to this one (CORE-052); `chat` keeps how far. */
  | { readonly name: "message_updated"; readonly message: Message; readonly chat: ChatDraft }
  /** `cause`, never serialised: its telephony server knows already; its note alone changed, which is nobody's business outside. */
  | { readonly name: "call_updated"; readonly call: Call; readonly cause?: "reported" | "noted" }
  /** `mailed`: its latest answer is a mail that is owed now; never serialised. */
  | { readonly name: "offline_message_updated"; readonly offlineMessage: OfflineMessageDraft; readonly mailed?: true }
  | { readonly name: "delivery_updated"; readonly delivery: Delivery }
  | { readonly name: "settings_changed"; readonly kind: SettingsKind; readonly id: number | null };

export type EventName = Event["name"];
export type SettingsKind =
  | "account"
  | "operator"
  | "channel"
  | "api_key"
  | "instance"
  | "department"
  | "bot"
  | "bot_provider"
  | "webhook"
  | "endpoint"
  | "tag"
  | "canned_reply"
  | "blacklist"
  | "push"
  | "trigger"
  /** Erased: what is known of him and of his chats is read again (CORE-116); `id` is his number. */
  | "visitor";
