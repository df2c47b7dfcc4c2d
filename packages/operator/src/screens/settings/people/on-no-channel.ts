import type { OperatorEntry } from "@parlour/protocol/api";
import { answersChats } from "./ChannelChoice.tsx";

/** Whether an operator answers chats but is on no channel, and therefore gets none (CORE-323). */
export const isOnNoChannel = ({ active, role, channels }: OperatorEntry): boolean =>
  active && answersChats(role) && channels.length === 0;
