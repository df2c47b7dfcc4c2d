import type { Message } from "../../core/entity.ts";
import { buildBlockWords } from "../../core/search/index-words.ts";
import {
  rebuildSearchBlocks,
  searchBlockSize,
  searchIndexReader,
} from "../../store/chats/search/index-blocks.ts";
import type { JournalEntry } from "../entry.ts";
import { Int8Column, TextColumn } from "../writing/commit/binary-columns.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";
import { visitorLexemeVersion } from "../../core/search/visitor-lexemes.ts";
import { writeSearchVisitors, type VisitorKey } from "../../store/visitors/search-visitors.ts";
import type { Db } from "../../store/database/sql.ts";

interface SearchIndexDeps extends ConsumerDeps {
  readonly db: Db;
}

/**
 * Fills the table `search_block` with the words of messages (API-070), a row per block of positions
 * of the journal. A row is written when its block is complete. Until then a search reads the
 * messages (API-256). A backlog is written in statements of about 250 messages. After each, the
 * consumer rests three times as long as it took, so that a busy machine has time to accept messages
 * (PERF-1, PERF-17). A block whose messages were changed has a row that is stale, which stays, and
 * is written again from the journal (CORE-286).
 */
export function startSearchProjection(deps: SearchIndexDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: searchIndexReader,
    blockSize: searchBlockSize,
    minIntervalMs: 1_000,
    restFactor: 3,
    maxEntries: 250,
    maxLength: 500_000,
    isRelevant: ({ name }) => name === "message_created",
    async handle(entries, writeWithCursors) {
      const blocks = [...Map.groupBy(entries, toBlockKey).values()];
      const account = new Int8Column();
      const block = new Int8Column();
      const words = new TextColumn();
      for (const messages of blocks) {
        const [first] = messages;
        if (first === undefined) continue;
        account.push(first.account);
        block.push(toBlock(first));
        words.push(buildBlockWords(messages.map(parseMessage)));
      }
      const added = await writeWithCursors<{ readonly hasStale: boolean }>({
        name: "search words",
        text: `insert into search_block (account_id, block, words)
        select * from unnest($4::bigint[], $5::bigint[], $6::text[]) q(account, block, words)
        order by 1, 2 on conflict (account_id, block) do nothing
        returning exists (select from search_block s where s.stale) as "hasStale"`,
        values: [account, block, words].map((column) => column.bytes()),
      });
      // A row that exists is stale, or the round is repeated.
      if (added.length < blocks.length || added[0]?.hasStale === true)
        await rebuildSearchBlocks(deps.db);
    },
  });
}

const toBlock = ({ position }: JournalEntry): number => Math.floor(position / searchBlockSize);
const toBlockKey = (entry: JournalEntry): string => `${entry.account} ${toBlock(entry)}`;
const parseMessage = ({ frame }: JournalEntry): Message =>
  (JSON.parse(frame) as { data: { message: Message } }).data.message;

/**
 * Fills the table `search_visitor` with names, contacts, ids and custom data (API-120). Reads the
 * current state of each visitor to whom an entry refers. After an upgrade it starts at the
 * beginning of the journal, with at most 100 visitors per transaction.
 */
export function startVisitorSearchProjection(deps: SearchIndexDeps): Promise<DurableConsumer> {
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
