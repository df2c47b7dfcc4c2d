import { advanceCall } from "../../core/call/advance.ts";
import { billableMinutes } from "../../core/call/cost.ts";
import { defaultCalls } from "../../core/call/defaults.ts";
import { nextCallTimeout, processCallTimeout } from "../../core/call/timeout.ts";
import { isFinished } from "../../core/call/transitions.ts";
import type { Call } from "../../core/entity.ts";
import { Refusal } from "../../core/failure.ts";
import type { CommandHandler } from "../../core/command.ts";
import { chargeCall } from "../../store/settings/call.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { startReader, type DurableReader, type ReaderDeps } from "./durable.ts";
import { startWhenDue, type Waking } from "./when-due.ts";

export interface CallsDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "write" | "config" | "change">;
}
/** Handle of the call timers. */
export interface CallsReader extends DurableReader {
  /**
   * Records that the telephony server reported the end of a call whose record follows. The call
   * ends with the record, or 30 s after `at` (CORE-106). The row stores this across restarts. A
   * repeated report has no effect.
   */
  awaitRecord(of: { readonly account: number; readonly callId: number; readonly chatId: number; readonly at: number }): Promise<void>;
  /**
   * Returns the reported end of a call that still waits for its record, in milliseconds since 1970.
   * Null if no end was reported.
   */
  toldEnd(account: number, callId: number): Promise<number | null>;
}
const recordWaitMs = 30_000;
const atOnce = 100;
const againMs = 1_000;

interface Row {
  readonly account_id: number;
  readonly call_id: number;
  readonly chat_id: number;
  readonly ended: number | null;
  readonly stamp: number;
}

/**
 * Maintains `call_timer` with the times at which running calls end (CORE-102), ends due calls and
 * charges their cost (CORE-105). A call may safely be processed twice, late, or by two nodes: the
 * handler decides on the stored state, and each call is charged once.
 */
export async function startCalls(deps: CallsDeps): Promise<CallsReader> {
  const waking = await startCallWaking(deps);
  const reader = await startReader(deps, {
    name: "calls",
    everyMs: 0,
    wants: (entry) => entry.name === "call_updated",
    async handle(entries) {
      const last = new Map<number, { entry: JournalEntry; call: Call }>();
      for (const entry of entries) {
        const { call } = (JSON.parse(entry.frame) as { data: { call: Call } }).data;
        last.set(call.id, { entry, call });
      }
      for (const { entry, call } of last.values()) {
        if (isFinished(call)) await finish(deps, entry.account, call);
        else {
          const config = await deps.journal.config(entry.account);
          const due = nextCallTimeout(call, config.calls ?? defaultCalls);
          if (due === null) continue;
          await keep(deps, entry.account, call, due.at);
          waking.by(due.at);
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
        [account, callId, chatId, at + recordWaitMs, at],
      );
      waking.by(at + recordWaitMs);
    },
    async toldEnd(account, callId) {
      const { rows } = await deps.pool.query<{ ended: number | null }>(
        "select (extract(epoch from ended_at) * 1000)::float8 as ended from call_timer where account_id = $1 and call_id = $2",
        [account, callId],
      );
      const ended = rows[0]?.ended ?? null;
      return ended === null ? null : Math.round(ended);
    },
    async settle() {
      await reader.settle();
      await waking.settle();
      // Processing due rows may have written new entries.
      await reader.settle();
    },
    async close() {
      await reader.close();
      await waking.close();
    },
  };
}

/** Saves the due time. A call that waits for its record keeps its time. */
async function keep({ pool }: CallsDeps, account: number, call: Call, at: number): Promise<void> {
  await pool.query(
    `insert into call_timer (account_id, call_id, chat_id, due_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))
    on conflict (account_id, call_id) do update set due_at = excluded.due_at, stamp = excluded.stamp where call_timer.ended_at is null`,
    [account, call.id, call.chat_id, at],
  );
}

async function finish({ pool, journal, clock }: CallsDeps, account: number, call: Call): Promise<void> {
  await pool.query("delete from call_timer where account_id = $1 and call_id = $2", [account, call.id]);
  const minutes = billableMinutes(call);
  if (minutes === 0) return;
  await journal.change(account, async (tx) => {
    const isLess = await chargeCall(tx, account, { callId: call.id, minutes, now: clock.now() });
    return { result: undefined, changed: isLess ? [{ kind: "account", id: null }] : [] };
  });
}

/** Starts an alarm that processes due rows of `call_timer`. */
function startCallWaking(deps: CallsDeps): Promise<Waking> {
  const { clock, pool, onFault } = deps;
  return startWhenDue({
    clock,
    onFault,
    earliest: () => earliest(deps),
    async work() {
      const { rows } = await pool.query<Row>(
        `select account_id, call_id, chat_id, (extract(epoch from ended_at) * 1000)::float8 as ended, stamp from call_timer
        where due_at <= to_timestamp($1::float8 / 1000) order by due_at limit $2`,
        [clock.now(), atOnce],
      );
      await keepLooks(deps, await Promise.all(rows.map((row) => look(deps, row))));
      return rows.length > 0;
    },
  });
}

async function earliest({ pool }: CallsDeps): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>("select (extract(epoch from min(due_at)) * 1000)::float8 as at from call_timer");
  return rows[0]?.at ?? null;
}

interface Look {
  readonly row: Row;
  /** Time of the next check, or null if none is needed. */
  readonly due: number | null;
}
async function look(deps: CallsDeps, row: Row): Promise<Look> {
  const due = await act(deps, row).catch((error: unknown) => {
    deps.onFault(error);
    return deps.clock.now() + againMs;
  });
  return { row, due };
}

/** Removes each checked row or saves its next check, unless it changed in the meantime. */
async function keepLooks({ pool }: CallsDeps, looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return;
  await pool.query(
    `with l as (select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[]) l (account_id, call_id, stamp, due)),
       gone as (delete from call_timer t using l where (t.account_id, t.call_id, t.stamp) = (l.account_id, l.call_id, l.stamp) and l.due is null)
     update call_timer t set due_at = to_timestamp(l.due / 1000), stamp = default from l
     where (t.account_id, t.call_id, t.stamp) = (l.account_id, l.call_id, l.stamp) and l.due is not null`,
    [
      looks.map(({ row }) => row.account_id),
      looks.map(({ row }) => row.call_id),
      looks.map(({ row }) => row.stamp),
      looks.map(({ due }) => due),
    ],
  );
}

async function act({ journal }: CallsDeps, row: Row): Promise<number | null> {
  const verb: CommandHandler =
    row.ended === null
      ? processCallTimeout(row.call_id)
      : advanceCall({ callId: row.call_id, to: "end", at: Math.round(row.ended), isReported: true });
  try {
    const written = await journal.write({ account: row.account_id, subject: { chat: row.chat_id }, verb });
    return row.ended === null ? (JSON.parse(written.answer) as { due: number | null }).due : null;
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "not_found") return null;
    throw error;
  }
}
