import type { ChatNotice, NamedRef } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, timeText } from "./draft.ts";

/**
 * Returns the chat with a notice to one operator. It replaces an earlier notice to the same
 * operator (CORE-150).
 */
export function withNotice(chat: ChatDraft, notice: ChatNotice): ChatDraft {
  const others = (chat.notices ?? []).filter((one) => one.to.id !== notice.to.id);
  return { ...chat, notices: [...others, notice] };
}

/** Returns the chat without the notice to one operator, or without all notices. */
export function withoutNotices(chat: ChatDraft, operatorId?: number): ChatDraft {
  const { notices = [], ...rest } = chat;
  const others = operatorId === undefined ? [] : notices.filter((one) => one.to.id !== operatorId);
  return others.length === 0 ? rest : { ...rest, notices: others };
}

/** Returns the chat without notices about transfers, after its operator changed. */
export function withoutTransferNotices(chat: ChatDraft): ChatDraft {
  const { notices = [], ...rest } = chat;
  const others = notices.filter((one) => one.kind === "reassigned");
  return others.length === 0 ? rest : { ...rest, notices: others };
}

/** Creates a notice to the operator `to`. */
export function notice(kind: ChatNotice["kind"], to: NamedRef, by: NamedRef, now: number, detail: string | null = null): ChatNotice {
  return { kind, to, by, detail, at: timeText(now), opened_at: null };
}

/**
 * Marks the notice of an operator as opened, or dismisses it (CORE-150). Without a notice it
 * changes nothing. Subject `{chat}`. Answers the chat.
 */
export function markNotice(input: { readonly operatorId: number; readonly state: "opened" | "dismissed" }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const own = chat.entity.notices?.find((one) => one.to.id === by.id);
    const isChanged = own !== undefined && (input.state === "dismissed" || own.opened_at === null);
    if (!isChanged) return { events: [], answer: chatAnswer(chat.entity, visitor.entity) };
    const next =
      input.state === "dismissed"
        ? withoutNotices(chat.entity, by.id)
        : withNotice(chat.entity, { ...own, opened_at: timeText(scene.now) });
    return { events: [{ name: "chat_updated", chat: next }], answer: chatAnswer(next, visitor.entity) };
  };
}
