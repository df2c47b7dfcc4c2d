import type {
  AgentAction,
  AgentFigures,
  AgentTurnRecord,
  ChatLine,
  LineContent,
} from "../../core/bot/agent-turn.ts";
import { formatContent } from "../../core/bot/plain-text.ts";
import type { ChatData, NewMessage, VisitorData } from "../../core/event.ts";
import type { Reader } from "../database/reader.ts";
import { toMilliseconds, type Sql } from "../database/sql.ts";

/** Maximum number of messages of a chat, and of the visitor's earlier chats. */
const maxLines = 60;
const maxEarlierLines = 20;

/** Returns a chat with its visitor, and what its agent did last in it. null: no such chat. */
export async function findAgentChat(
  sql: Sql,
  account: number,
  { botId, chatId }: { readonly botId: number; readonly chatId: number },
): Promise<{
  readonly chat: ChatData;
  readonly visitor: VisitorData;
  readonly lastAction: AgentAction | null;
} | null> {
  const [row] = await sql.query<{ chat: string; visitor: string; action: AgentAction | null }>(
    `select h.body as chat, v.body as visitor, (select t.action from agent_turn t where t.account_id = h.account_id and t.chat_id = h.id
         and t.bot_id = $3 and not t.shadow order by t.at desc limit 1) as action
     from chat h join visitor v on v.account_id = h.account_id and v.id = h.visitor_id where h.account_id = $1 and h.id = $2`,
    [account, chatId, botId],
  );
  return row === undefined
    ? null
    : {
        chat: JSON.parse(row.chat) as ChatData,
        visitor: JSON.parse(row.visitor) as VisitorData,
        lastAction: row.action,
      };
}

/** The latest messages of a chat, oldest first. */
interface LatestLines {
  readonly lines: readonly ChatLine[];
  /** Number of the last message of the chat, also of a note or a line of the system. */
  readonly seq: number;
  /** When the last of the lines was written, in ms since 1970. */
  readonly lastAt: number;
}
/** Returns the latest lines of a chat, without notes and lines of the system. */
export async function listChatLines(
  sql: Sql,
  account: number,
  { chatId }: { readonly chatId: number },
): Promise<LatestLines> {
  const rows = await sql.query<{ body: string; seq: number; at: number }>(
    `select j.body, ${toMilliseconds("j.at")} as at, (
       select max(m.seq) from journal m where m.account_id = $1 and m.chat_id = $2 and m.seq is not null) as seq
     from journal j
     where j.account_id = $1 and j.chat_id = $2 and j.seq is not null and j.author_kind <> 'system'
       and strpos(j.body, '"kind":"note"') = 0 order by j.seq desc limit $3`,
    [account, chatId, maxLines],
  );
  const latest = rows.filter(hasLine);
  return {
    lines: toLines(latest.toReversed()),
    seq: rows[0]?.seq ?? 0,
    lastAt: latest[0]?.at ?? 0,
  };
}

/** Returns the latest messages of the visitor's other chats, oldest first. */
export async function listEarlierLines(
  sql: Sql,
  account: number,
  { chatId }: { readonly chatId: number },
): Promise<readonly ChatLine[]> {
  const rows = await sql.query<{ body: string }>(
    `select m.body from chat h
       join lateral (select c.id from chat c where c.account_id = h.account_id and c.visitor_id = h.visitor_id and c.id <> h.id
         order by c.created_at desc limit 3) c on true
       join lateral (select j.body, j.position from journal j where j.account_id = h.account_id and j.chat_id = c.id and j.seq is not null
         and j.author_kind <> 'system' and strpos(j.body, '"kind":"note"') = 0 order by j.seq desc limit $3) m on true
     where h.account_id = $1 and h.id = $2 order by m.position desc limit $3`,
    [account, chatId, maxEarlierLines],
  );
  return toLines(rows.toReversed().filter(hasLine));
}

interface MessageRow {
  readonly body: string;
}
/** Agents do not read automatic messages: programs could answer each other for ever (CON-035). */
function hasLine({ body }: MessageRow): boolean {
  const { origin, blacklisted } = JSON.parse(body) as NewMessage;
  return origin?.automatic !== true && blacklisted !== true;
}
const toLines = (rows: readonly MessageRow[]): readonly ChatLine[] =>
  rows
    .map(({ body }) => JSON.parse(body) as NewMessage)
    .map(({ author, ...content }) => ({
      author: author.kind === "bot" ? "agent" : author.kind === "visitor" ? "visitor" : "operator",
      ...splitContent(content),
    }));

/** Returns the words of a message, or the name of its file. */
export const splitContent = (content: Parameters<typeof formatContent>[0]): LineContent => {
  const text = formatContent({ ...content, media: undefined });
  const { media } = content;
  if (text !== "" || media === undefined) return { text };
  return { text, file: { type: media.type, name: media.file_name ?? "" } };
};

/** Stores a turn. The first one of a delivery stays. */
export async function insertAgentTurn(sql: Sql, turn: AgentTurnRecord): Promise<void> {
  await sql.query(
    `insert into agent_turn (account_id, delivery_id, bot_id, chat_id, shadow, action, reason, at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000)) on conflict do nothing`,
    [
      turn.account,
      turn.deliveryId,
      turn.botId,
      turn.chatId,
      turn.isShadow,
      turn.action,
      turn.reason,
      turn.at,
    ],
  );
}

/** Turns and chats that the figures of an agent have at most. */
const maxCountedTurns = 1_000;
const maxCountedChats = 200;

/** SQL for the latest turns of an agent since its state was set. */
const latestTurns = `select t.chat_id, t.action, t.reason, t.at from agent g join agent_turn t on t.account_id = g.account_id and t.bot_id = g.bot_id and t.at >= g.state_since
       where g.account_id = $1 and g.bot_id = $2 and g.state in ('share', 'on') and not t.shadow order by t.at desc limit $3`;

/**
 * Counts the latest chats of an agent since its state was set. It runs at each reply, so it reads
 * a bounded number of turns and chats.
 */
export async function countAgentChats(
  reader: Reader,
  account: number,
  botId: number,
): Promise<AgentFigures> {
  const [row] = await reader.rows<AgentFigures>(
    account,
    `with latest as (
       ${latestTurns}),
     counted as (
       select chat_id, bool_or(action = 'hand_over') as handed_over from latest group by chat_id order by max(at) desc limit $4)
     select count(*)::int as chats, (count(*) filter (where c.handed_over))::int as "handedOver",
       (count(*) filter (where h.body::jsonb ->> 'rating' = 'negative'))::int as bad
     from counted c left join chat h on h.account_id = $1 and h.id = c.chat_id`,
    [account, botId, maxCountedTurns, maxCountedChats],
  );
  return row ?? { chats: 0, handedOver: 0, bad: 0 };
}

/** Number of chats that were handed over for a reason. */
export interface HandOverReason {
  readonly reason: string;
  readonly chats: number;
}

/** Counts the chats of `countAgentChats` by the reason of their latest hand-over. */
export const countHandOverReasons = (
  reader: Reader,
  account: number,
  botId: number,
): Promise<readonly HandOverReason[]> =>
  reader.rows<HandOverReason>(
    account,
    `with latest as (
       ${latestTurns}),
     counted as (
       select (array_agg(reason order by at desc) filter (where action = 'hand_over'))[1] as reason from latest
       group by chat_id order by max(at) desc limit $4)
     select reason, count(*)::int as chats from counted where reason is not null group by reason order by chats desc, reason`,
    [account, botId, maxCountedTurns, maxCountedChats],
  );

/** Sets the state of an agent to `shadow`. Returns its id, or null if it does not answer. */
export async function stopAgent(
  tx: Sql,
  { account, botId }: { readonly account: number; readonly botId: number },
  reason: "hand_overs" | "ratings",
  now: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `update agent set state = 'shadow', state_since = $4, updated_at = $4, stopped = $3, skip_gates = null, proved = null
     where account_id = $1 and bot_id = $2 and state in ('share', 'on') returning id::float8 as id`,
    [account, botId, reason, new Date(now)],
  );
  if (row === undefined) return null;
  await tx.query("update bot set enabled = false where account_id = $1 and id = $2", [
    account,
    botId,
  ]);
  return row.id;
}

/**
 * Returns an agent that answers visitors although its gates were never passed and nobody said why
 * they are skipped: its state was set before gates were needed (AGENT-117). Else null.
 */
export const findUnprovedAgent = async (
  reader: Reader,
  account: number,
  botId: number,
): Promise<{ readonly agent: number; readonly state: string } | null> =>
  (await reader.one<{ agent: number; state: string }>(
    account,
    `select id::float8 as agent, state from agent where account_id = $1 and bot_id = $2 and state in ('share', 'on')
       and skip_gates is null and proved is distinct from state and proved is distinct from 'on'`,
    [account, botId],
  )) ?? null;
