import type { ChatDraft } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import type { Scene } from "../ports.ts";

/** One note names at most so many. */
export const mostMentions = 20;

/**
 * Whom a note names (API-046): active operators who may see the chat, read its text and write in it; each once, the author never.
 * Failure `invalid_request`: one of them is none of these.
 */
export function mentionsOf(scene: Scene, chat: ChatDraft, authorId: number, ids: readonly number[]): readonly number[] | Failure {
  if (ids.length > mostMentions) return fail("invalid_request", `A note names at most ${mostMentions} people.`, { field: "mentions" });
  const named = [...new Set(ids)].filter((id) => id !== authorId);
  const stranger = named.find((id) => !reads(scene, chat, id));
  if (stranger !== undefined)
    return fail("invalid_request", `Operator ${stranger} does not read and write in this chat.`, { field: "mentions" });
  return named;
}

/** CORE-001: operators see chats of their channels and those they take part in; developers see no text, viewers have no read mark. */
function reads({ config }: Scene, chat: ChatDraft, id: number): boolean {
  const operator = config.operators.get(id);
  if (operator === undefined || !operator.active) return false;
  if (operator.role !== "operator") return operator.role === "owner" || operator.role === "admin";
  const isChosen = config.channels.get(chat.channel.id)?.operators.has(id) ?? false;
  return isChosen || chat.assignee?.id === id || chat.participants.some((person) => person.id === id);
}
