import type { ChatEntity, ChatState, Message } from "../../core/entity.ts";
import type { ChatDraft, VisitorDraft } from "../../core/event.ts";
import type { Reader } from "../reader.ts";
import { deliveryOfMessage, messageColumns, toMessage, type MessageRow } from "./message.ts";
import { chatInSight, ownChats, type Sight } from "./sight.ts";
import { anywhere, byKey, fromMicroseconds, int, microseconds, values, type Values } from "./values.ts";

/** A chat with what depends on who looks (API-021). */
export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}

export type ChatListView = "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
export interface ChatFilter {
  readonly view?: ChatListView;
  readonly state?: ChatState;
  readonly assignee?: "me" | "none" | number;
  readonly channelId?: number;
  readonly visitorNumber?: number;
  readonly q?: string;
  readonly sort: "activity" | "created";
  readonly limit: number;
  /** Place of the last row of the page before: microseconds since 1970 and chat id. */
  readonly after?: ChatPlace;
  /** Present time, for the views that look back a limited time. */
  readonly now: number;
}
export interface ChatPlace {
  readonly key: string;
  readonly id: number;
}
export interface ChatPage {
  readonly items: readonly ChatRecord[];
  readonly next: ChatPlace | null;
}

/** How far back missed chats are listed and counted. */
export const missedDays = 7;
/** Above this a chat only says "many". */
const mostUnread = 1000;
/** The number of missed chats looks at this many of the latest closed ones. */
const mostMissedOf = 1000;
/** A search finds the chats of this many visitors that match, the newest. */
const mostPeople = 500;

/** A page of chats, newest first by last activity or by creation (API-020). */
export async function listChats(reader: Reader, account: number, sight: Sight, filter: ChatFilter): Promise<ChatPage> {
  const v = values(account, sight.operatorId);
  const source = sourceOf(filter, v);
  const [order, id] = filter.sort === "activity" ? ["a.last_at", "a.chat_id"] : ["c.created_at", "c.id"];
  const rows = await reader.rows<ChatRow>(
    account,
    `
    with ${source.before} page as materialized (
      select c.id, ${microseconds(order)} as key from ${source.from}
      where ${chatInSight(sight, v)} and ${[...source.where, ...conditions(filter, sight, v)].join(" and ")}
        ${filter.after === undefined ? "" : `and (${order}, ${id}) < (${fromMicroseconds(v.put(filter.after.key))}, ${v.put(filter.after.id)})`}
      order by ${order} desc, ${id} desc limit ${v.put(filter.limit + 1)}
    )
    select page.key, ${chatColumns} from page ${byKey("chat", "c", "c.account_id = $1 and c.id = page.id")} ${chatJoins}
    order by page.key desc, c.id desc`,
    v.list,
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return {
    items: items.map(toRecord),
    next: rows.length > filter.limit && last !== undefined ? { key: last.key, id: int(last.id) } : null,
  };
}

interface Source {
  readonly before: string;
  readonly from: string;
  readonly where: readonly string[];
}
/** Where the rows come from: visitors that match, the order of activity, or, for the order of creation over the archive, the chats themselves. */
function sourceOf(filter: ChatFilter, v: Values): Source {
  const since = filter.view === "missed" ? missedSince(v, filter.now) : null;
  if (filter.q !== undefined || filter.visitorNumber !== undefined) {
    const matches = [
      ...(filter.visitorNumber === undefined ? [] : [`v.number = ${v.put(filter.visitorNumber)}`]),
      ...(filter.q === undefined ? [] : [visitorMatches(filter.q, v)]),
    ];
    return {
      before: `people as materialized (select v.id from visitor v where v.account_id = $1 and ${matches.join(" and ")} order by v.number desc limit ${mostPeople}),`,
      from: `people ${byKey("chat", "c", "c.account_id = $1 and c.visitor_id = people.id")} ${byKey("chat_activity", "a", "a.account_id = $1 and a.chat_id = c.id")}`,
      where: since === null ? [] : [`a.last_at > ${since}`],
    };
  }
  if (filter.sort === "created" && !asksRunning(filter)) {
    return { before: "", from: "chat c", where: ["c.account_id = $1", ...(since === null ? [] : [`c.closed_at > ${since}`])] };
  }
  return {
    before: "",
    from: `chat_activity a ${byKey("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}`,
    where: [
      "a.account_id = $1",
      ...(asksRunning(filter) ? ["a.running"] : []),
      ...(since === null ? [] : ["not a.running", `a.last_at > ${since}`]),
    ],
  };
}

function asksRunning({ view, state }: ChatFilter): boolean {
  return (view !== undefined && view !== "closed" && view !== "missed") || (state !== undefined && state !== "closed");
}

/** One chat, or null when it does not exist or is out of sight: the two are never told apart (API-002). */
export async function findChat(reader: Reader, account: number, sight: Sight, id: number): Promise<ChatRecord | null> {
  const v = values(account, sight.operatorId);
  const row = await reader.one<ChatRow>(
    account,
    `
    select '' as key, ${chatColumns} from chat c ${chatJoins} where c.account_id = $1 and c.id = ${v.put(id)} and ${chatInSight(sight, v)}`,
    v.list,
  );
  return row === null ? null : toRecord(row);
}

/** What a command about a chat needs to know first. */
export interface ChatSpot {
  readonly channelId: number;
  readonly channelKind: "api" | "widget";
  readonly state: ChatState;
  readonly lastSeq: number;
}
/** Whether a chat is in sight and where it is; null as in {@link findChat}. */
export async function locateChat(reader: Reader, account: number, sight: Sight, id: number): Promise<ChatSpot | null> {
  const v = values(account, id);
  const row = await reader.one<{ source: string; kind: "api" | "widget"; state: ChatState; last_seq: number }>(
    account,
    `
    select c.source, ch.kind, c.state, c.last_seq from chat c join channel ch on ch.account_id = c.account_id and ch.id = c.source
    where c.account_id = $1 and c.id = $2 and ${chatInSight(sight, v)}`,
    v.list,
  );
  return row === null ? null : { channelId: int(row.source), channelKind: row.kind, state: row.state, lastSeq: row.last_seq };
}

/** Channel and people of a chat, whoever asks: what the right to see it depends on (realtime). */
export async function peopleOfChat(
  reader: Reader,
  account: number,
  id: number,
): Promise<{
  readonly channelId: number;
  readonly assignee: ChatDraft["assignee"];
  readonly participants: ChatDraft["participants"];
} | null> {
  const row = await reader.one<{ body: string }>(account, "select c.body from chat c where c.account_id = $1 and c.id = $2", [account, id]);
  if (row === null) return null;
  const { channel, assignee, participants } = JSON.parse(row.body) as ChatDraft;
  return { channelId: channel.id, assignee, participants };
}

/** Running chats that an operator takes part in: what a deactivation returns to waiting (CORE-003). */
export async function openChatsOf(reader: Reader, account: number, operatorId: number): Promise<readonly number[]> {
  const rows = await reader.rows<{ id: string }>(
    account,
    `
    select p.chat_id as id from participant p ${byKey("chat", "c", "c.account_id = p.account_id and c.id = p.chat_id")}
    where p.account_id = $1 and p.operator_id = $2 and p.left_at is null and c.state <> 'closed' order by p.chat_id`,
    [account, operatorId],
  );
  return rows.map((row) => int(row.id));
}

/** Open chats of every operator that has any, for the reason `at_limit` (CORE-037). */
export async function openChatCounts(reader: Reader, account: number): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.rows<{ assignee: string; n: string }>(
    account,
    `
    select c.assignee, count(*) as n from chat_activity a ${byKey("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}
    where a.account_id = $1 and a.running and c.state = 'open' and c.assignee is not null group by c.assignee`,
    [account],
  );
  return new Map(rows.map((row) => [int(row.assignee), int(row.n)]));
}

export interface ChatCounts {
  readonly mine: number;
  readonly waiting: number;
  readonly bot: number;
  readonly all: number;
  readonly missed: number;
  /** Visitor messages above the mark in own and waiting chats. */
  readonly unread: number;
}
/** Numbers beside the views of the inbox (API-029): one walk over the running chats, one over the latest closed ones. */
export async function countChats(reader: Reader, account: number, sight: Sight, now: number): Promise<ChatCounts> {
  const v = values(account, sight.operatorId);
  const inSight = chatInSight(sight, v);
  const row = await reader.one<Record<keyof ChatCounts, string>>(
    account,
    `
    with running as materialized (
      select c.id, c.state, c.id = any(${ownChats("$2")}) as mine
      from chat_activity a ${byKey("chat", "c", "c.account_id = a.account_id and c.id = a.chat_id")}
      where a.account_id = $1 and a.running and c.state <> 'closed' and ${inSight}),
    closed as materialized (
      select a.chat_id from chat_activity a
      where a.account_id = $1 and not a.running and a.last_at > ${missedSince(v, now)} order by a.last_at desc limit ${mostMissedOf})
    select count(*) as all, count(*) filter (where mine) as mine,
      count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'bot') as bot,
      coalesce(sum((select count(*) from (${unreadMessages("running")}) u)) filter (where mine or state = 'waiting'), 0) as unread,
      (select count(*) from closed ${byKey("chat", "c", "c.account_id = $1 and c.id = closed.chat_id")} where ${missed} and ${inSight}) as missed
    from running`,
    v.list,
  );
  const of = (name: keyof ChatCounts) => int(row?.[name] ?? 0);
  return { mine: of("mine"), waiting: of("waiting"), bot: of("bot"), all: of("all"), missed: of("missed"), unread: of("unread") };
}

function conditions(filter: ChatFilter, sight: Sight, v: Values): string[] {
  const list = ["true"];
  const view = filter.view;
  if (asksRunning(filter)) list.push("c.state <> 'closed'");
  if (view === "mine") list.push(`c.id = any(${ownChats("$2")})`);
  if (view === "waiting" || view === "bot" || view === "closed") list.push(`c.state = '${view}'`);
  if (view === "missed") list.push(missed);
  if (filter.state !== undefined) list.push(`c.state = ${v.put(filter.state)}`);
  if (filter.assignee === "none") list.push("c.assignee is null");
  else if (filter.assignee !== undefined) list.push(`c.assignee = ${v.put(filter.assignee === "me" ? sight.operatorId : filter.assignee)}`);
  if (filter.channelId !== undefined) list.push(`c.source = ${v.put(filter.channelId)}`);
  return list;
}

/**
 * Condition on the row `v` of table visitor: part of name, phone or e-mail, or exactly the number. The stored text is looked at first,
 * because reading it as JSON costs ten times as much.
 */
export function visitorMatches(q: string, v: Values): string {
  const written = v.put(anywhere(JSON.stringify(q).slice(1, -1)));
  const pattern = v.put(anywhere(q));
  const contact = `(v.body ilike ${written} and exists (select 1 from (select v.body::jsonb as b) x
    where x.b #>> '{name,value}' ilike ${pattern} or x.b #>> '{phone,value}' ilike ${pattern} or x.b #>> '{email,value}' ilike ${pattern}))`;
  return /^[1-9][0-9]{0,14}$/.test(q) ? `(v.number = ${v.put(q)} or ${contact})` : contact;
}

/** Condition on `c`: closed without anybody having taken it. */
const missed = `c.state = 'closed' and c.assignee is null and not exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id offset 0)`;
const missedSince = (v: Values, now: number): string => fromMicroseconds(v.put((now - missedDays * 86_400_000) * 1000));

/** Visitor messages of a chat above the read mark of the operator in $2; own messages and notes do not count. */
const unreadMessages = (chat: string): string => `select 1 from journal j
  where j.account_id = $1 and j.chat_id = ${chat}.id and j.author_kind = 'visitor'
    and j.seq > coalesce((select r.seq from read_mark r where r.account_id = $1 and r.chat_id = ${chat}.id and r.operator_id = $2), 0)
  limit ${mostUnread}`;

interface ChatRow extends MessageRow {
  readonly key: string;
  readonly id: string;
  readonly last_seq: number;
  readonly chat_body: string;
  readonly last_body: string | null;
  readonly visitor_number: string;
  readonly visitor_body: string;
  readonly unread: string;
}
const chatColumns = `c.id, c.last_seq, c.body as chat_body, v.number as visitor_number, v.body as visitor_body, u.unread, m.*, m.body as last_body`;
const chatJoins = `${byKey("visitor", "v", "v.account_id = c.account_id and v.id = c.visitor_id")}
  cross join lateral (select count(*) as unread from (${unreadMessages("c")}) x) u
  left join lateral (select ${messageColumns} from journal j ${deliveryOfMessage}
    where j.account_id = c.account_id and j.chat_id = c.id and j.seq = c.last_seq) m on true`;

function toRecord(row: ChatRow): ChatRecord {
  const draft = JSON.parse(row.chat_body) as ChatDraft;
  const visitor = JSON.parse(row.visitor_body) as VisitorDraft;
  return {
    chat: { ...draft, seq: row.last_seq, visitor: { ...visitor, number: int(row.visitor_number) } },
    unread: int(row.unread),
    lastMessage: row.last_body === null ? null : toMessage(row),
  };
}
