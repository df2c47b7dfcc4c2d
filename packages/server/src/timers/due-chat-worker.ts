import { processChatTimeout, type ChatTimeoutResult } from "../core/chat/timing/process-timeout.ts";
import { Refusal } from "../core/failure.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import { loadRoutingSnapshots, type RoutingSnapshots } from "./routing-snapshots.ts";
import type { PresenceView } from "../core/operator/presence-view.ts";
import { startDueAlarm, type DueAlarm } from "./due-alarm.ts";
import type { Queryable } from "../store/database/sql.ts";

export interface DueChatWorkerDeps {
  readonly journal: {
    readonly write: WriteCommand;
    config(account: number): Promise<AccountConfig>;
  };
  /** Runs queries with the database role of the writer. */
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly presence: PresenceView;
  readonly onFault: (error: unknown) => void;
}
const maxRowsPerRound = 100;
const retryDelayMs = 1_000;
/** Time after which due chats are checked again if the presence on another node is not known. */
const presenceDelayMs = 500;

interface ChatTimerRow {
  readonly account: number;
  readonly chat: number;
  readonly stamp: number;
}

/** Starts a worker that processes due rows of `chat_timer`. */
export async function startDueChatWorker(deps: DueChatWorkerDeps): Promise<DueAlarm> {
  const { clock, pool, onFault } = deps;
  return startDueAlarm({
    clock,
    onFault,
    findEarliest: () => findEarliest(deps),
    async processDue() {
      if (!deps.presence.isComplete()) return false;
      const { rows } = await pool.query<ChatTimerRow>(
        "select account_id as account, chat_id as chat, stamp from chat_timer where due_at <= to_timestamp($1::float8 / 1000) order by due_at limit $2",
        [clock.now(), maxRowsPerRound],
      );
      if (rows.length === 0) return false;
      const snapshots = await loadRoutingSnapshots(
        { ...deps, config: (account) => deps.journal.config(account) },
        rows,
      );
      const accounts = Map.groupBy(rows, (row) => row.account);
      const checked = await Promise.all(
        [...accounts].map(([account, chats]) => checkChats(deps, snapshots, account, chats)),
      );
      await saveNextChecks(deps, checked.flat());
      return true;
    },
  });
}

async function findEarliest({ pool, presence, clock }: DueChatWorkerDeps): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>(
    "select (extract(epoch from min(due_at)) * 1000)::float8 as at from chat_timer",
  );
  const at = rows[0]?.at ?? null;
  return at === null || presence.isComplete() ? at : Math.max(at, clock.now() + presenceDelayMs);
}

async function checkChats(
  deps: DueChatWorkerDeps,
  snapshots: RoutingSnapshots,
  account: number,
  rows: readonly ChatTimerRow[],
): Promise<readonly CheckedRow[]> {
  if (!snapshots.isSequential(account))
    return Promise.all(rows.map((row) => checkChat(deps, snapshots, row)));
  const checked: CheckedRow[] = [];
  for (const row of rows) checked.push(await checkChat(deps, snapshots, row));
  return checked;
}

/** A processed row and the time of its next check. The time is null if no check is needed. */
interface CheckedRow extends ChatTimerRow {
  readonly due: number | null;
}
/** Processes one chat. If its write fails, only this chat is retried later. */
async function checkChat(
  deps: DueChatWorkerDeps,
  snapshots: RoutingSnapshots,
  row: ChatTimerRow,
): Promise<CheckedRow> {
  const { pool, clock } = deps;
  const next = await processTimeout(deps.journal.write, snapshots, row).catch(
    (error: unknown): ChatTimeoutResult => {
      deps.onFault(error);
      return { due: clock.now() + retryDelayMs, turn: null };
    },
  );
  if (next.turn !== null) {
    const at = snapshots.recordOffer(row, next.turn, clock.now());
    await pool.query(
      `insert into routing_turn (account_id, operator_id, at) values ($1, $2, to_timestamp($3::float8 / 1000))
      on conflict (account_id, operator_id) do update set at = greatest(routing_turn.at, excluded.at)`,
      [row.account, next.turn, at],
    );
  }
  return { ...row, due: next.due };
}

/**
 * Removes processed rows or saves their next check. Skips rows that changed during processing. One
 * statement locks the rows in the same order as other writers. If it fails, the rows stay due, and
 * processing a chat again is harmless.
 */
async function saveNextChecks(
  { pool }: DueChatWorkerDeps,
  rows: readonly CheckedRow[],
): Promise<void> {
  await pool.query(
    `with looked as (
      select t.account_id, t.chat_id, q.due from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[]) q(account, chat, stamp, due)
        join chat_timer t on t.account_id = q.account and t.chat_id = q.chat and t.stamp = q.stamp
      order by t.account_id, t.chat_id for update of t),
    gone as (delete from chat_timer t using looked l where l.due is null and t.account_id = l.account_id and t.chat_id = l.chat_id)
    update chat_timer t set due_at = to_timestamp(l.due / 1000), stamp = default from looked l
    where l.due is not null and t.account_id = l.account_id and t.chat_id = l.chat_id`,
    [
      rows.map((row) => row.account),
      rows.map((row) => row.chat),
      rows.map((row) => row.stamp),
      rows.map((row) => row.due),
    ],
  );
}

async function processTimeout(
  write: WriteCommand,
  snapshots: RoutingSnapshots,
  row: ChatTimerRow,
): Promise<ChatTimeoutResult> {
  try {
    const written = await write({
      account: row.account,
      subject: { chat: row.chat },
      handler: processChatTimeout(snapshots.snapshotFor(row)),
    });
    return written.answer;
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "not_found")
      return { due: null, turn: null };
    throw error;
  }
}
