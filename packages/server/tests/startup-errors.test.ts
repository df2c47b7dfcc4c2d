import { expect, it } from "vitest";
import { toStartError } from "../src/cli/to-start-error.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";

it("[CFG-018] rights that the database user lacks are a fault of the configuration, whatever statement met them", () => {
  const lacking = Object.assign(new Error("permission denied"), { code: "42501" });
  expect(
    toStartError(lacking, {
      host: "127.0.0.1",
      port: 3000,
      databaseUrl: "postgres://u:hunter2@db.internal:5432/x",
    }),
  ).toMatchObject({
    message:
      "the database at db.internal:5432: its user lacks privileges (permission denied); see docs/operate/database.md",
    exitCode: 78,
  });
});

it("[CFG-023] the same API key under two names stops with line and path, without showing the key", () => {
  const key = "pk_test_0123456789abcdef0123456789abcdef";
  const file = `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, role: owner }
api_keys:
  - { name: one, key: ${key}, operator: ann@example.test }
  - { name: two, key: ${key}, operator: ann@example.test }
`;
  let fault: unknown = null;
  try {
    parseProvisioningFile("parlour.yaml", file, {});
  } catch (error) {
    fault = error;
  }
  expect(fault).toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /parlour\.yaml:7: api_keys\[1\].*has the same key as api_keys\[0\]/,
    ) as string,
  });
  expect(String(fault)).not.toContain(key);
});
