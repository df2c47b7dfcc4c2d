import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ChatEntity, NamedRef, Presence } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail, isFailure, type Failure } from "../../failure.ts";
import { authorizeOperator, checkChatLimit } from "../../operator/authorize.ts";
import type { Decision, CommandContext, CommandHandler } from "../../command.ts";
import { withParticipant } from "../accept.ts";
import { authorizeParticipant, findTargetOperator, isParticipant } from "./participants.ts";
import { createChatAnswer, createSystemMessage, formatTime } from "../create.ts";
import { formatComment, toDetail } from "./comment.ts";
import { withoutInvitation } from "./invite.ts";
import type { ChatSystemMessage } from "../message/system-message-codes.ts";
import {
  createNotice,
  withNotice,
  withoutAssignmentNotice,
  withoutNotices,
  withoutTransferNotices,
} from "../notices.ts";
import type { RoutingSnapshot } from "../../routing/snapshot.ts";
import { endSnooze } from "../snooze.ts";
import { getNextChatState } from "../state-machine.ts";

/** Time in which the target must answer a transfer (API-025). */
export const transferTimeoutMs = 30_000;
/** Longest offline time of a transfer's target. Longer than a restart or a page reload. */
export const targetOfflineTimeoutMs = 10_000;

export interface TransferChat {
  readonly operatorId: number;
  readonly to: { readonly operatorId: number } | { readonly departmentId: number };
  /** Comment for operators only, stored in the system message, or null if there is none. */
  readonly comment: string | null;
  /** Whether the operator gets the chat at once, without accepting it. Default: false. */
  readonly assigns?: boolean;
  readonly presence: (operatorId: number) => Presence;
}
interface TransferRequest extends TransferChat {
  /** Id of the operator or of the department. */
  readonly id: number;
}

/**
 * Transfers an open chat (CORE-031, CORE-036, API-025): to an operator, who must accept unless the
 * chat is assigned to them (API-461), or to a department, where it waits. Subject: `{chat,
 * operator}`. Failures: `forbidden`, `chat_closed`, `not_open`, `transfer_open` (one at a time),
 * `invalid_request`, `not_available` (the operator is offline). Result: the chat.
 */
export function transferChat(input: TransferChat): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const actor = authorizeParticipant(context, chat.entity, input.operatorId);
    if (isFailure(actor)) return actor;
    const openTransfer = chat.entity.transfer;
    if (openTransfer)
      return fail("transfer_open", `This chat is being transferred to ${openTransfer.to.name}.`, {
        by: openTransfer.by,
      });
    const changes =
      "operatorId" in input.to
        ? (input.assigns ? assignToOperator : transferToOperator)(context, chat.entity, actor, {
            ...input,
            id: input.to.operatorId,
          })
        : transferToDepartment(context, chat.entity, actor, {
            ...input,
            id: input.to.departmentId,
          });
    return isFailure(changes) ? changes : createDecision(context, changes);
  };
}

/**
 * Accepts a transfer. The operator who offered it leaves the chat. A repeat changes nothing
 * (CORE-470). Failures: `no_transfer`, `at_limit`. Requires `subject.operator`. Result: the chat.
 */
export function acceptTransfer(input: { readonly operatorId: number }): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat !== null && visitor !== null && findTaker(chat.entity)?.id === input.operatorId)
      return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const target = findTransferTarget(context, input.operatorId);
    if (isFailure(target)) return target;
    const accepted = assignToTarget(context, target.chat, target.operator);
    return isFailure(accepted) ? accepted : createDecision(context, accepted);
  };
}

/** Returns who has the chat by a transfer, or null. */
const findTaker = ({ state, transfer, assignment, assignee }: ChatData): NamedRef | null =>
  state === "open" && !transfer && assignment?.rules[0] === "transfer" ? assignee : null;

/**
 * Declines a transfer. The operator who offered it gets the reason in the system message and in a
 * notice (CORE-150). Failure: `no_transfer`. Result: the chat.
 */
export function declineTransfer(input: {
  readonly operatorId: number;
  readonly reason: string | null;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const target = findTransferTarget(context, input.operatorId);
    if (isFailure(target)) return target;
    const { chat, operator, offeredBy } = target;
    const line = {
      code: "transfer_refused" as const,
      by: operator,
      ...omitAbsent({ detail: input.reason ?? undefined }),
    };
    const text = `${operator.name} did not take the chat${input.reason === null ? "" : `: ${input.reason}`}`;
    const next = withNotice(
      { ...chat, transfer: null },
      createNotice(
        { kind: "transfer_declined", to: offeredBy, by: operator, detail: input.reason },
        context.now,
      ),
    );
    return createDecision(context, updatedChat(context, next, line, text));
  };
}

/**
 * Ends an open transfer before its target answers (API-135). Every operator who may transfer the
 * chat may withdraw the transfer. Changes nothing if there is no open transfer, so a repeat is
 * safe. Failures: `already_accepted` with `by` if the target accepted first, `forbidden`,
 * `chat_closed`. Result: the chat.
 */
export function withdrawTransfer(input: {
  readonly operatorId: number;
}): CommandHandler<ChatEntity> {
  return (context) => {
    const { chat, visitor } = context;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { transfer } = chat.entity;
    const taker = findTaker(chat.entity);
    if (taker !== null && taker.id !== input.operatorId)
      return fail("already_accepted", `${taker.name} has already accepted.`, { by: taker });
    const actor = authorizeParticipant(context, chat.entity, input.operatorId);
    if (isFailure(actor)) return actor;
    if (!transfer) return { events: [], answer: createChatAnswer(chat.entity, visitor.entity) };
    const line = { code: "transfer_withdrawn" as const, by: actor, to: transfer.to };
    const text = `${actor.name} withdrew the transfer to ${transfer.to.name}`;
    const next = { ...chat.entity, transfer: null };
    return createDecision(context, updatedChat(context, next, line, text));
  };
}

interface ChatChange {
  readonly chat: ChatData;
  readonly events: readonly NewEvent[];
}

/** Assigns the chat to the target of its transfer. */
export function assignToTarget(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
): ChatChange | Failure {
  const state = getNextChatState(chat.state, "transfer_to_operator");
  const { transfer } = chat;
  if (state === null || !transfer)
    return fail("no_transfer", "This chat is not being transferred to you.");
  const limitFailure = isParticipant(chat, actor.id) ? null : checkChatLimit(context, actor.id);
  if (limitFailure !== null) return limitFailure;
  // Reasons of the assignment (CORE-037). An operator chose the target, so earlier offers do not
  // matter.
  const assignment = { rules: ["transfer"], eligible: [actor.id], others: [] };
  const next: ChatData = {
    ...withAssignee(chat, transfer.by, actor),
    state,
    transfer: null,
    assignment,
  };
  const text = `${actor.name} took the chat from ${transfer.by.name}`;
  return transferredChat(
    context,
    next,
    { code: "transfer_accepted", by: transfer.by, to: actor, assignment },
    text,
  );
}

/**
 * Returns the chat with a new assignee. The operator who gives it away leaves it, or the assignee
 * if an administrator, who is not a participant, gives it away.
 */
function withAssignee(chat: ChatData, by: NamedRef, to: NamedRef): ChatData {
  const leaving = isParticipant(chat, by.id) ? by.id : chat.assignee?.id;
  const staying = chat.participants.filter(({ id }) => id !== leaving || id === to.id);
  return {
    ...withoutAssignmentNotice(withoutInvitation(chat, to.id)),
    assignee: to,
    participants: withParticipant(staying, to),
  };
}

/** Returns when an open transfer ends because its target is offline, in ms, or Infinity. */
export function targetOfflineEndsAt({ transfer }: ChatData, snapshot: RoutingSnapshot): number {
  if (!transfer || snapshot.presence(transfer.to.id) !== "offline") return Infinity;
  return (
    Math.max(
      snapshot.offlineSince(transfer.to.id),
      Date.parse(transfer.until) - transferTimeoutMs,
    ) + targetOfflineTimeoutMs
  );
}

/**
 * Ends a transfer whose target did not answer in time or went offline. The chat keeps its
 * operators, and the operator who offered it gets a notice (CORE-150).
 */
export function endTransfer(
  context: CommandContext,
  chat: ChatData,
  cause: "expired" | "offline",
): readonly NewEvent[] {
  const { transfer } = chat;
  if (!transfer) return [];
  const { by, to } = transfer;
  const next = withNotice(
    { ...chat, transfer: null },
    createNotice({ kind: `transfer_${cause}`, to: by, by: to }, context.now),
  );
  const text =
    cause === "expired"
      ? `${to.name} did not answer the transfer in time`
      : `${to.name} went offline before they answered the transfer`;
  return updatedChat(context, next, { code: `transfer_${cause}`, by, to }, text).events;
}

function transferToOperator(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
  { id, comment, presence }: TransferRequest,
): ChatChange | Failure {
  const to = findNewAssignee(context, chat, id);
  if (isFailure(to)) return to;
  if (presence(to.id) === "offline") return fail("not_available", `${to.name} is offline.`);
  const transfer = {
    by: actor,
    to,
    comment,
    until: formatTime(context.now + transferTimeoutMs),
  };
  const line = { code: "transfer_offered" as const, by: actor, to, ...toDetail(comment) };
  return updatedChat(
    context,
    { ...withoutNotices(chat, actor.id), transfer },
    line,
    `${actor.name} asks ${to.name} to take the chat${formatComment(comment)}`,
  );
}

/**
 * Gives the chat to an operator at once (CORE-341). They need not be online, and their limit of
 * parallel chats does not apply, because a person decided. Their notice shows them the chat when
 * they sign in; the reasons of the assignment store whether they were online.
 */
function assignToOperator(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
  { id, comment, presence }: TransferRequest,
): ChatChange | Failure {
  const to = findNewAssignee(context, chat, id);
  if (isFailure(to)) return to;
  const status = presence(to.id);
  const assignment = {
    rules: ["assigned"],
    eligible: [to.id],
    others: status === "online" ? [] : [{ operator_id: to.id, reasons: [status] }],
  };
  const assigned: ChatData = {
    ...withAssignee(withoutNotices(withoutTransferNotices(chat), to.id), actor, to),
    assignment,
  };
  const next =
    to.id === actor.id
      ? assigned
      : withNotice(
          assigned,
          createNotice({ kind: "assigned", to, by: actor, detail: comment }, context.now),
        );
  return transferredChat(
    context,
    next,
    { code: "assigned", by: actor, to, assignment, ...toDetail(comment) },
    `${actor.name} gave the chat to ${to.name}${formatComment(comment)}`,
  );
}

/** Returns the operator who is to get the chat. They must not have it already. */
function findNewAssignee(context: CommandContext, chat: ChatData, id: number): NamedRef | Failure {
  const to = findTargetOperator(context, chat, id);
  return !isFailure(to) && chat.assignee?.id === to.id
    ? fail("invalid_request", `${to.name} has this chat already.`, { field: "operator_id" })
    : to;
}

function transferToDepartment(
  context: CommandContext,
  chat: ChatData,
  actor: NamedRef,
  { id, comment }: TransferRequest,
): ChatChange | Failure {
  const department = context.config.departments.get(id);
  if (department === undefined)
    return fail("invalid_request", "There is no such department.", { field: "department_id" });
  const state = getNextChatState(chat.state, "transfer_to_department");
  if (state === null) return fail("not_open", "No operator has this chat yet. Take it first.");
  const to = { id: department.id, name: department.name };
  const awake = endSnooze(context, chat, { reason: "operator", by: actor });
  const next: ChatData = {
    ...withoutTransferNotices(withoutInvitation(awake.chat)),
    state,
    department: to,
    assignee: null,
    participants: [],
    // `asked` excludes the operator who transfers the chat from the first offers.
    wait: { since: formatTime(context.now), asked: [actor.id] },
  };
  const text = `${actor.name} transferred the chat to ${to.name}${formatComment(comment)}`;
  const line = { code: "transferred" as const, by: actor, to, ...toDetail(comment) };
  const transferred = transferredChat(context, next, line, text);
  return { ...transferred, events: [...awake.events, ...transferred.events] };
}

interface TransferTarget {
  readonly chat: ChatData;
  readonly operator: NamedRef;
  readonly offeredBy: NamedRef;
}

function findTransferTarget(context: CommandContext, operatorId: number): TransferTarget | Failure {
  const actor = authorizeOperator(context, operatorId);
  if (isFailure(actor)) return actor;
  const chat = context.chat?.entity;
  if (chat === undefined) return fail("not_found", "There is no such chat.");
  if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
  const { transfer } = chat;
  if (!transfer || transfer.to.id !== operatorId || Date.parse(transfer.until) <= context.now)
    return fail("no_transfer", "This chat is not, or is no longer, being transferred to you.");
  return { chat, operator: actor, offeredBy: transfer.by };
}

/** Returns the chat after a transfer and its events. */
function transferredChat(
  context: CommandContext,
  chat: ChatData,
  line: ChatSystemMessage & { readonly by: NamedRef; readonly to: NamedRef },
  text: string,
): ChatChange {
  return {
    chat,
    events: [
      createSystemMessage(context, chat.id, line, text),
      { name: "chat_transferred", chat, by: line.by, to: line.to },
    ],
  };
}
function updatedChat(
  context: CommandContext,
  chat: ChatData,
  line: Parameters<typeof createSystemMessage>[2],
  text: string,
): ChatChange {
  return {
    chat,
    events: [createSystemMessage(context, chat.id, line, text), { name: "chat_updated", chat }],
  };
}
function createDecision(
  { visitor }: CommandContext,
  { chat, events }: ChatChange,
): Decision<ChatEntity> | Failure {
  return visitor === null
    ? fail("not_found", "There is no such chat.")
    : { events, answer: createChatAnswer(chat, visitor.entity) };
}
