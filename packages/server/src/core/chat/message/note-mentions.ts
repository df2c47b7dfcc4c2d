import type { ChatData } from "../../event.ts";
import { fail, type Failure } from "../../failure.ts";
import type { CommandContext } from "../../command.ts";

/** Maximum number of operators that one note mentions. */
export const maxMentions = 20;

/**
 * Returns the operators that a note mentions (API-046), each once, without the author. All must be
 * active, see the chat, read its text and write in it; otherwise the failure is `invalid_request`.
 */
export function findMentions(
  context: CommandContext,
  chat: ChatData,
  authorId: number,
  ids: readonly number[],
): readonly number[] | Failure {
  if (ids.length > maxMentions) return fail("invalid_request", `A note names at most ${maxMentions} people.`, { field: "mentions" });
  const mentioned = [...new Set(ids)].filter((id) => id !== authorId);
  const unauthorized = mentioned.find((id) => !canReadAndWrite(context, chat, id));
  if (unauthorized !== undefined)
    return fail("invalid_request", `Operator ${unauthorized} cannot read and write in this chat.`, { field: "mentions" });
  return mentioned;
}

/**
 * Operators see chats of their channels and those they participate in. Developers see no text,
 * viewers have no read mark (CORE-001).
 */
function canReadAndWrite({ config }: CommandContext, chat: ChatData, id: number): boolean {
  const operator = config.operators.get(id);
  if (operator === undefined || !operator.active) return false;
  if (operator.role !== "operator") return operator.role === "owner" || operator.role === "admin";
  const isChosen = config.channels.get(chat.channel.id)?.operators.has(id) ?? false;
  return isChosen || chat.assignee?.id === id || chat.participants.some((participant) => participant.id === id);
}
