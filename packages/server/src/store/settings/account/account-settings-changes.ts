import type { AccountChange } from "./account-record.ts";
import { getRoutingOverrides } from "../../../core/routing/format.ts";
import type { Sql } from "../../database/sql.ts";

/** Updates the given settings of an account (API-290). */
export async function updateAccount(
  tx: Sql,
  account: number,
  change: AccountChange & { readonly managed?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `update account set name = coalesce($2, name), locale = coalesce($3, locale), accent = coalesce($4, accent), managed = coalesce($5, managed)
     where id = $1`,
    [account, change.name ?? null, change.locale ?? null, change.accent ?? null, change.managed ?? null],
  );
  const settings = {
    ...(change.safeUrl === undefined ? {} : { safe_url: change.safeUrl }),
    ...(change.trustWebhookLinks === undefined ? {} : { trust_webhook_links: change.trustWebhookLinks }),
    ...(change.hours === undefined ? {} : { working_hours: change.hours, hours_saved: true }),
    ...(change.routing === undefined ? {} : { routing: getRoutingOverrides(change.routing) }),
    ...(change.calls === undefined ? {} : { calls: change.calls }),
  };
  if (Object.keys(settings).length > 0) await mergeAccountSettings(tx, account, settings);
}

/**
 * Merges settings without a column of their own (see `parseAccountSettings`). A null value removes
 * the key.
 */
export async function mergeAccountSettings(tx: Sql, account: number, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.query("update account set settings = jsonb_strip_nulls(settings || $2::jsonb) where id = $1", [
    account,
    JSON.stringify(settings),
  ]);
}
