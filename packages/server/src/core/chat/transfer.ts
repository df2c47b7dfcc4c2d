import type { NamedRef, Presence } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator, overLimit } from "../operator/act.ts";
import type { Decision, Scene, Verb } from "../ports.ts";
import { withPerson } from "./accept.ts";
import { actingInside, colleague, isIn } from "./colleague.ts";
import { chatAnswer, systemLine, timeText } from "./draft.ts";
import { uninvited } from "./invite.ts";
import type { ChatLine } from "./line-codes.ts";
import { notice, withNotice, withoutNotices, withoutTransferNotices } from "./notices.ts";
import type { Desk } from "../routing/desk.ts";
import { after } from "./state.ts";

/** Time in which the target must answer (API-025). */
export const transferMs = 30_000;
/**
 * Time that a target may be offline before the transfer ends. Longer than a restart of the server
 * or a page reload.
 */
export const targetGoneMs = 10_000;

export interface TransferChat {
  readonly operatorId: number;
  readonly to: { readonly operatorId: number } | { readonly departmentId: number };
  /** For operators only; stored in the system message. null: none. */
  readonly comment: string | null;
  readonly presence: (operatorId: number) => Presence;
}

/**
 * Transfers an open chat (CORE-031, CORE-036, API-025): to an operator, who must accept, or to a
 * department, where it waits. Subject `{chat, operator}`. Failures: `forbidden`, `chat_closed`,
 * `not_open`, `transfer_open` (one at a time), `invalid_request`, `not_available` (the operator is
 * offline). Answers the chat.
 */
export function transferChat(input: TransferChat): Verb {
  return (scene) => {
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const by = actingInside(scene, chat.entity, input.operatorId);
    if (isFailure(by)) return by;
    const open = chat.entity.transfer;
    if (open) return fail("transfer_open", `This chat is being transferred to ${open.to.name}.`, { by: open.by });
    const changes =
      "operatorId" in input.to
        ? toOperator(scene, chat.entity, by, input.to.operatorId, input)
        : toDepartment(scene, chat.entity, by, input.to.departmentId, input.comment);
    return isFailure(changes) ? changes : answered(scene, changes);
  };
}

/**
 * Accepts a transfer; its sender leaves the chat. Failures: `no_transfer`, `at_limit`. Needs
 * `subject.operator`. Answers the chat.
 */
export function acceptTransfer(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const target = targetOf(scene, input.operatorId);
    if (isFailure(target)) return target;
    const taken = takeTransfer(scene, target.chat, target.by);
    return isFailure(taken) ? taken : answered(scene, taken);
  };
}

/**
 * Declines a transfer. The sender gets the reason in the system message and in a notice (CORE-150).
 * Failure: `no_transfer`. Answers the chat.
 */
export function refuseTransfer(input: { readonly operatorId: number; readonly reason: string | null }): Verb {
  return (scene) => {
    const target = targetOf(scene, input.operatorId);
    if (isFailure(target)) return target;
    const { chat, by, giver } = target;
    const line = { code: "transfer_refused" as const, by, ...(input.reason === null ? {} : { detail: input.reason }) };
    const words = `${by.name} did not take the chat${input.reason === null ? "" : `: ${input.reason}`}`;
    const next = withNotice({ ...chat, transfer: null }, notice("transfer_declined", giver, by, scene.now, input.reason));
    return answered(scene, changed(scene, next, line, words));
  };
}

/**
 * Ends an open transfer before its target answers (API-135). Every operator who may transfer the
 * chat may withdraw. Without an open transfer nothing changes, so a repeat is safe. Failures:
 * `already_accepted` with `by` if the target was first, `forbidden`, `chat_closed`. Answers the
 * chat.
 */
export function withdrawTransfer(input: { readonly operatorId: number }): Verb {
  return (scene) => {
    const { chat, visitor } = scene;
    if (chat === null || visitor === null) return fail("not_found", "There is no such chat.");
    const { transfer, assignee, assignment } = chat.entity;
    const isTaken = !transfer && assignee !== null && assignee.id !== input.operatorId && assignment?.rules[0] === "transfer";
    if (chat.entity.state === "open" && isTaken)
      return fail("already_accepted", `${assignee.name} has already accepted.`, { by: assignee });
    const by = actingInside(scene, chat.entity, input.operatorId);
    if (isFailure(by)) return by;
    if (!transfer) return { events: [], answer: chatAnswer(chat.entity, visitor.entity) };
    const line = { code: "transfer_withdrawn" as const, by, to: transfer.to };
    return answered(
      scene,
      changed(scene, { ...chat.entity, transfer: null }, line, `${by.name} withdrew the transfer to ${transfer.to.name}`),
    );
  };
}

interface Changed {
  readonly chat: ChatDraft;
  readonly events: readonly Event[];
}

/** Assigns the chat to the target of its transfer. */
export function takeTransfer(scene: Scene, chat: ChatDraft, by: NamedRef): Changed | Failure {
  const state = after(chat.state, "transfer_to_operator");
  const { transfer } = chat;
  if (state === null || !transfer) return fail("no_transfer", "This chat is not being transferred to you.");
  const full = isIn(chat, by.id) ? null : overLimit(scene, by.id);
  if (full !== null) return full;
  // An administrator may transfer another operator's chat; that operator then leaves it.
  const leaving = isIn(chat, transfer.by.id) ? transfer.by.id : chat.assignee?.id;
  const participants = withPerson(
    chat.participants.filter((one) => one.id !== leaving || one.id === by.id),
    by,
  );
  // Reasons of the assignment (CORE-037): an operator chose the target, whatever was offered
  // before.
  const assignment = { rules: ["transfer"], eligible: [by.id], others: [] };
  const next: ChatDraft = { ...uninvited(chat, by.id), state, assignee: by, participants, transfer: null, assignment };
  const words = `${by.name} took the chat from ${transfer.by.name}`;
  return given(scene, next, { code: "transfer_accepted", by: transfer.by, to: by, assignment }, words);
}

/**
 * Returns when an open transfer ends because its target is offline, milliseconds since 1970;
 * Infinity: never.
 */
export function targetGoneAt({ transfer }: ChatDraft, desk: Pick<Desk, "presence" | "offlineSince">): number {
  if (!transfer || desk.presence(transfer.to.id) !== "offline") return Infinity;
  return Math.max(desk.offlineSince(transfer.to.id), Date.parse(transfer.until) - transferMs) + targetGoneMs;
}

/**
 * Ends a transfer whose target did not answer in time or went offline. The chat keeps its
 * operators; the sender gets a notice (CORE-150).
 */
export function endTransfer(scene: Scene, chat: ChatDraft, cause: "expired" | "offline"): readonly Event[] {
  const { transfer } = chat;
  if (!transfer) return [];
  const { by, to } = transfer;
  const next = withNotice({ ...chat, transfer: null }, notice(`transfer_${cause}`, by, to, scene.now));
  const words =
    cause === "expired" ? `${to.name} did not answer the transfer in time` : `${to.name} went offline before they answered the transfer`;
  return changed(scene, next, { code: `transfer_${cause}`, by, to }, words).events;
}

function toOperator(scene: Scene, chat: ChatDraft, by: NamedRef, id: number, input: TransferChat): Changed | Failure {
  const to = colleague(scene, chat, id);
  if (isFailure(to)) return to;
  if (chat.assignee?.id === to.id) return fail("invalid_request", `${to.name} has this chat already.`, { field: "operator_id" });
  if (input.presence(to.id) === "offline") return fail("not_available", `${to.name} is offline.`);
  const transfer = { by, to, comment: input.comment, until: timeText(scene.now + transferMs) };
  const line = { code: "transfer_offered" as const, by, to, ...detailOf(input.comment) };
  return changed(
    scene,
    { ...withoutNotices(chat, by.id), transfer },
    line,
    `${by.name} asks ${to.name} to take the chat${said(input.comment)}`,
  );
}

function toDepartment(scene: Scene, chat: ChatDraft, by: NamedRef, id: number, comment: string | null): Changed | Failure {
  const department = scene.config.departments.get(id);
  if (department === undefined) return fail("invalid_request", "There is no such department.", { field: "department_id" });
  const state = after(chat.state, "transfer_to_department");
  if (state === null) return fail("not_open", "Nobody has this chat yet: take it first.");
  const to = { id: department.id, name: department.name };
  const next: ChatDraft = {
    ...withoutTransferNotices(uninvited(chat)),
    state,
    department: to,
    assignee: null,
    participants: [],
    // The operator who transfers the chat is not asked first.
    wait: { since: timeText(scene.now), asked: [by.id] },
  };
  const words = `${by.name} transferred the chat to ${to.name}${said(comment)}`;
  return given(scene, next, { code: "transferred", by, to, ...detailOf(comment) }, words);
}

interface Target {
  readonly chat: ChatDraft;
  readonly by: NamedRef;
  readonly giver: NamedRef;
}

function targetOf(scene: Scene, operatorId: number): Target | Failure {
  const by = actingOperator(scene, operatorId);
  if (isFailure(by)) return by;
  const chat = scene.chat?.entity;
  if (chat === undefined) return fail("not_found", "There is no such chat.");
  if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
  const { transfer } = chat;
  if (!transfer || transfer.to.id !== operatorId || Date.parse(transfer.until) <= scene.now)
    return fail("no_transfer", "This chat is not being transferred to you, or no longer.");
  return { chat, by, giver: transfer.by };
}

/** Returns the chat and events after a transfer. */
function given(scene: Scene, chat: ChatDraft, line: ChatLine & { readonly by: NamedRef; readonly to: NamedRef }, words: string): Changed {
  return { chat, events: [systemLine(scene, chat.id, line, words), { name: "chat_transferred", chat, by: line.by, to: line.to }] };
}
function changed(scene: Scene, chat: ChatDraft, line: Parameters<typeof systemLine>[2], words: string): Changed {
  return { chat, events: [systemLine(scene, chat.id, line, words), { name: "chat_updated", chat }] };
}
function answered({ visitor }: Scene, { chat, events }: Changed): Decision | Failure {
  return visitor === null ? fail("not_found", "There is no such chat.") : { events, answer: chatAnswer(chat, visitor.entity) };
}
const detailOf = (comment: string | null): { readonly detail?: string } => (comment === null ? {} : { detail: comment });
const said = (comment: string | null): string => (comment === null ? "" : `: ${comment}`);
