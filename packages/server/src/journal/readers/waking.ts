import type pg from "pg";
import { processChatTimeout, type TimeoutResult } from "../../core/chat/process-timeout.ts";
import { Refusal } from "../../core/failure.ts";
import type { AccountConfig, Clock, WriteCommand } from "../../core/command.ts";
import type { Journal } from "../index.ts";
import { openDesks, type Desks } from "./desks.ts";
import type { Here } from "./here.ts";
import { startWhenDue, type Waking } from "./when-due.ts";

export interface WakingDeps {
  readonly journal: Pick<Journal, "subscribe"> & { readonly write: WriteCommand; config(account: number): Promise<AccountConfig> };
  /** Runs queries with the writer role. */
  readonly pool: Pick<pg.Pool, "query">;
  readonly clock: Clock;
  readonly here: Here;
  readonly onFault: (error: unknown) => void;
}
const atOnce = 100;
const againMs = 1_000;

interface Row {
  readonly account_id: number;
  readonly chat_id: number;
  readonly stamp: number;
}

/** Starts a worker that processes due rows of `chat_timer`. */
export async function startWaking(deps: WakingDeps): Promise<Waking> {
  const { clock, pool, onFault } = deps;
  // Chats with a new message during a round: their routing snapshots are outdated. Messages are
  // published before the author is answered.
  let heard: Set<number> | null = null;
  const stop = deps.journal.subscribe((_, entries) => {
    if (heard !== null) for (const { name, chatId } of entries) if (name === "message_created" && chatId !== null) heard.add(chatId);
  });
  const waking = await startWhenDue({
    clock,
    onFault,
    earliest: () => earliest(deps),
    async work() {
      const { rows } = await pool.query<Row>(
        "select account_id, chat_id, stamp from chat_timer where due_at <= to_timestamp($1::float8 / 1000) order by due_at limit $2",
        [clock.now(), atOnce],
      );
      if (rows.length === 0) return false;
      const said = (heard = new Set<number>());
      try {
        const desks = await openDesks(
          { ...deps, config: (account) => deps.journal.config(account), isHeard: (chat) => said.has(chat) },
          rows,
        );
        const accounts = Map.groupBy(rows, (row) => row.account_id);
        const looked = await Promise.all([...accounts].map(([account, chats]) => lookAt(deps, desks, account, chats)));
        await keep(deps, looked.flat());
      } finally {
        heard = null;
      }
      return true;
    },
  });
  return {
    ...waking,
    async close() {
      stop();
      await waking.close();
    },
  };
}

async function earliest({ pool }: WakingDeps): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>("select (extract(epoch from min(due_at)) * 1000)::float8 as at from chat_timer");
  return rows[0]?.at ?? null;
}

async function lookAt(deps: WakingDeps, desks: Desks, account: number, rows: readonly Row[]): Promise<readonly Looked[]> {
  if (!desks.isInTurn(account)) return Promise.all(rows.map((row) => look(deps, desks, row)));
  const looked: Looked[] = [];
  for (const row of rows) looked.push(await look(deps, desks, row));
  return looked;
}

/** A processed row and the time of its next check, or null if none is needed. */
interface Looked extends Row {
  readonly due: number | null;
}
/** Processes one chat. If its write fails, only this chat is retried later. */
async function look(deps: WakingDeps, desks: Desks, row: Row): Promise<Looked> {
  const { pool, clock } = deps;
  const next = await tick(deps.journal.write, desks, row).catch((error: unknown): TimeoutResult => {
    deps.onFault(error);
    return { due: clock.now() + againMs, turn: null };
  });
  if (next.turn !== null) {
    const at = desks.took(row, next.turn, clock.now());
    await pool.query(
      `insert into routing_turn (account_id, operator_id, at) values ($1, $2, to_timestamp($3::float8 / 1000))
      on conflict (account_id, operator_id) do update set at = greatest(routing_turn.at, excluded.at)`,
      [row.account_id, next.turn, at],
    );
  }
  return { ...row, due: next.due };
}

/**
 * Removes processed rows or saves their next check, unless they changed in the meantime. One
 * statement locks the rows in the order that other writers use. If it fails, the rows stay due, and
 * processing a chat again is harmless.
 */
async function keep({ pool }: WakingDeps, rows: readonly Looked[]): Promise<void> {
  await pool.query(
    `with looked as (
      select t.account_id, t.chat_id, q.due from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[]) q(account, chat, stamp, due)
        join chat_timer t on t.account_id = q.account and t.chat_id = q.chat and t.stamp = q.stamp
      order by t.account_id, t.chat_id for update of t),
    gone as (delete from chat_timer t using looked l where l.due is null and t.account_id = l.account_id and t.chat_id = l.chat_id)
    update chat_timer t set due_at = to_timestamp(l.due / 1000), stamp = default from looked l
    where l.due is not null and t.account_id = l.account_id and t.chat_id = l.chat_id`,
    [rows.map((row) => row.account_id), rows.map((row) => row.chat_id), rows.map((row) => row.stamp), rows.map((row) => row.due)],
  );
}

async function tick(write: WriteCommand, desks: Desks, row: Row): Promise<TimeoutResult> {
  try {
    const written = await write({ account: row.account_id, subject: { chat: row.chat_id }, handler: processChatTimeout(desks.desk(row)) });
    return JSON.parse(written.answer) as TimeoutResult;
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "not_found") return { due: null, turn: null };
    throw error;
  }
}
