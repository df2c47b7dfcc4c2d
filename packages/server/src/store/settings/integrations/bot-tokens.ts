import { createHash } from "node:crypto";
import type { Db } from "../../database/sql.ts";

export interface StoredToken {
  readonly token: string;
  readonly obtainedAt: number;
  readonly expiresAt: number;
}

/**
 * Creates the store for access tokens of bot connections (BOT-032, BOT-035). The current and the
 * previous token are stored sealed. Times are in milliseconds since 1970.
 */
export function createBotTokenStore(
  db: Db,
  secrets: { readonly seal: (text: string) => Buffer; readonly open: (sealed: Buffer) => string },
) {
  return {
    async getCurrent(account: number, botId: number): Promise<StoredToken | null> {
      const row = await readCurrent(db, account, botId);
      return row === undefined
        ? null
        : {
            token: secrets.open(row.sealed),
            obtainedAt: Math.round(row.obtained),
            expiresAt: Math.round(row.expires),
          };
    },

    async claim(account: number, botId: number, now: number, until: number): Promise<boolean> {
      const rows = await db.query(
        `update bot set token_fetch_until = to_timestamp($4::float8 / 1000) where account_id = $1 and id = $2
           and (token_fetch_until is null or token_fetch_until <= to_timestamp($3::float8 / 1000)) returning id`,
        [account, botId, now, until],
      );
      return rows.length > 0;
    },

    async save(
      account: number,
      botId: number,
      { token, obtainedAt, expiresAt }: StoredToken,
    ): Promise<void> {
      const hash = createHash("sha256").update(token).digest();
      await db.transaction(async (tx) => {
        // The update also takes the row lock for the statements below.
        await tx.query(
          "update bot set token_fetch_until = null where account_id = $1 and id = $2",
          [account, botId],
        );
        await tx.query(
          "delete from bot_token where account_id = $1 and bot_id = $2 and not current and hash <> $3",
          [account, botId, hash],
        );
        await tx.query(
          "update bot_token set current = false where account_id = $1 and bot_id = $2 and current",
          [account, botId],
        );
        await tx.query(
          `insert into bot_token (account_id, bot_id, hash, sealed, obtained_at, expires_at, current)
           values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), to_timestamp($6::float8 / 1000), true)
           on conflict (account_id, bot_id, hash) do update set obtained_at = excluded.obtained_at, expires_at = excluded.expires_at, current = true`,
          [account, botId, hash, secrets.seal(token), obtainedAt, expiresAt],
        );
      });
    },

    async release(account: number, botId: number): Promise<void> {
      await db.query("update bot set token_fetch_until = null where account_id = $1 and id = $2", [
        account,
        botId,
      ]);
    },

    /**
     * Returns the SHA-256 of each token that the provider may send. `until`: end of a token that is
     * no longer current, before the grace period of BOT-035.
     */
    async known(
      account: number,
      botId: number,
    ): Promise<readonly { readonly hash: Buffer; readonly until: number | null }[]> {
      const rows = await db.query<{ hash: Buffer; current: boolean; expires: number }>(
        `select hash, current, ${toMilliseconds("expires_at")} as expires from bot_token where account_id = $1 and bot_id = $2`,
        [account, botId],
      );
      return rows.map(({ hash, current, expires }) => ({
        hash,
        until: current ? null : Math.round(expires),
      }));
    },
  };
}
async function readCurrent(db: Db, account: number, botId: number) {
  const rows = await db.query<{ sealed: Buffer; obtained: number; expires: number }>(
    `select sealed, ${toMilliseconds("obtained_at")} as obtained, ${toMilliseconds("expires_at")} as expires from bot_token where account_id = $1 and bot_id = $2 and current`,
    [account, botId],
  );
  return rows[0];
}

const toMilliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
