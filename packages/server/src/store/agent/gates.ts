import { formatContent } from "../../core/bot/plain-text.ts";
import type { NewMessage } from "../../core/event.ts";
import type { Reader } from "../database/reader.ts";
import type { AgentKey } from "./question.ts";
import type { HandOverReason } from "./turns.ts";

/** What the gates of an agent are computed from (AGENT-061). */

/** Turns and chats in shadow that are read, the latest ones. */
const maxTurns = 1_000;
const maxChats = 200;
const maxMessages = 100;

/** A reply in a note, and what an operator sent after it. null: nothing yet. */
interface ShadowReply {
  readonly reply: string;
  readonly sent: string | null;
}
export interface ShadowChats {
  readonly chats: number;
  /** Chats in which the agent would have handed over. */
  readonly handOvers: number;
  /** Chats by the reason of the latest hand-over, most frequent first. */
  readonly reasons: readonly HandOverReason[];
  readonly replies: readonly ShadowReply[];
}

/** Reads the latest chats in which an agent wrote notes, with the replies of operators. */
export async function readShadowChats(
  reader: Reader,
  account: number,
  botId: number,
): Promise<ShadowChats> {
  const rows = await reader.rows<{ chat: number; reasons: string[]; bodies: string[] | null }>(
    account,
    `with latest as (
       select chat_id, coalesce(array_agg(coalesce(reason, '') order by at desc) filter (where action = 'hand_over'), '{}') as reasons, max(at) as at
       from (select chat_id, action, reason, at from agent_turn where account_id = $1 and bot_id = $2 and shadow order by at desc limit ${maxTurns}) t
       group by chat_id order by max(at) desc limit ${maxChats})
     select t.chat_id::float8 as chat, t.reasons, (
       select array_agg(m.body order by m.seq) from (
         select j.seq, j.body from journal j where j.account_id = $1 and j.chat_id = t.chat_id and j.seq is not null
           and j.author_kind = 'operator' order by j.seq limit ${maxMessages}) m) as bodies
     from latest t`,
    [account, botId],
  );
  const reasons = rows.flatMap((row) => row.reasons.slice(0, 1));
  return {
    chats: rows.length,
    handOvers: reasons.length,
    reasons: [...Map.groupBy(reasons, (reason) => reason)]
      .map(([reason, chats]) => ({ reason, chats: chats.length }))
      .toSorted((a, b) => b.chats - a.chats),
    replies: rows.flatMap(({ bodies }) =>
      pairReplies(
        (bodies ?? []).map((body) => JSON.parse(body) as NewMessage),
        botId,
      ),
    ),
  };
}

/** Pairs each note of the agent with the first message of an operator after it. */
function pairReplies(messages: readonly NewMessage[], botId: number): readonly ShadowReply[] {
  const pairs: ShadowReply[] = [];
  let reply: string | null = null;
  for (const { author, origin, cause, ...content } of messages) {
    if (content.kind !== "note") {
      if (reply === null || author.id === null || origin?.automatic === true) continue;
      pairs.push({ reply, sent: formatContent(content) });
      reply = null;
    } else if (cause?.kind === "model" && cause.id === botId) {
      // The visitor wrote again, and the newer note answers that too. The first line is no reply.
      reply = formatContent(content).split("\n").slice(1).join("\n");
    }
  }
  return reply === null ? pairs : [...pairs, { reply, sent: null }];
}

/** The latest replay of chats or questions, with its marks. */
export interface LatestReplay {
  readonly id: number;
  readonly total: number;
  readonly good: number;
  readonly wrong: number;
  readonly passed: number;
}
export async function findLatestReplay(
  reader: Reader,
  { account, agentId }: AgentKey,
  subject: "chats" | "questions",
): Promise<LatestReplay | null> {
  const row = await reader.one<LatestReplay>(
    account,
    `select r.id::float8 as id, r.processed as total, c.good, c.wrong, c.passed
     from (select * from agent_replay where account_id = $1 and agent_id = $2 and subject = $3 and change is null and processed > 0
       order by id desc limit 1) r
     cross join lateral (
       select count(*) filter (where q.mark = 'good')::int as good, count(*) filter (where q.mark = 'wrong')::int as wrong,
         count(*) filter (where q.passed)::int as passed
       from agent_replay_result q where q.account_id = r.account_id and q.replay_id = r.id) c`,
    [account, agentId, subject],
  );
  return row ?? null;
}

interface SectionRow {
  /** null: no article of a section was used. */
  readonly section_id: number | null;
  readonly name: string | null;
}

/** Counts the chats of a replay by the section of their first source, largest first. */
export const countReplayedSections = (
  reader: Reader,
  account: number,
  replayId: number,
): Promise<
  readonly (SectionRow & {
    readonly chats: number;
    readonly good: number;
    readonly wrong: number;
    readonly hand_overs: number;
  })[]
> =>
  reader.rows(
    account,
    `select s.id::float8 as section_id, s.name, count(*)::int as chats, count(*) filter (where q.mark = 'good')::int as good,
       count(*) filter (where q.mark = 'wrong')::int as wrong, count(*) filter (where q.action = 'hand_over')::int as hand_overs
     from agent_replay_result q
     left join lateral (
       select a.section_id from jsonb_array_elements(q.turns) with ordinality t (turn, i)
       cross join lateral jsonb_array_elements(t.turn -> 'sources') with ordinality u (source, n)
       join article a on a.account_id = q.account_id and a.id = (u.source ->> 'articleId')::bigint order by t.i, u.n limit 1) a on true
     left join article_section s on s.account_id = q.account_id and s.id = a.section_id
     where q.account_id = $1 and q.replay_id = $2 and q.action is not null
     group by s.id, s.name order by chats desc, s.name`,
    [account, replayId],
  );

/** Counts the questions of a replay by the section of the expected article, largest first. */
export const countAskedSections = (
  reader: Reader,
  account: number,
  replayId: number,
): Promise<readonly (SectionRow & { readonly asked: number; readonly as_expected: number })[]> =>
  reader.rows(
    account,
    `select s.id::float8 as section_id, s.name, count(*)::int as asked, count(*) filter (where q.passed)::int as as_expected
     from agent_replay_result q
     left join agent_question n on n.account_id = q.account_id and n.id = q.question_id
     left join article a on a.account_id = q.account_id and a.id = n.article_id
     left join article_section s on s.account_id = q.account_id and s.id = a.section_id
     where q.account_id = $1 and q.replay_id = $2 and q.passed is not null
     group by s.id, s.name order by asked desc, s.name`,
    [account, replayId],
  );
