import type { ChatEntity, NamedRef, Presence } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeActor, type Actor } from "../../operator/authorize.ts";
import type { CommandContext, CommandHandler } from "../../command.ts";
import { toOpenChat, withParticipant } from "../accept.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "../create.ts";
import { withoutInvitation } from "./invite.ts";
import { findTargetOperator } from "./participants.ts";
import {
  createNotice,
  withNotice,
  withoutAssignmentNotice,
  withoutNotices,
  withoutTransferNotices,
} from "../notices.ts";
import { endSnooze } from "../snooze.ts";
import { isRunningChatState } from "../state-machine.ts";

interface AssignByRule {
  readonly to: { readonly operatorId: number } | { readonly departmentId: number };
  readonly presence: (operatorId: number) => Presence;
}
type Change = { readonly chat: ChatData; readonly events: readonly NewEvent[] } | Failure;

/**
 * Gives a chat to an operator at once, or to a department, where it waits (RULE-020). Unlike an
 * operator, a rule also assigns chats that nobody has. Nothing changes if the operator or the
 * department has the chat already. Subject: `{chat}`. Failures: `not_found`, `chat_closed`,
 * `not_open` (a bot answers), `transfer_open`, `invalid_request`. Result: the chat.
 */
export function assignByRule(input: AssignByRule): CommandHandler<ChatEntity> {
  return (context) => {
    const actor = authorizeActor(context, null);
    if (isFailure(actor)) return actor;
    const { visitor } = context;
    const chat = context.chat?.entity;
    if (chat === undefined || visitor === null) return fail("not_found", "There is no such chat.");
    if (!isRunningChatState(chat.state)) return fail("chat_closed", "This chat is closed.");
    if (chat.transfer)
      return fail("transfer_open", `This chat is being transferred to ${chat.transfer.to.name}.`);
    const { to, presence } = input;
    const change =
      "operatorId" in to
        ? assignToOperator(context, chat, actor, { id: to.operatorId, presence })
        : assignToDepartment(context, chat, actor, to.departmentId);
    if (isFailure(change)) return change;
    return { events: change.events, answer: createChatAnswer(change.chat, visitor.entity) };
  };
}

/** Gives the chat to an operator. Their limit of chats does not apply, as in CORE-341. */
function assignToOperator(
  context: CommandContext,
  chat: ChatData,
  actor: Actor,
  { id, presence }: { readonly id: number; readonly presence: AssignByRule["presence"] },
): Change {
  const to = findTargetOperator(context, chat, id);
  if (isFailure(to)) return to;
  if (chat.assignee?.id === to.id) return { chat, events: [] };
  const status = presence(to.id);
  const assignment = {
    rules: ["assigned"],
    eligible: [to.id],
    others: status === "online" ? [] : [{ operator_id: to.id, reasons: [status] }],
  };
  const isFirst = chat.state !== "open";
  const awake = isFirst
    ? endSnooze(context, chat, { reason: "operator", by: null })
    : { chat, events: [] };
  const given = isFirst
    ? toOpenChat(context, withoutNotices(awake.chat, to.id), to)
    : withAssignee(chat, to);
  const next = withNotice(
    { ...given, assignment },
    // A notice is from an operator. Here it is their own, with the name of the rule.
    createNotice({ kind: "assigned", to, by: { id: to.id, name: actor.name } }, context.now),
  );
  return {
    chat: next,
    events: [
      ...awake.events,
      createSystemMessage(
        context,
        chat.id,
        { code: "assigned", by: null, to, assignment },
        `${actor.name} gave the chat to ${to.name}`,
      ),
      isFirst
        ? { name: "chat_accepted", chat: next, by: to }
        : { name: "chat_updated", chat: next },
    ],
  };
}

/** Returns an open chat with a new assignee, who replaces the present one. */
function withAssignee(chat: ChatData, to: NamedRef): ChatData {
  const staying = chat.participants.filter(({ id }) => id !== chat.assignee?.id);
  return {
    ...withoutAssignmentNotice(
      withoutInvitation(withoutNotices(withoutTransferNotices(chat), to.id), to.id),
    ),
    assignee: to,
    participants: withParticipant(staying, to),
  };
}

/** Lets the chat wait in a department. A chat that waits already keeps the time of its wait. */
function assignToDepartment(
  context: CommandContext,
  chat: ChatData,
  actor: Actor,
  id: number,
): Change {
  const department = context.config.departments.get(id);
  if (department === undefined)
    return fail("invalid_request", "There is no such department.", { field: "department_id" });
  if (chat.state === "bot") return fail("not_open", "A bot answers this chat.");
  const isWaiting = chat.state === "waiting";
  if (isWaiting && chat.department?.id === id) return { chat, events: [] };
  const to = { id, name: department.name };
  const awake = endSnooze(context, chat, { reason: "operator", by: null });
  const since = (isWaiting && awake.chat.wait?.since) || formatTime(context.now);
  const next: ChatData = {
    ...withoutTransferNotices(withoutInvitation(awake.chat)),
    state: "waiting",
    department: to,
    assignee: null,
    participants: [],
    wait: { since },
  };
  return {
    chat: next,
    events: [
      ...awake.events,
      createSystemMessage(
        context,
        chat.id,
        { code: "transferred", by: null, to },
        `${actor.name} transferred the chat to ${to.name}`,
      ),
      { name: "chat_updated", chat: next },
    ],
  };
}
