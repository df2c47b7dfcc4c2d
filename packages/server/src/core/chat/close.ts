import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, systemLine, timeText } from "./draft.ts";
import { after } from "./state.ts";

/** Why a chat ended when no operator ended it. */
export type CloseCause = "visitor" | "inactivity" | "blocked" | "channel_deleted";

export type CloseChat =
  /** `reason`: the operator's own words, null for none. */
  { readonly operatorId: number; readonly reason: string | null } | { readonly cause: CloseCause };

/**
 * Ends a chat, finally and at once (CORE-031, CORE-038). `close_reason` is the operator's words, else `operator`, else the cause.
 * A closed chat: `chat_closed`. Answers the chat.
 */
export function closeChat(input: CloseChat): Verb {
  return (scene) => {
    const by = "cause" in input ? null : actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const state = after(chat.entity.state, "close");
    if (state === null) return fail("chat_closed", "This chat is closed already.");
    const reason = "cause" in input ? input.cause : (input.reason ?? "operator");
    const closed: ChatDraft = { ...chat.entity, state, closed_at: timeText(scene.now), close_reason: reason, wait: null };
    const words = "cause" in input ? `The chat was closed: ${causeWords[input.cause]}` : `${by?.name} closed the chat`;
    const line = systemLine(scene, closed.id, { code: "closed", by, detail: reason }, words);
    return { events: [line, { name: "chat_closed", chat: closed }], answer: chatAnswer(closed, visitor.entity) };
  };
}

const causeWords: Record<CloseCause, string> = {
  visitor: "the visitor ended it",
  inactivity: "nobody wrote for a long time",
  blocked: "the visitor was blocked",
  channel_deleted: "its channel was deleted",
};
