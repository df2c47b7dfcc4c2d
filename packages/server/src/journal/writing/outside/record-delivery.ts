import type { Delivery } from "../../../core/entity.ts";
import type { AttemptRow } from "../../../store/deliveries/delivery-row.ts";
import { lastPosition } from "../../../store/last-entry.ts";
import type { Sql } from "../../../store/database/sql.ts";
import { runAccountTransaction, type AccountTransactionDeps } from "./account-transaction.ts";

/** A delivery that has ended already, with its attempts in order. It is never sent again. */
interface EndedDelivery {
  readonly account: number;
  readonly delivery: Delivery;
  readonly attempts: readonly (AttemptRow & { readonly usage?: object | undefined })[];
}
/**
 * Writes a delivery that was not planned by an entry, with an entry `delivery_updated` of its own.
 * `inTransaction` writes what must be stored with it.
 */
export type RecordDelivery = (
  ended: EndedDelivery,
  inTransaction: (tx: Sql) => Promise<void>,
) => Promise<void>;

export const createRecordDelivery =
  (deps: AccountTransactionDeps): RecordDelivery =>
  (ended, inTransaction) =>
    runAccountTransaction(deps, ended.account, async (tx) => {
      await inTransaction(tx);
      const position = await insertDelivery(tx, ended);
      return { result: undefined, recorded: [[ended.account, position - 1, position]] };
    });

async function insertDelivery(
  tx: Sql,
  { account, delivery, attempts }: EndedDelivery,
): Promise<number> {
  const { id, endpoint, event, chat_id, state, outcome, error, created_at, updated_at } = delivery;
  const [entry] = await tx.query<{ position: number }>(
    `insert into journal (account_id, position, at, name, channel_id, chat_id, body)
     values ($1, ${lastPosition("$1::bigint")} + 1, $2, 'delivery_updated',
       (select e.channel_id from journal e where e.account_id = $1 and e.chat_id = $3 order by e.position desc limit 1), $3, $4)
     returning position::float8 as position`,
    [account, updated_at, chat_id, JSON.stringify({ delivery })],
  );
  if (entry === undefined) throw new Error("insert into journal returned no row");
  await tx.query(
    `insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, state, attempts, tries, outcome, error_code, error_message,
       created_at, updated_at)
     values ($1, $2, $3, $4, $4, $2, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13)`,
    [
      account,
      entry.position,
      endpoint.id,
      id,
      event,
      chat_id,
      state,
      attempts.length,
      outcome,
      error?.code ?? null,
      error?.message ?? null,
      created_at,
      updated_at,
    ],
  );
  for (const [n, attempt] of attempts.entries())
    await tx.query(
      `insert into attempt (account_id, delivery_id, n, started_at, duration_ms, outcome, status, error_code, error_message, request, reply, usage)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::json, $11::json, $12::jsonb)`,
      [
        account,
        id,
        n + 1,
        new Date(attempt.startedAt),
        attempt.durationMs,
        attempt.outcome,
        attempt.status,
        attempt.errorCode,
        attempt.errorMessage,
        attempt.request && JSON.stringify(attempt.request),
        attempt.reply && JSON.stringify(attempt.reply),
        attempt.usage && JSON.stringify(attempt.usage),
      ],
    );
  return entry.position;
}
