import { createTestDatabase } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { prepareReset } from "./reused-database.ts";

export const secretKey = Buffer.alloc(32, 9);
const clock = new ManualClock();
export const now = clock.now();
export const env = { BOB_PASSWORD: "another horse battery" };

export const sampleFile = `version: 1
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

export interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly env?: Record<string, string>;
}
export const formatPlan = (applied: ApplyResult): string[] =>
  applied.differences.map((d) => `${d.sign} ${d.subject}`);

/**
 * Empties the database before each test and returns functions that apply files and read rows.
 * `keepsRows`: the tests change nothing, so the database is not emptied.
 */
export function useInstallation({ keepsRows = false } = {}) {
  let url = "";
  let client: pg.Client;
  let reset = "";
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = () => database.drop();
    ({ url } = database);
    client = new pg.Client({ connectionString: url });
    await client.connect();
    reset = await prepareReset(client);
  });
  afterAll(async () => {
    await client.end();
    await drop();
  });
  if (!keepsRows) beforeEach(() => client.query(reset));

  function apply(text: string, options: ApplyOptions = {}): Promise<ApplyResult> {
    const config = parseProvisioningFile("parlour.yaml", text, options.env ?? env);
    return applyProvisioningFile(config, {
      url,
      secretKey,
      clock,
      dryRun: options.dryRun ?? false,
      prune: options.prune ?? false,
      egressAllow: [],
      reservedHosts: [],
    });
  }
  async function findErrors(text: string, options: ApplyOptions = {}): Promise<string[]> {
    try {
      await apply(text, options);
    } catch (error) {
      if (error instanceof StartError && error.exitCode === 78) return error.message.split("\n");
      throw error;
    }
    return [];
  }
  async function queryRows<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<R[]> {
    return (await client.query<R>(text, values)).rows;
  }
  async function dumpTables(): Promise<string> {
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
    const dump: unknown[] = [await queryRows("select provisioned from instance")];
    for (const table of tables) dump.push(await queryRows(`select * from ${table} order by 1, 2`));
    return JSON.stringify(dump);
  }
  return { url: () => url, apply, findErrors, queryRows, dumpTables };
}
