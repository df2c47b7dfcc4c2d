import { createHash } from "node:crypto";
import type { TelephonyServerRecord } from "../../chats/call.ts";
import type { Reader } from "../../database/reader.ts";
import type { Sql } from "../../database/sql.ts";
import { createEndpoint, type Seal } from "./endpoint-changes.ts";

export async function findCallDriver(
  reader: Reader,
  account: number,
): Promise<TelephonyServerRecord | null> {
  const row = await reader.one<{
    endpoint_id: number;
    url: string;
    secret_hint: string;
    report_secret: Buffer;
  }>(
    account,
    `select d.endpoint_id::float8 as endpoint_id, e.url, e.secret_hint, d.report_secret
    from call_driver d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id where d.account_id = $1`,
    [account],
  );
  if (row === null) return null;
  return {
    endpointId: row.endpoint_id,
    url: row.url,
    secretHint: row.secret_hint,
    reportSecret: row.report_secret,
  };
}

/** Creates the telephony server of an account and returns the id of its endpoint. */
export async function createCallDriver(
  tx: Sql,
  account: number,
  row: {
    readonly url: string;
    readonly secret: string;
    readonly reportSecret: string;
    readonly now: number;
  },
  seal: Seal,
): Promise<number> {
  const endpoint = await createEndpoint(
    tx,
    account,
    { kind: "call", url: row.url, secret: row.secret, now: row.now },
    seal,
  );
  await tx.query(
    "insert into call_driver (account_id, endpoint_id, report_hash, report_secret) values ($1, $2, $3, $4)",
    [account, endpoint, hashReportSecret(row.reportSecret), seal(row.reportSecret)],
  );
  return endpoint;
}

/** Returns the account whose telephony server reports to the URL with this secret, or null. */
export async function findReportingAccount(sql: Sql, reportSecret: string): Promise<number | null> {
  const [row] = await sql.query<{ account: number }>(
    "select account_id::float8 as account from call_driver where report_hash = $1",
    [hashReportSecret(reportSecret)],
  );
  return row?.account ?? null;
}

/** Charges a call once (CORE-105). Returns whether the account's balance changed. */
export async function chargeCall(
  tx: Sql,
  account: number,
  use: { readonly callId: number; readonly minutes: number; readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(
    "insert into call_use (account_id, call_id, minutes, at) values ($1, $2, $3, $4) on conflict do nothing returning call_id",
    [account, use.callId, use.minutes, new Date(use.now)],
  );
  if (rows.length === 0) return false;
  const changed = await tx.query(
    `update account set settings = jsonb_set(settings, '{calls,balanceMin}', to_jsonb((settings #>> '{calls,balanceMin}')::bigint - $2))
    where id = $1 and settings #>> '{calls,balanceMin}' is not null returning id`,
    [account, use.minutes],
  );
  return changed.length > 0;
}

const hashReportSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
