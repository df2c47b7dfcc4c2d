import { createHash } from "node:crypto";
import * as api from "@parlour/protocol/api";
import * as protocol from "@parlour/protocol/config";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import { createTestDatabase, type TestDatabase, openTestPool } from "@parlour/testkit";
import { Check } from "typebox/value";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyProvisioningFile, ManualClock, parseProvisioningFile } from "../src/index.ts";
import { exportProvisioningFile, type ExportResult } from "../src/provisioning/export.ts";
import { createDb } from "../src/store/database/sql.ts";
import { useRole } from "../src/store/database/roles/names.ts";
import { deriveKey, fullFile, fullFileEnvironment } from "./provisioning-full-file.ts";

const databases: TestDatabase[] = [];
beforeAll(async () => {
  databases.push(await createTestDatabase(), await createTestDatabase());
});
afterAll(() => Promise.all(databases.map((one) => one.drop())));

const apply = async (n: number, file: string, env: Readonly<Record<string, string>>) =>
  (
    await applyProvisioningFile(parseProvisioningFile("parlour.yaml", file, env), {
      url: databases[n]?.url ?? "",
      secretKey: createHash("sha256").update(`installation ${n}`).digest(),
      clock: new ManualClock(),
      dryRun: false,
      prune: false,
      egressAllow: [],
      reservedHosts: [],
    })
  ).differences.map((one) => `${one.sign} ${one.subject}: ${one.detail}`);
async function exportFrom(n: number): Promise<ExportResult> {
  const pool = openTestPool(databases[n]?.url ?? "");
  try {
    return await createDb(pool).transaction(async (tx) => {
      await tx.query(useRole("writer", "transaction"));
      return exportProvisioningFile(tx, null);
    });
  } finally {
    await pool.end();
  }
}
/** Returns a valid secret for a variable. Each kind of secret has a different format. */
function createSecret(name: string): string {
  if (name.endsWith("_URL")) return `https://93.184.216.34/${name}`;
  if (/^(CHANNEL|BOT|WEBHOOK|CALLS?)_SECRET/.test(name)) return `whsec_${deriveKey(name)}`;
  return name.startsWith("API_KEY")
    ? `pk_test_${deriveKey(name).replace(/\W/g, "x")}`
    : deriveKey(name).replace(/[^A-Za-z0-9]/g, "x");
}

it("[CFG-021] [CFG-024] [ACT-024] [SEG-005] a file that says everything: exported, it makes an empty installation the same but for secrets, and a second time changes nothing", async () => {
  expect((await apply(0, fullFile, fullFileEnvironment)).length).toBeGreaterThan(20);
  expect(await apply(0, fullFile, fullFileEnvironment)).toEqual([]);
  const firstExport = await exportFrom(0);
  expect(Object.keys(firstExport.config).toSorted()).toEqual(
    Object.keys(protocol.ConfigFile.properties).toSorted(),
  );
  expect(firstExport.config).toMatchObject(withoutSecrets(parse(fullFile) as object));
  for (const secret of [
    "t0ken",
    "hidden",
    "mailed",
    "whsec_",
    "pk_test_",
    "k3yk3y",
    "iiiiiiii",
    "correct horse",
    "Xk29fLq0",
    "s3cr3t",
  ])
    expect(firstExport.yaml).not.toContain(secret);

  const variables = [...firstExport.yaml.matchAll(/_env: (\S+)/g)].map(([, name = ""]) => name);
  expect(new Set(variables).size).toBe(variables.length);
  const env = Object.fromEntries(variables.map((name) => [name, createSecret(name)]));
  expect((await apply(1, firstExport.yaml, env)).length).toBeGreaterThan(20);
  expect(await apply(1, firstExport.yaml, env)).toEqual([]);
  expect((await exportFrom(1)).config).toEqual(firstExport.config);
});

/** Returns the file without secrets and the variables that hold them. */
function withoutSecrets(value: object): object {
  const secrets = /^(password|key|random_string|identity_secret|token|client_secret)$|_env$/;
  const convert = (one: unknown): unknown =>
    typeof one === "object" && one !== null ? withoutSecrets(one) : one;
  if (Array.isArray(value)) return value.map(convert);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      secrets.test(name) ? [] : [[name, convert(one)]],
    ),
  );
}

/** API settings that the file cannot contain, with the reasons. */
const fieldsNotInFile: Readonly<Record<string, readonly string[]>> = {
  // The file lists operators in departments, and every operator in the file is active.
  // It names their custom role as `custom_role`.
  OperatorPatch: ["departments", "active", "custom_role_id"],
  // The installation owner decides on requested providers. A provider in the file is approved.
  BotProviderPatch: ["state"],
  // The file identifies the operator by email.
  NewApiKey: ["operator_id"],
  // The file lists the settings of a widget channel as separate fields.
  ChannelPatch: ["settings", "widget"],
};
const fileSchemas: Readonly<Record<string, object>> = {
  AccountPatch: protocol.AccountConfigFile,
  OperatorPatch: protocol.OperatorConfigFile,
  DepartmentPatch: protocol.DepartmentConfigFile,
  NewApiKey: protocol.ApiKeyConfigFile,
  ChannelPatch: protocol.ApiChannelConfigFile,
  BotProviderPatch: protocol.BotProviderConfigFile,
  BotPatch: protocol.BotConfigFile,
  WebhookPatch: protocol.WebhookConfigFile,
};
type Schemas = Readonly<Record<string, { readonly properties: object }>>;
it.each(Object.keys(fileSchemas))(
  "[CFG-024] everything that %s of the API sets stands in the file too",
  (name) => {
    const listFields = (schemas: object): readonly string[] =>
      Object.keys((schemas as Schemas)[name]?.properties ?? {});
    const carried = listFields(fileSchemas);
    const missing = listFields(api).filter((field) => !carried.includes(field));
    expect(missing.toSorted()).toEqual([...(fieldsNotInFile[name] ?? [])].toSorted());
  },
);

it("[CFG-021] [CFG-024] [API-298] the file takes a name and phone number of every length that the service API takes", () => {
  const { name, phone } = operator.fields;
  const texts = { name: "N".repeat(name.max), phone: "1".repeat(phone.max) };
  expect(Check(api.NewOperator, { ...texts, email: "bob@example.test", role: "viewer" })).toBe(
    true,
  );
  const file = fullFile.replace("name: Bob", `name: ${texts.name}, phone: "${texts.phone}"`);
  expect(
    parseProvisioningFile("parlour.yaml", file, fullFileEnvironment).operators[1],
  ).toMatchObject(texts);
});
