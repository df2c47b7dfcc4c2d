import type { ChatData, NewEvent } from "../event.ts";
import type { CommandContext } from "../command.ts";

/** Returns the chat before the command, or null if it is new. Planners compare the two. */
export function chatBeforeCommand(context: CommandContext, chatId: number): ChatData | null {
  if (context.chat?.id === chatId) return context.chat.entity;
  return context.currentChat?.id === chatId ? context.currentChat.entity : null;
}

/** Returns the chat as these events leave it, or undefined if none changes it. */
export function chatAfterEvents(events: readonly NewEvent[]): ChatData | undefined {
  const last = events.findLast((event) => "chat" in event);
  return last !== undefined && "chat" in last ? last.chat : undefined;
}
