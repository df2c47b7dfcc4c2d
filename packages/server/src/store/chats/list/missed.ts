import { bodyContainsCondition } from "../json-text.ts";
import { fromMicroseconds, type QueryParameters } from "../../database/parameters.ts";

/** Number of days for which missed chats are listed and counted. */
const missedDays = 7;

/** SQL condition on `c`: the bot invited operators and nobody joined (BOT-070). */
const unansweredInvite = bodyContainsCondition("c", `'"missed_at":"'`);
/** SQL condition on `c`: a running chat whose bot invited in vain. Operators can join. */
export const missedRunningCondition = `c.state = 'bot' and ${unansweredInvite}`;
/**
 * SQL condition on `c`: the chat ended while it waited (CORE-035), regardless of earlier assignees.
 * An open chat has an assignee, also when it ends, so it never counts. A chat that a bot handled
 * until the end counts only if the bot invited operators. A blocked or imported chat never counts.
 * The index `missed_chat` has this condition, so a change of it needs a new index.
 */
export const missedClosedCondition = `c.state = 'closed' and c.assignee is null and not ${bodyContainsCondition("c", `'"blacklisted":true'`)}
  and not ${bodyContainsCondition("c", `'"imported":{'`)}
  and (not ${bodyContainsCondition("c", `'"attached":true'`)} or ${unansweredInvite})`;
/** Returns a placeholder: from when missed chats count. `now` is in ms since 1970. */
export const missedSince = (v: QueryParameters, now: number): string =>
  fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));
