import type pg from "pg";
import type { AccountConfig } from "../../core/ports.ts";
import type { Desk } from "../../core/routing/desk.ts";
import type { Here } from "./here.ts";

export interface DesksDeps {
  /** As the writer. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly here: Here;
  readonly config: (account: number) => Promise<AccountConfig>;
}
interface Row {
  readonly account_id: number;
  readonly chat_id: number;
}
/** What is known of one account while its chats are looked at; counts and turns move along with the offers made meanwhile. */
interface Room {
  readonly config: AccountConfig;
  readonly openChats: Map<number, number>;
  readonly turns: Map<number, number>;
}
export interface Desks {
  desk(row: Row): Desk;
  /** One operator at a time is asked, so the chats of this account are looked at one after another. */
  isInTurn(account: number): boolean;
  /** Somebody was asked alone; gives the time of his turn, which is after everybody else's. */
  took(account: number, operator: number, now: number): number;
}

/** Reads what routing decides by for chats that are due (core/routing/desk.ts): one statement for all, one or two per account where it matters. */
export async function openDesks({ pool, here, config }: DesksDeps, rows: readonly Row[]): Promise<Desks> {
  const rooms = new Map<number, Room>();
  for (const account of new Set(rows.map((row) => row.account_id))) {
    const settings = await config(account).catch(() => null);
    if (settings !== null) rooms.set(account, await readRoom(pool, settings));
  }
  const facts = await readFacts(pool, rows, rooms);
  return {
    desk({ account_id: account, chat_id: chat }) {
      const fact = facts.get(chat);
      return {
        presence: (id) => here.of(account, id),
        offlineSince: (id) => here.offlineSince(account, id),
        openChats: rooms.get(account)?.openChats ?? new Map<number, number>(),
        turns: rooms.get(account)?.turns ?? new Map<number, number>(),
        lastOperator: fact?.last_operator ?? null,
        lastMessageAt: fact?.message_at ?? null,
        joinedAt: fact?.joined_at ?? null,
        isUnanswered: fact?.unanswered ?? false,
      };
    },
    isInTurn: (account) => rooms.get(account)?.config.routing.mode !== "all",
    took(account, operator, now) {
      const room = rooms.get(account);
      // Several within a millisecond still take turns.
      const at = Math.max(now, ...[...(room?.turns.values() ?? [])].map((turn) => turn + 1));
      room?.turns.set(operator, at);
      room?.openChats.set(operator, (room.openChats.get(operator) ?? 0) + 1);
      return at;
    },
  };
}

async function readRoom(pool: DesksDeps["pool"], config: AccountConfig): Promise<Room> {
  const isInTurn = config.routing.mode !== "all";
  const isLimited = [...config.operators.values()].some((one) => one.active && one.chatLimit > 0);
  if (!isInTurn && !isLimited) return { config, openChats: new Map(), turns: new Map() };
  const { rows } = await pool.query<{ operator_id: number; chats: number; at: number | null }>(
    `select o.id as operator_id, (extract(epoch from t.at) * 1000)::float8 as at,
      (select count(*)::int from participant p where p.account_id = o.account_id and p.operator_id = o.id and p.left_at is null) as chats
    from operator o left join routing_turn t on t.account_id = o.account_id and t.operator_id = o.id where o.account_id = $1 and o.active`,
    [config.accountId],
  );
  const openChats = new Map(rows.map((row) => [row.operator_id, row.chats]));
  for (const id of isInTurn ? await offeredAlone(pool, config.accountId) : []) openChats.set(id, (openChats.get(id) ?? 0) + 1);
  return { config, openChats, turns: new Map(rows.flatMap((row) => (row.at === null ? [] : [[row.operator_id, row.at] as const]))) };
}

/** Operators who are asked alone for a chat now, once for each. */
async function offeredAlone(pool: DesksDeps["pool"], account: number): Promise<readonly number[]> {
  // A quote inside a JSON string is escaped, so this text can only be the key.
  const { rows } = await pool.query<{ operator_id: number }>(
    `select (c.body::jsonb #>> '{wait,offered,0}')::bigint as operator_id from chat_activity a
      join chat c on c.account_id = a.account_id and c.id = a.chat_id
    where a.account_id = $1 and a.running and c.state = 'waiting' and strpos(c.body, '"offer_until":') > 0
      and c.body::jsonb #>> '{wait,offered,0}' is not null`,
    [account],
  );
  return rows.map((row) => row.operator_id);
}

interface Fact {
  readonly chat_id: number;
  readonly message_at: number;
  readonly joined_at: number | null;
  readonly unanswered: boolean;
  readonly last_operator: number | null;
}

async function readFacts(
  pool: DesksDeps["pool"],
  rows: readonly Row[],
  rooms: ReadonlyMap<number, Room>,
): Promise<ReadonlyMap<number, Fact>> {
  const wantsLast = rows.map((row) => rooms.get(row.account_id)?.config.routing.mode === "last_operator");
  const { rows: facts } = await pool.query<Fact>(
    `select q.chat as chat_id, (extract(epoch from coalesce(a.message_at, c.created_at)) * 1000)::float8 as message_at,
      (select (extract(epoch from max(p.joined_at)) * 1000)::float8 from participant p
        where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null) as joined_at,
      a.visitor_seq > a.answer_seq as unanswered,
      case when q.last then (select l.assignee from chat l where l.account_id = c.account_id and l.visitor_id = c.visitor_id
        and l.state = 'closed' and l.assignee is not null order by l.closed_at desc limit 1) end as last_operator
    from unnest($1::bigint[], $2::bigint[], $3::boolean[]) q(account, chat, last)
      join chat c on c.account_id = q.account and c.id = q.chat join chat_activity a on a.account_id = q.account and a.chat_id = q.chat`,
    [rows.map((row) => row.account_id), rows.map((row) => row.chat_id), wantsLast],
  );
  return new Map(facts.map((fact) => [fact.chat_id, fact]));
}
