import type { OperatorEntry } from "@parlour/protocol/api";

/** Whether an operator answers chats but is on no channel, and therefore gets none (CORE-323). */
export const isOnNoChannel = ({ active, answers_chats, channels }: OperatorEntry): boolean =>
  active && answers_chats && channels.length === 0;
