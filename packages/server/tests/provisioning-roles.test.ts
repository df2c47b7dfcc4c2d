import { createTestDatabase, type TestDatabase } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ann = `{ email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }`;
/** Returns the lines of the plan, or those of the error. */
async function apply(roles: string, bob: string): Promise<readonly string[]> {
  const text = `version: 1\naccount: { name: Acme }\n${roles}operators:\n  - ${ann}\n  - { email: bob@example.test, name: Bob, ${bob} }\n`;
  try {
    const { differences } = await applyProvisioningFile(
      parseProvisioningFile("parlour.yaml", text, {}),
      {
        url: database.url,
        secretKey: Buffer.alloc(32, 9),
        clock: new ManualClock(),
        dryRun: false,
        prune: true,
        egressAllow: [],
        reservedHosts: [],
      },
    );
    return differences
      .map(({ sign, subject, detail }) => `${sign} ${subject}${detail && `: ${detail}`}`)
      .filter((line) => /role|bob/.test(line));
  } catch (error) {
    if (error instanceof StartError) return error.message.split("\n");
    throw error;
  }
}

it("[ROLE-009] the file has custom roles, and operators who have them", async () => {
  const lead = "roles: [{ name: Team lead, base: viewer, permissions: [audit.read] }]\n";
  expect((await apply(lead, "role: operator, custom_role: team lead")).join()).toContain(
    "operators[1].role: must be viewer, as team lead is based on it",
  );
  expect((await apply(lead, "role: viewer, custom_role: Boss")).join()).toContain(
    "operators[1].custom_role: no role Boss in this file or account",
  );
  expect(await apply(lead, "role: viewer, custom_role: Team lead")).toEqual([
    "+ role Team lead",
    "+ operator bob@example.test: viewer",
  ]);
  expect(await apply(lead, "role: viewer, custom_role: Team lead")).toEqual([]);
  const wider = lead.replace("audit.read", "audit.read, reports.read");
  expect(await apply(wider, "role: viewer, custom_role: Team lead")).toEqual([
    expect.stringContaining("~ role Team lead: permissions"),
  ]);
  expect(await apply("", "role: viewer")).toEqual([
    `~ operator bob@example.test: custom_role "team lead" → null`,
    "- role Team lead",
  ]);
});
