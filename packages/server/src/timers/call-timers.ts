import { advanceCall } from "../core/call/advance.ts";
import { getBillableMinutes } from "../core/call/cost.ts";
import { defaultCalls } from "../core/call/defaults.ts";
import { nextCallTimeout, processCallTimeout } from "../core/call/timeout.ts";
import { isCallFinished } from "../core/call/transitions.ts";
import type { Call } from "../core/entity.ts";
import { Refusal } from "../core/failure.ts";
import { chargeCall } from "../store/settings/integrations/call.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { EntryFeed, JournalWriter, SettingsWriter } from "../journal/index.ts";
import {
  startDurableConsumer,
  type DurableConsumer,
  type ConsumerDeps,
} from "../journal/subscribers/durable-consumer.ts";
import { startDueAlarm, type DueAlarm } from "./due-alarm.ts";

export interface CallTimersDeps extends ConsumerDeps {
  readonly journal: EntryFeed & JournalWriter & SettingsWriter;
}
export interface CallTimers extends DurableConsumer {
  /**
   * Records that the telephony server reported the end of a call whose recording follows. The call
   * ends when the recording arrives, or 30 s after `at` (CORE-106). The table row keeps this across
   * restarts. A repeated report has no effect.
   */
  awaitRecord(report: {
    readonly account: number;
    readonly callId: number;
    readonly chatId: number;
    readonly at: number;
  }): Promise<void>;
  /** Returns the reported end (ms since 1970) of a call without its recording, or null. */
  getReportedEnd(account: number, callId: number): Promise<number | null>;
}
const recordTimeoutMs = 30_000;
const maxRowsPerRound = 100;
const retryDelayMs = 1_000;

interface CallTimerRow {
  readonly account_id: number;
  readonly call_id: number;
  readonly chat_id: number;
  readonly ended: number | null;
  readonly stamp: number;
}

/**
 * Maintains `call_timer` with the times at which running calls end (CORE-102). Ends calls whose
 * time has come and charges their cost (CORE-105). A call may be processed twice, late, or by two
 * nodes: the handler decides on the stored state, and each call is charged once.
 */
export async function startCallTimers(deps: CallTimersDeps): Promise<CallTimers> {
  const alarm = await startCallAlarm(deps);
  const consumer = await startDurableConsumer(deps, {
    name: "calls",
    minIntervalMs: 0,
    isRelevant: (entry) => entry.name === "call_updated",
    async handle(entries) {
      const last = new Map<number, { entry: JournalEntry; call: Call }>();
      for (const entry of entries) {
        const { call } = (JSON.parse(entry.frame) as { data: { call: Call } }).data;
        last.set(call.id, { entry, call });
      }
      for (const { entry, call } of last.values()) {
        if (isCallFinished(call)) await finishCall(deps, entry.account, call);
        else {
          const config = await deps.journal.config(entry.account);
          const due = nextCallTimeout(call, config.calls ?? defaultCalls);
          if (due === null) continue;
          await saveTimer(deps, entry.account, call, due.at);
          alarm.scheduleBy(due.at);
        }
      }
    },
  });
  return {
    async awaitRecord({ account, callId, chatId, at }) {
      await deps.pool.query(
        `insert into call_timer (account_id, call_id, chat_id, due_at, ended_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))
        on conflict (account_id, call_id) do update set due_at = excluded.due_at, ended_at = excluded.ended_at, stamp = excluded.stamp
        where call_timer.ended_at is null`,
        [account, callId, chatId, at + recordTimeoutMs, at],
      );
      alarm.scheduleBy(at + recordTimeoutMs);
    },
    async getReportedEnd(account, callId) {
      const { rows } = await deps.pool.query<{ ended: number | null }>(
        "select (extract(epoch from ended_at) * 1000)::float8 as ended from call_timer where account_id = $1 and call_id = $2",
        [account, callId],
      );
      const ended = rows[0]?.ended ?? null;
      return ended === null ? null : Math.round(ended);
    },
    async settle() {
      await consumer.settle();
      await alarm.settle();
      // Processing the timers may have written new entries.
      await consumer.settle();
    },
    async close() {
      await consumer.close();
      await alarm.close();
    },
  };
}

/** Saves the time of the next check. A call that waits for its recording keeps its time. */
async function saveTimer(
  { pool }: CallTimersDeps,
  account: number,
  call: Call,
  at: number,
): Promise<void> {
  await pool.query(
    `insert into call_timer (account_id, call_id, chat_id, due_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))
    on conflict (account_id, call_id) do update set due_at = excluded.due_at, stamp = excluded.stamp where call_timer.ended_at is null`,
    [account, call.id, call.chat_id, at],
  );
}

async function finishCall(
  { pool, journal, clock }: CallTimersDeps,
  account: number,
  call: Call,
): Promise<void> {
  await pool.query("delete from call_timer where account_id = $1 and call_id = $2", [
    account,
    call.id,
  ]);
  const minutes = getBillableMinutes(call);
  if (minutes === 0) return;
  await journal.change(account, async (tx) => {
    const isLess = await chargeCall(tx, account, { callId: call.id, minutes, now: clock.now() });
    return { result: undefined, changed: isLess ? [{ kind: "account", id: null }] : [] };
  });
}

function startCallAlarm(deps: CallTimersDeps): Promise<DueAlarm> {
  const { clock, pool, onFault } = deps;
  return startDueAlarm({
    clock,
    onFault,
    findEarliest: () => findEarliest(deps),
    async processDue() {
      const { rows } = await pool.query<CallTimerRow>(
        `select account_id, call_id, chat_id, (extract(epoch from ended_at) * 1000)::float8 as ended, stamp from call_timer
        where due_at <= to_timestamp($1::float8 / 1000) order by due_at limit $2`,
        [clock.now(), maxRowsPerRound],
      );
      await saveNextChecks(deps, await Promise.all(rows.map((row) => checkCall(deps, row))));
      return rows.length > 0;
    },
  });
}

async function findEarliest({ pool }: CallTimersDeps): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>(
    "select (extract(epoch from min(due_at)) * 1000)::float8 as at from call_timer",
  );
  return rows[0]?.at ?? null;
}

interface CheckedTimer {
  readonly row: CallTimerRow;
  /** Time of the next check in milliseconds since 1970, or null if none is needed. */
  readonly due: number | null;
}
async function checkCall(deps: CallTimersDeps, row: CallTimerRow): Promise<CheckedTimer> {
  const due = await processTimer(deps, row).catch((error: unknown) => {
    deps.onFault(error);
    return deps.clock.now() + retryDelayMs;
  });
  return { row, due };
}

/** Saves the next check of each unchanged row, or removes it. */
async function saveNextChecks(
  { pool }: CallTimersDeps,
  checks: readonly CheckedTimer[],
): Promise<void> {
  if (checks.length === 0) return;
  await pool.query(
    `with l as (select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[]) l (account_id, call_id, stamp, due)),
       gone as (delete from call_timer t using l where (t.account_id, t.call_id, t.stamp) = (l.account_id, l.call_id, l.stamp) and l.due is null)
     update call_timer t set due_at = to_timestamp(l.due / 1000), stamp = default from l
     where (t.account_id, t.call_id, t.stamp) = (l.account_id, l.call_id, l.stamp) and l.due is not null`,
    [
      checks.map(({ row }) => row.account_id),
      checks.map(({ row }) => row.call_id),
      checks.map(({ row }) => row.stamp),
      checks.map(({ due }) => due),
    ],
  );
}

async function processTimer(
  { journal }: CallTimersDeps,
  row: CallTimerRow,
): Promise<number | null> {
  const subject = { account: row.account_id, subject: { chat: row.chat_id } };
  try {
    if (row.ended === null) {
      const { answer } = await journal.write({
        ...subject,
        handler: processCallTimeout(row.call_id),
      });
      return answer.due;
    }
    const at = Math.round(row.ended);
    await journal.write({
      ...subject,
      handler: advanceCall({ callId: row.call_id, to: "end", at, isReported: true }),
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "not_found") return null;
    throw error;
  }
}
