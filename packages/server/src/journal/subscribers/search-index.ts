import type { Message } from "../../core/entity.ts";
import { buildWords } from "../../core/search/index-words.ts";
import { isUndo, type JournalEntry } from "../entry.ts";
import { Int4Column, Int8Column, TextColumn } from "../writing/commit/binary-columns.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import { replaceWords } from "./search-words.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";
import { visitorLexemeVersion } from "../../core/search/visitor-lexemes.ts";
import { writeSearchVisitors, type VisitorKey } from "../../store/visitors/search-visitors.ts";
import type { Db } from "../../store/database/sql.ts";

/**
 * Fills the table `search_message` with the words of messages (API-070). Few messages wait up to a
 * second, so that many rows share a statement and a commit (API-256: found after two seconds). A
 * backlog is written in statements of 250 messages. After each, the consumer rests three times as
 * long as it took, so that a busy machine has time to accept messages (PERF-1, PERF-17). Existing
 * rows change only by an edit (CORE-286), and never if they are empty, so an erased message stays
 * erased.
 */
export function startSearchProjection(deps: ConsumerDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "search",
    minIntervalMs: 1_000,
    restFactor: 3,
    maxEntries: 250,
    maxLength: 500_000,
    isRelevant: (entry) => entry.name === "message_created" || isEdit(entry),
    async handle(entries, writeWithCursors) {
      const edits = collectEdits(entries);
      // Messages without a row are added below, as edited.
      if (edits.size > 0)
        await replaceWords(
          deps.pool,
          [...edits.values()].map(({ account, channelId, message }) => ({
            account,
            message,
            before: null,
            after: buildWords(message, channelId),
          })),
        );
      const rows = createSearchColumns();
      for (const entry of entries)
        if (entry.name === "message_created")
          addSearchRow(rows, entry, edits.get(messageKey(entry.chatId, entry.seq))?.message);
      if (rows.account.length === 0) return;
      await writeWithCursors({
        name: "search words",
        text: `insert into search_message (account_id, position, chat_id, seq, at, words)
        select q.account, q.place, q.chat, q.seq, to_timestamp(q.at::float8 / 1000), replace(q.words, '~', search_scope(q.account, q.place))::tsvector
        from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::bigint[], $9::text[]) q(account, place, chat, seq, at, words)
        order by 1, 2 on conflict (account_id, position) do nothing`,
        values: Object.values(rows).map((column) => column.bytes()),
      });
    },
  });
}

/** Columns of the rows to insert, in the order of the statement's parameters. */
const createSearchColumns = () => ({
  account: new Int8Column(),
  position: new Int8Column(),
  chat: new Int8Column(),
  seq: new Int4Column(),
  at: new Int8Column(),
  /** The words as the text of a tsvector. `~` is replaced with the scope. */
  words: new TextColumn(),
});

/** A message as its latest edit of a round left it. */
interface EditedMessage {
  readonly account: number;
  readonly channelId: number | null;
  readonly message: Message;
}

/** Returns whether an entry is an edit. Quotes inside texts are escaped, so the match is a key. */
export const isEdit = (entry: JournalEntry): boolean =>
  isUndo(entry) || (entry.name === "message_updated" && entry.frame.includes('edited_at":"'));
const messageKey = (chat: number | null, seq: number | null): string => `${chat} ${seq}`;
export const parseMessage = ({ frame }: JournalEntry): Message =>
  (JSON.parse(frame) as { data: { message: Message } }).data.message;

function collectEdits(entries: readonly JournalEntry[]): ReadonlyMap<string, EditedMessage> {
  const edits = new Map<string, EditedMessage>();
  for (const entry of entries) {
    if (!isEdit(entry)) continue;
    const { account, channelId } = entry;
    const message = parseMessage(entry);
    edits.set(messageKey(message.chat_id, message.seq), { account, channelId, message });
  }
  return edits;
}

/** Adds the row of a message, as `edited` if it was. System messages are not indexed. */
function addSearchRow(
  rows: ReturnType<typeof createSearchColumns>,
  entry: JournalEntry,
  edited: Message | undefined,
): void {
  const { account, position, chatId, channelId, seq, at } = entry;
  const message = edited ?? parseMessage(entry);
  if (chatId === null || seq === null || message.author.kind === "system") return;
  rows.account.push(account);
  rows.position.push(position);
  rows.chat.push(chatId);
  rows.seq.push(seq);
  rows.at.push(at);
  rows.words.push(buildWords(message, channelId));
}

interface VisitorSearchDeps extends ConsumerDeps {
  readonly db: Db;
}

/**
 * Fills the table `search_visitor` with names, contacts, ids and custom data (API-120). Reads the
 * current state of each visitor to whom an entry refers. After an upgrade it starts at the
 * beginning of the journal, with at most 100 visitors per transaction.
 */
export function startVisitorSearchProjection(deps: VisitorSearchDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: `search-visitors-${visitorLexemeVersion}`,
    minIntervalMs: 100,
    maxEntries: 100,
    isRelevant: isAboutVisitor,
    async handle(entries) {
      const keys = new Map<number, VisitorKey>();
      for (const { account, visitorId } of entries)
        if (visitorId !== null) keys.set(visitorId, { account, visitor: visitorId });
      if (keys.size > 0) await writeSearchVisitors(deps.db, [...keys.values()]);
    },
  });
}

/** Quotes inside texts are escaped, so these texts match only real keys. */
function isAboutVisitor({ name, frame }: JournalEntry): boolean {
  if (name === "visitor_created" || name === "visitor_updated" || name === "chat_updated")
    return true;
  return (
    name === "chat_created" &&
    (frame.includes('"custom_data":[{') || frame.includes('"attributes":{"'))
  );
}
