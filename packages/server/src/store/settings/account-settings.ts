import type { CallsConfig, Hours, RoutingConfig } from "../../core/ports.ts";
import { ownRouting } from "../../core/routing/form.ts";
import type { Sql } from "../sql.ts";

export interface AccountChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly accent?: string | undefined;
  /** WG-045. */
  readonly safeUrl?: boolean | readonly string[] | undefined;
  readonly trustWebhookLinks?: boolean | undefined;
  /** CORE-090; null: always open. */
  readonly hours?: Hours | null | undefined;
  readonly routing?: RoutingConfig | undefined;
  readonly calls?: CallsConfig | undefined;
  readonly managed?: boolean | undefined;
}
/** Changes what is given of an account's own settings (API-041). */
export async function updateAccount(tx: Sql, account: number, change: AccountChange): Promise<void> {
  await tx.query(
    `update account set name = coalesce($2, name), locale = coalesce($3, locale), accent = coalesce($4, accent), managed = coalesce($5, managed)
     where id = $1`,
    [account, change.name ?? null, change.locale ?? null, change.accent ?? null, change.managed ?? null],
  );
  const settings = {
    ...(change.safeUrl === undefined ? {} : { safe_url: change.safeUrl }),
    ...(change.trustWebhookLinks === undefined ? {} : { trust_webhook_links: change.trustWebhookLinks }),
    ...(change.hours === undefined ? {} : { working_hours: change.hours }),
    ...(change.routing === undefined ? {} : { routing: ownRouting(change.routing) }),
    ...(change.calls === undefined ? {} : { calls: change.calls }),
  };
  if (Object.keys(settings).length > 0) await mergeAccountSettings(tx, account, settings);
}

/** The settings of an account that have no column of their own (`readAccountSettings`); a key with null is taken out. */
export async function mergeAccountSettings(tx: Sql, account: number, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await tx.query("update account set settings = jsonb_strip_nulls(settings || $2::jsonb) where id = $1", [
    account,
    JSON.stringify(settings),
  ]);
}
