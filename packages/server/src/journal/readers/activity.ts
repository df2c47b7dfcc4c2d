import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

/** Keeps `chat_activity.last_at`, the order of the inbox, apart from the hot row of the chat (journal.md 2). */
export function startActivity(deps: ReaderDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "activity",
    everyMs: 250,
    wants: (entry) => entry.name === "message_created",
    async handle(entries) {
      const last = new Map<number, { account: number; at: number }>();
      for (const { account, chatId, at } of entries) {
        if (chatId !== null) last.set(chatId, { account, at: Math.max(at, last.get(chatId)?.at ?? 0) });
      }
      const chats = [...last];
      await deps.pool.query(
        `update chat_activity a set last_at = to_timestamp(q.at / 1000)
        from unnest($1::bigint[], $2::bigint[], $3::float8[]) q(account, chat, at)
        where a.account_id = q.account and a.chat_id = q.chat and a.last_at < to_timestamp(q.at / 1000)`,
        [chats.map(([, { account }]) => account), chats.map(([chat]) => chat), chats.map(([, { at }]) => at)],
      );
    },
  });
}
