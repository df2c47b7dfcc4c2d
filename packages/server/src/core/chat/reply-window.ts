import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ChatData } from "../event.ts";
import { fail, type Failure } from "../failure.ts";
import { formatTime } from "./create.ts";

const hour = 3_600_000;

/**
 * Returns the chat after its visitor wrote at `writtenAt`, in milliseconds since 1970 (CON-050). A
 * message that arrives late does not shorten the window. Returns the same chat if nothing changes.
 */
export function withReplyWindow(chat: ChatData, writtenAt: number): ChatData {
  const hours = getCapabilities(chat.channel.kind).reply_window_hours;
  if (hours === null) return chat;
  const until = formatTime(writtenAt + hours * hour);
  return chat.reply_until !== undefined && chat.reply_until >= until
    ? chat
    : { ...chat, reply_until: until };
}

/** Returns the failure if the channel of the chat accepts only templates now (CON-050). */
export function checkReplyWindow(chat: ChatData, now: number): Failure | null {
  const hours = getCapabilities(chat.channel.kind).reply_window_hours;
  if (hours === null) return null;
  const isOpen = chat.reply_until !== undefined && Date.parse(chat.reply_until) > now;
  return isOpen
    ? null
    : fail(
        "reply_window_closed",
        `The visitor has not written for ${hours} hours, so the channel accepts only templates.`,
      );
}
