import type { ChatEntity, ChatNotice } from "../entity.ts";
import type { ChatData } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandHandler } from "../command.ts";
import { createChatAnswer, formatTime } from "./create.ts";

/** Returns the chat with a notice to an operator, which replaces their earlier one (CORE-150). */
export function withNotice(chat: ChatData, createNotice: ChatNotice): ChatData {
  const others = (chat.notices ?? []).filter((other) => other.to.id !== createNotice.to.id);
  return { ...chat, notices: [...others, createNotice] };
}

/** Returns the chat without the notice to one operator, or without all notices. */
export function withoutNotices(chat: ChatData, operatorId?: number): ChatData {
  return filterNotices(chat, ({ to }) => operatorId !== undefined && to.id !== operatorId);
}

/** Returns the chat without notices about transfers. Needed after its operator changed. */
export function withoutTransferNotices(chat: ChatData): ChatData {
  return filterNotices(chat, ({ kind }) => kind === "reassigned");
}

/** Returns the chat without the notice of the operator to whom it was assigned (CORE-341). */
export function withoutAssignmentNotice(chat: ChatData): ChatData {
  return filterNotices(chat, ({ kind }) => kind !== "assigned");
}

function filterNotices(chat: ChatData, isShown: (notice: ChatNotice) => boolean): ChatData {
  const { notices = [], ...rest } = chat;
  const shown = notices.filter(isShown);
  return shown.length === 0 ? rest : { ...rest, notices: shown };
}

/** Creates a notice to the operator `to`. */
export function createNotice(
  { detail = null, ...notice }: Pick<ChatNotice, "kind" | "to" | "by"> & Partial<ChatNotice>,
  now: number,
): ChatNotice {
  return { ...notice, detail, at: formatTime(now), opened_at: null };
}

/**
 * Marks the notice of an operator as opened, or dismisses it (CORE-150). Changes nothing if there
 * is not a notice. Subject: `{chat}`. Result: the chat.
 */
export function markNotice(input: {
  readonly operatorId: number;
  readonly state: "opened" | "dismissed";
}): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const ownNotice = chat.entity.notices?.find((other) => other.to.id === actor.id);
    const isChanged =
      ownNotice !== undefined && (input.state === "dismissed" || ownNotice.opened_at === null);
    if (!isChanged) return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const next =
      input.state === "dismissed"
        ? withoutNotices(chat.entity, actor.id)
        : withNotice(chat.entity, { ...ownNotice, opened_at: formatTime(context.now) });
    return {
      events: [{ name: "chat_updated", chat: next }],
      answer: createChatAnswer(next, visitor.entity),
    };
  };
}
