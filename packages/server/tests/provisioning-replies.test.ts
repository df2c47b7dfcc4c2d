import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

const head = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
departments:
  - { name: Sales, operators: [ann@example.test] }
`;
const sampleFile = `${head}tags: [VIP, Refund]
canned_replies:
  - { shortcut: hello, text: "Hello {visitor.name|there}!", folder: Greetings / First, language: en }
  - { shortcut: hello, text: "Привет!", language: ru }
  - { shortcut: price, text: "See the list.", department: sales }
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
afterAll(() => pool.end());

const apply = async (text: string, options: { prune?: boolean } = {}): Promise<ApplyResult> =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, {}), {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    clock: new ManualClock(),
    dryRun: false,
    prune: options.prune ?? false,
    egressAllow: [],
    reservedHosts: [],
  });
const formatPlan = ({ differences }: ApplyResult): string[] =>
  differences.map((d) => `${d.sign} ${d.subject}${d.detail && `: ${d.detail}`}`);

describe("tags and quick replies in the provisioning file", () => {
  it("[CFG-021] [CFG-024] [API-044] [API-048] are applied, a second time without a change, and exported", async () => {
    expect(formatPlan(await apply(sampleFile))).toEqual(
      expect.arrayContaining([
        "+ tag VIP",
        "+ tag Refund",
        "+ canned reply hello en",
        "+ canned reply hello ru",
        "+ canned reply price sales",
      ]),
    );
    expect(formatPlan(await apply(sampleFile))).toEqual([]);
    await pool.query(
      `insert into canned_reply (account_id, scope, operator_id, folder, shortcut, language, text) select account_id, 'own', id, '', 'mine', '', 'Own' from operator`,
    );
    const { config } = await exportProvisioningFile(createDb(pool), null);
    expect([config.tags, config.canned_replies]).toEqual([
      ["VIP", "Refund"],
      [
        {
          shortcut: "hello",
          text: "Hello {visitor.name|there}!",
          folder: "Greetings/First",
          language: "en",
        },
        { shortcut: "hello", text: "Привет!", language: "ru" },
        { shortcut: "price", text: "See the list.", department: "Sales" },
      ],
    ]);
    const rows = await pool.query("select scope, managed from canned_reply order by id");
    expect(
      rows.rows.map((row: { scope: string; managed: boolean }) => [row.scope, row.managed]),
    ).toEqual([
      ["account", true],
      ["account", true],
      ["department", true],
      ["own", false],
    ]);
  });

  it("[CFG-021] [CFG-025] changes are named, what was made by hand is taken over, what goes stays without prune", async () => {
    await apply(sampleFile);
    await pool.query("insert into tag (account_id, name) select id, 'by hand' from account");
    const next = sampleFile
      .replace("[VIP, Refund]", "[vip, By hand]")
      .replace("See the list.", "See the new list.");
    const applied = await apply(next);
    expect(formatPlan(applied)).toEqual([
      '~ tag vip: name "VIP" → "vip"',
      '~ tag By hand: name "by hand" → "By hand"',
      '~ canned reply price sales: text "See the list." → "See the new list."',
    ]);
    expect(applied.notPruned).toEqual(["tag Refund"]);
    expect(formatPlan(await apply(head, { prune: true }))).toEqual([
      "- canned reply hello en",
      "- canned reply hello ru",
      "- canned reply price Sales",
      "- tag vip",
      "- tag Refund",
      "- tag By hand",
    ]);
    expect((await pool.query("select from canned_reply where managed")).rowCount).toBe(0);
  });

  it("[API-442] [CFG-023] a word in braces that is no variable is a fault of the file", async () => {
    const faulty = `${head}canned_replies: [{ shortcut: a, text: "Hi {name}" }]\n`;
    await expect(apply(faulty)).rejects.toThrow(
      /canned_replies\[0\]\.text: \{name\} is not a variable \(API-442\)/u,
    );
  });

  it("[CFG-023] faults have their line", async () => {
    const faulty = `${head}tags: [VIP, vip, ""]
canned_replies:
  - { shortcut: two words, text: x }
  - { shortcut: a, text: "Hi {who.knows}" }
  - { shortcut: b, text: x, department: Nowhere }
  - { shortcut: B, text: x, department: Nowhere }
`;
    await expect(apply(faulty)).rejects.toThrow(StartError);
    const texts = await apply(faulty.replace(', ""]', "]").replace("two words", "words")).catch(
      (error: unknown) => String(error),
    );
    expect(texts).toMatch(/:7: tags\[1\]: has the same name as tags\[0\] \(API-044\)/u);
    expect(texts).toMatch(
      /:10: canned_replies\[1\]\.text: \{who\.knows\} is not a variable \(API-442\)/u,
    );
    expect(texts).toMatch(
      /:11: canned_replies\[2\]\.department: is not a department in this file/u,
    );
    expect(texts).toMatch(
      /:12: canned_replies\[3\]\.shortcut: has the same shortcut as canned_replies\[2\]/u,
    );
  });
});
