import type { Chat, Message } from "@parlour/protocol";

/**
 * The message a row shows: the newest. A closed chat ends in the line that it was closed, which its view says already: there it is the last
 * one that somebody wrote, as far as the messages are known here.
 */
export function rowMessage(chat: Pick<Chat, "state" | "last_message">, messages: readonly Message[]): Message | null {
  const last = chat.last_message;
  if (chat.state !== "closed" || last === null || last.author.kind !== "system") return last;
  return messages.findLast((message) => message.author.kind !== "system") ?? last;
}
