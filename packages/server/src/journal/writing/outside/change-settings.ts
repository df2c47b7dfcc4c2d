import { recordSettingsChanges } from "../../../store/provisioning/writers.ts";
import type { Clock } from "../../../core/command.ts";
import type { SettingsChangeResult } from "../../../store/settings/account/settings-change.ts";
import type { PlannedDelivery } from "../../../core/delivery/planner.ts";
import {
  runAccountTransaction,
  type AccountTransactionDeps,
  type RecordedEntries,
  type Transaction,
} from "./account-transaction.ts";

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

export interface ChangeSettingsDeps extends AccountTransactionDeps {
  readonly clock: Clock;
}

/**
 * Creates the function that changes settings of an account. It takes the account's lock first. A
 * write that read older settings has therefore either committed before, or is decided again. It
 * raises `config_version` and adds one `settings_changed` entry per change. If `changed` is empty,
 * nothing is recorded. Errors of `change` cause a rollback and are rethrown.
 */
export function createChangeSettings(deps: ChangeSettingsDeps): ChangeSettings {
  return (account, change) =>
    runAccountTransaction(deps, account, async (tx) => {
      const recorded: RecordedEntries[] = [];
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
          tx,
          { account, position: (recorded[0]?.[1] ?? 0) + 1, now: deps.clock.now() },
          deliveries,
        );
      return { result, recorded };
    });
}

/** Inserts the deliveries of an entry without a chat, each in a lane of its own. */
async function insertDeliveries(
  tx: Transaction,
  { account, position, now }: { account: number; position: number; now: number },
  deliveries: readonly PlannedDelivery[],
): Promise<void> {
  for (const { endpointId, orderKey, deliveryId, event, delayMs = 0 } of deliveries) {
    const dueAt = new Date(now + delayMs);
    await tx.query(
      `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, next_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $2, $6, $7, $8, $8)`,
      [account, position, endpointId, deliveryId, orderKey, event, dueAt, new Date(now)],
    );
    await tx.query(
      "insert into lane (account_id, endpoint_id, order_key, due_at) values ($1, $2, $3, $4)",
      [account, endpointId, orderKey, dueAt],
    );
  }
}
