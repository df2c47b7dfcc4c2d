import { backgroundMessagePattern } from "@parlour/protocol/message/background-message";
import { foregroundCondition } from "../../store/chats/message.ts";
import { answerCondition, unreadCondition } from "../../store/chats/list/unread.ts";
import { isImportedEntry } from "../../core/move-in/imported-entry.ts";
import { fewRows } from "../../store/database/parameters.ts";
import { getAuthorKind, isUndo, type JournalEntry } from "../entry.ts";
import { chatJob, startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface ChatKey {
  readonly account: number;
  readonly chat: number;
}
/** A running chat with an unanswered message. Without operators it waits, or a bot answers. */
export interface UnansweredChat extends ChatKey {
  readonly operators: readonly number[];
}
export interface ChatActivityDeps extends ConsumerDeps {
  /** Called with chats with an unanswered message, also twice for one chat. */
  readonly onUnanswered?: (chats: readonly UnansweredChat[]) => void;
}

/**
 * Maintains the table `chat_activity`, which is separate from the frequently updated chat row
 * (journal.md 2). `last_at` orders the inbox. The author and time of the last message decide when a
 * chat closes (CORE-032) and when it leaves offline operators (CORE-031).
 */
export function startChatActivityProjection(deps: ChatActivityDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "activity",
    job: chatJob,
    minIntervalMs: 250,
    // Few messages share a round. Lists read the messages after the cursor from the journal.
    quietIntervalMs: 1_000,
    // Without it, at most 8,000 messages per second are handled, and others read from the table.
    restFactor: 3,
    isRelevant: (entry) => entry.name === "message_created" || isUndo(entry),
    async handle(entries, writeWithCursors) {
      const updates = [...collectUpdates(entries).values()];
      const rows = await writeWithCursors<
        ChatKey & { readonly operators: readonly number[] | null }
      >({
        name: "chat activity",
        text: `update chat_activity a set last_at = greatest(a.last_at, to_timestamp(q.at / 1000)),
          message_at = greatest(a.message_at, to_timestamp(q.message / 1000)),
          visitor_seq = greatest(a.visitor_seq, q.visitor), answer_seq = case when q.undone then coalesce((select max(j.seq) from journal j
            where j.account_id = q.account and j.chat_id = q.chat and j.seq is not null and ${answerCondition}), 0) else greatest(a.answer_seq, q.answer) end,
          counted_seq = greatest(a.counted_seq, q.last),
          shown_body = case when q.shown > 0 and q.shown >= a.shown_seq then case when q.shown > a.erased_seq then q.body end
            when a.counted_seq >= q.first - 1 then a.shown_body end,
          visitor_messages = a.visitor_messages + case when a.counted_seq >= q.last then 0 when a.counted_seq = q.first - 1 then q.visitors
            else (select count(*)::int from journal j where j.account_id = q.account and j.chat_id = q.chat
              and j.seq > a.counted_seq and j.seq <= q.last and ${unreadCondition}) end,
          shown_seq = greatest(a.shown_seq, q.shown, case when q.shown = 0 and a.counted_seq < q.first - 1 then
            (select max(j.seq) from journal j where j.account_id = q.account and j.chat_id = q.chat
              and j.seq > a.counted_seq and j.seq < q.first and ${foregroundCondition("j")}) end)
        from (select * from unnest($4::bigint[], $5::bigint[], $6::float8[], $7::float8[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[], $13::int[], $14::text[], $15::boolean[])
          q(account, chat, at, message, visitor, answer, first, last, visitors, shown, body, undone) ${fewRows("$16")}) q
        where a.account_id = q.account and a.chat_id = q.chat
          and (a.last_at < to_timestamp(q.at / 1000) or a.counted_seq < q.last or a.visitor_seq < q.visitor or a.answer_seq < q.answer or q.undone or q.message is not null and a.message_at is null)
        returning a.account_id as account, a.chat_id as chat, case when a.running and (q.visitor > 0 or q.undone) and a.visitor_seq > a.answer_seq
          then (select coalesce(array_agg(p.operator_id::float8) filter (where p.left_at is null), '{}') from participant p
            where p.account_id = a.account_id and p.chat_id = a.chat_id) end as operators`,
        values: [
          ...parameters.map((name) => updates.map((update) => update[name])),
          updates.length,
        ],
      });
      const unanswered = rows.flatMap(({ account, chat, operators }) =>
        operators === null ? [] : [{ account, chat, operators }],
      );
      if (unanswered.length > 0) deps.onUnanswered?.(unanswered);
    },
  });
}

/** Changes of a chat by the messages of a round, in the order of the statement's parameters. */
interface ActivityUpdate extends ChatKey {
  at: number;
  messageAt: number | null;
  visitorSeq: number;
  answerSeq: number;
  /** `firstSeq` and `lastSeq`: first and last `seq` of consecutive messages. */
  firstSeq: number;
  lastSeq: number;
  visitorMessages: number;
  shownSeq: number;
  /** Message `shownSeq` as JSON. null: none, or it is long. */
  shownBody: string | null;
  /** Whether an answer was undone. The last one is then read from the journal. */
  isUndone: boolean;
}
const emptyCounts = { firstSeq: 1, lastSeq: 0, visitorMessages: 0, shownSeq: 0, shownBody: null };
const createUpdate = (account: number, chat: number, at: number): ActivityUpdate => ({
  account,
  chat,
  at,
  messageAt: null,
  visitorSeq: 0,
  answerSeq: 0,
  ...emptyCounts,
  isUndone: false,
});
const parameters = Object.keys(createUpdate(0, 0, 0)) as readonly (keyof ActivityUpdate)[];

function collectUpdates(entries: readonly JournalEntry[]): ReadonlyMap<number, ActivityUpdate> {
  const updates = new Map<number, ActivityUpdate>();
  for (const entry of entries) {
    const { account, chatId, at, seq, frame } = entry;
    if (chatId === null) continue;
    let update = updates.get(chatId);
    if (!update) updates.set(chatId, (update = createUpdate(account, chatId, at)));
    if (isUndo(entry)) {
      update.isUndone = true;
      continue;
    }
    update.at = Math.max(update.at, at);
    const author = getAuthorKind(entry);
    // A message of a blocked visitor needs no answer (CORE-071), and a note is not an answer.
    const isBlocked = author !== "system" && frame.includes('blacklisted":true');
    if (seq !== null && seq > update.lastSeq) {
      countMessage(update, seq, isUnread(entry, isBlocked));
      if (author === "visitor" || author === "bot" || !backgroundPattern.test(frame))
        Object.assign(update, { shownSeq: seq, shownBody: getMessageText(frame) });
    }
    if (author === "system" || isBlocked) continue;
    update.messageAt = Math.max(update.messageAt ?? 0, at);
    if (author === "visitor") update.visitorSeq = Math.max(update.visitorSeq, seq ?? 0);
    if (author === "operator" && !frame.includes('"kind":"note"'))
      update.answerSeq = Math.max(update.answerSeq, seq ?? 0);
  }
  return updates;
}

/** Whether a message is unread: that of a visitor who is not blocked, except imported ones. */
const isUnread = (entry: JournalEntry, isBlocked: boolean): boolean =>
  getAuthorKind(entry) === "visitor" && !isBlocked && !isImportedEntry(entry);

const backgroundPattern = new RegExp(backgroundMessagePattern);
function countMessage(update: ActivityUpdate, seq: number, isVisitors: boolean): void {
  if (seq !== update.lastSeq + 1) Object.assign(update, { firstSeq: seq, visitorMessages: 0 });
  update.lastSeq = seq;
  if (isVisitors) update.visitorMessages++;
}

/**
 * Maximum length of a message that is stored for lists, in UTF-16 units. Each further message of
 * the chat would copy a longer one.
 */
const maxShownLength = 1_000;
const messageKey = '"data":{"message":';
/** Returns the message of a frame as JSON, or null if it is long. */
function getMessageText(frame: string): string | null {
  const from = frame.indexOf(messageKey) + messageKey.length;
  return frame.length - from > maxShownLength ? null : frame.slice(from, -2);
}
