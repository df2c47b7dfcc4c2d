import type pg from "pg";
import { tickChat, type Ticked } from "../../core/chat/tick.ts";
import { Refusal } from "../../core/failure.ts";
import type { AccountConfig, Clock, Write } from "../../core/ports.ts";
import { openDesks, type Desks } from "./desks.ts";
import type { Here } from "./here.ts";
import { startWhenDue, type Waking } from "./when-due.ts";

export interface WakingDeps {
  readonly journal: { readonly write: Write; config(account: number): Promise<AccountConfig> };
  /** As the writer. */
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

/** Wakes when a row of `chat_timer` is due and looks at its chat. */
export function startWaking(deps: WakingDeps): Promise<Waking> {
  const { clock, pool, onFault } = deps;
  return startWhenDue({
    clock,
    onFault,
    earliest: () => earliest(deps),
    async work() {
      const { rows } = await pool.query<Row>(
        "select account_id, chat_id, stamp from chat_timer where due_at <= to_timestamp($1::float8 / 1000) order by due_at limit $2",
        [clock.now(), atOnce],
      );
      if (rows.length === 0) return false;
      const desks = await openDesks({ pool, here: deps.here, config: (account) => deps.journal.config(account) }, rows);
      const accounts = Map.groupBy(rows, (row) => row.account_id);
      await Promise.all([...accounts].map(([account, chats]) => lookAt(deps, desks, account, chats)));
      return true;
    },
  });
}

async function earliest({ pool }: WakingDeps): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>("select (extract(epoch from min(due_at)) * 1000)::float8 as at from chat_timer");
  return rows[0]?.at ?? null;
}

async function lookAt(deps: WakingDeps, desks: Desks, account: number, rows: readonly Row[]): Promise<void> {
  if (!desks.isInTurn(account)) return void (await Promise.all(rows.map((row) => look(deps, desks, row))));
  for (const row of rows) await look(deps, desks, row);
}

/** One look at a chat; its row goes, or takes the time of the next one, unless it was changed meanwhile. A chat that cannot be written waits alone. */
async function look(deps: WakingDeps, desks: Desks, row: Row): Promise<void> {
  const { pool, clock } = deps;
  const next = await tick(deps.journal.write, desks, row).catch((error: unknown): Ticked => {
    deps.onFault(error);
    return { due: clock.now() + againMs, turn: null };
  });
  if (next.turn !== null) {
    const at = desks.took(row.account_id, next.turn, clock.now());
    await pool.query(
      `insert into routing_turn (account_id, operator_id, at) values ($1, $2, to_timestamp($3::float8 / 1000))
      on conflict (account_id, operator_id) do update set at = greatest(routing_turn.at, excluded.at)`,
      [row.account_id, next.turn, at],
    );
  }
  const key = [row.account_id, row.chat_id, row.stamp];
  const where = "where account_id = $1 and chat_id = $2 and stamp = $3";
  if (next.due === null) await pool.query(`delete from chat_timer ${where}`, key);
  else await pool.query(`update chat_timer set due_at = to_timestamp($4::float8 / 1000), stamp = default ${where}`, [...key, next.due]);
}

async function tick(write: Write, desks: Desks, row: Row): Promise<Ticked> {
  try {
    const written = await write({ account: row.account_id, subject: { chat: row.chat_id }, verb: tickChat(desks.desk(row)) });
    return JSON.parse(written.answer) as Ticked;
  } catch (error) {
    if (error instanceof Refusal && error.failure.failure === "not_found") return { due: null, turn: null };
    throw error;
  }
}
