import type { PresenceChoice } from "../../core/operator/custom-status.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";
import { createTransactionReader } from "../database/transaction-reader.ts";
import { findOperator, type OperatorRecord } from "../settings/account/operator.ts";

/** Returns the signed-in operator (API-012). The caller adds the current presence. */
export const readProfile = (
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<OperatorRecord | null> =>
  findOperator(createTransactionReader(sql), account, operatorId);

/**
 * Stores the presence that an operator chose last. It applies while a socket of the operator is
 * open (CORE-010). Command handlers do not read it, so no account lock is needed.
 */
export async function writeChosenPresence(
  sql: Sql,
  account: number,
  operatorId: number,
  { status, custom }: PresenceChoice,
): Promise<void> {
  await sql.query(
    `update operator set chosen_presence = $3, status_id = $4, status_until = ${fromMilliseconds("$5")}, status_comment = $6
     where account_id = $1 and id = $2`,
    [
      account,
      operatorId,
      status,
      custom?.id ?? null,
      custom?.until ?? null,
      custom?.comment ?? null,
    ],
  );
}
