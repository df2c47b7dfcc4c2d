import { isInvited } from "../bot/scope.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { chatAnswer, systemLine, timeText } from "./draft.ts";
import { uninvited } from "./invite.ts";
import { withoutNotices } from "./notices.ts";
import { after } from "./state.ts";

/** Reason of a close that no operator requested. */
export type CloseCause = "visitor" | "inactivity" | "blocked" | "channel_deleted";

export type CloseChat =
  /** `reason`: the operator's text; null: none. */
  { readonly operatorId: number; readonly reason: string | null } | { readonly cause: CloseCause };

/**
 * Closes a chat, finally and at once (CORE-031, CORE-038). `close_reason` is the operator's text,
 * else `operator`, else the cause. A text equal to a cause is only stored in the system message,
 * because integrations decide by causes (`blacklisted`, WH-028). Event: `chat_closed`. Answers the
 * chat.
 */
export function closeChat(input: CloseChat): Verb {
  return (scene) => {
    const by = "cause" in input ? null : actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const said = "cause" in input ? input.cause : (input.reason ?? "operator");
    const closed = ended(scene, chat.entity, "cause" in input || !Object.hasOwn(causeWords, said) ? said : "operator");
    if (closed === null) return fail("chat_closed", "This chat is closed already.");
    const words = "cause" in input ? `The chat was closed: ${causeWords[input.cause]}` : `${by?.name} closed the chat`;
    const line = systemLine(scene, closed.id, { code: "closed", by, detail: said }, words);
    return { events: [line, { name: "chat_closed", chat: closed }], answer: chatAnswer(closed, visitor.entity) };
  };
}

/** Returns the chat as closed now; null: it was closed before. */
export function ended(scene: Scene, chat: ChatDraft, reason: string): ChatDraft | null {
  const state = after(chat.state, "close");
  if (state === null) return null;
  const at = timeText(scene.now);
  const { transfer: _, ...rest } = withoutNotices(uninvited(chat));
  return { ...rest, state, closed_at: at, close_reason: reason, bot: botAtEnd(chat, at), wait: null };
}

/**
 * Removes buttons and the silence timer. If an invitation of operators is open, the chat counts as
 * missed (BOT-070).
 */
function botAtEnd(chat: ChatDraft, at: string): ChatDraft["bot"] {
  if (chat.bot === null) return null;
  const { buttons: _, silent_since: __, undelivered: ___, choices: ____, ...rest } = chat.bot;
  return isInvited(chat) ? { ...rest, missed_at: at } : rest;
}

const causeWords: Record<CloseCause, string> = {
  visitor: "the visitor ended it",
  inactivity: "nobody wrote for a long time",
  blocked: "the visitor was blocked",
  channel_deleted: "its channel was deleted",
};
