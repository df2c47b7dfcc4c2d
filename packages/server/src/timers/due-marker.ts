import { targetOfflineTimeoutMs } from "../core/chat/participants/transfer.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { ChatKey, UnansweredChat } from "../journal/subscribers/chat-activity.ts";
import type { PresenceView } from "../core/operator/presence-view.ts";
import type { Queryable } from "../store/database/sql.ts";

export interface DueMarkerDeps {
  readonly journal: { config(account: number): Promise<AccountConfig> };
  /** Runs queries with the database role of the writer. */
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly presence: { of: PresenceView["of"] };
  readonly onFault: (error: unknown) => void;
  /** Schedules the due-chat worker for this time. */
  readonly scheduleBy: (at: number) => void;
}
/** Makes chats due after changes. Requests are merged per account and chat. */
export interface DueMarker {
  /** Makes waiting chats due immediately, because the set of eligible operators changed. */
  markWaiting(account: number): void;
  /** Makes all running chats due immediately, because settings that define timeouts changed. */
  markRunning(account: number): void;
  /** Makes the chats of an operator who went offline due at the end of the grace period. */
  noteOffline(account: number, operator: number): void;
  /**
   * Handles visitor messages in chats of operators. If all operators of a chat are offline, the
   * chat becomes due immediately. Otherwise it becomes due when the time to answer ends (CORE-153).
   */
  noteUnanswered(chats: readonly UnansweredChat[]): void;
  settle(): Promise<void>;
  close(): Promise<void>;
}
interface PendingWork {
  waiting: boolean;
  running: boolean;
  readonly offlineOperators: Set<number>;
}
const retryDelayMs = 1_000;

/** Creates the due marker. Failed updates are retried after 1 s. */
export function createDueMarker(deps: DueMarkerDeps): DueMarker {
  const { clock } = deps;
  const pending = new Map<number, PendingWork>();
  /** Chats with unanswered messages by id. */
  const unanswered = new Map<number, UnansweredChat>();
  let running: Promise<void> | null = null;
  let cancelRetry: (() => void) | undefined;
  let isClosed = false;

  const workFor = (account: number): PendingWork => {
    let work = pending.get(account);
    if (!work)
      pending.set(
        account,
        (work = {
          waiting: false,
          running: false,
          offlineOperators: new Set(),
        }),
      );
    if (cancelRetry === undefined) start();
    return work;
  };
  const start = (): void => {
    if (isClosed || running !== null) return;
    // Updates start in the next microtask, so that simultaneous changes of an account are merged.
    running = Promise.resolve()
      .then(run)
      .catch((error: unknown) => {
        deps.onFault(error);
        cancelRetry = clock.scheduleAt(clock.now() + retryDelayMs, () => {
          cancelRetry = undefined;
          start();
        });
      })
      .finally(() => {
        running = null;
        if ((pending.size > 0 || unanswered.size > 0) && cancelRetry === undefined) start();
      });
  };
  const run = async (): Promise<void> => {
    for (const [account, work] of pending) {
      // Changes that arrive during the update create a new entry.
      pending.delete(account);
      try {
        await markDue(deps, account, work);
      } catch (error) {
        mergeWork(pending, account, work);
        throw error;
      }
    }
    if (unanswered.size === 0) return;
    const chats = [...unanswered.values()];
    unanswered.clear();
    try {
      await markUnanswered(deps, chats);
    } catch (error) {
      for (const key of chats) unanswered.set(key.chat, key);
      throw error;
    }
  };
  return {
    markWaiting: (account) => void (workFor(account).waiting = true),
    markRunning: (account) => void (workFor(account).running = true),
    noteOffline: (account, operator) => void workFor(account).offlineOperators.add(operator),
    noteUnanswered(chats) {
      for (const key of chats) unanswered.set(key.chat, key);
      if (cancelRetry === undefined) start();
    },
    async settle() {
      while (running !== null) await running;
    },
    async close() {
      isClosed = true;
      cancelRetry?.();
      await running;
    },
  };
}

function mergeWork(pending: Map<number, PendingWork>, account: number, work: PendingWork): void {
  const newer = pending.get(account);
  pending.set(account, {
    waiting: work.waiting || newer?.waiting === true,
    running: work.running || newer?.running === true,
    offlineOperators: new Set([...work.offlineOperators, ...(newer?.offlineOperators ?? [])]),
  });
}

async function markDue(deps: DueMarkerDeps, account: number, work: PendingWork): Promise<void> {
  const { pool, clock, scheduleBy } = deps;
  const now = clock.now();
  if (work.running) {
    await advanceDueTimes(
      pool,
      "select a.account_id, a.chat_id from chat_activity a where a.account_id = $1 and a.running",
      [account, now],
    );
    scheduleBy(now);
  } else if (work.waiting) {
    await pool.query(
      `with waiting as (
        select t.account_id, t.chat_id from chat_timer t join chat c on c.account_id = t.account_id and c.id = t.chat_id
        where t.account_id = $1 and c.state = 'waiting' and t.due_at > to_timestamp($2::float8 / 1000) order by t.chat_id for update of t)
      update chat_timer t set due_at = to_timestamp($2::float8 / 1000), stamp = default from waiting w
      where t.account_id = w.account_id and t.chat_id = w.chat_id`,
      [account, now],
    );
    scheduleBy(now);
  }
  if (work.offlineOperators.size === 0) return;
  await advanceDueTimes(pool, transfersToOperators, [
    account,
    now + targetOfflineTimeoutMs,
    [...work.offlineOperators],
  ]);
  scheduleBy(now + targetOfflineTimeoutMs);
  const { graceMs } = (await deps.journal.config(account)).routing;
  if (graceMs === 0) return;
  const chats =
    "select p.account_id, p.chat_id from participant p where p.account_id = $1 and p.operator_id = any($3::bigint[]) and p.left_at is null";
  await advanceDueTimes(pool, chats, [account, now + graceMs, [...work.offlineOperators]]);
  scheduleBy(now + graceMs);
}

async function markUnanswered(
  deps: DueMarkerDeps,
  chats: readonly UnansweredChat[],
): Promise<void> {
  const { pool, clock, presence, scheduleBy } = deps;
  const now = clock.now();
  const unattended: ChatKey[] = [];
  for (const [account, keys] of Map.groupBy(chats, (key) => key.account)) {
    const { graceMs, reassignMs } = (await deps.journal.config(account)).routing;
    if (graceMs > 0)
      unattended.push(
        ...keys.filter(
          ({ operators }) =>
            operators.length > 0 && operators.every((id) => presence.of(account, id) === "offline"),
        ),
      );
    if (reassignMs === 0) continue;
    const open =
      "select c.account_id, c.id as chat_id from chat c where c.account_id = $1 and c.id = any($3::bigint[]) and c.state = 'open'";
    await advanceDueTimes(pool, open, [account, now + reassignMs, keys.map(({ chat }) => chat)]);
    scheduleBy(now + reassignMs);
  }
  if (unattended.length === 0) return;
  await advanceDueTimes(
    pool,
    "select q.account_id, q.chat_id from unnest($1::bigint[], $3::bigint[]) q(account_id, chat_id)",
    [unattended.map(({ account }) => account), now, unattended.map(({ chat }) => chat)],
  );
  scheduleBy(now);
}

/**
 * Selects the open chats that are being transferred to one of the operators in `$3`. The text
 * search avoids parsing most bodies as JSON.
 */
const transfersToOperators = `select a.account_id, a.chat_id from chat_activity a join chat c on c.account_id = a.account_id and c.id = a.chat_id
  where a.account_id = $1 and a.running and c.state = 'open' and strpos(c.body, '"transfer":{') > 0
    and (c.body::jsonb #>> '{transfer,to,id}')::bigint = any($3::bigint[])`;

/**
 * Sets an earlier due time for chats. `chats` is a query of account_id and chat_id. Its `$2` is the
 * time. Due times that are already earlier stay. Rows are locked in the same order as by all other
 * writers of the table.
 */
async function advanceDueTimes(
  pool: DueMarkerDeps["pool"],
  chats: string,
  values: readonly unknown[],
): Promise<void> {
  await pool.query(
    `insert into chat_timer (account_id, chat_id, due_at) select c.account_id, c.chat_id, to_timestamp($2::float8 / 1000) from (${chats}) c order by 1, 2
    on conflict (account_id, chat_id) do update set due_at = least(chat_timer.due_at, excluded.due_at), stamp = excluded.stamp`,
    [...values],
  );
}
