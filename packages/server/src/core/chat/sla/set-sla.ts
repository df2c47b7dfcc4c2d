import type { CommandContext, CommandHandler } from "../../command.ts";
import type { ChatSla } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { fail } from "../../failure.ts";
import { getOpenPromise, makePromise, withoutOpenPromise } from "./promise.ts";
import { isRunningChatState } from "../state-machine.ts";
import type { DueSla } from "./due-time.ts";

/**
 * Sets the due time of a chat. undefined: it has none, as a closed chat. The state of the same due
 * time stays, so that each change of state is written once (SLA-013). `isPromised`: the visitor is
 * promised the time of a reply (PROM-010). Subject: `{chat}`. Failure: `not_found`.
 */
export function setSla(due: DueSla | undefined, isPromised = false): CommandHandler<null> {
  return (context) => {
    const { chat } = context;
    if (chat === null) return fail("not_found", "There is no such chat.");
    const { sla, ...rest } = chat.entity;
    const next = isRunningChatState(rest.state) ? due : undefined;
    if (isSameSla(sla, next)) return { events: [], answer: null };
    const updated = next === undefined ? rest : { ...rest, sla: withState(sla, next) };
    const promised = isPromised && next !== undefined && next.target !== "close" ? next : null;
    return { events: changePromise(context, updated, promised), answer: null };
  };
}

/**
 * Returns the events of a chat whose due time is promised to the visitor, or whose promise of a
 * policy ends with `due` null. Promises of operators and rules stay.
 */
function changePromise(
  context: CommandContext,
  chat: ChatData,
  due: DueSla | null,
): readonly NewEvent[] {
  const open = getOpenPromise(chat);
  const isTaken = open !== undefined && open.by.kind !== "policy";
  const isNew =
    due !== null && chat.promise?.until !== due.due_at && Date.parse(due.due_at) > context.now;
  if (!isTaken && isNew) {
    const by = { kind: "policy", ...due.policy } as const;
    return makePromise(context, chat, { until: Date.parse(due.due_at), by }).events;
  }
  const next = isTaken || due !== null ? chat : withoutOpenPromise(chat);
  return [{ name: "chat_updated", chat: next }];
}

function withState(before: ChatData["sla"], next: DueSla): ChatSla {
  const isSameTime = before?.target === next.target && before.due_at === next.due_at;
  return { ...next, state: isSameTime ? before.state : "on_time" };
}

/** Returns whether a chat has this due time already. */
export function isSameSla(before: ChatData["sla"], next: DueSla | undefined): boolean {
  if (before === undefined || next === undefined) return before === next;
  return (
    before.target === next.target &&
    before.due_at === next.due_at &&
    before.at_risk_at === next.at_risk_at &&
    before.policy.id === next.policy.id &&
    before.policy.name === next.policy.name
  );
}

/** Returns when the state of the due time changes next, in ms since 1970, or null. */
export function getNextSlaChange({ sla }: ChatData): number | null {
  if (sla === undefined || sla.state === "broken") return null;
  return Date.parse(sla.state === "on_time" ? sla.at_risk_at : sla.due_at);
}

/** Returns the event of the state that the due time has now (SLA-013). */
export function advanceSla({ now }: CommandContext, chat: ChatData): readonly NewEvent[] {
  const { sla } = chat;
  if (sla === undefined) return [];
  const state = Date.parse(sla.due_at) <= now ? "broken" : "at_risk";
  return [{ name: `chat_sla_${state}`, chat: { ...chat, sla: { ...sla, state } } }];
}
