import type { ChatEntity, Message } from "../../core/entity.ts";
import type { JournalEntry } from "../entry.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

/**
 * Maintains the tables `chat_tag` (tags of chats) and `mention` (operators mentioned in notes)
 * (API-044, API-046). It runs outside the write path. The chat and the note remain the source of
 * truth.
 */
export function startTagAndMentionProjection(deps: ConsumerDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "marks",
    minIntervalMs: 100,
    // Quotes inside texts are escaped, so these texts match only real keys.
    isRelevant: (entry) =>
      entry.name === "message_created" ? entry.frame.includes('mentions":[') : hasTags(entry),
    async handle(entries) {
      await saveTags(deps, entries.filter(hasTags));
      await saveMentions(
        deps,
        entries.filter((entry) => entry.name === "message_created"),
      );
    },
  });
}

const hasTags = (entry: JournalEntry): boolean =>
  entry.chatId !== null && entry.name.startsWith("chat_") && entry.frame.includes('"tags":[');

/** Saves the tags of each chat from its last entry, which contains all of them. */
async function saveTags({ pool }: ConsumerDeps, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const latestByChat = new Map<number, { account: number; at: number; tags: readonly number[] }>();
  for (const { account, chatId, at, frame } of entries) {
    const { chat } = (JSON.parse(frame) as { data: { chat: ChatEntity } }).data;
    if (chatId !== null)
      latestByChat.set(chatId, { account, at, tags: (chat.tags ?? []).map((tag) => tag.id) });
  }
  const rows = [...latestByChat].flatMap(([chat, { account, at, tags }]) =>
    tags.map((tag) => ({ account, chat, at, tag })),
  );
  await pool.query(
    `with wanted as materialized (
       select * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::float8[]) q(account, chat, tag, at)),
     gone as (
       delete from chat_tag t using unnest($1::bigint[], $2::bigint[]) q(account, chat)
       where t.account_id = q.account and t.chat_id = q.chat
         and not exists (select from wanted w where w.account = q.account and w.chat = q.chat and w.tag = t.tag_id))
     insert into chat_tag (account_id, chat_id, tag_id, marked_at)
     select account, chat, tag, to_timestamp(at / 1000) from wanted order by 1, 2, 3 on conflict do nothing`,
    [
      [...latestByChat.values()].map((latest) => latest.account),
      [...latestByChat.keys()],
      rows.map((row) => row.account),
      rows.map((row) => row.chat),
      rows.map((row) => row.tag),
      rows.map((row) => row.at),
    ],
  );
}

async function saveMentions(
  { pool }: ConsumerDeps,
  entries: readonly JournalEntry[],
): Promise<void> {
  const rows = entries.flatMap(({ account, chatId, seq, at, frame }) => {
    const { message } = (JSON.parse(frame) as { data: { message: Message } }).data;
    return (message.mentions ?? []).map((operator) => ({ account, operator, chatId, seq, at }));
  });
  if (rows.length === 0) return;
  await pool.query(
    `insert into mention (account_id, operator_id, chat_id, seq, at)
     select q.account, q.operator, q.chat, q.seq, to_timestamp(q.at / 1000)
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::float8[]) q(account, operator, chat, seq, at) order by 1, 2, 3, 4
     on conflict do nothing`,
    [
      rows.map((row) => row.account),
      rows.map((row) => row.operator),
      rows.map((row) => row.chatId),
      rows.map((row) => row.seq),
      rows.map((row) => row.at),
    ],
  );
}
