import type { Message, Reaction } from "../../../core/entity.ts";
import { toMessageNumber } from "./external-id.ts";
import { buildParts, type OutgoingPart } from "./build-parts.ts";

/**
 * Converts an edited or deleted message to the requests that change its parts, which have
 * `externalIds` (TG-045). A longer text needs further parts, a shorter one fewer.
 */
export function buildChange(
  message: Message,
  externalIds: readonly string[],
): readonly OutgoingPart[] {
  const numbers = externalIds.map(toMessageNumber);
  const parts = message.deleted_at === undefined ? buildParts(message, null) : [];
  return [
    ...parts.map((part, n) =>
      n < numbers.length
        ? { method: "editMessageText", values: { ...part.values, message_id: numbers[n] } }
        : part,
    ),
    ...numbers
      .slice(parts.length)
      .map((number) => ({ method: "deleteMessage", values: { message_id: number } })),
  ];
}

/** Converts the reaction of the team to the request that sets it, or takes it back (TG-047). */
export const buildReaction = ({ emoji }: Reaction, externalId: string): OutgoingPart => ({
  method: "setMessageReaction",
  values: {
    message_id: toMessageNumber(externalId),
    reaction: emoji === null ? [] : [{ type: "emoji", emoji }],
  },
});
