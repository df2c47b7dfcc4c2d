import { answerCondition } from "../chats/list/unread.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds } from "../database/sql.ts";

/** A chat whose messages are forwarded to the old system (MV-087). */
export interface ForwardedChat {
  readonly id: number;
  readonly visitor: string;
  /** Time of its first forwarded message, in ms since 1970. */
  readonly at: number;
  readonly messages: number;
  readonly delivered: number;
  readonly pending: number;
  readonly oldSystemAnswers: number;
  readonly operatorAnswers: number;
}
export interface ForwardedFigures {
  readonly chats: number;
  readonly inBoth: number;
  readonly missing: number;
  readonly messages: number;
  readonly answeredInBoth: number;
  readonly oldSystemFirstAnswerMs: number | null;
  readonly operatorFirstAnswerMs: number | null;
  readonly delayMs: number | null;
  readonly delayP95Ms: number | null;
}

/**
 * Chats with messages to the endpoint $2 since the time $3, with the answers that followed. An
 * operator of the old system has no id here.
 */
const forwardedChats = `forwarded as (
    select d.chat_id, min(d.created_at) as at, count(*)::int as messages, count(*) filter (where d.state = 'delivered')::int as delivered,
      count(*) filter (where d.state = 'pending')::int as pending
    from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.created_at >= ${fromMilliseconds("$3")} and d.chat_id is not null group by d.chat_id)`;
const answers = `left join lateral (
    select count(*) filter (where j.author_id is null)::int as there, count(*) filter (where j.author_id is not null)::int as here,
      min(j.at) filter (where j.author_id is null) as first_there, min(j.at) filter (where j.author_id is not null) as first_here
    from journal j where j.account_id = $1 and j.chat_id = f.chat_id and j.seq is not null and j.at >= f.at and ${answerCondition}) a on true`;
const medianFrom = (column: string): string =>
  `(percentile_cont(0.5) within group (order by ${toMilliseconds(`a.${column}`)} - ${toMilliseconds("f.at")}))::float8`;

/** Counts the chats since a time, in ms since 1970. */
export async function countForwardedChats(
  reader: Reader,
  account: number,
  { endpointId, since }: { readonly endpointId: number; readonly since: number },
): Promise<ForwardedFigures> {
  const row = await reader.one<ForwardedFigures>(
    account,
    `with ${forwardedChats},
     delay as (select percentile_cont(array[0.5, 0.95]) within group (order by ${toMilliseconds("d.updated_at")} - ${toMilliseconds("d.created_at")}) as ms
       from delivery d where d.account_id = $1 and d.endpoint_id = $2 and d.created_at >= ${fromMilliseconds("$3")} and d.state = 'delivered')
     select count(*)::int as chats, count(*) filter (where f.delivered = f.messages)::int as "inBoth",
       count(*) filter (where f.delivered + f.pending < f.messages)::int as missing, coalesce(sum(f.messages), 0)::int as messages,
       count(*) filter (where a.there > 0 and a.here > 0)::int as "answeredInBoth",
       ${medianFrom("first_there")} as "oldSystemFirstAnswerMs", ${medianFrom("first_here")} as "operatorFirstAnswerMs",
       (select ms[1]::float8 from delay) as "delayMs", (select ms[2]::float8 from delay) as "delayP95Ms"
     from forwarded f ${answers}`,
    [account, endpointId, since],
  );
  if (row === null) throw new Error("an aggregate has a row");
  return row;
}

/** Lists chats before a position, newest first. */
export async function listForwardedChats(
  reader: Reader,
  account: number,
  page: {
    readonly endpointId: number;
    /** In ms since 1970. */
    readonly since: number;
    readonly before: number;
    readonly beforeChat: number;
    readonly limit: number;
  },
): Promise<readonly ForwardedChat[]> {
  const rows = await reader.rows<ForwardedChat>(
    account,
    `with ${forwardedChats},
     page as (select * from forwarded where (at, chat_id) < (${fromMilliseconds("$4")}, $5) order by at desc, chat_id desc limit $6)
     select f.chat_id::float8 as id, coalesce(v.body::jsonb->'name'->>'value', '') as visitor, ${toMilliseconds("f.at")} as at,
       f.messages, f.delivered, f.pending, a.there as "oldSystemAnswers", a.here as "operatorAnswers"
     from page f join chat c on c.account_id = $1 and c.id = f.chat_id
     left join visitor v on v.account_id = $1 and v.id = c.visitor_id ${answers} order by f.at desc, f.chat_id desc`,
    [account, page.endpointId, page.since, page.before, page.beforeChat, page.limit],
  );
  return rows.map((row) => ({ ...row, at: Math.round(row.at) }));
}
