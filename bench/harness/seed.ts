import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** Inserts rows that the API cannot create yet, before the server has read them. */

/** Creates owners of account 1 with an API key each. */
export async function seedKeys(databaseUrl: string, count: number): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "insert into operator (account_id, name, email, role) select 1, 'Bench ' || n, 'bench' || n || '@example.test', 'owner' from generate_series(1, $1::int) n returning id",
      [count],
    );
    const keys = rows.map(() => `pk_bench_${randomBytes(16).toString("hex")}`);
    await client.query(
      "insert into api_key (account_id, key_hash, hint, name, operator_id) select 1, h, 'xxxx', 'bench', o from unnest($1::bytea[], $2::bigint[]) t(h, o)",
      [keys.map((key) => createHash("sha256").update(key).digest()), rows.map((row) => row.id)],
    );
    return keys;
  });
}

export interface SeededAccount {
  readonly path: string;
  readonly keys: readonly string[];
}
/**
 * Creates further accounts with one chat API channel each, and operators with a key each. They have
 * no deliveries, because their sealed values are empty. `hasOwners`: the first operator of each
 * account is its owner.
 */
export async function seedAccounts(
  databaseUrl: string,
  count: number,
  operators: number,
  hasOwners = false,
): Promise<SeededAccount[]> {
  return withClient(databaseUrl, async (client) => {
    const accounts: SeededAccount[] = [];
    for (let n = 0; n < count; n++) {
      const insertRow = async (text: string, values: unknown[]): Promise<string> =>
        (await client.query<{ id: string }>(text, values)).rows[0]?.id ?? "";
      const account = await insertRow("insert into account (name) values ($1) returning id", [
        `Bench ${n}`,
      ]);
      await client.query("insert into account_head (account_id) values ($1)", [account]);
      const endpoint = await insertRow(
        "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'channel', 'http://127.0.0.1:65000/in', '', 'xxxx') returning id",
        [account],
      );
      const channel = await insertRow(
        "insert into channel (account_id, kind, name, public_id, endpoint_id) values ($1, 'api', 'Bench', $2, $3) returning id",
        [account, `BenchSeed${n}`, endpoint],
      );
      const random = randomBytes(18).toString("base64url");
      await client.query(
        "insert into channel_secret (account_id, channel_id, hash, sealed) values ($1, $2, $3, '')",
        [account, channel, createHash("sha256").update(random).digest()],
      );
      const keys = Array.from(
        { length: operators },
        () => `pk_bench_${randomBytes(16).toString("hex")}`,
      );
      for (const [i, key] of keys.entries()) {
        const operator = await insertRow(
          "insert into operator (account_id, name, email, role) values ($1, $2, $3, $4) returning id",
          [
            account,
            `Operator ${i}`,
            `o${n}.${i}@example.test`,
            hasOwners && i === 0 ? "owner" : "operator",
          ],
        );
        await client.query(
          "insert into channel_operator (account_id, channel_id, operator_id) values ($1, $2, $3)",
          [account, channel, operator],
        );
        await client.query(
          "insert into api_key (account_id, key_hash, hint, name, operator_id) values ($1, $2, 'xxxx', 'bench', $3)",
          [account, createHash("sha256").update(key).digest(), operator],
        );
      }
      accounts.push({ path: `/channel/${random}/BenchSeed${n}`, keys });
    }
    return accounts;
  });
}

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    const result = await run(client);
    await client.query("commit");
    return result;
  } finally {
    await client.end();
  }
}
