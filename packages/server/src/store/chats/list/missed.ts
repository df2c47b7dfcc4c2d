import { bodyContains } from "../json-text.ts";
import { fromMicroseconds, type QueryParameters } from "../../database/parameters.ts";

/** Days for which missed chats are listed and counted. */
const missedDays = 7;

/** Condition on `c`: the bot requested an operator and no operator came (BOT-070). */
const unansweredInvite = bodyContains("c", `'"missed_at":"'`);
/** Condition on `c`: it is running, and operators can still join. */
export const missedRunning = `c.state = 'bot' and ${unansweredInvite}`;
/**
 * Condition on `c`: it ended while waiting (CORE-035), regardless of earlier assignees. An open
 * chat has an assignee, also when it ends. A chat that a bot handled until the end counts only if
 * the bot requested an operator. A blocked one never counts.
 */
export const missedClosed = `c.state = 'closed' and c.assignee is null and not ${bodyContains("c", `'"blacklisted":true'`)}
  and (not ${bodyContains("c", `'"attached":true'`)} or ${unansweredInvite})`;
/** Returns a placeholder for the start time of missed chats. `now` is ms since 1970. */
export const missedSince = (v: QueryParameters, now: number): string =>
  fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));
