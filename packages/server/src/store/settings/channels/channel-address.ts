import type { Sql } from "../../database/sql.ts";
import type { RowKey } from "../rows.ts";

/**
 * Whether a channel may use its address (CON-066). `proved`: yes. `unproved`: nobody has shown that
 * the account may use it. `taken`: another channel holds it.
 */
export type AddressState = "proved" | "unproved" | "taken";

/** SQL for the state of the address in a row `ca` of `channel_address`, which may be null. */
export const addressStateColumn = `case when ca.held is null then null when not ca.held then 'taken'
    when ca.proved_at is null then 'unproved' else 'proved' end as address_state`;

/**
 * Sets the address of a channel. An address that the channel has already keeps its state, except
 * that `isAllowed` proves it. Returns false if another channel holds a new address.
 */
export async function setChannelAddress(
  tx: Sql,
  key: RowKey,
  address: string,
  { isAllowed, now }: { readonly isAllowed: boolean; readonly now: number },
): Promise<boolean> {
  const values = [key.account, key.id, address, isAllowed ? new Date(now) : null];
  const same = await tx.query(
    `update channel_address set proved_at = coalesce(proved_at, $4)
     where account_id = $1 and channel_id = $2 and address = $3 returning 1`,
    values,
  );
  if (same.length > 0) return true;
  await releaseChannelAddress(tx, key);
  const added = await tx.query(
    `insert into channel_address (account_id, channel_id, address, proved_at) values ($1, $2, $3, $4)
     on conflict (address) where held do nothing returning 1`,
    values,
  );
  return added.length > 0;
}

/** Removes the address of a channel. The oldest other channel with the address holds it then. */
export async function releaseChannelAddress(tx: Sql, { account, id }: RowKey): Promise<void> {
  const [released] = await tx.query<{ address: string; is_active: boolean }>(
    "delete from channel_address where account_id = $1 and channel_id = $2 returning address, held as is_active",
    [account, id],
  );
  if (released?.is_active !== true) return;
  await tx.query(
    `update channel_address set held = true where (account_id, channel_id) =
       (select account_id, channel_id from channel_address where address = $1 order by channel_id limit 1)`,
    [released.address],
  );
}

/** Returns whether the account may use an address or its domain (CON-067). */
export async function isAddressAllowed(
  sql: Sql,
  account: number,
  address: string,
): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const rows = await sql.query(
    "select from account where id = $1 and allowed_addresses && $2::text[]",
    [account, [address, domain]],
  );
  return rows.length > 0;
}

/** Proves the addresses of the account's channels that are allowed to it now (CON-067). */
export async function proveAllowedAddresses(tx: Sql, account: number, now: number): Promise<void> {
  await tx.query(
    `update channel_address ca set proved_at = $2 from account a
     where ca.account_id = $1 and a.id = $1 and ca.proved_at is null
       and a.allowed_addresses && array[ca.address, substring(ca.address from '[^@]*$')]`,
    [account, new Date(now)],
  );
}

/** Returns those of the addresses that a channel outside the account holds. */
export async function listAddressesOfOthers(
  sql: Sql,
  account: number | null,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql.query<{ address: string }>(
    "select address from channel_address where held and address = any($2) and account_id is distinct from $1",
    [account, addresses],
  );
  return rows.map(({ address }) => address);
}

/** Stores the hash of a new code, which replaces the previous one. `expiresAt`: ms since 1970. */
export async function saveAddressCode(
  sql: Sql,
  { account, id }: RowKey,
  code: { readonly hash: Buffer; readonly expiresAt: number },
): Promise<void> {
  await sql.query(
    `update channel_address set code = $3, code_expires_at = $4, code_attempts = 0
     where account_id = $1 and channel_id = $2`,
    [account, id, code.hash, new Date(code.expiresAt)],
  );
}

/**
 * Uses a code up if it is the latest one, has not expired and was not used. Counts the attempt.
 * Returns whether the code was correct.
 */
export async function redeemAddressCode(
  sql: Sql,
  { account, id }: RowKey,
  { hash, now, maxAttempts }: AddressCode,
): Promise<boolean> {
  const [row] = await sql.query<{ isCorrect: boolean }>(
    `update channel_address set code_attempts = code_attempts + 1, code = nullif(code, $3)
     where account_id = $1 and channel_id = $2 and held and code is not null and code_expires_at > $4 and code_attempts < $5
     returning code is null as "isCorrect"`,
    [account, id, hash, new Date(now), maxAttempts],
  );
  return row?.isCorrect === true;
}
/** Proves the address of a channel. Returns false if the channel has another address meanwhile. */
export async function proveChannelAddress(
  tx: Sql,
  { account, id }: RowKey,
  address: string,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update channel_address set proved_at = coalesce(proved_at, $4)
     where account_id = $1 and channel_id = $2 and address = $3 returning 1`,
    [account, id, address, new Date(now)],
  );
  return rows.length > 0;
}

/** A code that was entered. `now` is in ms since 1970. */
export interface AddressCode {
  readonly hash: Buffer;
  readonly now: number;
  /** Number of codes that can be entered until a new one must be sent. */
  readonly maxAttempts: number;
}
