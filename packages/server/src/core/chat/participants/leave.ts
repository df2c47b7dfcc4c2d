import type { ChatEntity } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail } from "../../failure.ts";
import type { CommandHandler } from "../../command.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "../create.ts";
import { withoutInvitation } from "./invite.ts";
import { createNotice, withNotice, withoutNotices, withoutTransferNotices } from "../notices.ts";
import { getNextChatState, isRunningChatState } from "../state-machine.ts";

/**
 * Removes an operator from a chat, because they left or were deactivated (CORE-003). The
 * participant who joined first becomes the assignee. Without participants the chat waits again
 * (CORE-031). Changes nothing for an operator who is not a participant. Result: the chat.
 */
export function leaveChat(input: {
  readonly operatorId: number;
  readonly cause: "left" | "deactivated";
}): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const before = chat.entity;
    if (!isRunningChatState(before.state)) return fail("chat_closed", "This chat is closed.");
    const leaving = before.participants.find((participant) => participant.id === input.operatorId);
    if (leaving === undefined)
      return { events: [], answer: createChatAnswer(before, visitor.entity) };

    const participants = before.participants.filter(
      (participant) => participant.id !== input.operatorId,
    );
    const assignee =
      before.assignee?.id === input.operatorId ? (participants[0] ?? null) : before.assignee;
    const state =
      participants.length === 0
        ? getNextChatState(before.state, "last_operator_gone")
        : before.state;
    if (state === null) return fail("chat_closed", "This chat cannot be left.");
    const { transfer } = before;
    const baseChat =
      state === "waiting"
        ? withoutTransferNotices(withoutInvitation(before))
        : withoutNotices(before, leaving.id);
    // A target who leaves the chat has declined the transfer, so the sender gets the notice of a
    // declined transfer.
    const isDeclined = transfer && transfer.to.id === leaving.id && state === "open";
    const next: ChatData = {
      ...(isDeclined
        ? withNotice(
            baseChat,
            createNotice(
              { kind: "transfer_declined", to: transfer.by, by: transfer.to },
              context.now,
            ),
          )
        : baseChat),
      state,
      assignee,
      participants,
      wait: state === "waiting" ? { since: formatTime(context.now) } : before.wait,
      ...withoutTransfer(before, input.operatorId, state === "waiting"),
    };
    const events: readonly NewEvent[] = [
      createSystemMessage(
        context,
        next.id,
        { code: "left", by: leaving, detail: input.cause },
        `${leaving.name} left the chat`,
      ),
      { name: "chat_updated", chat: next },
    ];
    return { events, answer: createChatAnswer(next, visitor.entity) };
  };
}

/** Ends a transfer if its sender or target leaves, or if no participant remains. */
function withoutTransfer(
  { transfer }: ChatData,
  leaving: number,
  isEmpty: boolean,
): Partial<ChatData> {
  return transfer && (isEmpty || transfer.by.id === leaving || transfer.to.id === leaving)
    ? { transfer: null }
    : {};
}
