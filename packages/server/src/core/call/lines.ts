import type { Call, Message } from "../entity.ts";

/**
 * Returns the system messages of one call among all call messages of its chat, in order: from its
 * start to the next start. Calls of a chat never overlap (CORE-103).
 */
export function linesOfCall(lines: readonly Message[], call: Pick<Call, "created_at">): readonly Message[] {
  const isStart = ({ line }: Message): boolean => line?.code === "call_started";
  const from = lines.findLastIndex((message) => isStart(message) && message.created_at <= call.created_at);
  if (from < 0) return [];
  const next = lines.findIndex((message, at) => at > from && isStart(message));
  return lines.slice(from, next < 0 ? undefined : next);
}
