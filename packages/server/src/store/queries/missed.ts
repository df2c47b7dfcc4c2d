import { fromMicroseconds, type Values } from "./values.ts";

/** How far back missed chats are listed and counted. */
const missedDays = 7;

/** Condition on `c`: closed without anybody having taken it. */
export const missed = `c.state = 'closed' and c.assignee is null and not exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id offset 0)`;
/** Placeholder of the time from which missed chats count; `now` in milliseconds since 1970. */
export const missedSince = (v: Values, now: number): string => fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));
