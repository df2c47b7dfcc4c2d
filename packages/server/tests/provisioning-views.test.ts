import { createTestDatabase, openTestPool, type TestDatabase } from "@parlour/testkit";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
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
channels:
  - { kind: widget, name: Site, public_id: WiDgEt1234 }
tags: [VIP, Refund]
`;
const views = `views:
  - name: Site
    if:
      all:
        - { fact: chat.channel, op: is, value: WiDgEt1234 }
        - { fact: chat.tags, op: any_of, value: [vip, refund] }
        - { not: { fact: chat.operator, op: is, value: Ann@Example.test } }
  - { name: Sales, if: { fact: chat.department, op: is, value: sales }, order: created, columns: [chat.city], shared: { department: sales } }
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.url);
});
afterAll(() => pool.end());

const apply = async (text: string, prune = false): Promise<ApplyResult> =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, {}), {
    url: database.url,
    secretKey: Buffer.alloc(32, 9),
    clock: new ManualClock(),
    dryRun: false,
    prune,
    egressAllow: [],
    reservedHosts: [],
  });
const formatPlan = ({ differences }: ApplyResult): string[] =>
  differences
    .map((d) => `${d.sign} ${d.subject}${d.detail && `: ${d.detail}`}`)
    .filter((line) => line.includes("view"));

it("[VIEW-009] shared views of a file are applied by name, a second time without a change, and exported", async () => {
  expect(formatPlan(await apply(head + views))).toEqual(["+ view Site", "+ view Sales"]);
  expect((await apply(head + views)).differences).toEqual([]);
  const { rows } = await pool.query(
    "select name, condition, audience, owner_id from view order by id",
  );
  expect(rows).toMatchObject([
    { name: "Site", audience: "all", owner_id: null },
    { name: "Sales", audience: "department", condition: { value: expect.any(Number) } },
  ]);
  await pool.query(
    `insert into view (account_id, name, condition, sort, columns, audience, owner_id, created_at, updated_at)
     select account_id, 'Own', '{"all":[]}', 'activity', '{}', 'me', id, now(), now() from operator`,
  );
  const { config } = await exportProvisioningFile(createDb(pool), null);
  expect(config.views).toEqual([
    {
      name: "Site",
      if: {
        all: [
          { fact: "chat.channel", op: "is", value: "WiDgEt1234" },
          { fact: "chat.tags", op: "any_of", value: ["VIP", "Refund"] },
          { not: { fact: "chat.operator", op: "is", value: "ann@example.test" } },
        ],
      },
      shared: "all",
    },
    {
      name: "Sales",
      if: { fact: "chat.department", op: "is", value: "Sales" },
      order: "created",
      columns: ["chat.city"],
      shared: { department: "Sales" },
    },
  ]);
  expect(formatPlan(await apply(head + views.replace("vip, refund", "vip")))).toEqual([
    expect.stringMatching(/^~ view Site: if /),
  ]);
  expect(formatPlan(await apply(head, true))).toEqual(["- view Site", "- view Sales"]);
});

it("[VIEW-002] [VIEW-009] faults of a view name the line and the path", async () => {
  const refusals = async (text: string): Promise<string> => {
    const fault: unknown = await apply(head + text).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartError);
    return (fault as StartError).message;
  };
  const withCondition = (condition: string) => `views:\n  - { name: New, if: ${condition} }\n`;
  for (const [text, part] of [
    [withCondition("{ fact: chat.moon, op: is, value: 1 }"), "views[0].if.fact: must be"],
    [
      withCondition("{ all: [{ fact: chat.tags, op: any_of, value: [7] }] }"),
      "views[0].if.all[0].value[0]: must be the name of a tag",
    ],
    [
      withCondition("{ fact: chat.tags, op: any_of, value: [gone] }"),
      "no tag gone in this file or account",
    ],
    [
      `views:\n  - { name: New, if: { all: [] }, columns: [chat.moon] }\n`,
      "views[0].columns[0]: is not a fact",
    ],
    [
      `views:\n  - { name: New, if: { all: [] }, shared: { department: Gone } }\n`,
      "no department Gone",
    ],
  ] as const)
    expect(await refusals(text)).toContain(part);
});
