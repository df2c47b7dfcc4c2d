import type { Sql } from "../database/sql.ts";
import { hashBotToken } from "../settings/integrations/bot.ts";

/** Returns the indexes of the pairs (provider, token) that another account uses (BOT-003). */
export async function findConflictingBots(
  sql: Sql,
  account: number | null,
  requested: readonly {
    readonly values: { readonly provider_id: string };
    readonly secrets: Readonly<Record<string, string | null>>;
  }[],
): Promise<readonly number[]> {
  const rows = await sql.query<{ n: number }>(
    `select q.n::int as n from unnest($2::text[], $3::bytea[]) with ordinality q(provider, hash, n)
     join bot b on b.provider_id = q.provider and b.token_hash = q.hash and b.deleted_at is null and b.account_id is distinct from $1`,
    [
      account,
      requested.map(({ values }) => values.provider_id),
      requested.map(({ secrets }) => hashBotToken(secrets["token"] ?? "")),
    ],
  );
  return rows.map((row) => row.n - 1);
}
