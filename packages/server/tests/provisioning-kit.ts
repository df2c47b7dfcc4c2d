import { createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyConfig, type ApplyResult } from "../src/provisioning/apply.ts";
import { parseConfigFile } from "../src/provisioning/read.ts";

export const secretKey = Buffer.alloc(32, 9);
export const clock = new ManualClock();
export const now = clock.now();
export const env = { BOB_PASSWORD: "another horse battery" };

export const sample = `version: 1
account:
  name: Acme
  locale: en
  safe_url: true
  trust_webhook_links: false
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: bob@example.test, name: Bob, password_env: BOB_PASSWORD, role: operator, photo: "https://example.test/bob.png" }
api_keys:
  - { name: tests, key: pk_test_0123456789abcdef0123456789abcdef, operator: ann@example.test, scopes: ["*"] }
channels:
  - kind: api
    name: Mobile app
    public_id: AbCdEf1234
    random_string: k3yk3yk3yk3yk3yk3yk3yk3y
    endpoint_url: http://127.0.0.1:9100/chat
    chunked: false
    append_public_id: true
    operators: [ann@example.test]
blacklist: []
egress: { allow: ["127.0.0.1:9100", "127.0.0.1:9101", "127.0.0.1:9102"] }
limits: { customer_per_second: 10, upload_mib: 25 }
retention: { addresses_days: 90, log_days: 14 }
storage: { kind: disk }
oidc: []
`;

export interface How {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly env?: Record<string, string>;
}
export const shown = (applied: ApplyResult): string[] => applied.differences.map((d) => `${d.sign} ${d.subject}`);

/** Empties the database before each test and returns functions that apply files and read rows. */
export function useInstallation() {
  let url = "";
  let client: pg.Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = () => database.drop();
    ({ url } = database);
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });
  beforeEach(async () => {
    await client.query(
      "truncate account, account_head, operator, session, api_key, endpoint, channel, channel_secret, channel_operator, journal restart identity cascade",
    );
    await client.query("update instance set provisioned = '{}', egress_allow = '{}', limits = '{}'");
  });

  function apply(text: string, how: How = {}): Promise<ApplyResult> {
    const wanted = parseConfigFile("parlour.yaml", text, how.env ?? env);
    return applyConfig(wanted, { url, secretKey, clock, dryRun: how.dryRun ?? false, prune: how.prune ?? false, egressAllow: [] });
  }
  async function faultsOf(text: string, how: How = {}): Promise<string[]> {
    try {
      await apply(text, how);
    } catch (error) {
      if (error instanceof StartError && error.exitCode === 78) return error.message.split("\n");
      throw error;
    }
    return [];
  }
  async function rows<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await client.query<R>(text, values)).rows;
  }
  async function everything(): Promise<string> {
    const tables = [
      "account",
      "account_head",
      "operator",
      "api_key",
      "endpoint",
      "channel",
      "channel_secret",
      "channel_operator",
      "journal",
    ];
    const all: unknown[] = [await rows("select provisioned from instance")];
    for (const table of tables) all.push(await rows(`select * from ${table} order by 1, 2`));
    return JSON.stringify(all);
  }
  return { url: () => url, apply, faultsOf, rows, everything };
}
