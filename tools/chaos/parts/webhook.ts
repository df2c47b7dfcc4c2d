import type { FakeWebhook } from "../../../packages/testkit/src/index.ts";
import { compareArrivals, findSenderChats, type StoredMessages } from "./load-part.ts";

/** An event that the webhook received. */
export interface WebhookRecord {
  readonly id: string;
  readonly chatId: number;
  /** Number of the event in its chat. */
  readonly seq: number;
  /** Number of the message in its chat. Null for other events. */
  readonly messageSeq: number | null;
}

/** Senders whose channels have the webhook. */
const senders = /^[vb]\d+$/;

/** Returns the events of the webhook in the order of their arrival, repeats included. */
export const readWebhookRecords = ({ requests }: FakeWebhook): readonly WebhookRecord[] =>
  requests.map(({ id, chatId, seq, body }) => ({
    id,
    chatId: chatId ?? 0,
    seq,
    messageSeq: (body as { chat_message?: { seq: number } }).chat_message?.seq ?? null,
  }));

/** Each message arrives at least once, in order, and the events of a chat have no gap. */
export function checkWebhook(
  records: readonly WebhookRecord[],
  stored: StoredMessages,
): readonly string[] {
  return findSenderChats(stored, senders).flatMap((messages) => {
    const chatId = messages[0]?.chat_id ?? 0;
    const events = records.filter((record) => record.chatId === chatId);
    const last = Math.max(0, ...events.map(({ seq }) => seq));
    const places = Array.from({ length: last }, (_, n) => `event ${n + 1}`);
    const texts = messages
      .filter(({ author }) => author.kind !== "system")
      .map(({ seq }) => `message ${seq}`);
    return [
      ...compareArrivals(
        places,
        events.map(({ seq }) => `event ${seq}`),
      ),
      ...compareArrivals(
        texts,
        events.flatMap(({ messageSeq }) => (messageSeq === null ? [] : [`message ${messageSeq}`])),
      ),
    ].map((finding) => `webhook: chat ${chatId}: ${finding}`);
  });
}
