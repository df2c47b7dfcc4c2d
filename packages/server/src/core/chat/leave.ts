import type { ChatDraft, Event } from "../event.ts";
import { fail } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { chatAnswer, systemLine, timeText } from "./draft.ts";
import { uninvited } from "./invite.ts";
import { notice, withNotice, withoutNotices, withoutTransferNotices } from "./notices.ts";
import { after, isRunning } from "./state.ts";

/**
 * Removes an operator from a chat: they left or were deactivated (CORE-003). The participant who
 * joined first becomes the assignee; without participants the chat waits again (CORE-031). For a
 * non-participant it changes nothing. Answers the chat.
 */
export function leaveChat(input: { readonly operatorId: number; readonly cause: "left" | "deactivated" }): Verb {
  return (scene) => {
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const before = chat.entity;
    if (!isRunning(before.state)) return fail("chat_closed", "This chat is closed.");
    const leaving = before.participants.find((one) => one.id === input.operatorId);
    if (leaving === undefined) return { events: [], answer: chatAnswer(before, visitor.entity) };

    const participants = before.participants.filter((one) => one.id !== input.operatorId);
    const assignee = before.assignee?.id === input.operatorId ? (participants[0] ?? null) : before.assignee;
    const state = participants.length === 0 ? after(before.state, "last_operator_gone") : before.state;
    if (state === null) return fail("chat_closed", "This chat cannot be left.");
    const { transfer } = before;
    const kept = state === "waiting" ? withoutTransferNotices(uninvited(before)) : withoutNotices(before, leaving.id);
    // A target who leaves has declined, so the sender gets the same notice.
    const isDeclined = transfer && transfer.to.id === leaving.id && state === "open";
    const next: ChatDraft = {
      ...(isDeclined ? withNotice(kept, notice("transfer_declined", transfer.by, transfer.to, scene.now)) : kept),
      state,
      assignee,
      participants,
      wait: state === "waiting" ? { since: timeText(scene.now) } : before.wait,
      ...withoutTransfer(before, input.operatorId, state === "waiting"),
    };
    const events: readonly Event[] = [
      systemLine(scene, next.id, { code: "left", by: leaving, detail: input.cause }, `${leaving.name} left the chat`),
      { name: "chat_updated", chat: next },
    ];
    return { events, answer: chatAnswer(next, visitor.entity) };
  };
}

/** A transfer ends if its sender or target leaves, or if no participant remains. */
function withoutTransfer({ transfer }: ChatDraft, leaving: number, isEmpty: boolean): Partial<ChatDraft> {
  return transfer && (isEmpty || transfer.by.id === leaving || transfer.to.id === leaving) ? { transfer: null } : {};
}
