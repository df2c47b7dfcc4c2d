import { hasPendingInvite } from "../../bot/assignment.ts";
import type { CommandContext } from "../../command.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { endSnooze } from "../snooze.ts";
import { endPromise, getOpenPromise } from "./promise.ts";

/**
 * Returns the events of the state that the promise has now (PROM-003, PROM-004). Both states end a
 * snooze. If nobody has the chat, it is offered again.
 */
export function advancePromise(context: CommandContext, chat: ChatData): readonly NewEvent[] {
  const promise = getOpenPromise(chat);
  if (promise === undefined) return [];
  const awake = endSnooze(context, chat, { reason: "promise", by: null });
  if (Date.parse(promise.until) <= context.now)
    return [...awake.events, ...endPromise(context, awake.chat, { ...promise, state: "broken" })];
  const next: ChatData = {
    ...withNewOffers(awake.chat),
    promise: { ...promise, state: "at_risk" },
  };
  return [...awake.events, { name: "chat_promise_at_risk", chat: next }];
}

/** Lets the offers of a waiting chat start again. The time of the wait stays. */
const withNewOffers = (chat: ChatData): ChatData =>
  chat.wait === null || hasPendingInvite(chat)
    ? chat
    : { ...chat, wait: { since: chat.wait.since } };
