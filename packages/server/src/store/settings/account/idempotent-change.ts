import type { IdempotencyKey } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import type { SettingsChangeResult } from "./settings-change.ts";
import type { Sql } from "../../database/sql.ts";

/** Encrypts and decrypts text with SECRET_KEY. */
export interface Secrets {
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
}

/** Lifetime of an Idempotency-Key in milliseconds (API-005). */
const keyTtlMs = 24 * 3_600_000;
/** Prefix of encrypted answers, as they may contain secrets shown once (CORE-125). */
const sealedPrefix = "sealed:";

/**
 * Runs a settings change once per Idempotency-Key (API-005), inside the transaction of the change.
 * A repeat with the same hash returns the first result and changes nothing. Another hash throws
 * `idempotency_conflict`. Without a key, the change always runs. The caller must have the account
 * lock, so two requests with the same key never run at the same time. The result must be
 * convertible to JSON and back.
 */
export async function runOncePerKey<R>(
  tx: Sql,
  context: { readonly account: number; readonly secrets: Secrets; readonly now: number },
  key: IdempotencyKey | null,
  run: () => Promise<SettingsChangeResult<R>>,
): Promise<SettingsChangeResult<R>> {
  if (key === null) return run();
  const { account, secrets, now } = context;
  const rows = await tx.query<{ hash: Buffer; answer: string }>(
    "select hash, answer from idempotency where account_id = $1 and scope = $2 and key = $3 and created_at > $4",
    [account, key.scope, key.key, new Date(now - keyTtlMs)],
  );
  const first = rows[0];
  if (first !== undefined) {
    if (!first.hash.equals(key.hash) || !first.answer.startsWith(sealedPrefix)) {
      refuse(
        "idempotency_conflict",
        "This Idempotency-Key was used for another request. Use a new key.",
      );
    }
    return {
      result: JSON.parse(
        secrets.open(Buffer.from(first.answer.slice(sealedPrefix.length), "base64")),
      ) as R,
      changed: [],
    };
  }
  const change = await run();
  const answer =
    sealedPrefix + secrets.seal(JSON.stringify(change.result ?? null)).toString("base64");
  await tx.query(
    `insert into idempotency (account_id, scope, key, hash, answer, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at`,
    [account, key.scope, key.key, Buffer.from(key.hash), answer, new Date(now)],
  );
  return change;
}
