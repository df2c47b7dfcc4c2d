import type { ChatEntity, Delivery, Message, PersonRef, Visitor } from "./entity.ts";

/**
 * A fact that happened (API-107). Verbs make them; the gateway numbers and stores them.
 * `chat.seq`, `chat.visitor.number`, `message.seq` and `visitor.number` are set by the write and are absent here.
 */
export type Draft<T> = Omit<T, "seq" | "number">;
export type VisitorDraft = Draft<Visitor>;
/** A chat as verbs see it: without its seq and its visitor, which is the group's. */
export type ChatDraft = Omit<ChatEntity, "seq" | "visitor">;
export type MessageDraft = Draft<Message>;

export type Event =
  | { readonly name: "visitor_created" | "visitor_updated"; readonly visitor: VisitorDraft }
  | { readonly name: "chat_created" | "chat_updated" | "chat_closed"; readonly chat: ChatDraft }
  | { readonly name: "chat_accepted"; readonly chat: ChatDraft; readonly by: PersonRef }
  | { readonly name: "message_created"; readonly message: MessageDraft }
  | { readonly name: "delivery_updated"; readonly delivery: Delivery }
  | { readonly name: "settings_changed"; readonly kind: SettingsKind; readonly id: number | null };

export type EventName = Event["name"];
export type SettingsKind = "account" | "operator" | "channel" | "api_key" | "instance";
