import { nextDue } from "../../core/chat/due.ts";
import { isRunning } from "../../core/chat/state.ts";
import type { ChatEntity } from "../../core/entity.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";
import { startWaking } from "./waking.ts";

export interface TimersDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "write" | "config">;
}

/**
 * Keeps `chat_timer`, when running chats fall due, and does what is due (decision 0011, Timers): invitations end (BOT-070), silent bots
 * give up their chats (BOT-077). The rows are the memory, so a restart forgets nothing; a chat that is looked at twice, late or by two
 * nodes comes to no harm, because the verb decides by what it finds.
 */
export async function startTimers(deps: TimersDeps): Promise<DurableReader> {
  const waking = await startWaking(deps);
  const reader = await startReader(deps, {
    name: "timers",
    everyMs: 0,
    // A chat without bot waits for nothing by time.
    wants: (entry) => entry.chatId !== null && entry.name.startsWith("chat_") && entry.frame.includes('"bot":{'),
    async handle(entries) {
      const last = new Map<number, JournalEntry>();
      for (const entry of entries) if (entry.chatId !== null) last.set(entry.chatId, entry);
      const due: { account: number; chat: number; at: number }[] = [];
      const over: { account: number; chat: number }[] = [];
      for (const [chat, { account, frame }] of last) {
        const entity = (JSON.parse(frame) as { data: { chat: ChatEntity } }).data.chat;
        const next = nextDue(entity, await deps.journal.config(account));
        if (!isRunning(entity.state)) over.push({ account, chat });
        else if (next !== null) due.push({ account, chat, at: next.at });
      }
      await remove(deps, over);
      await keep(deps, due);
      for (const { at } of due) waking.by(at);
    },
  });
  return {
    async settle() {
      await reader.settle();
      await waking.settle();
      // What was due may have been written.
      await reader.settle();
    },
    async close() {
      await reader.close();
      await waking.close();
    },
  };
}

/** An older time stays: another node may be ahead of this one in the journal, and early is harmless. */
async function keep({ pool }: TimersDeps, rows: readonly { account: number; chat: number; at: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await pool.query(
    `insert into chat_timer (account_id, chat_id, due_at)
    select q.account, q.chat, to_timestamp(q.at / 1000) from unnest($1::bigint[], $2::bigint[], $3::float8[]) q(account, chat, at) order by 1, 2
    on conflict (account_id, chat_id) do update set due_at = least(chat_timer.due_at, excluded.due_at), stamp = excluded.stamp`,
    [rows.map((row) => row.account), rows.map((row) => row.chat), rows.map((row) => row.at)],
  );
}

/** A closed chat is closed for ever. */
async function remove({ pool }: TimersDeps, rows: readonly { account: number; chat: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await pool.query(
    "delete from chat_timer t using unnest($1::bigint[], $2::bigint[]) q(account, chat) where t.account_id = q.account and t.chat_id = q.chat",
    [rows.map((row) => row.account), rows.map((row) => row.chat)],
  );
}
