// The tests need their order: each file is compared with the one before.
import { createTestDatabase, openTestPool, type TestDatabase } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

const head = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
fields:
`;
const plan = "  - { object: visitor, key: plan, kind: one_of, name: Plan, options: [free, pro] }\n";
const order = "  - { object: chat, key: plan, kind: text, name: Order, sources: [api] }\n";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
afterAll(() => pool.end());

/** Returns the lines of the plan, or those of the error. */
async function apply(fields: string, before = head): Promise<readonly string[]> {
  try {
    const file = parseProvisioningFile("parlour.yaml", before + fields, {});
    const { differences } = await applyProvisioningFile(file, {
      url: database.url,
      secretKey: Buffer.alloc(32, 9),
      clock: new ManualClock(),
      dryRun: false,
      prune: true,
      egressAllow: [],
      reservedHosts: [],
    });
    return differences
      .map(({ sign, subject, detail }) => `${sign} ${subject}${detail && `: ${detail}`}`)
      .filter((line) => line.includes("field"));
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
}

it("[FLD-001] [CFG-023] fields need an account", async () => {
  expect((await apply(plan, "version: 1\nfields:\n")).join("\n")).toContain(
    "account is missing: the installation has no account yet",
  );
});

it("[FLD-001] [CFG-021] [CFG-024] fields of a file are applied, changed and exported", async () => {
  expect(await apply(plan + order)).toEqual(["+ field visitor.plan", "+ field chat.plan"]);
  expect(await apply(plan + order)).toEqual([]);
  expect(await apply(plan.replace("pro", "team") + order)).toEqual([
    expect.stringContaining("~ field visitor.plan: options"),
  ]);
  const { config } = await exportProvisioningFile(createDb(pool), null);
  expect(config.fields).toEqual([
    { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["free", "team"] },
    { object: "chat", key: "plan", kind: "text", name: "Order", sources: ["api"] },
  ]);
});

it("[FLD-002] [FLD-004] a wrong key and options without their kind are lines with the rule", async () => {
  const errors = await apply(
    plan.replace("key: plan", "key: email") + order.replace("sources", "options"),
  );
  expect(errors).toEqual([
    expect.stringMatching(/fields\[0\]\.key.*FLD-002/),
    expect.stringMatching(/fields\[1\]\.options.*FLD-004/),
  ]);
});

it("[FLD-003] a field keeps its kind, and the key of a removed one is not used again", async () => {
  expect(await apply(plan + order.replace("text", "number"))).toEqual([
    expect.stringMatching(/fields\[1\]\.kind.*FLD-003/),
  ]);
  expect(await apply(plan)).toEqual([
    expect.stringContaining("~ field visitor.plan"),
    "- field chat.plan",
  ]);
  expect(await apply(plan + order)).toEqual([expect.stringMatching(/fields\[1\]\.key.*FLD-003/)]);
});
