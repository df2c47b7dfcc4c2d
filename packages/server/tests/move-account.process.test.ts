import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, createSystemClock } from "@parlour/server";
import {
  createSentLog,
  createTestDatabase,
  createFindings,
  findLostMessages,
  openTestPool,
  readStoredMessages,
  startFakeS3,
  startIntegrator,
  startLoad,
  startTestParlour,
  waitForPass,
  type TestChannel,
  type TestDatabase,
  type TestParlour,
  isLongRun,
} from "@parlour/testkit";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { createMoveAccountCommand } from "../src/cli/commands/move-account.ts";
import { runCommand } from "../src/cli/run.ts";
import { createSecrets } from "../src/store/database/seal.ts";
import type { Sql } from "../src/store/database/sql.ts";
import { setStorage } from "../src/store/settings/installation/storage.ts";
import { dueTables, readMovedTables } from "../src/store/account-data/move/tables.ts";
import { pollEvents, type FeedAnswer } from "./feed-client.ts";
import { openSocket } from "./realtime-client.ts";

/** Moves accounts between two real installations with different keys (CFG-151). */

const sourceKey = Buffer.alloc(32, 1);
const targetKey = Buffer.alloc(32, 2);
let source: TestParlour;
let target: TestParlour;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let channel: TestChannel;
let targetEnv: Record<string, string>;
let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlour-move-"));
  integrator = await startIntegrator();
  source = await startTestParlour({ clock: "system", secretKey: sourceKey });
  database = await createTestDatabase();
  // Copies of the template have the same epoch.
  const pool = openTestPool(database.url, { max: 1 });
  await pool.query("update instance set epoch = gen_random_uuid()::text");
  await pool.end();
  target = await startTestParlour({
    databaseUrl: database.url,
    clock: "system",
    secretKey: targetKey,
    setUp: false,
    env: { EGRESS_ALLOW: "127.0.0.1" },
  });
  targetEnv = toEnv(target, targetKey);
  channel = await source.channel(integrator.url);
});
afterEach(async () => {
  await source.close();
  await target.close();
  await database.drop();
  await integrator.close();
  rmSync(folder, { recursive: true, force: true });
});

interface CliResult {
  readonly code: number;
  readonly out: any;
  readonly err: string;
}
const toEnv = (parlour: TestParlour, key: Buffer): Record<string, string> => ({
  DATABASE_URL: parlour.databaseUrl,
  DATA_DIR: parlour.dataDir,
  SECRET_KEY: key.toString("base64"),
  PUBLIC_URL: parlour.url,
});
function writeTarget(): string {
  const path = join(folder, "target.env");
  const lines = Object.entries(targetEnv).map(([name, value]) => `${name}=${value}`);
  writeFileSync(path, lines.join("\n"));
  return path;
}
async function move(...args: string[]): Promise<CliResult> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(["move-account", "--json", "--to", writeTarget(), ...args], {
    env: toEnv(source, sourceKey),
    clock: createSystemClock(),
    log: createLog({
      level: "error",
      format: "json",
      out: { write: (line) => void err.push(line) },
    }),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.length === 0 ? null : JSON.parse(out.join("\n")), err: err.join("\n") };
}
const callTarget = async (path: string): Promise<{ status: number; body: any }> =>
  target.call("GET", path, undefined, { authorization: `Bearer ${source.owner.key}` });

async function upload(text: string): Promise<number> {
  const form = new FormData();
  form.append("file", new Blob([text], { type: "text/plain" }), "a.txt");
  const answer = await fetch(`${source.url}/api/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${source.owner.key}` },
    body: form,
  });
  return ((await answer.json()) as { id: number }).id;
}

/** Returns the positions of all events after a cursor. */
async function readPositions(cursor: string): Promise<{ status: number; positions: number[] }> {
  const positions: number[] = [];
  for (let after = cursor; ;) {
    const page: FeedAnswer = await pollEvents(
      { origin: target.url, key: source.owner.key },
      `after=${encodeURIComponent(after)}&limit=1000`,
    );
    if (page.status !== 200) return { status: page.status, positions };
    positions.push(...page.body.events.map((event: { position: number }) => event.position));
    if (page.body.more !== true) return { status: 200, positions };
    after = page.body.cursor as string;
  }
}
const isAscending = (positions: readonly number[], first: number): boolean =>
  positions.every((position, n) => position === first + n);

it("[CFG-151] [CFG-153] [CH-114] [API-103] moves an account under load: writes are refused for at most 2 s, nothing is lost or twice, and sockets and feeds continue by their cursors", async () => {
  const { call } = source.owner;
  const webhook = await call("POST", "webhooks", { url: `${integrator.url}/hook` });
  const widget = await call("POST", "channels", {
    kind: "widget",
    name: "Site",
    operators: [source.owner.id],
  });
  expect([webhook.status, widget.status]).toEqual([201, 201]);
  const sentLog = createSentLog();
  const load = startLoad(
    {
      inboundUrl: channel.inboundUrl,
      api: `${source.url}/api/v1`,
      key: source.owner.key,
      senders: 20,
      pauseMs: 80,
      answers: null,
    },
    sentLog,
  );
  await load.waitForCount(200);
  const first = await source.findChat("c0");
  await call("POST", `chats/${first.id}/accept`);
  const file = { kind: "file", upload_id: await upload("content of a file"), client_id: "f" };
  expect((await call("POST", `chats/${first.id}/messages`, file)).status).toBe(201);
  await answer(source, first.id, "before");
  const socket = await openSocket(source, source.owner);
  const feed = await pollEvents({ origin: source.url, key: source.owner.key }, "");
  const feedCursor = feed.body.cursor as string;
  await source.sql(
    "insert into visitor_import (account_id, operator_id, name, header, state, node, total, created_at) values (1, $1, 'a.csv', '[]', 'planned', 7, 0, now())",
    [source.owner.id],
  );

  const moved = await move("Acme");
  expect(moved, moved.err).toMatchObject({ code: 0 });
  // A node of the target takes over the work of a node that does not run.
  expect(await target.sql("select node::int as node from visitor_import")).toEqual([{ node: 0 }]);
  expect(await source.sql("select from visitor_import")).toEqual([]);
  // Other tests slow this one down (CFG-151).
  expect(moved.out.refusedMs).toBeLessThan(isLongRun ? 2_000 : 20_000);
  const at = moved.out.position as number;
  expect((await socket.closed).code).toBe(1012);
  const received = socket.getPositions();
  const epoch = socket.framesOfType("ready")[0]?.["epoch"];
  expect(received.at(-1)).toBeLessThanOrEqual(at);

  // The load follows the redirect.
  await load.waitForCount(load.count() + 200);
  await load.stop();
  await answer(target, first.id, "after");
  const texts = ["before", "after"];
  await waitForPass(() => expect(texts.map(countReceived)).toEqual([1, 1]));
  const stored = await readStoredMessages(`${target.url}/api/v1`, source.owner.key);
  expect(findLostMessages(sentLog, stored, toChannel())).toEqual(createFindings());

  // Cursors of the source continue. One after the switch is of no journal.
  const last = received.at(-1) ?? 0;
  const again = await openSocket(target, source.owner, { epoch: String(epoch), position: last });
  await again.next((frame) => frame["type"] === "live");
  expect(again.framesOfType("reset")).toEqual([]);
  expect(again.getPositions().length).toBeGreaterThan(200);
  expect(isAscending(again.getPositions(), last + 1)).toBe(true);
  again.ws.close();
  const missed = await readPositions(feedCursor);
  expect([
    missed.status,
    isAscending(missed.positions, Number(feedCursor.split(":")[1]) + 1),
  ]).toEqual([200, true]);
  expect((await readPositions(`${String(epoch)}:${at + 1}`)).status).toBe(410);

  // Keys, secrets and files work at the target, and the source names it.
  expect((await callTarget("me")).body.email).toBe(source.owner.email);
  const messages = (await callTarget(`chats/${first.id}/messages?limit=200`)).body.items as {
    media?: { file: string };
  }[];
  const url = messages.find((message) => message.media !== undefined)?.media?.file ?? "";
  // The address of a file in a message is that of the source, which names the target.
  const opened = await fetch(url);
  expect([new URL(opened.url).origin, await opened.text()]).toEqual([
    target.url,
    "content of a file",
  ]);
  expect((await call("GET", "me")).body.error).toMatchObject({
    code: "account_moved",
    location: target.url,
  });
  const inbound = await fetch(channel.inboundUrl, {
    method: "POST",
    body: "{}",
    redirect: "manual",
  });
  expect([inbound.status, inbound.headers.get("location")]).toEqual([
    308,
    channel.inboundUrl.replace(source.url, target.url),
  ]);
  const script = await fetch(`${source.url}/widget/${widget.body.public_id}.js`, {
    redirect: "manual",
  });
  expect([script.status, script.headers.get("location")]).toEqual([
    308,
    `${target.url}/widget/${widget.body.public_id}.js`,
  ]);
  expect(await move("Acme")).toMatchObject({ code: 0, out: { state: "moved" } });
  // Another account of the source is not affected.
  expect((await source.call("GET", "/ready")).status).toBe(200);
});

const toChannel = () => integrator.received.filter(({ path }) => path !== "/hook");
const countReceived = (text: string): number =>
  toChannel().filter(({ body }) => body.includes(`"${text}"`)).length;
async function answer(parlour: TestParlour, chat: number, text: string): Promise<void> {
  const created = await parlour.call(
    "POST",
    `chats/${chat}/messages`,
    { kind: "text", text, client_id: text },
    { authorization: `Bearer ${source.owner.key}` },
  );
  expect(created.status, created.text).toBe(201);
}

/** Runs the command in a process that ends without any cleanup in a phase of the move. */
async function moveUntil(phase: string): Promise<string | null> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("move-process.ts", import.meta.url)),
      phase,
      "--to",
      writeTarget(),
      "Acme",
    ],
    { env: { ...process.env, ...toEnv(source, sourceKey) }, stdio: "inherit" },
  );
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}
const send = async (text: string): Promise<number> =>
  (await source.sendCustomerMessage(channel, "one", text)).status;

it("[CFG-151] [CFG-033] files of a folder are stored with the S3 service of the target", async () => {
  const s3 = await startFakeS3();
  onTestFinished(() => s3.close());
  const { url: endpoint, bucket, accessKey, secretKey } = s3;
  const pool = openTestPool(database.url, { max: 1 });
  const sql = { query: async (text: string, values = []) => (await pool.query(text, values)).rows };
  await setStorage(sql as Sql, {
    kind: "s3",
    s3: { endpoint, region: "eu-test-1", bucket, prefix: "cell" },
    keys: createSecrets(targetKey).seal(JSON.stringify([accessKey, secretKey])),
  });
  await pool.end();
  await target.restart();
  targetEnv = toEnv(target, targetKey);
  expect((await source.sendCustomerMessage(channel, "ann", "hello")).status).toBe(200);
  const { id } = await source.findChat("ann");
  await source.owner.call("POST", `chats/${id}/accept`);
  const file = { kind: "file", upload_id: await upload("content of a file"), client_id: "f" };
  expect((await source.owner.call("POST", `chats/${id}/messages`, file)).status).toBe(201);
  expect(await move("Acme")).toMatchObject({ code: 0, out: { files: { count: 1, missing: 0 } } });
  expect([...s3.objects.values()].map(({ body }) => body.toString())).toEqual([
    "content of a file",
  ]);
  const messages = (await callTarget(`chats/${id}/messages?limit=200`)).body.items as {
    media?: { file: string };
  }[];
  const url = messages.find((message) => message.media !== undefined)?.media?.file ?? "";
  expect(await (await fetch(url)).text()).toBe("content of a file");
});

it("[MV-089] [CFG-151] [CFG-153] a forwarding with messages that wait goes along: they are sent after the move, in order, and the old system's answers are accepted with the same secret", async () => {
  const oldSystem = await startIntegrator();
  onTestFinished(() => oldSystem.close());
  const listTexts = (): readonly string[] =>
    oldSystem.messages().map(({ body }) => JSON.parse(body).message.text as string);
  const { call } = source.owner;
  await call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
  const path = "imports/parallel/forwarding";
  const body = { channel_id: channel.id, url: `${oldSystem.url}/old`, operators_answer: false };
  const started = await call("PUT", path, body);
  expect(started.status, started.text).toBe(200);
  const { answers_url, endpoint_id } = started.body;
  oldSystem.respondWith({ status: 503 });
  for (const text of ["One", "Two"]) expect(await send(text)).toBe(200);
  await waitForPass(() => expect(listTexts()).toContain("One"));
  const { pathname } = new URL(answers_url);
  const postAnswer = (at: TestParlour, id: string): Promise<Response> =>
    fetch(at.url + pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"sender":{"name":"Ines"},"recipient":{"id":"one"},"message":{"type":"text","id":"${id}","text":"Answer ${id}"}}`,
    });
  expect((await postAnswer(source, "1")).status).toBe(200);

  expect(await move("Acme")).toMatchObject({ code: 0 });
  const moved = (await callTarget(path)).body.forwarding;
  expect(moved).toMatchObject({ ...body, endpoint_id });
  expect(new URL(moved.answers_url).pathname).toBe(pathname);
  const attempts = listTexts().length;
  oldSystem.respondWith("ok");
  await waitForPass(() => expect(listTexts().slice(attempts)).toEqual(["One", "Two"]));

  // The old address names the new one. An answer that was stored before is not stored again.
  const refused = await postAnswer(source, "2");
  expect([refused.status, await refused.json()]).toMatchObject([
    410,
    { error: { code: "account_moved", location: target.url } },
  ]);
  for (const id of ["1", "2"]) expect((await postAnswer(target, id)).status).toBe(200);
  const answers = await target.sql<{ text: string }>(
    "select body::json ->> 'text' as text from journal where name = 'message_created' and author_kind = 'operator' order by position",
  );
  expect(answers.map(({ text }) => text)).toEqual(["Answer 1", "Answer 2"]);
}, 60_000);

it("[CFG-154] a command that is killed before the switch leaves the account in use; in the switch, its next run decides", async () => {
  for (const phase of ["checked", "capturing", "copied", "refusing"]) {
    expect(await moveUntil(phase)).toBe("SIGKILL");
    await waitForPass(async () => expect(await send(phase)).toBe(200));
  }
  expect(await moveUntil("switching")).toBe("SIGKILL");
  expect(await send("refused")).toBe(503);
  expect(await move("--cancel", "Acme")).toMatchObject({ code: 0, out: { state: "here" } });
  expect(await send("again")).toBe(200);
  expect(await target.sql("select from journal")).toEqual([]);
  expect(await source.sql("select from pg_trigger where tgname like 'account_move%'")).toEqual([]);

  expect(await moveUntil("switched")).toBe("SIGKILL");
  expect(await send("refused too")).toBe(503);
  expect(await move("Acme")).toMatchObject({ code: 0, out: { state: "moved" } });
  expect(await send("at the target")).toBe(200);
  const texts = await target.sql<{ text: string }>(
    "select body::json ->> 'text' as text from journal where name = 'message_created' and author_kind = 'visitor' order by position",
  );
  expect(texts.map(({ text }) => text)).toEqual([
    "checked",
    "capturing",
    "copied",
    "refusing",
    "again",
    "at the target",
  ]);
});

it("[CFG-151] refuses a target that is the same installation, has the account or another release, or no space, and changes nothing", async () => {
  const refused = async (message: RegExp): Promise<void> => {
    const result = await move("Acme");
    expect(result.code, result.err).toBe(1);
    expect(result.err).toMatch(message);
    expect(await send("still here")).toBe(200);
  };
  await send("first");
  await source.sql(
    `insert into file (account_id, token, name, type, size, sha256, storage, author_kind, author_id, state, created_at)
     values (1, 'token', 'big', 'text/plain', 1000000000000000, '', 'disk', 'operator', 1, 'stored', now())`,
  );
  await refused(/files of the account need 953674317 MiB/);
  await source.sql("delete from file");
  await target.sql("insert into account (id, name) overriding system value values (9, 'acme')");
  await refused(/the target has an account with the name Acme already/);
  await target.sql("delete from account");
  await target.sql("insert into account (id, name) overriding system value values (1, 'Other')");
  await refused(/an account with the number 1 already/);
  await target.sql("delete from account");
  const [last] = await target.sql<{ name: string }>(
    "delete from kysely_migration where name = '0113_account_move' returning name",
  );
  await refused(/older release/);
  await target.sql(
    "insert into kysely_migration (name, timestamp) values ($1, ''), ('9999_later', '')",
    [last?.name],
  );
  await refused(/newer version/);
  targetEnv = toEnv(source, sourceKey);
  await refused(/same installation/);
});

it("[CFG-151] a switch that takes too long is given up, so that the source continues, and is tried again", async () => {
  await send("before");
  const blocker = openTestPool(target.databaseUrl, { max: 1 });
  const blocking = await blocker.connect();
  let attempts = 0;
  const command = createMoveAccountCommand(async (phase) => {
    if (phase !== "refusing") return;
    attempts++;
    if (attempts > 1) return;
    await blocking.query("begin; lock table channel in access exclusive mode");
    // The account can be written again while the target is still blocked.
    void waitForPass(async () => expect(await send("meanwhile")).toBe(200)).then(() =>
      blocking.query("rollback"),
    );
  });
  const out: string[] = [];
  const write = (line: string): void => void out.push(line);
  const log = createLog({ level: "silent", format: "json" });
  const deps = { clock: createSystemClock(), log, out: write, err: write };
  const env = toEnv(source, sourceKey);
  expect(await command.run(["--to", writeTarget(), "Acme"], { ...deps, env }), out[0]).toBe(0);
  expect(attempts).toBeGreaterThan(1);
  blocking.release();
  await blocker.end();
  const texts = await target.sql<{ text: string }>(
    "select body::json ->> 'text' as text from journal where name = 'message_created' and author_kind = 'visitor' order by position",
  );
  expect(texts.map(({ text }) => text)).toEqual(["before", "meanwhile"]);
});

/** Tables that a move copies in its switch. Each has few rows, or rows of the moment. */
const lateTables =
  "account account_head agent agent_question agent_replay api_key " +
  "application_grant application_token article article_comment article_day " +
  "article_search_day article_section article_slug article_source article_text article_version " +
  "article_word blacklist_entry bot bot_channel bot_test bot_token broadcast " +
  "bulk_action bulk_chat call_driver call_timer call_use canned_reply canned_reply_use " +
  "channel channel_address channel_operator channel_secret channel_state chat_timer " +
  "cursor custom_role department department_operator draft earlier_epoch email_proof " +
  "endpoint endpoint_health erasure field macro mail_grant mail_refusal move_import move_problem old_system operator " +
  "operator_status passage_job passkey recovery_code reminder retention_mark routing_turn rule " +
  "rule_dry_run scheduled_message scheduled_report scheduled_report_run scim_resource segment session " +
  "sign_in site_import site_item sla_policy tag trigger_rule used_reply_to view visitor_import " +
  "visitor_import_row waiting_mail webhook webhook_channel webhook_department " +
  "widget_site";

it("[CFG-151] a new table of accounts is copied before the switch, or has few rows", async () => {
  const sql = { query: (text: string) => source.sql(text) as Promise<never> };
  const late = (await readMovedTables(sql)).filter(({ isEarly }) => !isEarly);
  expect(late.map(({ name }) => name)).toEqual(lateTables.split(" "));
});
it("[CFG-151] work that nodes run is among what ends at the source", async () => {
  const sql = { query: (text: string) => source.sql(text) as Promise<never> };
  const run = (await readMovedTables(sql)).filter(({ columns }) => columns.has("node"));
  expect(run.map(({ name }) => name)).toContain("agent_replay");
  expect(run.filter(({ name }) => !dueTables.includes(name))).toEqual([]);
});

it("[CFG-152] gives a new installation its own ids, and prints the map of a balancer", async () => {
  const run = async (parlour: TestParlour, key: Buffer, ...args: string[]): Promise<string[]> => {
    const out: string[] = [];
    const log = createLog({ level: "silent", format: "json" });
    const write = (line: string): void => void out.push(line);
    const deps = { clock: createSystemClock(), log, out: write, err: write };
    expect(
      await runCommand(["cells", ...args], { ...deps, env: toEnv(parlour, key) }),
      out[0],
    ).toBe(0);
    return out;
  };
  await run(target, targetKey, "--number", "2");
  await send("first");
  expect(await move("Acme")).toMatchObject({ code: 0 });
  expect(await run(source, sourceKey, "--haproxy")).toEqual([
    `${channel.publicId} ${new URL(target.url).host}`,
  ]);
  expect(await run(source, sourceKey)).toEqual(["cell 0", `1  Acme  ${target.url}`]);
  expect(await run(target, targetKey)).toEqual(["cell 2", "1  Acme  here"]);
  const created = await target.call(
    "POST",
    "channels",
    { kind: "widget", name: "Site", operators: [source.owner.id] },
    { authorization: `Bearer ${source.owner.key}` },
  );
  expect(created.body.id).toBe(20_000_001);
});
