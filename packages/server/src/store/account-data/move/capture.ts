import type { Sql } from "../../database/sql.ts";
import { asWriter, type Connection } from "./connection.ts";
import type { RowKey } from "./rows.ts";
import { skipsChanges, type MovedTable } from "./tables.ts";

/** First number of the advisory lock of a move. `watch_move` has the same. */
const moveLockSpace = 7107;
const lockTimeoutMs = 1_000;
const maxAttempts = 30;
const isLockError = (error: unknown): boolean =>
  ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");

/**
 * Creates the triggers that record the changes of an account. Each takes its own short transaction,
 * because the lock of a table stops its writers. Needs the owner of the tables.
 */
export async function startCapture(
  client: Connection,
  tables: readonly MovedTable[],
  account: number,
): Promise<void> {
  for (const { name, accountColumn, key, isEarly } of tables) {
    const action = skipsChanges(name) ? "skip" : "refuse";
    const args = [String(account), action, ...(isEarly ? key : [])]
      .map((arg) => `'${arg}'`)
      .join(", ");
    await runBriefly(
      client,
      `create or replace trigger account_move_${account}_written before insert or update on public.${name}
         for each row when (new.${accountColumn} = ${account}) execute function watch_move(${args});
       create or replace trigger account_move_${account}_deleted before delete on public.${name}
         for each row when (old.${accountColumn} = ${account}) execute function watch_move(${args})`,
    );
  }
}

/** Removes the triggers and what they recorded. */
export async function endCapture(
  client: Connection,
  tables: readonly MovedTable[],
  account: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname in ($1, $2)",
    [`account_move_${account}_written`, `account_move_${account}_deleted`],
  );
  const names = new Set(rows.map(({ name }) => name));
  for (const { name } of tables)
    if (names.has(name))
      await runBriefly(
        client,
        `drop trigger if exists account_move_${account}_written on public.${name};
         drop trigger if exists account_move_${account}_deleted on public.${name}`,
      );
  await deleteChanges(client, account);
}
export async function deleteChanges(client: Connection, account: number): Promise<void> {
  await asWriter(client, (tx) =>
    tx.query("delete from moved_row where account_id = $1", [account]),
  );
}

/** Repeats statements that wait for the lock of a table. Nobody waits for them for longer. */
async function runBriefly(client: Connection, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}; ${text}; commit`);
      return;
    } catch (error) {
      await client.query("rollback");
      if (!isLockError(error) || attempt === maxAttempts) throw error;
    }
}

/**
 * Takes the lock with which `watch_move` refuses changes, for this connection. Changes in progress
 * end first. Returns false if they take too long.
 */
export async function refuseChanges(client: Connection, account: number): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await client.query("select pg_advisory_lock($1, $2)", [moveLockSpace, account]);
    return true;
  } catch (error) {
    if (isLockError(error)) return false;
    throw error;
  } finally {
    await client.query("set lock_timeout = 0");
  }
}
export async function acceptChanges(client: Connection, account: number): Promise<void> {
  await client.query("select pg_advisory_unlock($1, $2)", [moveLockSpace, account]);
}

/**
 * Returns the recorded changes by table, and removes their records unless `isLast`: an attempt of
 * the switch may be repeated. The caller reads the rows in the same snapshot.
 */
export async function takeChanges(
  tx: Sql,
  account: number,
  isLast: boolean,
): Promise<ReadonlyMap<string, readonly RowKey[]>> {
  const taken = isLast
    ? "select table_name, key from moved_row where account_id = $1"
    : "delete from moved_row where account_id = $1 returning table_name, key";
  const rows = await tx.query<{ name: string; keys: readonly RowKey[] }>(
    `with taken as (${taken})
     select d.table_name as name, json_agg(d.key) as keys from (select distinct table_name, key from taken) d group by d.table_name`,
    [account],
  );
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}
