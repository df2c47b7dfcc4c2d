import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { loadAccountConfig } from "../src/store/settings/account/config.ts";
import { expireBlocks } from "../src/store/settings/content/block-list-changes.ts";
import { createDb } from "../src/store/database/sql.ts";
import { prepareReset } from "./reused-database.ts";

const clock = new ManualClock();
const later = new Date(clock.now() + 3_600_000).toISOString();
const head = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, endpoint_url: "http://127.0.0.1:9100/chat", operators: [ann@example.test] }
egress: { allow: ["127.0.0.1:9100"] }
`;
const sampleFile = `${head}blacklist:
  - { email: Spam@Offers.example, reason: Offers }
  - { range: 198.51.100.7/24, until: "${later}" }
  - { customer: { channel: AbCdEf1234, id: "bot 7" } }
  - { country: aq }
`;

let database: TestDatabase;
let pool: pg.Pool;
let reset = "";
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
  reset = await prepareReset(pool);
});
beforeEach(() => pool.query(reset));
// The database server removes the database later. Dropping it now would break connections of
// pools that are closing.
afterAll(() => pool.end());

function apply(
  text: string,
  options: { dryRun?: boolean; prune?: boolean } = {},
): Promise<ApplyResult> {
  const config = parseProvisioningFile("parlour.yaml", text, {});
  return applyProvisioningFile(config, {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    egressAllow: [],
    reservedHosts: [],
    clock,
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
  });
}
const findErrors = async (text: string): Promise<string> => {
  const fault = await Promise.resolve()
    .then(() => apply(text))
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(fault).toBeInstanceOf(StartError);
  return (fault as StartError).message;
};
const readBlockList = async (): Promise<any[]> =>
  (
    await pool.query(
      "select kind, value, shown, managed, lifted_at is not null as lifted from blacklist_entry order by id",
    )
  ).rows;

describe("the blacklist of a provisioning file", () => {
  it("[CFG-035] is applied once, marked as the file's, and blocks; applying again changes nothing; what goes is lifted, its record stays", async () => {
    await apply(sampleFile);
    const channel = ((await pool.query("select id from channel")).rows[0] as { id: string }).id;
    expect(await readBlockList()).toEqual([
      {
        kind: "email",
        value: "spam@offers.example",
        shown: "Spam@Offers.example",
        managed: true,
        lifted: false,
      },
      {
        kind: "range",
        value: "198.51.100.0/24",
        shown: "198.51.100.7/24",
        managed: true,
        lifted: false,
      },
      { kind: "customer", value: `${channel} bot 7`, shown: "bot 7", managed: true, lifted: false },
      { kind: "country", value: "AQ", shown: "aq", managed: true, lifted: false },
    ]);
    const config = await loadAccountConfig(pool, 1);
    expect(config.blockList.map(({ kind, until }) => [kind, until])).toEqual([
      ["email", null],
      ["range", Date.parse(later)],
      ["customer", null],
      ["country", null],
    ]);
    expect((await apply(sampleFile)).differences).toEqual([]);

    const shorter = sampleFile
      .replace("  - { country: aq }\n", "")
      .replace("reason: Offers", "reason: Spam");
    await apply(shorter);
    expect((await readBlockList()).at(-1)).toMatchObject({ lifted: false });
    await apply(shorter, { prune: true });
    expect((await readBlockList()).at(-1)).toMatchObject({
      kind: "country",
      managed: false,
      lifted: true,
    });
    expect(
      (await pool.query("select reason from blacklist_entry where kind = 'email'")).rows,
    ).toEqual([{ reason: "Spam" }]);
    expect((await apply(shorter, { prune: true })).differences).toEqual([]);
  });

  it("[CFG-035] an entry whose time has passed is not added anew by the same file; a later end puts it in force again", async () => {
    await apply(sampleFile);
    await expireBlocks(createDb(pool), 1, Date.parse(later));
    expect((await readBlockList())[1]).toMatchObject({ lifted: true });
    expect((await apply(sampleFile)).differences).toEqual([]);
    await apply(sampleFile.replace(later, new Date(clock.now() + 7_200_000).toISOString()));
    expect((await readBlockList())[1]).toMatchObject({ lifted: false });
    expect(await readBlockList()).toHaveLength(4);
  });

  it("[CFG-024] [CFG-035] both ways: what is exported is what was applied; blocks of chats stay out", async () => {
    await apply(sampleFile);
    await pool.query(
      "insert into visitor (account_id, number, id, source, customer, recipient, body) values (1, 7, 70, 1, 'c', '\"c\"', '{}')",
    );
    await pool.query(
      "insert into blacklist_entry (account_id, kind, value, shown, chat_id) values (1, 'visitor', '70', '7', 5)",
    );
    const exported = await exportProvisioningFile(createDb(pool), null);
    expect((parse(exported.yaml) as { blacklist: unknown }).blacklist).toEqual([
      { email: "Spam@Offers.example", reason: "Offers" },
      { range: "198.51.100.7/24", until: later },
      { customer: { channel: "AbCdEf1234", id: "bot 7" } },
      { country: "aq" },
    ]);
    await apply(`${sampleFile}  - { visitor: 7 }\n`);
    expect((await readBlockList()).at(-1)).toEqual({
      kind: "visitor",
      value: "70",
      shown: "7",
      managed: true,
      lifted: false,
    });
  });

  it("[CFG-035] faults name line, path and rule, and nothing is applied", async () => {
    const wrong = (entry: string) => findErrors(`${head}blacklist:\n  - ${entry}\n`);
    expect(await wrong("{ email: a@x.org, ip: 192.0.2.1 }")).toBe(
      "parlour.yaml:9: blacklist[0]: has ip and email; set exactly one of ip, range, country, email, phone, user_token, visitor, customer (CFG-035)",
    );
    expect(await wrong("{ reason: rude }")).toContain("has no value");
    expect(await wrong("{ ip: 300.0.0.1 }")).toContain(
      '"300.0.0.1" is not a valid IPv4 or IPv6 address',
    );
    expect(await wrong("{ country: Germany }")).toContain("is not a valid two-letter country code");
    expect(await wrong("{ phone: call me }")).toContain("is not a valid phone number");
    expect(await wrong("{ email: a@x.org, until: tomorrow }")).toContain(
      "blacklist[0].until: must be a time like",
    );
    expect(await wrong("{ email: a@x.org }\n  - { email: A@X.org }")).toContain(
      "duplicates blacklist[0]",
    );
    expect(await wrong("{ visitor: 12 }")).toContain("there is no visitor 12 in this account");
    expect(await wrong("{ customer: { channel: Nowhere123, id: x } }")).toContain(
      "no channel with public_id",
    );
    expect(await wrong("{ shoe: 42 }")).toContain("CFG-035");
    expect(await readBlockList()).toEqual([]);
  });
});
