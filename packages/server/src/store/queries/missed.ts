import { says } from "./own-text.ts";
import { fromMicroseconds, type Values } from "./values.ts";

/** How far back missed chats are listed and counted. */
const missedDays = 7;

/** Condition on `c`: its bot asked for an operator in vain (BOT-070). */
const invitedInVain = says("c", `'"missed_at":"'`);
/** Condition on `c`: runs, and operators may still join. */
export const missedRunning = `c.state = 'bot' and ${invitedInVain}`;
/**
 * Condition on `c`: ended while it waited (CORE-035), whoever had it before: an open chat has somebody, also when it ends. What a bot held to its
 * end counts only when it asked for an operator, a block never.
 */
export const missedClosed = `c.state = 'closed' and c.assignee is null and not ${says("c", `'"blacklisted":true'`)}
  and (not ${says("c", `'"attached":true'`)} or ${invitedInVain})`;
/** Placeholder of the time from which missed chats count; `now` in milliseconds since 1970. */
export const missedSince = (v: Values, now: number): string => fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));
