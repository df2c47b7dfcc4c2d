import { createHash } from "node:crypto";
import type { ForwardingState } from "@parlour/protocol/api";
import {
  createTestDatabase,
  openTestPool,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile } from "../src/provisioning/apply.ts";
import { exportProvisioningFile } from "../src/provisioning/export.ts";
import { parseProvisioningFile } from "../src/provisioning/read.ts";
import { createDb } from "../src/store/database/sql.ts";

/** The forwarding to the old system in the provisioning file (MV-088), while a server runs. */
let parlour: TestParlour;
let frontEnd: FakeIntegrator;
let oldSystem: FakeIntegrator;
let head: string;
let env: Record<string, string>;
const path = "imports/parallel/forwarding";
const secretKey = createHash("sha256").update("testkit").digest();
const secretPart = "Xk29fLq0Vb2mQ4tZ8sT1k";
const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
const password = "correct horse battery staple";
const part = (more = "", channel = "AbCdEf1234"): string =>
  `forwarding: { channel: ${channel}, url_env: OLD_URL${more} }\n`;
const full = part(", secret_env: OLD_SECRET, operators_answer: false, chats_ring: true");

beforeAll(async () => {
  [frontEnd, oldSystem] = await Promise.all([startIntegrator(), startIntegrator()]);
  head = `version: 1
account: { name: Acme }
operators: [{ email: ann@example.test, name: Ann, role: owner, password: ${password} }]
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, random_string: ${randomString}, endpoint_url: "${frontEnd.url}/chat", operators: [ann@example.test] }
  - { kind: api, name: Second, public_id: GhIjKl5678, endpoint_url: "${frontEnd.url}/second", operators: [] }
  - { kind: widget, name: Site, public_id: WiDgEt1234 }
egress: { allow: ["127.0.0.0/8"] }
`;
  parlour = await startTestParlour({ file: head, secretKey });
});
beforeEach(async () => {
  oldSystem.respondWith("ok");
  env = { OLD_URL: `${oldSystem.url}/channel/${secretPart}/Lk29`, OLD_SECRET: "s".repeat(32) };
  await apply(head, { prune: true });
});
afterAll(async () => {
  await parlour.close();
  await Promise.all([frontEnd.close(), oldSystem.close()]);
});

/** Does the same as `parlour apply` in a separate process. Returns the lines of the plan. */
async function apply(
  text: string,
  { url = parlour.databaseUrl, dryRun = false, prune = false, file = env } = {},
): Promise<readonly string[]> {
  const { differences, notPruned } = await applyProvisioningFile(
    parseProvisioningFile("parlour.yaml", text, file),
    { url, secretKey, clock: parlour.clock, dryRun, prune, egressAllow: [], reservedHosts: [] },
  );
  return [
    ...differences.map(
      ({ sign, subject, detail }) => `${sign} ${subject}${detail && `: ${detail}`}`,
    ),
    ...notPruned.map((subject) => `not pruned: ${subject}`),
  ];
}
async function findErrors(text: string): Promise<readonly string[]> {
  try {
    await apply(head + text);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 78) return error.message.split("\n");
    throw error;
  }
  return [];
}
const find = async (): Promise<ForwardingState["forwarding"]> =>
  ((await parlour.owner.call("GET", path)).body as ForwardingState).forwarding;
/** Runs the check until the server has the applied file. */
const waitFor = (pass: () => Promise<void>): Promise<void> => expect.poll(pass).toBeUndefined();
async function write(customer: string, text: string): Promise<void> {
  const body = { sender: { id: customer }, message: { type: "text", text } };
  const sent = await parlour.call("POST", `/channel/${randomString}/AbCdEf1234`, body);
  expect(sent.status, sent.text).toBe(200);
}
const listTexts = (customer: string): readonly string[] =>
  oldSystem.messages().flatMap(({ body }) => {
    const { sender, message } = JSON.parse(body) as Record<string, any>;
    return sender.id === customer ? [message["text"]] : [];
  });
async function signIn(email: string): Promise<Record<string, string>> {
  const { origin } = new URL(parlour.url);
  const signedIn = await parlour.call("POST", "sessions", { email, password }, { origin });
  return { origin, cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}
function answer(to: string, text: string): Promise<Response> {
  const message = { type: "text", id: text, text };
  return fetch(to.replace(/^https?:\/\/[^/]+/, parlour.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sender: { name: "Ines" }, recipient: { id: "asked" }, message }),
  });
}

test("[MV-088] [CFG-021] [CFG-022] the file starts the forwarding, with the address for answers, and a second time changes nothing", async () => {
  expect(await apply(head + full, { dryRun: true })).toEqual(["+ forwarding"]);
  expect(await find()).toBeNull();
  expect(await apply(head + full)).toEqual(["+ forwarding"]);
  expect(await apply(head + full, { prune: true })).toEqual([]);
  const started = await find();
  expect(started).toMatchObject({
    url: env["OLD_URL"],
    operators_answer: false,
    chats_ring: true,
    managed: true,
    answers_url: expect.stringContaining(`/parallel/${env["OLD_SECRET"]}/answers`) as string,
  });
  await waitFor(async () => {
    await write("asked", "Hello");
    await parlour.settle();
    expect(listTexts("asked").length).toBeGreaterThan(0);
  });
  expect((await answer(started?.answers_url ?? "", "Hi there")).status).toBe(200);
  const { id } = await parlour.findChat("asked");
  const own = { kind: "text", text: "Me too", client_id: "own" };
  expect(await parlour.owner.call("POST", `chats/${id}/messages`, own)).toMatchObject({
    status: 409,
    body: { error: { code: "answered_elsewhere" } },
  });
});

test("[MV-088] [CFG-022] the plan names what differs, and prints neither the address nor the secret", async () => {
  await apply(head + full);
  const { endpoint_id } = (await find())!;
  expect(await apply(head + full.replace("AbCdEf1234", "GhIjKl5678"), { dryRun: true })).toEqual([
    '~ forwarding: channel "AbCdEf1234" → "GhIjKl5678"',
  ]);
  env = { OLD_URL: `${oldSystem.url}/channel/${secretPart}/new`, OLD_SECRET: "t".repeat(32) };
  expect(await apply(head + part(", secret_env: OLD_SECRET"))).toEqual([
    "~ forwarding: operators_answer false → true; chats_ring true → false; url; secret",
  ]);
  const changed = (await find())!;
  expect(changed).toMatchObject({ url: env["OLD_URL"], operators_answer: true, endpoint_id });
  expect(changed.answers_url).toContain(env["OLD_SECRET"]);
  // Without a secret in the file, the stored one stays.
  expect(await apply(head + part())).toEqual([]);
  const audit = await parlour.owner.call("GET", "audit?limit=200");
  expect(audit.text).not.toContain(env["OLD_SECRET"]);
});

test("[MV-088] [MV-086] [CFG-022] a file without it changes nothing; with --prune it ends, and messages that wait are not sent", async () => {
  await apply(head + full);
  const { answers_url } = (await find())!;
  oldSystem.respondWith({ status: 503 });
  await waitFor(async () => {
    await write("pruned", "Hello");
    await parlour.settle();
    expect(listTexts("pruned").length).toBeGreaterThan(0);
  });
  expect(await apply(head)).toEqual(["not pruned: forwarding"]);
  expect((await find())?.managed).toBe(true);
  expect(await apply(head, { prune: true })).toEqual(["- forwarding"]);
  expect(await find()).toBeNull();
  expect((await answer(answers_url, "Too late")).status).toBe(404);
  await waitFor(async () => {
    await parlour.settle();
    const log = await parlour.owner.call("GET", "deliveries?kind=old_system&state=pending");
    expect(log.body.items).toEqual([]);
  });
  // A forwarding that people start is not the file's.
  const [channel] = (await parlour.owner.call("GET", "channels")).body.items as { id: number }[];
  const body = { channel_id: channel?.id, url: env["OLD_URL"] };
  expect((await parlour.owner.call("PUT", path, body)).body.managed).toBe(false);
  expect(await apply(head, { prune: true })).toEqual([]);
  expect(await apply(head + part())).toEqual(["~ forwarding: managed by the file"]);
});

test("[MV-088] [CFG-025] people cannot change or end a forwarding of the file", async () => {
  await apply(head + full);
  const headers = await signIn("ann@example.test");
  const { channel_id, url } = (await find())!;
  for (const [method, body] of [["PUT", { channel_id, url }], ["DELETE"]] as const)
    expect(await parlour.call(method, path, body, headers)).toMatchObject({
      status: 409,
      body: { error: { code: "managed_by_file" } },
    });
  expect((await find())?.operators_answer).toBe(false);
});

test("[MV-088] [CFG-024] the export names variables instead of the address and the secret, and makes another installation forward", async () => {
  await apply(head + full);
  const pool = openTestPool(parlour.databaseUrl);
  const { yaml, notes } = await exportProvisioningFile(createDb(pool), null);
  await pool.end();
  expect(yaml).toContain(`forwarding:
  channel: AbCdEf1234
  url_env: FORWARDING_URL
  operators_answer: false
  chats_ring: true
  secret_env: FORWARDING_SECRET
`);
  for (const secret of [secretPart, env["OLD_SECRET"] ?? "?"]) expect(yaml).not.toContain(secret);
  expect(notes[0]).toContain("FORWARDING_URL, FORWARDING_SECRET");
  const database = await createTestDatabase();
  const names = [...yaml.matchAll(/_env: (\S+)/g)].map(([, name = ""]) => name);
  const file = {
    ...Object.fromEntries(names.map((name) => [name, toSecret(name)])),
    FORWARDING_URL: env["OLD_URL"] ?? "",
  };
  const options = { url: database.url, file };
  expect(await apply(yaml, options)).toContain("+ forwarding");
  expect(await apply(yaml, options)).toEqual([]);
  await database.drop();
});
const toSecret = (name: string): string =>
  name.startsWith("CHANNEL")
    ? `whsec_${createHash("sha256").update(name).digest("base64")}`
    : createHash("sha256").update(name).digest("hex");

test.each<[string, string, string]>([
  [
    "without an address",
    "forwarding: { channel: AbCdEf1234 }\n",
    "forwarding: url_env is missing (CFG-023)",
  ],
  [
    "with an address in clear",
    part(', url: "https://old.example/a"'),
    "forwarding.url: is not a valid key here (CFG-023)",
  ],
  [
    "with an unknown field",
    part(", chat_ring: true"),
    "forwarding.chat_ring: is not a valid key here (CFG-023)",
  ],
  [
    "of no channel",
    part("", "NoNe123456"),
    "forwarding.channel: no chat API channel with public_id NoNe123456 in this file or account (MV-088)",
  ],
  [
    "of a widget",
    part("", "WiDgEt1234"),
    "forwarding.channel: no chat API channel with public_id WiDgEt1234 in this file or account (MV-088)",
  ],
  [
    "with a variable that is not set",
    part().replace("OLD_URL", "NOT_SET"),
    "forwarding.url_env: the environment variable NOT_SET is not set (CFG-023)",
  ],
  [
    "with a wrong address",
    part().replace("OLD_URL", "WRONG"),
    "forwarding.url_env: must be an absolute http or https URL without user and password (MV-088)",
  ],
  [
    "with a wrong secret",
    part(", secret_env: WRONG"),
    "forwarding.secret_env: must be 22 to 64 characters from A-Z a-z 0-9 _ - (CH-002)",
  ],
])("[MV-088] [CFG-023] a forwarding %s is refused", async (_, text, message) => {
  env = { ...env, WRONG: "ftp://old.example/a" };
  const line = head.split("\n").length;
  expect(await findErrors(text)).toContain(`parlour.yaml:${line}: ${message}`);
  expect(await find()).toBeNull();
});

test("[MV-088] [CORE-123] [CFG-023] a private address and the secret of another account are refused", async () => {
  const text = (head + part()).replace('["127.0.0.0/8"]', "[]");
  await expect(apply(text)).rejects.toThrow(/forwarding\.url_env: .*\(CORE-123\)/);
  const { call, headers } = await openSecondAccount();
  const { id } = (await call("GET", "me", undefined, headers)).body;
  const channel = { kind: "api", name: "Other", endpoint_url: frontEnd.url, operators: [id] };
  const created = await call("POST", "channels", channel, headers);
  expect(created.status, created.text).toBe(201);
  const body = { channel_id: created.body.id, url: oldSystem.url };
  const started = await call("PUT", path, body, headers);
  expect(started.status, started.text).toBe(200);
  const { answers_url } = started.body;
  env = { ...env, OLD_SECRET: /parallel\/(.+)\/answers/.exec(answers_url)?.[1] ?? "" };
  expect((await findErrors(full))[0]).toMatch(
    /forwarding\.secret_env: another account already uses this secret \(MV-088\)/,
  );
});

async function openSecondAccount() {
  const owner = { name: "Sue", email: "sue@second.test", password };
  await parlour.owner.call("POST", "accounts", { name: "Second", owner });
  return { call: parlour.call, headers: await signIn(owner.email) };
}
