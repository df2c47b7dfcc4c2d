import type { Message } from "../../core/entity.ts";
import { hasFile, searchedText } from "../../core/search/searched.ts";
import { wordsOf } from "../../core/search/words.ts";
import type { JournalEntry } from "../entry.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

/**
 * Fills `search_message` with the words of messages (API-070). One takes about 50 µs of the database's time and 10 of ours, so a hundred in
 * each tenth of a second bound it to 3 % of two cores: what comes faster follows later, and accepting stays as fast as it is (PERF-1). A hundred
 * at once and not thousands, because a batch that is committed meanwhile waits for the core and for their WAL (PERF-17). Messages that stand
 * there already are left alone: one that was erased meanwhile stays erased.
 */
export function startSearch(deps: ReaderDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "search",
    everyMs: 100,
    most: 100,
    wants: (entry) => entry.name === "message_created",
    async handle(entries) {
      const rows = entries.flatMap(rowOf);
      if (rows.length === 0) return;
      await deps.pool.query(
        `insert into search_message (account_id, position, chat_id, seq, at, words)
        select q.account, q.place, q.chat, q.seq, to_timestamp(q.at / 1000), replace(q.words, '~', search_scope(q.account, q.place))::tsvector
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::float8[], $6::text[]) q(account, place, chat, seq, at, words)
        order by 1, 2 on conflict (account_id, position) do nothing`,
        [
          rows.map((row) => row.account),
          rows.map((row) => row.position),
          rows.map((row) => row.chat),
          rows.map((row) => row.seq),
          rows.map((row) => row.at),
          rows.map((row) => row.words),
        ],
      );
    },
  });
}

interface Row {
  readonly account: number;
  readonly position: number;
  readonly chat: number;
  readonly seq: number;
  readonly at: number;
  /** A tsvector as text; `~` stands for the scope. */
  readonly words: string;
}

/** System lines are not searched. */
function rowOf({ account, position, chatId, channelId, seq, at, frame }: JournalEntry): Row[] {
  const { message } = (JSON.parse(frame) as { data: { message: Message } }).data;
  const { author } = message;
  if (chatId === null || seq === null || author.kind === "system") return [];
  const marks = [
    author.kind === "visitor" ? "@v" : `@${author.kind === "operator" ? "o" : "b"}${author.id ?? ""}`,
    ...(channelId === null ? [] : [`@c${channelId}`]),
    ...(hasFile(message) ? ["@f"] : []),
  ];
  const words = wordsOf(searchedText(message)).map(({ word }, n) => `'~${word}':${n + 1}`);
  return [{ account, position, chat: chatId, seq, at, words: [...words, ...marks.map((mark) => `'~${mark}'`)].join(" ") }];
}
