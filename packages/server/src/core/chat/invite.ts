import { fail, isFailure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { actingInside, colleague, isIn } from "./colleague.ts";
import { chatAnswer, systemLine } from "./draft.ts";

/**
 * Asks a colleague into an open chat (CORE-036, API-025): a system line that names him. He joins by `join` or does not; nothing else waits
 * for it. One who is in the chat: nothing. Subject `{chat}`. Failures: `forbidden`, `chat_closed`, `not_open`, `invalid_request`. Answers the chat.
 */
export function inviteColleague(input: {
  readonly operatorId: number;
  readonly colleagueId: number;
  /** For operators only: stands in the line; null for none. */
  readonly comment: string | null;
}): Verb {
  return (scene) => {
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const by = actingInside(scene, chat.entity, input.operatorId);
    if (isFailure(by)) return by;
    const to = colleague(scene, chat.entity, input.colleagueId);
    if (isFailure(to)) return to;
    const answer = chatAnswer(chat.entity, visitor.entity);
    if (isIn(chat.entity, to.id)) return { events: [], answer };
    const line = { code: "colleague_invited", by, to, ...(input.comment === null ? {} : { detail: input.comment }) };
    const words = `${by.name} invited ${to.name}${input.comment === null ? "" : `: ${input.comment}`}`;
    return { events: [systemLine(scene, chat.id, line, words)], answer };
  };
}
