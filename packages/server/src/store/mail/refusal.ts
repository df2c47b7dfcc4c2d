import { createHash } from "node:crypto";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/**
 * Addresses whose owners want no more messages that they did not ask for (CORE-162, BC-030): email
 * addresses, and keys such as `telegram 42`. Only hashes are stored, which survive an erasure.
 */

const hashAddress = (address: string): Buffer =>
  createHash("sha256").update(address.trim().toLowerCase()).digest();

/** How an opt-out came: by the link of an email, a word in a messenger, or an operator. */
export type RefusalSource = "link" | "word" | "operator";
export interface Refusal {
  readonly at: Date;
  readonly source: RefusalSource;
}

/** Returns whether the owner of the address refused emails of the account (CORE-162). */
export const isMailRefused = async (sql: Sql, account: number, address: string): Promise<boolean> =>
  (await findRefusals(sql, account, [address])).size > 0;

/** Returns the opt-outs of those of these addresses that have one. */
export async function findRefusals(
  sql: Sql,
  account: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const rows = await sql.query<{ n: number; refused_at: Date; source: RefusalSource }>(
    `select q.n::int as n, m.refused_at, m.source from unnest($2::bytea[]) with ordinality q (address, n)
     join mail_refusal m on m.account_id = $1 and m.address = q.address`,
    [account, addresses.map(hashAddress)],
  );
  return new Map(
    rows.map((row) => [addresses[row.n - 1] ?? "", { at: row.refused_at, source: row.source }]),
  );
}

/** Stores that the owners refuse messages. A repeat changes nothing. `at`: ms since 1970. */
export async function storeRefusals(
  sql: Sql,
  account: number,
  addresses: readonly string[],
  { at, source }: { readonly at: number; readonly source: RefusalSource },
): Promise<void> {
  await sql.query(
    `insert into mail_refusal (account_id, address, refused_at, source)
     select a.id, q.address, ${fromMilliseconds("$3")}, $4 from account a, unnest($2::bytea[]) q (address) where a.id = $1 on conflict do nothing`,
    [account, addresses.map(hashAddress), at, source],
  );
}

/** Removes the opt-outs of these addresses. */
export async function removeRefusals(
  sql: Sql,
  account: number,
  addresses: readonly string[],
): Promise<void> {
  await sql.query("delete from mail_refusal where account_id = $1 and address = any($2::bytea[])", [
    account,
    addresses.map(hashAddress),
  ]);
}
