import type { Sql } from "../sql.ts";

export interface AccountChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly accent?: string | undefined;
  readonly managed?: boolean | undefined;
}
/** Changes what is given of an account's own settings (API-041). */
export async function updateAccount(tx: Sql, account: number, change: AccountChange): Promise<void> {
  await tx.query(
    `update account set name = coalesce($2, name), locale = coalesce($3, locale), accent = coalesce($4, accent), managed = coalesce($5, managed)
     where id = $1`,
    [account, change.name ?? null, change.locale ?? null, change.accent ?? null, change.managed ?? null],
  );
}
