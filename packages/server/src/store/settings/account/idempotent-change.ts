import type { IdempotencyKey } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import type { SettingsChangeResult } from "./settings-change.ts";
import type { Sql } from "../../database/sql.ts";

/** Encrypts and decrypts text with SECRET_KEY. */
interface Secrets {
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
}

/** Lifetime of an Idempotency-Key in milliseconds (API-005). */
const keyTtlMs = 24 * 3_600_000;
/** Prefix of encrypted answers, as they may contain secrets shown once (CORE-125). */
const sealedPrefix = "sealed:";

/** Answer of a key whose first request is running. */
const runningAnswer = "running";
/** Time in ms after which a first request without an answer counts as lost in a crash. */
const runningTtlMs = 600_000;

interface KeyContext {
  readonly account: number;
  readonly secrets: Secrets;
  readonly now: number;
}

/**
 * Runs a settings change once per Idempotency-Key (API-005), inside the transaction of the change.
 * A repeat with the same hash returns the first result and changes nothing. Another hash throws
 * `idempotency_conflict`. Without a key, the change always runs. The caller must have the account
 * lock, so two requests with the same key never run at the same time. The result must be
 * convertible to JSON and back.
 */
export async function runOncePerKey<R>(
  tx: Sql,
  context: KeyContext,
  key: IdempotencyKey | null,
  run: () => Promise<SettingsChangeResult<R>>,
): Promise<SettingsChangeResult<R>> {
  if (key === null) return run();
  const first = await findAnswer<R>(tx, context, key);
  if (first !== null) return { result: first.answer, changed: [] };
  const change = await run();
  await storeAnswer(tx, context, key, change.result);
  return change;
}

/** Returns the first answer of a key. Throws Refusal if it is another request, or running. */
async function findAnswer<R>(
  tx: Sql,
  { account, secrets, now }: KeyContext,
  key: IdempotencyKey,
): Promise<{ readonly answer: R } | null> {
  const [first] = await tx.query<{ hash: Buffer; answer: string; at: Date }>(
    "select hash, answer, created_at as at from idempotency where account_id = $1 and scope = $2 and key = $3 and created_at > $4",
    [account, key.scope, key.key, new Date(now - keyTtlMs)],
  );
  if (first === undefined) return null;
  const isRunning = first.answer === runningAnswer;
  if (!first.hash.equals(key.hash) || !(isRunning || first.answer.startsWith(sealedPrefix)))
    refuse(
      "idempotency_conflict",
      "This Idempotency-Key was used for another request. Use a new key.",
    );
  if (isRunning && now - first.at.getTime() > runningTtlMs) return null;
  if (isRunning)
    refuse(
      "temporarily_unavailable",
      "The first request with this Idempotency-Key is still in progress. Repeat it later.",
      { retryAfterMs: 1_000 },
    );
  const sealed = Buffer.from(first.answer.slice(sealedPrefix.length), "base64");
  return { answer: JSON.parse(secrets.open(sealed)) as R };
}

/** Returns the first answer of a key, or takes the key for a request that starts now. */
export async function takeKey<R>(
  tx: Sql,
  context: KeyContext,
  key: IdempotencyKey,
): Promise<{ readonly answer: R } | null> {
  const first = await findAnswer<R>(tx, context, key);
  if (first === null) await writeKey(tx, context, key, runningAnswer);
  return first;
}

/** Stores the answer of a key. */
export async function storeAnswer(
  tx: Sql,
  context: KeyContext,
  key: IdempotencyKey,
  result: unknown,
): Promise<void> {
  const sealed = context.secrets.seal(JSON.stringify(result ?? null));
  await writeKey(tx, context, key, sealedPrefix + sealed.toString("base64"));
}

/** Makes a key unused again whose request failed. */
export async function releaseKey(tx: Sql, account: number, key: IdempotencyKey): Promise<void> {
  await tx.query(
    "delete from idempotency where account_id = $1 and scope = $2 and key = $3 and answer = $4",
    [account, key.scope, key.key, runningAnswer],
  );
}

async function writeKey(
  tx: Sql,
  { account, now }: KeyContext,
  key: IdempotencyKey,
  answer: string,
): Promise<void> {
  await tx.query(
    `insert into idempotency (account_id, scope, key, hash, answer, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at`,
    [account, key.scope, key.key, Buffer.from(key.hash), answer, new Date(now)],
  );
}
