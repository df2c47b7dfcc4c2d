import { isOpenPromise } from "@parlour/protocol/chat-promise";
import type { CommandContext } from "../../command.ts";
import type { ChatPromise } from "../../entity.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { createSystemMessage, formatTime } from "../create.ts";

/** The least time between the warning and the end of a long promise. */
const warningMs = 15 * 60_000;
/** The part of the time of a short promise after which it is at risk. */
const atRiskPart = 0.8;

/** A promise that an answer can still keep, or undefined. */
export const getOpenPromise = ({ promise }: ChatData): ChatPromise | undefined =>
  promise !== undefined && isOpenPromise(promise.state) ? promise : undefined;

/**
 * Returns the chat with a new promise instead of the one before, and its events (PROM-001).
 * `until`: ms since 1970, after now. A policy writes no line, because it sets the time anew with
 * each change of the chat.
 */
export function makePromise(
  context: CommandContext,
  chat: ChatData,
  { until, by }: { readonly until: number; readonly by: ChatPromise["by"] },
): { readonly chat: ChatData; readonly events: readonly NewEvent[] } {
  const { now } = context;
  const atRiskAt = Math.max(now + atRiskPart * (until - now), until - warningMs);
  const promise: ChatPromise = {
    until: formatTime(until),
    made_at: formatTime(now),
    by,
    at_risk_at: formatTime(atRiskAt),
    state: "running",
  };
  const next = { ...chat, promise };
  const author = by.kind === "operator" ? { id: by.id, name: by.name } : null;
  const line = createSystemMessage(
    context,
    chat.id,
    { code: "promised", by: author, detail: promise.until },
    `${by.name} promised an answer until ${promise.until}`,
  );
  return {
    chat: next,
    events: [...(by.kind === "policy" ? [] : [line]), { name: "chat_promised", chat: next }],
  };
}

/** Returns the chat without a promise that an answer could still keep. */
export function withoutOpenPromise(chat: ChatData): ChatData {
  if (getOpenPromise(chat) === undefined) return chat;
  const next = { ...chat };
  delete next.promise;
  return next;
}

/** Returns until when a promise lasts that no operator has answered, in ms since 1970. 0: none. */
export const getPromiseEnd = ({ promise }: ChatData): number =>
  promise === undefined || promise.answered_at !== undefined ? 0 : Date.parse(promise.until);

/** Returns when the state of the promise changes next, in ms since 1970, or null. */
export function getNextPromiseChange(chat: ChatData): number | null {
  const promise = getOpenPromise(chat);
  if (promise === undefined) return null;
  return Date.parse(promise.state === "running" ? promise.at_risk_at : promise.until);
}

/** Returns the line and the event of a promise that is kept or broken now (PROM-003). */
export function endPromise(
  context: CommandContext,
  chat: ChatData,
  promise: ChatPromise & { readonly state: "kept" | "broken" },
): readonly NewEvent[] {
  const code = `promise_${promise.state}` as const;
  const text =
    promise.state === "kept"
      ? "The promised answer came in time"
      : "The promised time passed without an answer";
  return [
    createSystemMessage(context, chat.id, { code, detail: promise.until }, text),
    { name: `chat_${code}`, chat: { ...chat, promise } },
  ];
}
