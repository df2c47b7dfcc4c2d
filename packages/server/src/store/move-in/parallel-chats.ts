import { toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds } from "../database/sql.ts";

/** A chat of the old system beside the one here. */
export interface ParallelChat {
  /** Id in the old system. */
  readonly chat: string;
  readonly firstEventAt: string;
  readonly finishedAt: string | null;
  readonly messages: number | null;
  readonly rating: string | null;
  /** null: it is not here. */
  readonly stored: {
    readonly id: number;
    readonly visitor: string;
    readonly messages: number;
    readonly rating: string | null;
  } | null;
}
export interface ParallelFigures {
  /** Chats that ended there. */
  readonly there: number;
  readonly stored: number;
  readonly missing: number;
  readonly running: number;
  readonly answered: number;
  readonly firstAnswerMs: number | null;
  readonly delayMs: number | null;
  readonly delayP95Ms: number | null;
}

/** Time after which the end of a chat counts as missing. */
const endTimeoutMs = 24 * 3_600_000;

/** Notes, and what the import says about the chat, are no messages of the old system. */
const storedChat = `left join move_record r on r.account_id = p.account_id and r.source = $2 and r.kind = 'chat' and r.source_id = p.chat and not r.removed
  left join chat c on c.account_id = r.account_id and c.id = r.target_id`;

/** Counts the chats since a time, in ms since 1970. */
export async function countParallelChats(
  reader: Reader,
  account: number,
  { source, since, now }: { readonly source: string; readonly since: number; readonly now: number },
): Promise<ParallelFigures> {
  const row = await reader.one<ParallelFigures>(
    account,
    `select count(*) filter (where p.finished_at is not null)::int as there,
       count(*) filter (where c.id is not null)::int as stored,
       count(*) filter (where c.id is null and (p.finished_at is not null or p.first_event_at < ${fromMilliseconds("$4")}))::int as missing,
       count(*) filter (where p.finished_at is null and p.first_event_at >= ${fromMilliseconds("$4")})::int as running,
       count(p.first_answer_ms)::int as answered,
       (percentile_cont(0.5) within group (order by p.first_answer_ms))::float8 as "firstAnswerMs",
       (percentile_cont(0.5) within group (order by p.delay_ms))::float8 as "delayMs",
       (percentile_cont(0.95) within group (order by p.delay_ms))::float8 as "delayP95Ms"
     from parallel_chat p ${storedChat}
     where p.account_id = $1 and p.first_event_at >= ${fromMilliseconds("$3")}`,
    [account, source, since, now - endTimeoutMs],
  );
  if (row === null) throw new Error("an aggregate has a row");
  return row;
}

/** Lists chats before a position, newest first. */
export async function listParallelChats(
  reader: Reader,
  account: number,
  page: {
    readonly source: string;
    /** In ms since 1970. */
    readonly before: number;
    readonly beforeChat: string;
    readonly limit: number;
  },
): Promise<readonly ParallelChat[]> {
  const rows = await reader.rows<Row>(
    account,
    `select p.chat, p.first_event_at, p.finished_at, p.messages, p.rating, c.id::float8 as id, c.body::jsonb->>'rating' as rated,
       coalesce(v.body::jsonb->'name'->>'value', '') as visitor,
       (select count(*)::int from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null
          and j.body::jsonb->>'kind' is distinct from 'note') as stored_messages
     from parallel_chat p ${storedChat} left join visitor v on v.account_id = c.account_id and v.id = c.visitor_id
     where p.account_id = $1 and (p.first_event_at, p.chat) < (${fromMilliseconds("$3")}, $4)
     order by p.first_event_at desc, p.chat desc limit $5`,
    [account, page.source, page.before, page.beforeChat, page.limit],
  );
  return rows.map((row) => ({
    chat: row.chat,
    firstEventAt: toIsoTime(row.first_event_at),
    finishedAt: toIsoTimeOrNull(row.finished_at),
    messages: row.messages,
    rating: row.rating,
    stored:
      row.id === null
        ? null
        : { id: row.id, visitor: row.visitor, messages: row.stored_messages, rating: row.rated },
  }));
}
interface Row {
  readonly chat: string;
  readonly first_event_at: Date;
  readonly finished_at: Date | null;
  readonly messages: number | null;
  readonly rating: string | null;
  readonly id: number | null;
  readonly visitor: string;
  readonly rated: string | null;
  readonly stored_messages: number;
}
