import type { Message } from "../entity.ts";

/**
 * Returns the system messages of one call, in order, from all call messages of its chat. They reach
 * from the start of the call to the start of the next one. Calls of a chat never overlap
 * (CORE-103).
 */
export function getCallSystemMessages(
  messages: readonly Message[],
  call: { readonly created_at: string },
): readonly Message[] {
  const isStart = ({ line }: Message): boolean => line?.code === "call_started";
  const from = messages.findLastIndex(
    (message) => isStart(message) && message.created_at <= call.created_at,
  );
  if (from < 0) return [];
  const next = messages.findIndex((message, index) => index > from && isStart(message));
  return messages.slice(from, next < 0 ? undefined : next);
}
