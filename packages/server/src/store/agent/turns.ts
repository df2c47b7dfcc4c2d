import { formatMarkdown } from "../../core/bot/plain-text.ts";
import type { ChatData, NewMessage, VisitorData } from "../../core/event.ts";
import type { Sql } from "../database/sql.ts";

/** Maximum number of messages of a chat, and of the visitor's earlier chats. */
const maxLines = 60;
const maxEarlierLines = 20;

type Action = "answer" | "ask" | "hand_over";
/** A message of a visitor, a bot or an operator, without notes and system messages. */
export interface ChatLineRow {
  readonly author: "visitor" | "agent" | "operator";
  readonly text: string;
}

/** Returns a chat with its visitor, and what its agent did last in it. null: no such chat. */
export async function findAgentChat(
  sql: Sql,
  account: number,
  { botId, chatId }: { readonly botId: number; readonly chatId: number },
): Promise<{
  readonly chat: ChatData;
  readonly visitor: VisitorData;
  readonly lastAction: Action | null;
} | null> {
  const [row] = await sql.query<{ chat: string; visitor: string; action: Action | null }>(
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

/** Returns the latest messages of a chat up to message number `seq`, oldest first. */
export async function listChatLines(
  sql: Sql,
  account: number,
  { chatId, seq }: { readonly chatId: number; readonly seq: number },
): Promise<readonly ChatLineRow[]> {
  const rows = await sql.query<{ body: string }>(
    `select j.body from journal j where j.account_id = $1 and j.chat_id = $2 and j.seq <= $3 and j.author_kind <> 'system'
       and strpos(j.body, '"kind":"note"') = 0 order by j.seq desc limit $4`,
    [account, chatId, seq, maxLines],
  );
  return toLines(rows.toReversed());
}

/** Returns the latest messages of the visitor's other chats, oldest first. */
export async function listEarlierLines(
  sql: Sql,
  account: number,
  { chatId }: { readonly chatId: number },
): Promise<readonly ChatLineRow[]> {
  const rows = await sql.query<{ body: string }>(
    `select m.body from chat h
       join lateral (select c.id from chat c where c.account_id = h.account_id and c.visitor_id = h.visitor_id and c.id <> h.id
         order by c.created_at desc limit 3) c on true
       join lateral (select j.body, j.position from journal j where j.account_id = h.account_id and j.chat_id = c.id and j.seq is not null
         and j.author_kind <> 'system' and strpos(j.body, '"kind":"note"') = 0 order by j.seq desc limit $3) m on true
     where h.account_id = $1 and h.id = $2 order by m.position desc limit $3`,
    [account, chatId, maxEarlierLines],
  );
  return toLines(rows.toReversed());
}

const toLines = (rows: readonly { readonly body: string }[]): readonly ChatLineRow[] =>
  rows
    .map(({ body }) => JSON.parse(body) as NewMessage)
    // Two programs could answer each other without end (CON-035).
    .filter(({ origin, blacklisted }) => origin?.automatic !== true && blacklisted !== true)
    .map(({ author, text, nodes, media }) => ({
      author: author.kind === "bot" ? "agent" : author.kind === "visitor" ? "visitor" : "operator",
      text: text || (nodes === undefined ? (media?.file_name ?? "") : formatMarkdown(nodes)),
    }));

export interface AgentTurnRow {
  readonly account: number;
  readonly deliveryId: number;
  readonly botId: number;
  readonly chatId: number;
  readonly isShadow: boolean;
  readonly action: Action;
  readonly reason: string | null;
  readonly at: number;
}
/** Stores a turn. The first one of a delivery stays. */
export async function insertAgentTurn(sql: Sql, turn: AgentTurnRow): Promise<void> {
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

/** Chats of an agent since its state was set: all, handed over, and rated badly. */
interface AgentFigures {
  readonly chats: number;
  readonly handedOver: number;
  readonly bad: number;
}
export async function countAgentChats(
  sql: Sql,
  account: number,
  botId: number,
): Promise<AgentFigures> {
  const [row] = await sql.query<AgentFigures>(
    `with turns as (
       select t.chat_id, bool_or(t.action = 'hand_over') as handed_over from agent_turn t join agent g on g.account_id = t.account_id and g.bot_id = t.bot_id
       where t.account_id = $1 and t.bot_id = $2 and not t.shadow and t.at >= g.state_since and g.state in ('share', 'on') group by t.chat_id)
     select count(*)::int as chats, (count(*) filter (where handed_over))::int as "handedOver",
       (count(*) filter (where h.body::jsonb ->> 'rating' = 'negative'))::int as bad
     from turns join chat h on h.account_id = $1 and h.id = turns.chat_id`,
    [account, botId],
  );
  return row ?? { chats: 0, handedOver: 0, bad: 0 };
}

/** Sets the state of an agent to `shadow`. Returns its id, or null if it does not answer. */
export async function stopAgent(
  tx: Sql,
  { account, botId }: { readonly account: number; readonly botId: number },
  reason: "hand_overs" | "ratings",
  now: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `update agent set state = 'shadow', state_since = $4, updated_at = $4, stopped = $3
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
