import type pg from "pg";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type { RoutingSnapshot } from "../../core/routing/snapshot.ts";
import type { Here } from "./here.ts";

export interface DesksDeps {
  /** Runs queries with the writer role. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly here: Here;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly clock: Pick<Clock, "now">;
  /** Returns whether a message was written in the chat after the snapshots were loaded. */
  readonly isHeard: (chat: number) => boolean;
}
interface Row {
  readonly account_id: number;
  readonly chat_id: number;
}
/**
 * Routing data of one account during a round. Counts and offer times include the offers of this
 * round.
 */
interface Room {
  readonly config: AccountConfig;
  readonly openChats: Map<number, number>;
  readonly turns: Map<number, number>;
  /**
   * Operator by chat, for chats offered to one operator only. Each counts as one of that operator's
   * chats, except for the chat itself.
   */
  readonly alone: Map<number, number>;
}
/** Routing snapshots of the chats of one round. */
export interface Desks {
  desk(row: Row): RoutingSnapshot;
  /**
   * Returns whether chats of the account must be processed one after another, because each is
   * offered to one operator at a time.
   */
  isInTurn(account: number): boolean;
  /**
   * Records that the chat was offered to one operator. Returns the offer time, which is later than
   * all other offer times.
   */
  took(row: Row, operator: number, now: number): number;
}

/**
 * Loads the routing data of due chats: one statement for all chats, and one or two per account if
 * needed.
 */
export async function openDesks({ pool, here, config, clock, isHeard }: DesksDeps, rows: readonly Row[]): Promise<Desks> {
  const rooms = new Map<number, Room>();
  for (const account of new Set(rows.map((row) => row.account_id))) {
    const settings = await config(account).catch(() => null);
    if (settings !== null) rooms.set(account, await readRoom(pool, settings, clock.now()));
  }
  const facts = await readFacts(pool, rows, rooms);
  return {
    desk({ account_id: account, chat_id: chat }) {
      const fact = facts.get(chat);
      return {
        presence: (id) => here.of(account, id),
        offlineSince: (id) => here.offlineSince(account, id),
        openChats: chatsBeside(rooms.get(account), chat),
        lastOfferedAt: rooms.get(account)?.turns ?? new Map<number, number>(),
        lastOperator: fact?.last_operator ?? null,
        lastMessageAt: fact?.message_at ?? null,
        joinedAt: fact?.joined_at ?? null,
        isUnanswered: fact?.unanswered ?? false,
        unansweredSince: fact?.unanswered_since ?? null,
        isStale: () => isHeard(chat),
      };
    },
    isInTurn: (account) => rooms.get(account)?.config.routing.mode !== "all",
    took({ account_id: account, chat_id: chat }, operator, now) {
      const room = rooms.get(account);
      // Offers within the same millisecond still get different times.
      const at = Math.max(now, ...[...(room?.turns.values() ?? [])].map((turn) => turn + 1));
      room?.turns.set(operator, at);
      if (room !== undefined) {
        const before = room.alone.get(chat);
        if (before !== undefined) count(room.openChats, before, -1);
        count(room.openChats, operator, 1);
        room.alone.set(chat, operator);
      }
      return at;
    },
  };
}

/**
 * Returns each operator's number of chats without this chat: its own offer must not count against
 * it.
 */
function chatsBeside(room: Room | undefined, chat: number): ReadonlyMap<number, number> {
  if (room === undefined) return new Map();
  const asked = room.alone.get(chat);
  if (asked === undefined) return room.openChats;
  const chats = new Map(room.openChats);
  count(chats, asked, -1);
  return chats;
}
function count(chats: Map<number, number>, operator: number, by: number): void {
  chats.set(operator, (chats.get(operator) ?? 0) + by);
}

async function readRoom(pool: DesksDeps["pool"], config: AccountConfig, now: number): Promise<Room> {
  const isInTurn = config.routing.mode !== "all";
  const isLimited = [...config.operators.values()].some((one) => one.active && one.chatLimit > 0);
  if (!isInTurn && !isLimited) return { config, openChats: new Map(), turns: new Map(), alone: new Map() };
  const { rows } = await pool.query<{ operator_id: number; chats: number; at: number | null }>(
    `select o.id as operator_id, (extract(epoch from t.at) * 1000)::float8 as at,
      (select count(*)::int from participant p where p.account_id = o.account_id and p.operator_id = o.id and p.left_at is null) as chats
    from operator o left join routing_turn t on t.account_id = o.account_id and t.operator_id = o.id where o.account_id = $1 and o.active`,
    [config.accountId],
  );
  const openChats = new Map(rows.map((row) => [row.operator_id, row.chats]));
  const alone = isInTurn ? await offeredAlone(pool, config.accountId, now) : new Map<number, number>();
  for (const id of alone.values()) count(openChats, id, 1);
  const turns = new Map(rows.flatMap((row) => (row.at === null ? [] : [[row.operator_id, row.at] as const])));
  return { config, openChats, turns, alone };
}

/** Reads which chats are offered to one operator now. Expired offers do not count. */
async function offeredAlone(pool: DesksDeps["pool"], account: number, now: number): Promise<Map<number, number>> {
  // The text search avoids parsing most bodies as JSON. Page attributes may use the same name
  // (WG-064), so the JSON path decides.
  const { rows } = await pool.query<{ chat_id: number; operator_id: number }>(
    `select c.id as chat_id, (c.body::jsonb #>> '{wait,offered,0}')::bigint as operator_id from chat_activity a
      join chat c on c.account_id = a.account_id and c.id = a.chat_id
    where a.account_id = $1 and a.running and c.state = 'waiting' and strpos(c.body, '"offer_until":') > 0
      and c.body::jsonb #>> '{wait,offered,0}' is not null
      and (c.body::jsonb #>> '{wait,offer_until}')::timestamptz > to_timestamp($2::float8 / 1000)`,
    [account, now],
  );
  return new Map(rows.map((row) => [row.chat_id, row.operator_id]));
}

interface Fact {
  readonly chat_id: number;
  readonly message_at: number;
  readonly joined_at: number | null;
  readonly unanswered: boolean;
  readonly unanswered_since: number | null;
  readonly last_operator: number | null;
}

/**
 * Messages that `chat_activity` does not include yet, because its projection lags. A chat must not
 * close over a message that is already stored (CORE-032).
 */
const notCounted = `select max(j.at) as at, max(j.seq) filter (where j.author_kind = 'visitor') as visitor,
    max(j.seq) filter (where j.author_kind = 'operator' and strpos(j.body, '"kind":"note"') = 0) as answer
  from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq > a.counted_seq
    and j.author_kind <> 'system' and strpos(j.body, '"blacklisted":true') = 0`;

async function readFacts(
  pool: DesksDeps["pool"],
  rows: readonly Row[],
  rooms: ReadonlyMap<number, Room>,
): Promise<ReadonlyMap<number, Fact>> {
  const wantsLast = rows.map((row) => rooms.get(row.account_id)?.config.routing.mode === "last_operator");
  const reassigns = rows.map((row) => (rooms.get(row.account_id)?.config.routing.reassignMs ?? 0) > 0);
  const { rows: facts } = await pool.query<Fact>(
    `select q.chat as chat_id, (extract(epoch from coalesce(greatest(n.at, a.message_at), c.created_at)) * 1000)::float8 as message_at,
      (select (extract(epoch from max(p.joined_at)) * 1000)::float8 from participant p
        where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null) as joined_at,
      greatest(a.visitor_seq, n.visitor) > greatest(a.answer_seq, n.answer) as unanswered,
      case when q.reassigns and c.state = 'open' then (select (extract(epoch from min(j.at)) * 1000)::float8 from journal j
        where j.account_id = c.account_id and j.chat_id = c.id and j.seq > coalesce(greatest(a.answer_seq, n.answer), 0)
          and j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0) end as unanswered_since,
      case when q.last then (select l.assignee from chat l where l.account_id = c.account_id and l.visitor_id = c.visitor_id
        and l.state = 'closed' and l.assignee is not null order by l.closed_at desc limit 1) end as last_operator
    from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::boolean[]) q(account, chat, last, reassigns)
      join chat c on c.account_id = q.account and c.id = q.chat join chat_activity a on a.account_id = q.account and a.chat_id = q.chat
      left join lateral (${notCounted}) n on true`,
    [rows.map((row) => row.account_id), rows.map((row) => row.chat_id), wantsLast, reassigns],
  );
  return new Map(facts.map((fact) => [fact.chat_id, fact]));
}
