import type { Policy } from "../delivery/index.ts";
import { series } from "../delivery/schedule.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * A mail server that is down, or does not know us yet, is asked again for a day and a half: the pauses are those that mail servers expect.
 * Each mail has a lane of its own, so none holds back another.
 */
export const policy: Policy = {
  timeoutMs: 20_000,
  maxReplyBytes: 8_192,
  schedule: series([0, minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 18 * hour], 0.1),
};

/** Mails of one node that are under way at once: mail servers limit the connections of one peer. */
export const atOnce = 4;
/** A missed chat is told of for so long; later it is in the list of missed chats, and a mail would only puzzle. */
export const missedLiveMs = 12 * hour;
