import type { Call, Message } from "../entity.ts";

/**
 * The lines of one call among all call lines of its chat, in the order of the chat: from the line with which it started to the next start. Calls of
 * a chat never run at the same time (CORE-103).
 */
export function linesOfCall(lines: readonly Message[], call: Pick<Call, "created_at">): readonly Message[] {
  const isStart = ({ line }: Message): boolean => line?.code === "call_started";
  const from = lines.findLastIndex((message) => isStart(message) && message.created_at <= call.created_at);
  if (from < 0) return [];
  const next = lines.findIndex((message, at) => at > from && isStart(message));
  return lines.slice(from, next < 0 ? undefined : next);
}
