import { formatContent } from "../../core/bot/plain-text.ts";
import type { NewMessage } from "../../core/event.ts";
import type { Reader } from "../database/reader.ts";
import type { AgentKey } from "./question.ts";

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
  readonly replies: readonly ShadowReply[];
}

/** Reads the latest chats in which an agent wrote notes, with the replies of operators. */
export async function readShadowChats(
  reader: Reader,
  account: number,
  botId: number,
): Promise<ShadowChats> {
  const rows = await reader.rows<{ chat: number; handed_over: boolean; bodies: string[] | null }>(
    account,
    `with latest as (
       select chat_id, bool_or(action = 'hand_over') as handed_over, max(at) as at
       from (select chat_id, action, at from agent_turn where account_id = $1 and bot_id = $2 and shadow order by at desc limit ${maxTurns}) t
       group by chat_id order by max(at) desc limit ${maxChats})
     select t.chat_id::float8 as chat, t.handed_over, (
       select array_agg(m.body order by m.seq) from (
         select j.seq, j.body from journal j where j.account_id = $1 and j.chat_id = t.chat_id and j.seq is not null
           and j.author_kind = 'operator' order by j.seq limit ${maxMessages}) m) as bodies
     from latest t`,
    [account, botId],
  );
  return {
    chats: rows.length,
    handOvers: rows.filter(({ handed_over }) => handed_over).length,
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
