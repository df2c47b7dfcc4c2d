import { getChatTimeoutAfterEntry } from "../core/chat/timing/timeout.ts";
import { isRunningChatState } from "../core/chat/state-machine.ts";
import { isImportedEntry } from "../core/move-in/imported-entry.ts";
import type { ChatEntity } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { JournalWriter } from "../journal/index.ts";
import type { ChatKey, UnansweredChat } from "../journal/subscribers/chat-activity.ts";
import { startDurableConsumer, chatJob } from "../journal/subscribers/durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "../journal/subscribers/durable-consumer.ts";
import { emptyPresence, type PresenceView } from "../core/operator/presence-view.ts";
import { createDueMarker, type DueMarker } from "./due-marker.ts";
import { startDueChatWorker } from "./due-chat-worker.ts";

export interface ChatTimersDeps extends ConsumerDeps {
  readonly journal: ConsumerDeps["journal"] & JournalWriter;
  /** Presence of operators. If absent, all operators count as offline. */
  readonly presence?: PresenceView;
}
export interface ChatTimers extends DurableConsumer {
  /** Handles unanswered visitor messages in chats of operators (CORE-031). */
  noteUnanswered(chats: readonly UnansweredChat[]): void;
}

/**
 * Maintains `chat_timer`, which contains the due times of running chats, and processes due chats
 * (decision 0073). Timers cover offers and escalation (CORE-033, CORE-035), invitations (BOT-070),
 * transfers (API-025), silent bots (BOT-077), offline operators (CORE-031) and inactivity
 * (CORE-032). The rows survive restarts. A chat may be processed twice, late, or by two nodes,
 * because the handler decides on the stored state.
 */
export async function startChatTimers(deps: ChatTimersDeps): Promise<ChatTimers> {
  const presence = deps.presence ?? emptyPresence;
  const isResponsible = (): boolean => deps.jobs?.isResponsible(chatJob) !== false;
  await seedTimers(deps);
  const worker = await startDueChatWorker({ ...deps, presence });
  const dueMarker = createDueMarker({
    ...deps,
    presence,
    scheduleBy: (at) => worker.scheduleBy(at),
  });
  const stopPresence = presence.onChange((account, operator, status) => {
    if (!isResponsible()) return;
    dueMarker.markWaiting(account);
    if (status === "offline") dueMarker.noteOffline(account, operator);
  });
  // The worker has only scheduled what this node has seen. Another node may have made other chats
  // due.
  const stopJobs = deps.jobs?.onResponsibilityChange(() => {
    if (isResponsible()) worker.scheduleBy(deps.clock.now());
  });
  const consumer = await startDurableConsumer(deps, {
    name: "timers",
    job: chatJob,
    // The changes of this time are checked together (PERF-26).
    minIntervalMs: 100,
    isRelevant: (entry) =>
      (entry.chatId !== null && entry.name.startsWith("chat_") && !isImportedEntry(entry)) ||
      entry.name === "settings_changed",
    async handle(entries) {
      const latestByChat = new Map<number, JournalEntry>();
      for (const entry of entries) {
        if (entry.chatId !== null) latestByChat.set(entry.chatId, entry);
        else markAffectedChats(dueMarker, entry);
      }
      const due: { account: number; chat: number; at: number }[] = [];
      const closedChats: ChatKey[] = [];
      for (const [chat, { account, frame, at }] of latestByChat) {
        const entity = (JSON.parse(frame) as { data: { chat: ChatEntity } }).data.chat;
        const config = await deps.journal.config(account);
        if (isRunningChatState(entity.state)) {
          const next = getChatTimeoutAfterEntry(entity, config, at, (id) =>
            presence.of(account, id),
          );
          if (next !== null) due.push({ account, chat, at: next });
        } else closedChats.push({ account, chat });
        if (canFreeCapacity(entity) && hasChatLimits(config)) dueMarker.markWaiting(account);
      }
      await removeTimers(deps, closedChats);
      await saveTimers(deps, due);
      for (const { at } of due) worker.scheduleBy(at);
    },
  });
  return {
    noteUnanswered: (chats) => dueMarker.noteUnanswered(chats),
    async settle() {
      await consumer.settle();
      await dueMarker.settle();
      await worker.settle();
      // Processing due chats may have written new entries.
      await consumer.settle();
      await dueMarker.settle();
      await worker.settle();
    },
    async close() {
      stopPresence();
      stopJobs?.();
      await consumer.close();
      await dueMarker.close();
      await worker.close();
    },
  };
}

function markAffectedChats(dueMarker: DueMarker, { account, frame }: JournalEntry): void {
  const kind = /"kind":"(\w+)"/.exec(frame)?.[1];
  // The time after which a silent bot loses a chat is one of the timers of its chats (BOT-077).
  if (kind === "account" || kind === "bot") dueMarker.markRunning(account);
  else if (kind !== undefined && routingSettingKinds.has(kind)) dueMarker.markWaiting(account);
}
/** Kinds of settings that decide which operators can take a chat and who has a push device. */
const routingSettingKinds: ReadonlySet<string> = new Set([
  "operator",
  "channel",
  "department",
  "push",
]);

/** Returns whether an operator may be free: the chat closed, waits, or was transferred. */
function canFreeCapacity({ state, accepted_at, wait, transfer }: ChatEntity): boolean {
  if (accepted_at === null) return false;
  return (
    state === "closed" || (state === "waiting" && wait?.step === undefined) || transfer === null
  );
}
const hasChatLimits = (config: AccountConfig): boolean =>
  [...config.operators.values()].some((operator) => operator.active && operator.chatLimit > 0);

/**
 * Adds missing rows of running chats at the start, and makes unanswered chats due. This is needed
 * because no operator is online yet, and an operator who does not return causes no event.
 */
async function seedTimers({ pool, clock }: ChatTimersDeps): Promise<void> {
  await pool.query(
    `insert into chat_timer (account_id, chat_id, due_at) select a.account_id, a.chat_id, to_timestamp($1::float8 / 1000) from chat_activity a where a.running order by 1, 2
    on conflict (account_id, chat_id) do nothing`,
    [clock.now()],
  );
  await pool.query(
    `with unanswered as (
      select t.account_id, t.chat_id from chat_timer t join chat_activity a on a.account_id = t.account_id and a.chat_id = t.chat_id
      where a.running and a.visitor_seq > a.answer_seq order by 1, 2 for update of t)
    update chat_timer t set due_at = least(t.due_at, to_timestamp($1::float8 / 1000)), stamp = default from unanswered u
    where t.account_id = u.account_id and t.chat_id = u.chat_id`,
    [clock.now()],
  );
}

/** Earlier times remain: another node may have read more, and early checks are harmless. */
async function saveTimers(
  { pool }: ChatTimersDeps,
  rows: readonly { account: number; chat: number; at: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await pool.query(
    `insert into chat_timer (account_id, chat_id, due_at)
    select q.account, q.chat, to_timestamp(q.at / 1000) from unnest($1::bigint[], $2::bigint[], $3::float8[]) q(account, chat, at) order by 1, 2
    on conflict (account_id, chat_id) do update set due_at = least(chat_timer.due_at, excluded.due_at), stamp = excluded.stamp`,
    [rows.map((row) => row.account), rows.map((row) => row.chat), rows.map((row) => row.at)],
  );
}

/** Removes the rows of closed chats, which never reopen. */
async function removeTimers({ pool }: ChatTimersDeps, rows: readonly ChatKey[]): Promise<void> {
  if (rows.length === 0) return;
  await pool.query(
    `with over as (
      select t.account_id, t.chat_id from chat_timer t join unnest($1::bigint[], $2::bigint[]) q(account, chat)
        on t.account_id = q.account and t.chat_id = q.chat order by 1, 2 for update of t)
    delete from chat_timer t using over o where t.account_id = o.account_id and t.chat_id = o.chat_id`,
    [rows.map((row) => row.account), rows.map((row) => row.chat)],
  );
}
