import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
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
`;
const cartTrigger = `  - { name: Cart help, if: { all: [{ type: url, value: /cart }, { type: time_on_page, value: 20 }] }, do: [{ type: invitation, text: "Need help?", department: sales }], channels: [WiDgEt1234] }
`;
const byeTrigger = `  - { name: Bye, once: visitor, enabled: false, do: [{ type: open, start: call }, { type: label, text: Wait }] }
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
    .filter((line) => line.includes("trigger"));

it("[CFG-021] [CFG-024] [API-041] triggers of a file are applied in its order, a second time without a change, and exported", async () => {
  expect(formatPlan(await apply(`${head}triggers:\n${cartTrigger}${byeTrigger}`))).toEqual([
    "+ trigger Cart help",
    "+ trigger Bye",
  ]);
  expect((await apply(`${head}triggers:\n${cartTrigger}${byeTrigger}`)).differences).toEqual([]);
  expect(formatPlan(await apply(`${head}triggers:\n${byeTrigger}${cartTrigger}`))).toEqual([
    "~ triggers: order",
  ]);
  const { config } = await exportProvisioningFile(createDb(pool), null);
  expect(config.triggers).toEqual([
    {
      name: "Bye",
      enabled: false,
      once: "visitor",
      do: [
        { type: "open", start: "call" },
        { type: "label", text: "Wait" },
      ],
    },
    {
      name: "Cart help",
      if: {
        all: [
          { type: "url", value: "/cart" },
          { type: "time_on_page", value: 20 },
        ],
      },
      do: [{ type: "invitation", text: "Need help?", department: "Sales" }],
      channels: ["WiDgEt1234"],
    },
  ]);
  expect(
    formatPlan(await apply(`${head}triggers:\n${byeTrigger.replace("call", "chat")}`))[0],
  ).toContain('"chat"');
  expect(formatPlan(await apply(`${head}triggers:\n${byeTrigger}`, true))).toEqual([
    expect.stringContaining("~ trigger Bye"),
    "- trigger Cart help",
  ]);
});

it("[CFG-023] a fault of a rule is named with its line and path", async () => {
  const fault = (text: string) => () =>
    parseProvisioningFile("parlour.yaml", `${head}triggers:\n${text}`, {});
  expect(fault(cartTrigger.replace("20", "-1"))).toThrow(
    "parlour.yaml:10: triggers[0].if.all[1].value: must be a whole number from 0 to 86400 (WG-051)",
  );
  expect(fault(cartTrigger.replace("department: sales", "department: None"))).toThrow(
    "triggers[0].do[0].department: is not a department in this file (API-314)",
  );
  expect(fault(cartTrigger + cartTrigger)).toThrow(
    "triggers[1].name: has the same name as triggers[0]",
  );
  await expect(
    apply(`${head}triggers:\n${cartTrigger.replace("[WiDgEt1234]", "[NoSuchOne1]")}`),
  ).rejects.toThrow(StartError);
});
