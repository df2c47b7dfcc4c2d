import { createHash } from "node:crypto";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyProvisioningFile, type ApplyResult } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";
import { openShortPool } from "../src/store/database/connections.ts";

let parlour: TestParlour;
const secretKey = createHash("sha256").update("testkit").digest();
const head = `version: 1
account: { name: Acme }
operators: [{ email: ann@example.test, name: Ann, role: owner, password: correct horse battery staple }]
`;
const mailPart = (more = ""): string =>
  `mail: { host: mail.example.test, user: chat, password_env: MAIL_PW, from: "Shop <chat@example.test>"${more} }\n`;
const env = { MAIL_PW: "s3cret of the mail" };
const apply = (text: string, prune = false): Promise<ApplyResult> =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, env), {
    url: parlour.databaseUrl,
    secretKey,
    clock: parlour.clock,
    dryRun: false,
    prune,
    egressAllow: [],
    reservedHosts: [],
  });
const findError = (text: string): string => {
  try {
    parseProvisioningFile("parlour.yaml", text, env);
  } catch (error) {
    return String(error);
  }
  return "";
};
const formatPlan = ({ differences }: ApplyResult): string[] =>
  differences.map((one) => `${one.sign} ${one.subject}`);
const readMailSettings = async () => (await parlour.owner.call("GET", "instance/mail")).body;

beforeAll(async () => {
  parlour = await startTestParlour({ file: head });
});
afterAll(() => parlour.close());

it("[CFG-032] [CFG-021] [CFG-025] mail of the file counts at once, is sealed and the file's; a second application changes nothing", async () => {
  const applied = await apply(head + mailPart());
  expect(formatPlan(applied)).toEqual(["+ mail"]);
  expect(JSON.stringify(applied)).not.toContain(env.MAIL_PW);
  expect(await readMailSettings()).toEqual({
    mail: {
      host: "mail.example.test",
      port: 587,
      tls: "starttls",
      user: "chat",
      has_password: true,
      from: "Shop <chat@example.test>",
    },
    managed: true,
  });
  expect(formatPlan(await apply(head + mailPart()))).toEqual([]);
  expect(formatPlan(await apply(head + mailPart(", port: 465, tls: implicit")))).toEqual([
    "~ mail",
  ]);
  const sql = openShortPool({ connectionString: parlour.databaseUrl, max: 1 });
  const { yaml, notes } = await exportProvisioningFile(createDb(sql), null);
  await sql.end();
  expect(yaml).toContain("password_env: MAIL_PASSWORD");
  expect(yaml + notes.join()).not.toContain(env.MAIL_PW);
  const signed = await parlour.call(
    "POST",
    "sessions",
    { email: "ann@example.test", password: "correct horse battery staple" },
    { origin: parlour.url },
  );
  const cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(
    (await parlour.call("DELETE", "instance/mail", undefined, { origin: parlour.url, cookie }))
      .body,
  ).toMatchObject({
    error: { code: "managed_by_file" },
  });
  expect((await apply(head)).notPruned).toContain("mail");
  expect(formatPlan(await apply(head, true))).toEqual(["- mail"]);
  expect(await readMailSettings()).toEqual({ mail: null, managed: false });
});

it("[CFG-032] [CFG-023] faults of the file are named with their rule", () => {
  expect(findError(head + `mail: { host: "a:b c", from: chat@example.test }\n`)).toContain(
    "mail.host",
  );
  expect(findError(head + `mail: { host: a.example, from: nobody }\n`)).toContain("CFG-032");
  expect(
    findError(head + `mail: { host: a.example, from: "a@b.example, c@d.example" }\n`),
  ).toContain("mail.from");
  expect(
    findError(head + `mail: { host: a.example, password_env: MAIL_PW, from: a@b.example }\n`),
  ).toContain("requires user");
  expect(findError(head + `mail: { host: a.example, from: a@b.example, tls: maybe }\n`)).toContain(
    "CFG-032",
  );
});
