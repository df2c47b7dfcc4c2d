import type { Chat, Message } from "@parlour/protocol";

/**
 * Returns the newest message, which the row shows.
 *
 * A closed chat ends with a system message about the close. Its row shows the last message by a
 * person or bot instead, if that message is loaded.
 */
export function getLatestMessage(
  chat: Pick<Chat, "state" | "last_message">,
  messages: readonly Message[],
): Message | null {
  const last = chat.last_message;
  if (chat.state !== "closed" || last === null || last.author.kind !== "system") return last;
  return messages.findLast((message) => message.author.kind !== "system") ?? last;
}
