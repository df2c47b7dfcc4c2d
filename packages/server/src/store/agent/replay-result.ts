import type {
  ReplayFilter,
  ReplayMark,
  WrongReason,
} from "@parlour/protocol/automation/agent-replay";
import type { Condition } from "@parlour/protocol/conditions/condition";
import type { Facts } from "@parlour/protocol/conditions/facts";
import type { AgentAction, ReplayLine, ReplayTurn } from "../../core/bot/agent-turn.ts";
import type { NamedRef } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { toConditionSql } from "../conditions/condition-sql.ts";
import {
  createParameters,
  toInteger,
  toIntegerOrNull,
  toIsoTimeOrNull,
} from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, toMilliseconds, type Sql } from "../database/sql.ts";
import { articleTitle, type QuestionArticle } from "./question.ts";
import type { ActiveReplay, ReplayKey, ReplayScope } from "./replay.ts";
import { splitContent } from "./turns.ts";

/** Results of replays: a chat or a question each (AGENT-071). */

/** Returns the closed chats of a period and a segment, latest first. */
export async function selectReplayChats(
  reader: Reader,
  account: number,
  {
    since,
    until,
    channels,
    limit,
    ...filter
  }: {
    readonly since: number | null;
    readonly until: number | null;
    /** null: all. */
    readonly channels: readonly number[] | null;
    readonly segment: Condition | null;
    readonly facts: Facts;
    readonly now: number;
    readonly limit: number;
  },
): Promise<readonly number[]> {
  const v = createParameters(account);
  const { segment, facts, now } = filter;
  const rows = await reader.rows<{ id: string }>(
    account,
    `select c.id from chat_activity a join chat c on c.account_id = a.account_id and c.id = a.chat_id
     where a.account_id = $1 and not a.running and a.visitor_messages > 0 and c.state = 'closed' and c.removed_at is null
       ${since === null ? "" : `and a.last_at >= ${fromMilliseconds(v.put(since))}`}
       ${until === null ? "" : `and a.last_at < ${fromMilliseconds(v.put(until))}`}
       ${channels === null ? "" : `and c.source = any(${v.put(channels)}::bigint[])`}
       ${segment === null ? "" : `and ${toConditionSql({ condition: segment, facts, now }, v)}`}
     order by a.last_at desc, a.chat_id desc limit ${v.put(limit)}`,
    v.list,
  );
  return rows.map(({ id }) => toInteger(id));
}

/** Stores the chats or questions of a replay in their order. */
export async function insertResults(
  tx: Sql,
  { account, id }: ReplayKey,
  subject: ReplayScope["subject"],
  ids: readonly number[],
): Promise<void> {
  const column = subject === "chats" ? "chat_id" : "question_id";
  await tx.query(
    `insert into agent_replay_result (account_id, replay_id, n, ${column})
     select $1, $2, q.n, q.id from unnest($3::bigint[]) with ordinality q (id, n)`,
    [account, id, ids],
  );
}

/** The next result of a replay. Both are null if a question was deleted. */
export interface NextResult {
  readonly n: number;
  readonly chatId: number | null;
  readonly question: { readonly text: string; readonly articleId: number | null } | null;
}
export async function takeResult(
  sql: Sql,
  { account, id, processed }: ActiveReplay,
): Promise<NextResult | null> {
  const [row] = await sql.query<{
    n: number;
    chatId: number | null;
    text: string | null;
    articleId: number | null;
  }>(
    `select r.n, r.chat_id::float8 as "chatId", q.text, q.article_id::float8 as "articleId" from agent_replay_result r
     left join agent_question q on q.account_id = r.account_id and q.id = r.question_id
     where r.account_id = $1 and r.replay_id = $2 and r.n > $3 order by r.n limit 1`,
    [account, id, processed],
  );
  if (row === undefined) return null;
  const { n, chatId, text, articleId } = row;
  return { n, chatId, question: text === null ? null : { text, articleId } };
}

/**
 * Stores a result and counts it, and ends the replay after the last one. Does nothing if another
 * node has stored it. A chat that was erased meanwhile stays without texts.
 */
export async function saveResult(
  sql: Sql,
  { account, id, processed }: ActiveReplay,
  result: {
    readonly turns: readonly ReplayTurn[];
    readonly passed: boolean | null;
    readonly tokens: number;
    readonly cost: number;
    readonly now: number;
  },
): Promise<void> {
  const { turns, passed, tokens, cost, now } = result;
  await sql.query(
    `with job as (
       update agent_replay set processed = processed + 1, failures = 0, tokens = tokens + $4, cost = cost + $5,
         state = case when state = 'running' and processed + 1 >= total then 'done' else state end,
         ended_at = case when state = 'running' and processed + 1 >= total then ${fromMilliseconds("$6")} else ended_at end
       where account_id = $1 and id = $2 and processed = $3 returning account_id, id, processed)
     update agent_replay_result r set turns = $7, action = $8, passed = $9 from job
     where r.account_id = job.account_id and r.replay_id = job.id and r.n = job.processed and not r.erased`,
    [
      account,
      id,
      processed,
      tokens,
      cost,
      now,
      JSON.stringify(turns),
      turns.at(-1)?.action ?? null,
      passed,
    ],
  );
}

/** Messages of a chat that a replay reads. */
const maxLines = 200;

/** Returns the first messages of a chat without notes, oldest first. */
export async function listReplayLines(
  sql: Sql,
  account: number,
  chatId: number,
): Promise<readonly ReplayLine[]> {
  const rows = await sql.query<{ body: string; seq: number; at: number }>(
    `select j.body, j.seq, ${toMilliseconds("j.at")} as at from journal j
     where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.author_kind <> 'system'
       and strpos(j.body, '"kind":"note"') = 0 order by j.seq limit ${maxLines}`,
    [account, chatId],
  );
  return rows.flatMap(({ body, seq, at }): readonly ReplayLine[] => {
    const { author, origin, blacklisted, ...content } = JSON.parse(body) as NewMessage;
    const words = splitContent(content);
    const isEmpty = words.text === "" && words.file === undefined;
    if (isEmpty || origin?.automatic === true || blacklisted === true) return [];
    const kind =
      author.kind === "bot" ? "agent" : author.kind === "visitor" ? "visitor" : "operator";
    return [{ author: kind, seq, ...words, name: author.name ?? "", at }];
  });
}

export interface ResultRecord {
  readonly n: number;
  /** null: a question. */
  readonly chat: {
    readonly id: number;
    readonly number: number | null;
    readonly visitorName: string | null;
    readonly closedAt: string | null;
  } | null;
  /** null: a chat, or the question was deleted. */
  readonly question: {
    readonly id: number;
    readonly text: string;
    readonly article: QuestionArticle | null;
  } | null;
  readonly turns: readonly ReplayTurn[];
  readonly passed: boolean | null;
  readonly passedBefore: boolean | null;
  readonly mark: ReplayMark | null;
  readonly wrongReason: WrongReason | null;
  readonly markedBy: NamedRef | null;
}

const passedBefore = `(select p.passed from agent_replay_result p join agent_replay e on e.account_id = p.account_id and e.id = p.replay_id
  where p.account_id = r.account_id and p.question_id = r.question_id and p.replay_id < r.replay_id and p.passed is not null
  order by p.replay_id desc limit 1)`;
const filters: Readonly<Record<ReplayFilter, string>> = {
  all: "true",
  unmarked: "r.action in ('answer', 'ask') and r.mark is null",
  wrong: "(r.mark = 'wrong' or r.passed = false)",
  handed_over: "r.action = 'hand_over'",
  changed: `r.passed <> ${passedBefore}`,
};

/** Lists the processed results of a replay after the number `after`, in their order. */
export async function listResults(
  reader: Reader,
  { account, id }: ReplayKey,
  page: {
    readonly show: ReplayFilter;
    readonly after: number;
    readonly n?: number;
    readonly limit: number;
  },
): Promise<readonly ResultRecord[]> {
  const rows = await reader.rows<Row>(
    account,
    `select r.*, c.number, c.closed_at, x.body::jsonb -> 'name' ->> 'value' as visitor_name, o.name as marked_name,
       q.text, q.article_id, ${articleTitle("q.article_id")} as title, ${passedBefore} as passed_before
     from agent_replay_result r join agent_replay a on a.account_id = r.account_id and a.id = r.replay_id
     left join chat c on c.account_id = r.account_id and c.id = r.chat_id
     left join visitor x on x.account_id = c.account_id and x.id = c.visitor_id
     left join agent_question q on q.account_id = r.account_id and q.id = r.question_id
     left join operator o on o.account_id = r.account_id and o.id = r.marked_by
     where r.account_id = $1 and r.replay_id = $2 and r.n > $3 and r.n <= a.processed and ($4::int is null or r.n = $4)
       and ${filters[page.show]} order by r.n limit $5`,
    [account, id, page.after, page.n ?? null, page.limit],
  );
  return rows.map(toRecord);
}

/** Sets the mark of an answer. Returns false if there is no such processed result. */
export async function markResult(
  sql: Sql,
  { account, id }: ReplayKey,
  n: number,
  mark: {
    readonly mark: ReplayMark | null;
    readonly wrongReason: WrongReason | null;
    readonly operatorId: number;
  },
): Promise<boolean> {
  const rows = await sql.query(
    `update agent_replay_result r set mark = $4, wrong_reason = $5, marked_by = $6
     where r.account_id = $1 and r.replay_id = $2 and r.n = $3 and r.action is not null returning 1`,
    [
      account,
      id,
      n,
      mark.mark,
      mark.mark === "wrong" ? mark.wrongReason : null,
      mark.mark === null ? null : mark.operatorId,
    ],
  );
  return rows.length > 0;
}

/** Removes the texts of chats from replays, and the questions that were taken from them. */
export async function eraseReplayTexts(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  await tx.query(
    `update agent_replay_result r set turns = null, erased = true
     where r.account_id = $1 and (r.chat_id = any($2::bigint[]) or r.question_id in
       (select q.id from agent_question q where q.account_id = $1 and q.chat_id = any($2::bigint[])))`,
    [account, chats],
  );
  await tx.query(
    "delete from agent_question where account_id = $1 and chat_id = any($2::bigint[])",
    [account, chats],
  );
}

interface Row {
  readonly n: number;
  readonly chat_id: string | null;
  readonly number: string | null;
  readonly closed_at: Date | null;
  readonly visitor_name: string | null;
  readonly question_id: string | null;
  readonly text: string | null;
  readonly article_id: string | null;
  readonly title: string | null;
  readonly turns: readonly ReplayTurn[] | null;
  readonly action: AgentAction | null;
  readonly passed: boolean | null;
  readonly passed_before: boolean | null;
  readonly mark: ReplayMark | null;
  readonly wrong_reason: WrongReason | null;
  readonly marked_by: string | null;
  readonly marked_name: string | null;
}
const toRecord = (row: Row): ResultRecord => ({
  n: row.n,
  chat:
    row.chat_id === null
      ? null
      : {
          id: toInteger(row.chat_id),
          number: toIntegerOrNull(row.number),
          visitorName: row.visitor_name,
          closedAt: toIsoTimeOrNull(row.closed_at),
        },
  question:
    row.question_id === null || row.text === null
      ? null
      : {
          id: toInteger(row.question_id),
          text: row.text,
          article:
            row.article_id === null
              ? null
              : { id: toInteger(row.article_id), title: row.title ?? "" },
        },
  turns: row.turns ?? [],
  passed: row.passed,
  passedBefore: row.passed_before,
  mark: row.mark,
  wrongReason: row.wrong_reason,
  markedBy:
    row.marked_by === null ? null : { id: toInteger(row.marked_by), name: row.marked_name ?? "" },
});
