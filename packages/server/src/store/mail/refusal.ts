import { createHash } from "node:crypto";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

const hashAddress = (address: string): Buffer =>
  createHash("sha256").update(address.trim().toLowerCase()).digest();

/**
 * Returns whether the owner of this address asked the account to stop sending emails (CORE-162).
 */
export async function isMailRefused(sql: Sql, account: number, address: string): Promise<boolean> {
  const rows = await sql.query("select from mail_refusal where account_id = $1 and address = $2", [
    account,
    hashAddress(address),
  ]);
  return rows.length > 0;
}
/** Stores that the owner of this address wants no more emails. A repeat changes nothing. */
export async function storeMailRefusal(
  sql: Sql,
  account: number,
  address: string,
  now: number,
): Promise<void> {
  await sql.query(
    `insert into mail_refusal (account_id, address, refused_at) select id, $2, ${fromMilliseconds("$3")} from account where id = $1 on conflict do nothing`,
    [account, hashAddress(address), now],
  );
}
