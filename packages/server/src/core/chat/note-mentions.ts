import type { ChatDraft } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import type { Scene } from "../ports.ts";

/** Maximum number of operators that one note mentions. */
export const mostMentions = 20;

/**
 * Returns the operators that a note mentions (API-046), each once, without the author. All must be
 * active, see the chat, read its text and write in it; otherwise the failure is `invalid_request`.
 */
export function mentionsOf(scene: Scene, chat: ChatDraft, authorId: number, ids: readonly number[]): readonly number[] | Failure {
  if (ids.length > mostMentions) return fail("invalid_request", `A note names at most ${mostMentions} people.`, { field: "mentions" });
  const named = [...new Set(ids)].filter((id) => id !== authorId);
  const stranger = named.find((id) => !reads(scene, chat, id));
  if (stranger !== undefined)
    return fail("invalid_request", `Operator ${stranger} does not read and write in this chat.`, { field: "mentions" });
  return named;
}

/**
 * Operators see chats of their channels and those they participate in. Developers see no text,
 * viewers have no read mark (CORE-001).
 */
function reads({ config }: Scene, chat: ChatDraft, id: number): boolean {
  const operator = config.operators.get(id);
  if (operator === undefined || !operator.active) return false;
  if (operator.role !== "operator") return operator.role === "owner" || operator.role === "admin";
  const isChosen = config.channels.get(chat.channel.id)?.operators.has(id) ?? false;
  return isChosen || chat.assignee?.id === id || chat.participants.some((person) => person.id === id);
}
