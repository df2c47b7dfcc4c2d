import { lockAccount } from "../../store/database/locks.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import type pg from "pg";
import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { SettingsChangeResult } from "../../store/settings/account/settings-change.ts";
import type { PlannedDelivery } from "../../core/delivery/planner.ts";
import { isConnectionError, toRefusal } from "../../store/database/database-errors.ts";

/** A transaction with the database role of the writer. Rows contain int8 values as numbers. */
interface Transaction {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}
/**
 * A function that changes settings within a transaction. `deliveries` belong to the first entry of
 * `changed` and are written in the same transaction (CORE-050). They are ignored if nothing
 * changed.
 */
type SettingsChange<R> = (
  tx: Transaction,
) => Promise<SettingsChangeResult<R> & { readonly deliveries?: readonly PlannedDelivery[] }>;
/** Changes settings of an account in one transaction and returns the result of `change`. */
export type ChangeSettings = <R>(account: number, change: SettingsChange<R>) => Promise<R>;

export interface ChangeSettingsDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /**
   * Called after the commit with the head before and after the change. Resolves when this node has
   * published the entries, so that the change is effective on this node before the caller gets the
   * result.
   */
  readonly onCommitted: (account: number, base: number, head: number) => Promise<void>;
  /** The connection broke in the commit. The change, with this many entries, may be written. */
  readonly onOutcomeUnknown: (account: number, entries: number) => void;
}

/**
 * Creates the function that changes settings of an account. It takes the account's lock first. A
 * write that read older settings has therefore either committed before, or is decided again. It
 * raises `config_version` and adds one `settings_changed` entry per change. If `changed` is empty,
 * nothing is recorded. Errors of `change` cause a rollback and are rethrown.
 */
export function createChangeSettings(deps: ChangeSettingsDeps): ChangeSettings {
  return async (account, change) => {
    const publishing: Promise<void>[] = [];
    const result = await runChange(account, change, publishing);
    await Promise.all(publishing);
    return result;
  };

  async function runChange<R>(
    account: number,
    change: SettingsChange<R>,
    publishing: Promise<void>[],
  ): Promise<R> {
    const client = await deps.pool
      .connect()
      .catch((error: unknown) => Promise.reject(toRefusal(error)));
    let broken: Error | undefined;
    const recorded: [account: number, base: number, head: number][] = [];
    let isCommitting = false;
    try {
      await client.query("begin");
      const tx: Transaction = {
        query: async <R>(text: string, values: readonly unknown[] = []) =>
          (await client.query(text, [...values])).rows as R[],
      };
      if (!(await lockAccount(tx, account))) refuse("not_found", "There is no such account.");
      const { result, changed, elsewhere = [], deliveries = [] } = await change(tx);
      for (const accountChange of [{ account, changed }, ...elsewhere]) {
        if (accountChange.changed.length === 0) continue;
        const head = await recordSettingsChanges(
          tx,
          accountChange.account,
          accountChange.changed,
          deps.clock.now(),
        );
        recorded.push([accountChange.account, head - accountChange.changed.length, head]);
      }
      if (changed.length > 0)
        await insertDeliveries(
          client,
          { account, position: (recorded[0]?.[1] ?? 0) + 1, now: deps.clock.now() },
          deliveries,
        );
      isCommitting = true;
      await client.query("commit");
      for (const accountChange of recorded) publishing.push(deps.onCommitted(...accountChange));
      return result;
    } catch (error) {
      if (isConnectionError(error)) broken = error;
      else await client.query("rollback").catch((rollback: Error) => (broken = rollback));
      if (isCommitting && broken !== undefined)
        for (const [changedAccount, base, head] of recorded)
          deps.onOutcomeUnknown(changedAccount, head - base);
      throw toRefusal(error);
    } finally {
      client.release(broken);
    }
  }
}

/** Inserts the deliveries of an entry without a chat, each in a lane of its own. */
async function insertDeliveries(
  client: pg.PoolClient,
  { account, position, now }: { account: number; position: number; now: number },
  deliveries: readonly PlannedDelivery[],
): Promise<void> {
  for (const { endpointId, orderKey, deliveryId, event, delayMs = 0 } of deliveries) {
    const dueAt = new Date(now + delayMs);
    await client.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, next_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $2, $6, $7, $8, $8)`,
      [account, position, endpointId, deliveryId, orderKey, event, dueAt, new Date(now)],
    );
    await client.query(
      "insert into lane (account_id, endpoint_id, order_key, due_at) values ($1, $2, $3, $4)",
      [account, endpointId, orderKey, dueAt],
    );
  }
}
