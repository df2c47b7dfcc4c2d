import type { Message, ServerFrame } from "@parlour/protocol";
import type { SignalState } from "../../live-state.ts";

/** Signals expire after this time, in milliseconds (CORE-047). */
export const signalTtlMs = 15_000;

/** Adds a typing or viewing signal. Null if it is the operator's own. */
export function addSignal(
  state: SignalState,
  frame: Extract<ServerFrame, { type: "typing" | "viewing" }>,
  operatorId: number,
  now: number,
): Partial<SignalState> | null {
  const until = now + signalTtlMs;
  if (frame.type === "viewing") {
    if (frame.operator_id === operatorId) return null;
    const viewers = new Map(state.viewing.get(frame.chat_id));
    if (frame.viewing) viewers.set(frame.operator_id, until);
    else viewers.delete(frame.operator_id);
    return { viewing: new Map(state.viewing).set(frame.chat_id, viewers) };
  }
  if (frame.author.kind === "operator" && frame.author.id === operatorId) return null;
  const field = frame.author.kind === "visitor" ? "typing" : "operatorTyping";
  const next = new Map(state[field]);
  if (frame.typing)
    next.set(frame.chat_id, { name: frame.author.name, preview: frame.preview ?? null, until });
  else next.delete(frame.chat_id);
  return { [field]: next };
}

/** Removes the typing signal of the author of a new message. Null if there was none. */
export function removeTypingSignal(
  state: SignalState,
  message: Message,
): Partial<SignalState> | null {
  const field = message.author.kind === "visitor" ? "typing" : "operatorTyping";
  if (!state[field].has(message.chat_id)) return null;
  const next = new Map(state[field]);
  next.delete(message.chat_id);
  return { [field]: next };
}

export function removeExpiredSignals(state: SignalState, now: number): SignalState {
  const alive = <T extends { until: number }>(map: ReadonlyMap<number, T>) =>
    new Map([...map].filter(([, entry]) => entry.until > now));
  const viewing = new Map(
    [...state.viewing]
      .map(
        ([id, viewers]) => [id, new Map([...viewers].filter(([, until]) => until > now))] as const,
      )
      .filter(([, viewers]) => viewers.size > 0),
  );
  return { typing: alive(state.typing), operatorTyping: alive(state.operatorTyping), viewing };
}
