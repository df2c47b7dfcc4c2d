import type { Call, Message } from "../entity.ts";

/**
 * Returns the system messages of one call among all call messages of its chat, in order: from its
 * start to the next start. Calls of a chat never overlap (CORE-103).
 */
export function systemMessagesOfCall(
  messages: readonly Message[],
  call: Pick<Call, "created_at">,
): readonly Message[] {
  const isStart = ({ line }: Message): boolean => line?.code === "call_started";
  const from = messages.findLastIndex(
    (message) => isStart(message) && message.created_at <= call.created_at,
  );
  if (from < 0) return [];
  const next = messages.findIndex((message, index) => index > from && isStart(message));
  return messages.slice(from, next < 0 ? undefined : next);
}
