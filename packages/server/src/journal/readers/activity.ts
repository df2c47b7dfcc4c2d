import { routingLine } from "../../store/queries/message.ts";
import { visitorMessage } from "../../store/queries/unread.ts";
import type { JournalEntry } from "../entry.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

export interface ChatKey {
  readonly account: number;
  readonly chat: number;
}
export interface ActivityDeps extends ReaderDeps {
  /**
   * Called with running chats in which a visitor message is unanswered. A chat may be passed twice.
   */
  readonly onUnanswered?: (chats: readonly ChatKey[]) => void;
}

/**
 * Maintains `chat_activity`, separate from the frequently updated chat row (journal.md 2).
 * `last_at` orders the inbox. The author and time of the last message decide when chats close
 * (CORE-032) and return from offline operators (CORE-031).
 */
export function startActivity(deps: ActivityDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "activity",
    everyMs: 250,
    wants: (entry) => entry.name === "message_created",
    async handle(entries) {
      const chats = [...latest(entries).values()];
      const { rows } = await deps.pool.query<{ account_id: number; chat_id: number; open: boolean }>(
        `update chat_activity a set last_at = greatest(a.last_at, to_timestamp(q.at / 1000)),
          message_at = greatest(a.message_at, to_timestamp(q.message / 1000)),
          visitor_seq = greatest(a.visitor_seq, q.visitor), answer_seq = greatest(a.answer_seq, q.answer),
          counted_seq = greatest(a.counted_seq, q.last),
          visitor_messages = a.visitor_messages + case when a.counted_seq >= q.last then 0 when a.counted_seq = q.first - 1 then q.visitors
            else (select count(*)::int from journal j where j.account_id = q.account and j.chat_id = q.chat
              and j.seq > a.counted_seq and j.seq <= q.last and ${visitorMessage}) end,
          shown_seq = greatest(a.shown_seq, q.shown, case when q.shown = 0 and a.counted_seq < q.first - 1 then
            (select max(j.seq) from journal j where j.account_id = q.account and j.chat_id = q.chat
              and j.seq > a.counted_seq and j.seq < q.first and (j.author_kind <> 'system' or j.body !~ '${routingLine}')) end)
        from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[])
          q(account, chat, at, message, visitor, answer, first, last, visitors, shown)
        where a.account_id = q.account and a.chat_id = q.chat
          and (a.last_at < to_timestamp(q.at / 1000) or a.counted_seq < q.last or a.visitor_seq < q.visitor or a.answer_seq < q.answer or q.message is not null and a.message_at is null)
        returning a.account_id, a.chat_id, a.running and q.visitor > 0 and a.visitor_seq > a.answer_seq as open`,
        [
          chats.map((chat) => chat.account),
          chats.map((chat) => chat.chat),
          chats.map((chat) => chat.at),
          chats.map((chat) => chat.messageAt),
          chats.map((chat) => chat.visitorSeq),
          chats.map((chat) => chat.answerSeq),
          chats.map((chat) => chat.firstSeq),
          chats.map((chat) => chat.lastSeq),
          chats.map((chat) => chat.visitorMessages),
          chats.map((chat) => chat.shownSeq),
        ],
      );
      const open = rows.filter((row) => row.open).map((row) => ({ account: row.account_id, chat: row.chat_id }));
      if (open.length > 0) deps.onUnanswered?.(open);
    },
  });
}

interface Latest extends ChatKey {
  at: number;
  messageAt: number | null;
  visitorSeq: number;
  answerSeq: number;
  /** First and last `seq` of consecutive messages. */
  firstSeq: number;
  lastSeq: number;
  visitorMessages: number;
  shownSeq: number;
}

function latest(entries: readonly JournalEntry[]): ReadonlyMap<number, Latest> {
  const found = new Map<number, Latest>();
  for (const { account, chatId: chat, at, seq, frame } of entries) {
    if (chat === null) continue;
    let one = found.get(chat);
    if (!one) found.set(chat, (one = { account, chat, at, messageAt: null, visitorSeq: 0, answerSeq: 0, ...noneCounted }));
    one.at = Math.max(one.at, at);
    const author = authorKind(frame);
    // A blocked visitor's message needs no answer (CORE-071), and a note is not an answer.
    const isBlocked = author !== "system" && frame.includes('"blacklisted":true');
    if (seq !== null && seq > one.lastSeq)
      count(one, seq, author === "visitor" && !isBlocked, author !== "system" || !isRoutingLine.test(frame));
    if (author === "system" || isBlocked) continue;
    one.messageAt = Math.max(one.messageAt ?? 0, at);
    if (author === "visitor") one.visitorSeq = Math.max(one.visitorSeq, seq ?? 0);
    if (author === "operator" && !frame.includes('"kind":"note"')) one.answerSeq = Math.max(one.answerSeq, seq ?? 0);
  }
  return found;
}

const noneCounted = { firstSeq: 1, lastSeq: 0, visitorMessages: 0, shownSeq: 0 };
const isRoutingLine = new RegExp(routingLine);
function count(one: Latest, seq: number, isVisitors: boolean, isShown: boolean): void {
  if (seq !== one.lastSeq + 1) Object.assign(one, { firstSeq: seq, visitorMessages: 0 });
  one.lastSeq = seq;
  if (isVisitors) one.visitorMessages++;
  if (isShown) one.shownSeq = seq;
}

/**
 * Quotes inside JSON strings are escaped, so this text can only be the key. The message's own
 * author comes first.
 */
const authorKey = '"author":{"kind":"';
function authorKind(frame: string): string {
  const from = frame.indexOf(authorKey);
  return from < 0 ? "" : frame.slice(from + authorKey.length, frame.indexOf('"', from + authorKey.length));
}
