import { erasedKeyPrefix } from "../../core/visitor/erase.ts";
import type { Sql } from "../database/sql.ts";

/** A visitor and an email address, which is stored as a hash. */
export interface EmailProofKey {
  readonly account: number;
  readonly visitorId: number;
  readonly address: Buffer;
}
/** A code that a visitor entered. `now` and `provenUntil` are in ms since 1970. */
export interface EnteredEmailCode {
  readonly hash: Buffer;
  readonly now: number;
  /** Number of codes that can be entered until a new one must be sent. */
  readonly maxAttempts: number;
  /** Time until which the address is proven if the code is correct. */
  readonly provenUntil: number;
}

const rowCondition = "account_id = $1 and visitor_id = $2 and address = $3";
const toValues = ({ account, visitorId, address }: EmailProofKey): readonly unknown[] => [
  account,
  visitorId,
  address,
];

/**
 * Saves the hash of a new code, which replaces the previous one. `expiresAt` is in ms since 1970.
 * Saves nothing if the visitor was erased, because no data of that visitor may be written again
 * (CORE-116).
 */
export async function saveEmailCode(
  sql: Sql,
  key: EmailProofKey,
  code: { readonly hash: Buffer; readonly expiresAt: number },
): Promise<void> {
  await sql.query(
    `insert into email_proof (account_id, visitor_id, address, code, code_expires_at)
     select $1::bigint, $2::bigint, $3::bytea, $4::bytea, $5::timestamptz
     from visitor w where w.account_id = $1 and w.id = $2 and not starts_with(w.customer, '${erasedKeyPrefix}') for key share of w
     on conflict (account_id, visitor_id, address) do update
     set code = excluded.code, code_expires_at = excluded.code_expires_at, attempts = 0`,
    [...toValues(key), code.hash, new Date(code.expiresAt)],
  );
}
/**
 * Proves the address if the code is the latest one, has not expired and was not used. Counts the
 * attempt. Returns whether the code was correct. Of two calls with the same code, one succeeds.
 */
export async function redeemEmailCode(
  sql: Sql,
  key: EmailProofKey,
  { hash, now, maxAttempts, provenUntil }: EnteredEmailCode,
): Promise<boolean> {
  const [row] = await sql.query<{ isCorrect: boolean }>(
    `update email_proof set attempts = attempts + 1, code = nullif(code, $4),
       proven_until = case when code = $4 then $7 else proven_until end
     where ${rowCondition} and code is not null and code_expires_at > $5 and attempts < $6
     returning code is null as "isCorrect"`,
    [...toValues(key), hash, new Date(now), maxAttempts, new Date(provenUntil)],
  );
  return row?.isCorrect === true;
}
/** Returns whether the visitor has proved the address with a code. `now` is in ms since 1970. */
export async function isEmailProven(sql: Sql, key: EmailProofKey, now: number): Promise<boolean> {
  const rows = await sql.query(
    `select from email_proof where ${rowCondition} and proven_until > $4`,
    [...toValues(key), new Date(now)],
  );
  return rows.length > 0;
}
/** Removes the rows whose code and proof have expired. */
export async function removeExpiredEmailProofs(sql: Sql, now: number): Promise<void> {
  await sql.query(
    "delete from email_proof where code_expires_at < $1 and coalesce(proven_until, code_expires_at) < $1",
    [new Date(now)],
  );
}
