import type { CommandContext } from "../../command.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import { formatTime } from "../create.ts";
import { chatAfterEvents } from "../previous-state.ts";
import { withoutSnoozeEnd } from "../snooze.ts";
import { endPromise, getOpenPromise } from "../sla/promise.ts";

/**
 * Returns the events by which the answer of an operator changes the chat: it removes the end of the
 * last snooze (SNZ-006), and keeps a promise or comes after its time (PROM-003). `decided`: events
 * of the command so far.
 */
export function recordAnswer(
  context: CommandContext,
  before: ChatData,
  decided: readonly NewEvent[],
): readonly NewEvent[] {
  const last = chatAfterEvents(decided) ?? before;
  const chat = withoutSnoozeEnd(last);
  const { promise } = chat;
  if (promise !== undefined && promise.answered_at === undefined) {
    const answered = { ...promise, answered_at: formatTime(context.now) };
    if (getOpenPromise(chat) === undefined)
      return [{ name: "chat_updated", chat: { ...chat, promise: answered } }];
    const state = context.now < Date.parse(promise.until) ? "kept" : "broken";
    return endPromise(context, chat, { ...answered, state });
  }
  return last.snooze_ended === undefined ? [] : [{ name: "chat_updated", chat }];
}
