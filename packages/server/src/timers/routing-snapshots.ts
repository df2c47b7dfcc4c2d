import type { AccountConfig, Clock } from "../core/command.ts";
import type { RoutingSnapshot } from "../core/routing/snapshot.ts";
import type { ChatKey } from "../journal/subscribers/chat-activity.ts";
import { answerCondition, unreadCondition } from "../store/chats/list/unread.ts";
import { lastSeq } from "../store/last-entry.ts";
import type { PresenceView } from "../core/operator/presence-view.ts";
import type { Queryable } from "../store/database/sql.ts";

export interface RoutingSnapshotsDeps {
  /** Runs queries with the database role of the writer. */
  readonly pool: Queryable;
  readonly presence: PresenceView;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly clock: Clock;
}
/** Routing data of one account during a round, which includes the offers of this round. */
interface AccountRouting {
  readonly config: AccountConfig;
  readonly openChats: Map<number, number>;
  readonly lastOfferedAt: Map<number, number>;
  /**
   * The operator by chat, for chats that are offered to one operator only. Such a chat counts as
   * one of the operator's chats, except when that chat itself is routed.
   */
  readonly soleOffers: Map<number, number>;
}
export interface RoutingSnapshots {
  snapshotFor(row: ChatKey): RoutingSnapshot;
  /**
   * Returns whether chats of the account must be processed one after another, because each is
   * offered to one operator at a time.
   */
  isSequential(account: number): boolean;
  /** Records an offer to one operator. Returns a time later than those of all offers. */
  recordOffer(row: ChatKey, operator: number, now: number): number;
}

/** Loads the routing data of due chats: one statement, and one or two per account. */
export async function loadRoutingSnapshots(
  { pool, presence, config, clock }: RoutingSnapshotsDeps,
  rows: readonly ChatKey[],
): Promise<RoutingSnapshots> {
  const accounts = new Map<number, AccountRouting>();
  for (const account of new Set(rows.map((row) => row.account))) {
    const settings = await config(account).catch(() => null);
    if (settings !== null)
      accounts.set(account, await readAccountRouting(pool, settings, clock.now()));
  }
  const facts = await readChatFacts(pool, rows, accounts);
  return {
    snapshotFor({ account, chat }) {
      const fact = facts.get(chat);
      return {
        presence: (id) => presence.of(account, id),
        offlineSince: (id) => presence.offlineSince(account, id),
        openChats: countOtherChats(accounts.get(account), chat),
        lastOfferedAt: accounts.get(account)?.lastOfferedAt ?? new Map<number, number>(),
        lastOperator: fact?.last_operator ?? null,
        lastMessageAt: fact?.message_at ?? null,
        isVisitorLast: fact?.visitor_last ?? false,
        joinedAt: fact?.joined_at ?? null,
        isUnanswered: fact?.unanswered ?? false,
        unansweredSince: fact?.unanswered_since ?? null,
        lastSeq: fact?.last_seq ?? null,
      };
    },
    isSequential: (account) => accounts.get(account)?.config.routing.mode !== "all",
    recordOffer({ account, chat }, operator, now) {
      const routing = accounts.get(account);
      // Offers within the same millisecond must get different times.
      const at = Math.max(
        now,
        ...[...(routing?.lastOfferedAt.values() ?? [])].map((turn) => turn + 1),
      );
      routing?.lastOfferedAt.set(operator, at);
      if (routing !== undefined) {
        const previous = routing.soleOffers.get(chat);
        if (previous !== undefined) adjustCount(routing.openChats, previous, -1);
        adjustCount(routing.openChats, operator, 1);
        routing.soleOffers.set(chat, operator);
      }
      return at;
    },
  };
}

/** Returns each operator's number of chats without this chat, which is offered. */
function countOtherChats(
  routing: AccountRouting | undefined,
  chat: number,
): ReadonlyMap<number, number> {
  if (routing === undefined) return new Map();
  const operator = routing.soleOffers.get(chat);
  if (operator === undefined) return routing.openChats;
  const chats = new Map(routing.openChats);
  adjustCount(chats, operator, -1);
  return chats;
}
function adjustCount(chats: Map<number, number>, operator: number, delta: number): void {
  chats.set(operator, (chats.get(operator) ?? 0) + delta);
}

async function readAccountRouting(
  pool: RoutingSnapshotsDeps["pool"],
  config: AccountConfig,
  now: number,
): Promise<AccountRouting> {
  const isSequential = config.routing.mode !== "all";
  const isLimited = [...config.operators.values()].some(
    (operator) => operator.active && operator.chatLimit > 0,
  );
  if (!isSequential && !isLimited)
    return { config, openChats: new Map(), lastOfferedAt: new Map(), soleOffers: new Map() };
  const { rows } = await pool.query<{ operator_id: number; chats: number; at: number | null }>(
    `select o.id as operator_id, (extract(epoch from t.at) * 1000)::float8 as at,
      (select count(*)::int from participant p where p.account_id = o.account_id and p.operator_id = o.id and p.left_at is null) as chats
    from operator o left join routing_turn t on t.account_id = o.account_id and t.operator_id = o.id where o.account_id = $1 and o.active`,
    [config.accountId],
  );
  const openChats = new Map(rows.map((row) => [row.operator_id, row.chats]));
  const soleOffers = isSequential
    ? await readSoleOffers(pool, config.accountId, now)
    : new Map<number, number>();
  for (const id of soleOffers.values()) adjustCount(openChats, id, 1);
  const lastOfferedAt = new Map(
    rows.flatMap((row) => (row.at === null ? [] : [[row.operator_id, row.at] as const])),
  );
  return { config, openChats, lastOfferedAt, soleOffers };
}

/** Reads which chats are offered to only one operator now. Expired offers do not count. */
async function readSoleOffers(
  pool: RoutingSnapshotsDeps["pool"],
  account: number,
  now: number,
): Promise<Map<number, number>> {
  // The text search avoids parsing most bodies as JSON. Page attributes may have the same name
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

interface ChatFacts {
  readonly chat_id: number;
  readonly message_at: number;
  readonly visitor_last: boolean;
  readonly last_seq: number;
  readonly joined_at: number | null;
  readonly unanswered: boolean;
  readonly unanswered_since: number | null;
  readonly last_operator: number | null;
}

/**
 * Messages that `chat_activity` does not include yet, because its projection may lag. A chat with
 * such a message must not be closed for inactivity (CORE-032).
 */
const uncountedMessages = `select max(j.at) as at, max(j.seq) filter (where j.author_kind = 'visitor') as visitor,
    max(j.seq) filter (where ${answerCondition}) as answer
  from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq > a.counted_seq
    and j.author_kind <> 'system' and strpos(j.body, '"blacklisted":true') = 0`;

/**
 * Author of the last message that the visitor sees or wrote. A chat in which this is the visitor is
 * not closed for inactivity (CORE-032).
 */
const lastSpeaker = `select j.author_kind from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null
    and j.author_kind <> 'system' and strpos(j.body, '"blacklisted":true') = 0
    and (j.author_kind <> 'operator' or strpos(j.body, '"kind":"note"') = 0) order by j.seq desc limit 1`;

async function readChatFacts(
  pool: RoutingSnapshotsDeps["pool"],
  rows: readonly ChatKey[],
  accounts: ReadonlyMap<number, AccountRouting>,
): Promise<ReadonlyMap<number, ChatFacts>> {
  const wantsLast = rows.map(
    (row) => accounts.get(row.account)?.config.routing.mode === "last_operator",
  );
  const reassigns = rows.map(
    (row) => (accounts.get(row.account)?.config.routing.reassignMs ?? 0) > 0,
  );
  const facts = await pool.query<ChatFacts>(
    `select q.chat as chat_id, (extract(epoch from coalesce(greatest(n.at, a.message_at), c.created_at)) * 1000)::float8 as message_at,
      ${lastSeq("c.account_id", "c.id")} as last_seq,
      c.state <> 'waiting' and coalesce((${lastSpeaker}) = 'visitor', false) as visitor_last,
      (select (extract(epoch from max(p.joined_at)) * 1000)::float8 from participant p
        where p.account_id = c.account_id and p.chat_id = c.id and p.left_at is null) as joined_at,
      greatest(a.visitor_seq, n.visitor) > greatest(a.answer_seq, n.answer) as unanswered,
      case when q.reassigns and c.state = 'open' then (select (extract(epoch from min(j.at)) * 1000)::float8 from journal j
        where j.account_id = c.account_id and j.chat_id = c.id and j.seq > coalesce(greatest(a.answer_seq, n.answer), 0)
          and ${unreadCondition}) end as unanswered_since,
      case when q.last then (select l.assignee from chat l where l.account_id = c.account_id and l.visitor_id = c.visitor_id
        and l.state = 'closed' and l.assignee is not null order by l.closed_at desc limit 1) end as last_operator
    from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::boolean[]) q(account, chat, last, reassigns)
      join chat c on c.account_id = q.account and c.id = q.chat join chat_activity a on a.account_id = q.account and a.chat_id = q.chat
      left join lateral (${uncountedMessages}) n on true`,
    [rows.map((row) => row.account), rows.map((row) => row.chat), wantsLast, reassigns],
  );
  return new Map(facts.rows.map((fact) => [fact.chat_id, fact]));
}
