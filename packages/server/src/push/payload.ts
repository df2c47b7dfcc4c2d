import type { Call, Message } from "../core/entity.ts";
import type { Claim } from "../delivery/queue/index.ts";
import { maxTextLength, type PushPayload } from "./request.ts";
import type { QuietHours } from "./quiet-hours.ts";

/** The device and the chat of a push message, loaded when it is sent. */
export interface PushData {
  readonly language: "en" | "ru";
  readonly showText: boolean;
  readonly quiet: QuietHours | null;
  /** Whether the session of the device and its operator are active. */
  readonly isSignedIn: boolean;
  /** Whether the operator has set their presence to offline. */
  readonly isOffline: boolean;
  /** Whether the operator's role may read messages of visitors (CORE-001). */
  readonly canReadMessages: boolean;
  readonly chat: {
    readonly isWaiting: boolean;
    /** Whether the chat was assigned to the operator, and they have not opened it since. */
    readonly isAssigned: boolean;
    readonly name: string | null;
    readonly number: number;
    readonly channel: string;
    readonly text: string;
    readonly byBot: boolean;
  } | null;
}
export type PushDataWithChat = PushData & { readonly chat: NonNullable<PushData["chat"]> };

export function toChatPayload(
  { language, showText, canReadMessages, chat }: PushDataWithChat,
  { delivery, source }: Claim,
): PushPayload {
  const id = delivery.chatId ?? 0;
  if (delivery.event === "chat_taken") return { kind: "chat_taken", chat: id };
  if (delivery.event === "chat_notice") {
    const { name, number } = chat;
    const { detail = "" } = (JSON.parse(source.entry.body) as Message).line ?? {};
    const shown = showText && canReadMessages ? cutToLimit(detail) : undefined;
    return { kind: "chat_notice", chat: id, name, number, text: shown, language };
  }
  const text = cutToLimit(chat.text);
  return {
    kind: delivery.event === "operator_assigned" ? "chat_assigned" : "chat_waiting",
    chat: id,
    name: chat.name,
    number: chat.number,
    channel: chat.channel,
    text: showText && canReadMessages && text !== "" ? text : undefined,
    bot: chat.byBot ? true : undefined,
    language,
  };
}

const cutToLimit = (text: string): string => Array.from(text).slice(0, maxTextLength).join("");

/** A reminder as devices show it (REM-004). */
export interface PushReminder {
  readonly id: number;
  readonly operatorId: number;
  readonly chatId: number | null;
  readonly text: string;
}
export function toReminderPayload(
  { language, showText }: PushData,
  { id, chatId, text }: PushReminder,
): PushPayload {
  return {
    kind: "reminder",
    reminder: id,
    about: chatId ?? undefined,
    text: showText ? cutToLimit(text) : undefined,
    language,
  };
}

export function toCallPayload(
  { language, showText, canReadMessages, chat }: PushDataWithChat,
  { delivery }: Claim,
  call: Call,
): PushPayload {
  if (delivery.event === "call_taken") return { kind: "call_taken", call: call.id };
  const { name, number, channel } = chat;
  return {
    kind: "call_waiting",
    call: call.id,
    name,
    number,
    channel,
    text: showText && canReadMessages ? call.phone : undefined,
    language,
  };
}
