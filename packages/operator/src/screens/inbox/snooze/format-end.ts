import type { Chat } from "@parlour/protocol";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { formatUpcoming } from "../../../ui/time.ts";
import { t } from "./text.ts";

/** Formats the end of a snooze behind "until": a time, or that the customer writes (SNZ-011). */
export const formatSnoozeEnd = (chat: Chat, until: string | null, now: number): string =>
  until === null
    ? t("snooze.end.message", { name: getVisitorName(chat) })
    : formatUpcoming(until, now, "long");
