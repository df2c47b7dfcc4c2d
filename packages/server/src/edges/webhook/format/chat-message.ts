import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  webhookContactFields,
  type WebhookChatMessage,
  type WebhookVisitorChange,
} from "@parlour/protocol/webhook";
import { getLetterFacts } from "../../../core/chat/email/letter-facts.ts";
import { toFoldedText, toPlainText } from "../../../core/chat/message/message-text.ts";
import type { Message, MessageReference, Visitor } from "../../../core/entity.ts";

/** A message that is an event of its own. Notes cause no event. */
export type ChatMessage = Omit<Message, "kind"> & {
  readonly kind: WebhookChatMessage["kind"];
};

/** Returns the message. Throws for a note, which webhooks never receive (WH-108). */
export function toChatMessage(message: Message): ChatMessage {
  const { kind } = message;
  if (kind === "note") throw new Error("no webhook event exists for a note");
  return { ...message, kind };
}

/**
 * Serializes a message (WH-108). A system message has its code and never a text, because its text
 * may contain words that operators wrote for each other.
 */
export function serializeChatMessage(
  message: ChatMessage,
  { withText }: { readonly withText: boolean },
): WebhookChatMessage {
  const { id, seq, author, kind, created_at, line, refers_to } = message;
  const isSystem = author.kind === "system";
  const quoted = toFoldedText(message);
  return {
    id,
    seq,
    type: author.kind === "operator" ? "agent" : author.kind,
    kind,
    timestamp: Math.floor(Date.parse(created_at) / 1_000),
    ...omitAbsent({ agent_id: (author.kind === "operator" && author.id) || undefined }),
    name: author.name,
    ...omitAbsent({
      message: withText && !isSystem ? toPlainText(message) : undefined,
      quoted: (withText && quoted) || undefined,
    }),
    ...(withText ? getLetterFacts(message) : null),
    ...omitAbsent({
      refers_to: refers_to === undefined || withText ? refers_to : withoutTexts(refers_to),
      code: isSystem ? (line?.code ?? "") : undefined,
    }),
  };
}

const withoutTexts = ({ kind, seq }: MessageReference): MessageReference => ({
  kind,
  ...omitAbsent({ seq }),
});

/**
 * Lists the values of a visitor that were set at or after `at`, in milliseconds since 1970, and who
 * set them (WH-111). A removed value has no time, so it is not listed.
 */
export function listVisitorChanges(visitor: Visitor, at: number): WebhookVisitorChange[] {
  return webhookContactFields.flatMap((field) => {
    const value = visitor[field];
    if (value === null || Date.parse(value.at) < at) return [];
    return [
      {
        field,
        by: value.source,
        ...omitAbsent({ agent_id: value.by?.id }),
      },
    ];
  });
}
