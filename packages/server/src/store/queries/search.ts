import type { Message } from "../../core/entity.ts";
import type { Sight } from "../../core/record/chat.ts";
import type { FoundChat, SearchFilter, SearchPage, SearchPlace } from "../../core/record/search.ts";
import type { Reader } from "../reader.ts";
import { chatRecords, chatsOfVisitors, chatTests, listArchive, mostPerRound, mostRounds, time } from "./archive.ts";
import { chatInSight } from "./sight.ts";
import { byKey, int, values, type Values } from "./values.ts";

export interface SearchPaging {
  readonly limit: number;
  /** Messages that are given per chat, the newest. */
  readonly hits: number;
  readonly place?: SearchPlace;
}

/** A filter with something that a message must match. */
type Indexed = SearchFilter & { readonly index: string };

const mostCounted = 100;
/** Messages of one chat that are looked at for its hits, from the newest that matches on, and for whether it stood on an earlier page. */
const mostForHits = 200;
const mostForShown = 1_000;

/**
 * Chats with messages that match, the one with the newest such message first (API-070). A page may be short, or empty, and have a next one: so
 * much was looked at. What arrives while somebody pages changes no page.
 */
export async function searchChats(
  reader: Reader,
  account: number,
  sight: Sight,
  filter: SearchFilter,
  page: SearchPaging,
): Promise<SearchPage> {
  if (filter.index !== null) return byMessages(reader, account, sight, filter, filter.index, page);
  const after = page.place?.of === "chats" ? page.place : null;
  const { items, next } = await listArchive(reader, account, sight, filter, { limit: page.limit, after });
  return { items: items.map((record) => ({ ...record, hits: [], count: 0 })), next: next && { of: "chats", ...next } };
}

async function byMessages(
  reader: Reader,
  account: number,
  sight: Sight,
  filter: SearchFilter,
  index: string,
  { limit, hits, place }: SearchPaging,
): Promise<SearchPage> {
  const range = await rangeOf(reader, account, filter);
  const top = place?.of === "messages" ? Math.min(place.top, range.top) : range.top;
  const from = place?.of === "messages" ? Math.min(place.below, top) : top;
  const found: Place[] = [];
  let below: number | null = from;
  for (let n = 0; n < mostRounds && below !== null && below > range.low && found.length <= limit; n++) {
    const most = Math.min(mostPerRound, hasPhrase(index) ? limit * 3 * 4 ** n : n === 0 ? limit * 10 : mostPerRound);
    const round = { from, top, below, low: range.low, most, room: limit + 1 - found.length, but: found.map(({ chat }) => chat) };
    const looked: Looked = await look(reader, account, sight, { ...filter, index }, round);
    found.push(...looked.found);
    below = looked.low;
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined ? last.place : below !== null && below > range.low ? below : null;
  return {
    items: await withHits(reader, account, sight, { ...filter, index }, items, hits),
    next: more === null ? null : { of: "messages", top, below: more },
  };
}

/**
 * The index knows which words a message has, not in which order: of each that has them all the words themselves are read. So few are asked for
 * at first; without a phrase reading on costs less than asking again.
 */
const hasPhrase = (index: string): boolean => index.includes("<->");

interface Place {
  readonly chat: number;
  readonly place: number;
}
interface Looked {
  readonly found: readonly Place[];
  /** The lowest position that was looked at; null: nothing is left below. */
  readonly low: number | null;
}
/** The newest chats among the next `most` matching messages. `from` and `top`: where this page and the search began; `but`: chats of this page. */
async function look(
  reader: Reader,
  account: number,
  sight: Sight,
  filter: Indexed,
  {
    from,
    top,
    below,
    low,
    most,
    room,
    but,
  }: Readonly<Record<"from" | "top" | "below" | "low" | "most" | "room", number>> & { readonly but: readonly number[] },
): Promise<Looked> {
  const v = values(account, filter.index);
  const rows = await reader.rows<{ chat: string | null; place: string | null; low: string | null; n: string }>(
    account,
    `
    with found as materialized (${sourceOf(filter, v, { below, low, most })}),
      kept as materialized (select distinct on (f.chat) f.chat, f.place from found f where true ${timesOf("f.said_at", filter, v)} order by f.chat, f.place desc),
      page as materialized (
        select k.chat, k.place from (select * from kept order by place desc offset 0) k ${byKey("chat", "c", "c.account_id = $1 and c.id = k.chat")}
        where ${chatInSight(sight, v)} ${chatTests(filter.chats, v)} and k.chat <> all(${v.put(but)}::bigint[])
          ${from < top ? `and not ${shownBefore("k.chat", filter, v, from, top)}` : ""}
        order by k.place desc limit ${v.put(room)})
    select p.chat, p.place, b.low, b.n from (select min(place) as low, count(*) as n from found) b left join page p on true order by p.place desc`,
    v.list,
  );
  const edge = rows[0];
  return {
    found: rows.flatMap(({ chat, place }) => (chat === null || place === null ? [] : [{ chat: int(chat), place: int(place) }])),
    low: edge === undefined || edge.low === null || int(edge.n) < most ? null : int(edge.low),
  };
}

/** Positions that the times leave: below `top`, not below `low`. Times of nodes differ by less than a minute, so the exact test comes after. */
async function rangeOf(
  reader: Reader,
  account: number,
  { after, before }: SearchFilter,
): Promise<{ readonly top: number; readonly low: number }> {
  const v = values(account);
  const bounds = [
    after === undefined ? "" : `, ${halving("low", `${time(v, after)} - ${skew}`)}`,
    before === undefined ? "" : `, ${halving("high", `${time(v, before)} + ${skew}`)}`,
  ].join("");
  const row = await reader.one<{ top: string; low: string; high: string }>(
    account,
    `
    with recursive head(place) as (select coalesce((select s.position from search_message s where s.account_id = $1 order by s.position desc limit 1), 0) + 1) ${bounds}
    select head.place as top, ${after === undefined ? "1" : "(select min(hi) from low)"} as low, ${before === undefined ? "head.place" : "(select min(hi) from high)"} as high from head`,
    v.list,
  );
  return { top: Math.min(int(row?.top ?? 1), int(row?.high ?? 1)), low: int(row?.low ?? 1) };
}
const skew = "interval '1 minute'";
/** The first position whose message is as young as `at`, found by halving. */
function halving(name: string, at: string): string {
  return `${name}(lo, hi) as (
      select 1::bigint, head.place from head
      union all
      select case when m.young then s.lo else m.middle + 1 end, case when m.young then m.middle else s.hi end
      from ${name} s cross join lateral (select (s.lo + s.hi) / 2 as middle, coalesce((select x.at >= ${at} from search_message x
        where x.account_id = $1 and x.position >= (s.lo + s.hi) / 2 order by x.position limit 1), true) as young) m
      where s.lo < s.hi)`;
}

/** Columns chat, place, said_at; the words are in $2. With visitors the messages of their chats, by key; else the index, newest part first. */
function sourceOf(
  { visitors }: Indexed,
  v: Values,
  { below, low, most }: { readonly below: number; readonly low: number; readonly most: number },
): string {
  if (visitors === undefined)
    return `select f.chat, f.place, f.said_at from search_find($2, ${v.put(below)}, ${v.put(low)}, ${v.put(most)}) f`;
  return `select s.chat_id as chat, s.position as place, s.at as said_at from (${chatsOfVisitors(visitors, v)}) q
    ${byKey("search_message", "s", `s.account_id = $1 and s.chat_id = q.id and s.position < ${v.put(below)} and s.position >= ${v.put(low)} and ${matches("s")}`)}
    order by s.position desc limit ${v.put(most)}`;
}
const matches = (alias: string): string =>
  `${alias}.words @@ replace($2, '~', search_scope(${alias}.account_id, ${alias}.position))::tsquery`;
function timesOf(column: string, { after, before }: SearchFilter, v: Values): string {
  return [
    after === undefined ? "" : `and ${column} >= ${time(v, after)}`,
    before === undefined ? "" : `and ${column} < ${time(v, before)}`,
  ].join(" ");
}

/** The chat stood on a page before: it has a matching message between here and where the search began. */
function shownBefore(chat: string, filter: SearchFilter, v: Values, from: number, top: number): string {
  return `exists (select 1 from (${messagesOf(chat, v.put(from), v.put(top), mostForShown)}) s where ${matches("s")} ${timesOf("s.at", filter, v)})`;
}
/** The newest messages of a chat from one position up to below another. */
function messagesOf(chat: string, from: string, below: string, most: number): string {
  return `select m.* from search_message m where m.account_id = $1 and m.chat_id = ${chat} and m.position >= ${from} and m.position < ${below}
    order by m.position desc limit ${most}`;
}

/** The chats in this order, each with its newest matching messages. */
async function withHits(
  reader: Reader,
  account: number,
  sight: Sight,
  filter: Indexed,
  found: readonly Place[],
  hits: number,
): Promise<readonly FoundChat[]> {
  if (found.length === 0) return [];
  const v = values(account, filter.index);
  const chats = found.map(({ chat }) => chat);
  const messages = messagesOf("q.chat", "1", "q.place + 1", Math.max(mostForHits, hits));
  const [records, rows] = await Promise.all([
    chatRecords(reader, account, sight, chats),
    reader.rows<{ chat_id: string; seq: number; body: string; n: string }>(
      account,
      `
      select h.chat_id, h.seq, j.body, h.n from unnest(${v.put(chats)}::bigint[], ${v.put(found.map(({ place }) => place))}::bigint[]) q(chat, place)
      cross join lateral (select s.chat_id, s.seq, s.position, least(count(*) over (), ${mostCounted}) as n from (${messages}) s
        where ${matches("s")} ${timesOf("s.at", filter, v)} order by s.position desc limit ${v.put(hits)}) h
      ${byKey("journal", "j", "j.account_id = $1 and j.position = h.position")} order by h.chat_id, h.position desc`,
      v.list,
    ),
  ]);
  return chats.flatMap((id) => {
    const record = records.get(id);
    const own = rows.filter((row) => int(row.chat_id) === id);
    const messages = own.map(({ seq, body }) => ({ seq, message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq } }));
    return record ? [{ ...record, hits: messages, count: int(own[0]?.n ?? 0) }] : [];
  });
}

/** Stems of words by the database's own stemmers, each in both languages; null where it knows none. */
export async function stemsOf(
  reader: Reader,
  account: number,
  words: readonly string[],
): Promise<readonly { readonly word: string; readonly russian: string | null; readonly english: string | null }[]> {
  return reader.rows(
    account,
    "select q.word, (ts_lexize('russian_stem', q.word))[1] as russian, (ts_lexize('english_stem', q.word))[1] as english from unnest($1::text[]) q(word)",
    [words],
  );
}
