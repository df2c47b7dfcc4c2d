import { fromMicroseconds, type Values } from "./values.ts";

/** How far back missed chats are listed and counted. */
const missedDays = 7;

/** Condition on `c`: its bot asked for an operator in vain (BOT-070). A quote inside a JSON string is escaped, so this text can only be the key. */
const invitedInVain = `strpos(c.body, '"missed_at":"') > 0`;
/** Condition on `c`: runs, and operators may still join. */
export const missedRunning = `c.state = 'bot' and ${invitedInVain}`;
/** Condition on `c`: closed without anybody having taken it; what a bot held to its end counts only when it asked for an operator, a block never. */
export const missedClosed = `c.state = 'closed' and c.assignee is null and strpos(c.body, '"blacklisted":true') = 0 and (strpos(c.body, '"attached":true') = 0 or ${invitedInVain})
  and not exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id offset 0)`;
/** Placeholder of the time from which missed chats count; `now` in milliseconds since 1970. */
export const missedSince = (v: Values, now: number): string => fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));
