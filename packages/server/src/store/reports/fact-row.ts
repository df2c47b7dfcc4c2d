import { lastSeq } from "../last-entry.ts";
import type { ChatState } from "../../core/entity.ts";
import type { ChatData } from "../../core/event.ts";
import {
  chatFactVersion,
  hourFactVersion,
  waitChangeCodes,
  type ChatFact,
  type ChatFactSource,
} from "../../core/report/chat-fact.ts";
import { missedClosedCondition } from "../chats/list/missed.ts";
import { answerCondition } from "../chats/list/unread.ts";
import { lookupJoin, toInteger, toIntegerOrNull } from "../database/parameters.ts";
import type { Queryable } from "../database/sql.ts";

/** Database connections with the role of the writer, which sees every account. */
export interface ChatFactKey {
  readonly account: number;
  readonly chat: number;
}
/** Data of a chat from which its facts are computed, with the version of the chat's state. */
export interface FactSource extends ChatFactKey {
  readonly snapshot: ChatFactSource;
  readonly version: number;
  readonly lastSeq: number;
}

const toMilliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
/**
 * The body is JSON text that Parlour writes with keys in this order. Quotes inside strings are
 * escaped, so no other text matches.
 */
const lineCode = `substring(j.body from '"line":\\{"code":"([a-z_]+)"')`;
/** SQL condition on the row `j` of journal: the message comes from a suggestion. */
const suggestionCondition = `${answerCondition} and strpos(j.body, '"suggestion":{') > 0`;
const messagesOfChat = "j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null";

/** Reads the data from which chat facts are computed. Chats that no longer exist are omitted. */
export async function readFactSources(
  pool: Queryable,
  keys: readonly ChatFactKey[],
): Promise<readonly FactSource[]> {
  const { rows } = await pool.query<FactSourceRow>(
    `select c.account_id, c.id, c.version, ${lastSeq("c.account_id", "c.id")} as last_seq, c.source, c.state, ${toMilliseconds("c.created_at")} as created_at, ${toMilliseconds("c.closed_at")} as closed_at, c.body,
       (${missedClosedCondition}) as missed,
       coalesce(c.assignee, (select p.operator_id from participant p where p.account_id = c.account_id and p.chat_id = c.id
         order by p.left_at desc nulls first, p.joined_at desc limit 1)) as operator_id,
       (select ${lineCode} from journal j where ${messagesOfChat} and j.seq = 1 and j.author_kind = 'system') as first_line,
       case when strpos(c.body, '"bot":{') > 0 then (select json_agg(json_build_object('seq', l.seq, 'at', ${toMilliseconds("l.at")}, 'code', l.code) order by l.seq)
         from (select j.seq, j.at, ${lineCode} as code from journal j where ${messagesOfChat} and j.author_kind = 'system') l
         where l.code = any($3)) end as lines,
       case when exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id offset 0) then
         (select json_agg(json_build_object('seq', a.seq, 'at', ${toMilliseconds("a.at")}, 'by', a.author_id) order by a.seq) from (select distinct on (j.author_id) j.author_id, j.seq, j.at
          from journal j where ${messagesOfChat} and ${answerCondition} and j.author_id is not null order by j.author_id, j.seq) a) end as answers,
       case when exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id offset 0) then
         (select json_agg(json_build_object('by', j.author_id, 'changed', (j.body::json -> 'suggestion' ->> 'changed')::boolean) order by j.seq)
          from journal j where ${messagesOfChat} and ${suggestionCondition}) end as suggestions
     from unnest($1::bigint[], $2::bigint[]) q(account, chat) ${lookupJoin("chat", "c", "c.account_id = q.account and c.id = q.chat")}`,
    [keys.map(({ account }) => account), keys.map(({ chat }) => chat), waitChangeCodes],
  );
  return rows.map((row) => ({
    account: toInteger(row.account_id),
    chat: toInteger(row.id),
    version: toInteger(row.version),
    lastSeq: row.last_seq,
    snapshot: {
      id: toInteger(row.id),
      channelId: toInteger(row.source),
      state: row.state,
      createdAt: Math.round(row.created_at),
      closedAt: row.closed_at === null ? null : Math.round(row.closed_at),
      entity: JSON.parse(row.body) as ChatData,
      operatorId: toIntegerOrNull(row.operator_id),
      missed: row.missed,
      firstLine: row.first_line,
      lines: (row.lines ?? []).map((line) => ({ ...line, at: Math.round(line.at) })),
      answers: (row.answers ?? []).map((answer) => ({ ...answer, at: Math.round(answer.at) })),
      suggestions: row.suggestions ?? [],
    },
  }));
}

/**
 * SQL condition: the values that depend on working hours were computed with the current rules for
 * this department. Later changes of the hours do not alter such values (API-343).
 */
const isMeasuredCondition = `f.rules >= ${hourFactVersion} and f.department_id is not distinct from excluded.department_id`;

/**
 * Writes one fact per chat. A fact that was computed from an older state of the chat changes
 * nothing, so two nodes may write the same facts.
 */
export async function writeChatFacts(
  pool: Queryable,
  facts: readonly { readonly source: FactSource; readonly fact: ChatFact }[],
): Promise<void> {
  if (facts.length === 0) return;
  const column = <T>(pick: (entry: (typeof facts)[number]) => T): T[] => facts.map(pick);
  await pool.query(
    `insert into chat_fact as f (account_id, chat_id, kind, channel_id, department_id, operator_id, bot_id, begun_at, in_hours, duration_ms, answer_ms,
       answered_by, replied_by, suggestions_unchanged, suggestions_changed, missed, by_bot, rating, commented, chat_version, last_seq, rules)
     select account, chat, kind, channel, department, operator, bot, to_timestamp(begun / 1000), in_hours, duration, answer, answerer, replied::bigint[], unchanged::bigint[], changed::bigint[], missed, by_bot, rating,
       commented, version, seq, ${chatFactVersion}
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[], $9::boolean[], $10::bigint[],
       $11::bigint[], $12::boolean[], $13::boolean[], $14::text[], $15::boolean[], $16::bigint[], $17::int[], $18::bigint[], $19::text[], $20::text[], $21::text[])
       q(account, chat, kind, channel, department, operator, bot, begun, in_hours, duration, answer, missed, by_bot, rating, commented, version, seq, answerer, replied, unchanged, changed)
     order by account, chat
     on conflict (account_id, chat_id) do update set kind = excluded.kind, channel_id = excluded.channel_id, department_id = excluded.department_id,
       operator_id = excluded.operator_id, bot_id = excluded.bot_id, begun_at = excluded.begun_at,
       in_hours = case when ${isMeasuredCondition} then f.in_hours else excluded.in_hours end, duration_ms = excluded.duration_ms,
       answer_ms = case when ${isMeasuredCondition} and f.answer_ms is not null and f.answered_by = excluded.answered_by then f.answer_ms else excluded.answer_ms end, answered_by = excluded.answered_by, replied_by = excluded.replied_by,
       suggestions_unchanged = excluded.suggestions_unchanged, suggestions_changed = excluded.suggestions_changed,
       missed = excluded.missed, by_bot = excluded.by_bot, rating = excluded.rating, commented = excluded.commented, chat_version = excluded.chat_version, last_seq = excluded.last_seq,
       rules = excluded.rules
     where f.chat_version <= excluded.chat_version and f.last_seq <= excluded.last_seq`,
    [
      column(({ source }) => source.account),
      column(({ source }) => source.chat),
      column(({ fact }) => fact.kind),
      column(({ fact }) => fact.channelId),
      column(({ fact }) => fact.departmentId),
      column(({ fact }) => fact.operatorId),
      column(({ fact }) => fact.botId),
      column(({ fact }) => fact.begunAt),
      column(({ fact }) => fact.inHours),
      column(({ fact }) => fact.durationMs),
      column(({ fact }) => fact.answerMs),
      column(({ fact }) => fact.missed),
      column(({ fact }) => fact.byBot),
      column(({ fact }) => fact.rating),
      column(({ fact }) => fact.commented),
      column(({ source }) => source.version),
      column(({ source }) => source.lastSeq),
      column(({ fact }) => fact.answeredBy),
      // PostgreSQL arrays of arrays must be rectangular. These arrays have different lengths, so
      // each is passed as text.
      column(({ fact }) => `{${fact.repliedBy.join(",")}}`),
      column(({ fact }) => `{${fact.suggestionsUnchanged.join(",")}}`),
      column(({ fact }) => `{${fact.suggestionsChanged.join(",")}}`),
    ],
  );
}

interface FactSourceRow {
  readonly account_id: string;
  readonly id: string;
  readonly version: string;
  readonly last_seq: number;
  readonly source: string;
  readonly state: ChatState;
  readonly created_at: number;
  readonly closed_at: number | null;
  readonly body: string;
  readonly missed: boolean;
  readonly operator_id: string | null;
  readonly first_line: string | null;
  readonly lines: { seq: number; at: number; code: string }[] | null;
  readonly answers: { seq: number; at: number; by: number }[] | null;
  readonly suggestions: { by: number; changed: boolean }[] | null;
}
