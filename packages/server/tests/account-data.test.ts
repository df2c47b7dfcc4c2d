import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createSystemClock, createLog } from "@parlour/server";
import {
  createTestDatabase,
  startIntegrator,
  startTestParlour,
  type TestChannel,
  type TestParlour,
  openTestPool,
} from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../src/cli/run.ts";
import { createAccountArchive } from "../src/account-data/archive.ts";
import { visitorDataInventory } from "../src/core/visitor/data-inventory.ts";
import { dataTables } from "../src/store/account-data/tables.ts";
import { interceptDatabase } from "./intercepted-database.ts";
import { unzip } from "./unzip.ts";

let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
let folder: string;
let number: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlour-archive-"));
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  const { call } = parlour.owner;
  await call("POST", "departments", { name: "Sales", operators: [parlour.owner.id] });
  await call("POST", "webhooks", { url: `${integrator.url}/hook` });
  await call("PATCH", "call-settings", { enabled: true });
  const section = (await call("POST", "article-sections", { name: "Care" })).body["id"];
  const text = { language: "en", title: "Oven", body: "Up to 220 °C.", state: "published" };
  await call("POST", "articles", { section_id: section, ...text });
  for (const customer of ["one", "two"]) {
    for (const text of ["hello", "Grüße 🌍", "third"])
      await parlour.sendCustomerMessage(channel, customer, text);
    const { id, visitor } = await parlour.findChat(customer);
    number = visitor.number;
    await call("POST", `chats/${id}/messages`, { kind: "note", text: "a note", client_id: "n" });
    const form = new FormData();
    form.append("file", new Blob([`content of ${customer}`], { type: "text/plain" }), "a.txt");
    const headers = { authorization: `Bearer ${parlour.owner.key}` };
    const upload = (await (
      await fetch(`${parlour.url}/api/v1/uploads`, { method: "POST", headers, body: form })
    ).json()) as { id: number };
    await call("POST", `chats/${id}/messages`, {
      kind: "file",
      upload_id: upload.id,
      client_id: "f",
    });
    await parlour.settle();
    if (customer === "one")
      expect((await call("POST", "calls", { chat_id: id, phone: "+4930111222" })).status).toBe(201);
    if (customer === "one") await call("POST", `chats/${id}/close`);
  }
  await parlour.settle();
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
  rmSync(folder, { recursive: true, force: true });
});

interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const runCli = async (args: string[], env: Record<string, string>): Promise<CliResult> => {
  const [out, err]: [string[], string[]] = [[], []];
  const log = createLog({
    level: "error",
    format: "json",
    out: { write: (line: string) => void err.push(line) },
  });
  const code = await runCommand(args, {
    env,
    clock: createSystemClock(),
    log,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
};
const secretKey = Buffer.alloc(32, 7).toString("base64");

/** Returns the stored files of an installation: text by name. */
function readStoredFiles(dataDir: string): Map<string, string> {
  const entries = readdirSync(join(dataDir, "files"), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  const texts = entries.map(
    (entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")] as const,
  );
  return new Map(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the binary columns that contain a text in the format in which the database prints it.
 * Nearly all of them are sealed secrets and hashes.
 */
async function findByteColumns(text: string): Promise<readonly string[]> {
  const columns = await parlour.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by table_name, column_name`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const values = await parlour.sql<{ hex: string }>(
      `select encode(${column}, 'hex') as hex from ${table} where length(${column}) > 8`,
    );
    if (values.some(({ hex }) => text.includes(hex))) found.push(`${table}.${column}`);
  }
  return found;
}

/** Tables that an export omits, each with the reason. */
const installationTables: Readonly<Record<string, string>> = {
  account_move: "of a move between two installations (CFG-151)",
  moved_row: "of a move between two installations (CFG-151)",
  earlier_epoch: "cursors of the installations from which it was moved (CFG-151)",
  api_key: "a secret",
  application_grant: "access by tokens, which are secrets: the person connects again",
  application_token: "a secret",
  audit: "a chain of the installation it was written in; it has a file of its own (API-072)",
  audit_head: "of that chain",
  bulk_action: "of the moment: work that a node does",
  bulk_chat: "of the moment: its progress",
  rule_dry_run: "of the moment: work that a node does",
  agent_replay: "of the moment: work that a node does, for 90 days",
  agent_replay_result: "of the moment: its results, for 90 days",
  site_import: "of the moment: work that a node does",
  site_item: "of the moment: its progress, for 7 days",
  parallel_run: "the address of an installation",
  parallel_event: "of the moment: events on their way",
  parallel_chat: "of the moment: the comparison of a trial, for 30 days",
  move_import: "has tokens of another system; a new import connects again",
  move_problem: "of the moment: the report of an import",
  move_file: "of the moment: uploads of an import, for 30 days",
  move_record: "of an import, which another installation does not continue",
  visitor_import: "of the moment: work that a node does",
  visitor_import_row: "of the moment: its progress, for 7 days",
  company: "written by triggers for each imported visitor",
  company_visitor: "written by triggers for each imported visitor",
  bot_test: "of the moment: the latest test of a connection",
  bot_token: "a secret, fetched anew",
  call_driver: "a secret",
  channel_state: "of the moment: how far a service was read",
  channel_secret: "a secret: each channel gets a new address",
  chat_text: "written by triggers for each imported chat",
  delivery_content:
    "requests and answers of the delivery log, for 30 days; nothing is sent again from them",
  email_proof: "of a day: the visitor enters a new code",
  endpoint_health: "of the moment",
  idempotency: "of a day; answers hold secrets",
  lane: "of deliveries under way: what waited is given up",
  mail_grant: "tokens, which are secrets: somebody signs in to the mailbox again",
  mail_sign_in: "of 15 minutes",
  message_translation: "made again when an operator reads the chat",
  model_request: "of the moment: what runs on a node",
  passage: "made again with the model from the articles and quick replies",
  passage_job: "of the moment: work that a node does",
  passage_source: "says which passages are made",
  passkey: "of one host name; people sign in after a reset",
  push_subscription: "of one installation's keys",
  recovery_code: "a secret",
  routing_turn: "of the moment",
  scim_resource: "of the identity provider of one installation: it finds the operators again",
  search_block: "made of the journal",
  search_visitor: "made of visitors and chats",
  self_test: "of devices",
  session: "a secret",
  sign_in: "of the installation",
  taken_id: "made of chats and visitors",
  waiting_mail: "of the moment: which email an operator got last",
  widget_site: "of the moment: the next page writes it again",
};

const forwardingPath = "imports/parallel/forwarding";

describe("the data of an account", () => {
  it("[CLI-001] [API-041] [ART-043] [CFG-106] [MV-089] goes out as a zip without secrets and into an empty installation: the same counts, the same chats, the same files", async () => {
    await parlour.sql("update operator set totp_secret = sha256('sealed')");
    await parlour.sql(
      `insert into widget_token (hash, account_id, channel_id, customer, created_at, last_seen_at)
       select sha256('kept'), account_id, id, 'one', now(), now() from channel`,
    );
    const answersUrl = await startForwarding();
    const file = join(folder, "account.zip");
    const out = await runCli(["export", "--data", "--out", file], {
      DATABASE_URL: parlour.databaseUrl,
      DATA_DIR: parlour.dataDir,
      SECRET_KEY: secretKey,
    });
    expect(out, out.err).toMatchObject({ code: 0 });
    const texts = [...(await unzip(readFileSync(file))).values()].join("\n");
    expect(texts).toContain(parlour.owner.email);
    for (const secret of [
      channel.secret,
      channel.randomString,
      "$argon2",
      "password_hash",
      parlour.owner.key,
      "secret_hint",
      "token_short",
      answersUrl.split("/").at(-2) ?? "?",
    ])
      expect(texts.includes(secret), secret).toBe(false);
    expect(await findByteColumns(texts)).toEqual(["widget_token.hash"]);

    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-other-"));
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey };
    // One of two concurrent imports fails, because the other is still running or has already
    // created the account. A later second import fails too.
    const parallelImports = await Promise.all([
      runCli(["import", "--json", file], env),
      runCli(["import", "--json", file], env),
    ]);
    const [put, again] = parallelImports.toSorted((a, b) => a.code - b.code) as [
      CliResult,
      CliResult,
    ];
    expect(put, put.err).toMatchObject({ code: 0 });
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringMatching(/already has accounts|another Parlour/) as string,
    ]);
    const summary = JSON.parse(put.out) as {
      tables: { name: string; rows: number }[];
      files: unknown;
      channels: { publicId: string }[];
    };
    expect(summary.channels.map((one) => one.publicId)).toEqual([channel.publicId]);
    expect(summary.files).toMatchObject({ count: 2, missing: 0 });

    const rowsOf = async (url: string): Promise<readonly (readonly [string, number])[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const counts: [string, number][] = [];
      for (const { name } of dataTables) {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from ${name}`,
        );
        counts.push([name, rows[0]?.n ?? 0]);
      }
      await client.end();
      return counts.filter(([name]) => name !== "cursor");
    };
    expect(await rowsOf(database.url)).toEqual(await rowsOf(parlour.databaseUrl));

    const other = await startTestParlour({
      databaseUrl: database.url,
      secretKey: Buffer.alloc(32, 7),
      env: { DATA_DIR: dataDir, EGRESS_ALLOW: "127.0.0.1" },
    });
    try {
      expect(summary.tables.map((table) => table.name)).toEqual(
        dataTables.map((table) => table.name),
      );
      await other.settle();
      const list = async (from: TestParlour) =>
        (await from.owner.call("GET", "chats?sort=created")).body.items as { id: number }[];
      const chats = await list(parlour);
      // Another test may have added a chat.
      expect(chats.length).toBeGreaterThanOrEqual(2);
      // Everything except the URL of the installation is equal.
      const same = async (path: string): Promise<void> => {
        const readWithoutOrigin = async (from: TestParlour) =>
          (await from.owner.call("GET", path)).text
            .replaceAll(from.url, "")
            .replaceAll(`http://localhost:${from.port}/help/`, "/help/");
        expect(await readWithoutOrigin(other), path).toBe(await readWithoutOrigin(parlour));
      };
      await same("chats?sort=created");
      await same("visitors");
      for (const { id } of chats) {
        await same(`chats/${id}`);
        await same(`chats/${id}/messages?limit=200`);
      }
      await same("articles");
      const [article] = (await other.owner.call("GET", "articles")).body.items as { id: number }[];
      await same(`articles/${article?.id ?? 0}`);
      await same(`articles/${article?.id ?? 0}/versions`);
      const found = await fetch(`${other.url}/help/search?language=en&q=ovens`, {
        headers: { accept: "application/json" },
      });
      expect(await found.json()).toMatchObject({ results: [{ path: "/help/en/oven" }] });
      expect(readStoredFiles(dataDir)).toEqual(readStoredFiles(parlour.dataDir));
      expect([...readStoredFiles(dataDir).values()].toSorted()).toEqual([
        "content of one",
        "content of two",
      ]);
      // The search index was rebuilt, and new records get new ids.
      await other.clock.advance(5_000);
      await other.settle();
      expect((await other.owner.call("GET", "search?q=third")).body.items).toHaveLength(2);
      const ids = new Set(chats.map((chat) => chat.id));
      await other.sql("update account set name = name");
      expect((await other.owner.call("GET", "audit/verify")).body).toMatchObject({ intact: true });
      expect((await other.owner.call("GET", "channels")).body.items[0]).toMatchObject({
        public_id: channel.publicId,
        name: channel.entity.name,
      });
      const [answer] = (await other.owner.call("GET", "channels")).body.items as {
        inbound_url: string;
      }[];
      const posted = await fetch(
        (answer?.inbound_url ?? "").replace(/^https?:\/\/[^/]+/, other.url),
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            sender: { id: "three" },
            message: { type: "text", text: "new here", id: "m1" },
          }),
        },
      );
      expect(posted.status, await posted.text()).toBe(200);
      await other.settle();
      await expectForwarding(other, answersUrl);
      const fresh = await list(other);
      expect(fresh).toHaveLength(chats.length + 1);
      expect(ids.has(fresh[0]?.id ?? 0)).toBe(false);
    } finally {
      await other.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  /** Starts to forward to the integrator. Returns the address for answers. */
  async function startForwarding(): Promise<string> {
    const url = `${integrator.url}/old`;
    const started = await parlour.owner.call("PUT", forwardingPath, {
      channel_id: channel.id,
      url,
    });
    expect(started.status, started.text).toBe(200);
    return started.body.answers_url as string;
  }
  /** The new installation forwards, and has a new address for answers. */
  async function expectForwarding(other: TestParlour, oldAnswersUrl: string): Promise<void> {
    const { forwarding } = (await other.owner.call("GET", forwardingPath)).body;
    expect(forwarding).toMatchObject({ channel_id: channel.id, url: `${integrator.url}/old` });
    const forwarded = integrator.messages().filter(({ path }) => path === "/old");
    expect(forwarded.map(({ body }) => JSON.parse(body).message.text)).toEqual(["new here"]);
    const post = async (to: string): Promise<number> =>
      (
        await fetch(to.replace(/^https?:\/\/[^/]+/, other.url), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"recipient":{"id":"three"},"message":{"type":"text","id":"1","text":"Hi"}}',
        })
      ).status;
    expect(await post(forwarding.answers_url)).toBe(200);
    expect(await post(oldAnswersUrl)).toBe(404);
    await parlour.owner.call("DELETE", forwardingPath);
  }

  it("[CLI-001] an account that is in use goes out as it was in one moment: no number is behind another, and who refers to somebody finds him", async () => {
    const pool = openTestPool(parlour.databaseUrl, { max: 3 });
    const meanwhile = async (): Promise<void> => {
      await parlour.sendCustomerMessage(channel, "two", "said meanwhile");
      await parlour.sendCustomerMessage(channel, "meanwhile", "new meanwhile");
      await parlour.settle();
    };
    const db = interceptDatabase(pool, (text) => text.includes("from visit t"), meanwhile);
    const archive = await createAccountArchive(
      { db, folder, getStorage: () => null, now: () => 0, version: "0" },
      1,
    );
    const file = join(folder, "busy.zip");
    writeFileSync(file, await buffer(archive ?? Readable.from([])));
    await pool.end();
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-busy-"));
    const put = await runCli(["import", file], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
    });
    expect(put, put.err).toMatchObject({ code: 0 });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const rows = async (text: string) => (await client.query(text)).rows as object[];
    try {
      expect(
        (await parlour.owner.call("GET", "chats")).body.items,
        "written meanwhile",
      ).toHaveLength(3);
      expect(await rows("select count(*) - max(j.position) as holes from journal j")).toEqual([
        { holes: "0" },
      ]);
      expect(
        await rows(
          "select j.chat_id from journal j where j.seq is not null group by j.chat_id having count(*) <> max(j.seq)",
        ),
      ).toEqual([]);
      for (const table of ["chat", "visit", "record"])
        expect(
          await rows(
            `select t.id from ${table} t where not exists (select from visitor v where v.id = t.visitor_id)`,
          ),
          table,
        ).toEqual([]);
      expect(
        await rows(
          "select j.chat_id from journal j where j.chat_id is not null and not exists (select from chat c where c.id = j.chat_id)",
        ),
      ).toEqual([]);
      expect(
        await rows(
          "select reader from cursor where position > (select max(j.position) from journal j)",
        ),
      ).toEqual([]);
    } finally {
      await client.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("[CLI-001] every table of an account goes along, or stays for a reason", async () => {
    const tables = await parlour.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
    );
    const tableNames = new Set(dataTables.map((table) => table.name));
    expect(tables.map(({ name }) => name).filter((name) => !tableNames.has(name))).toEqual(
      Object.keys(installationTables).toSorted(),
    );
  });

  it("[CORE-348] an import numbers the chats of an export without numbers by time, and later chats follow", async () => {
    const numbers = await parlour.sql<{ id: number; number: number }>(
      "select id::int, number from chat order by created_at, id",
    );
    const file = join(folder, "unnumbered.zip");
    try {
      // An export of a version without numbers has neither. This one keeps one of them.
      await parlour.sql("update account_head set chats = null");
      await parlour.sql(`update chat set number = case when id = ${numbers[1]?.id} then 7 end`);
      const env = { DATA_DIR: parlour.dataDir, SECRET_KEY: secretKey };
      const exported = await runCli(["export", "--data", "--out", file], {
        ...env,
        DATABASE_URL: parlour.databaseUrl,
      });
      expect(exported, exported.err).toMatchObject({ code: 0 });
    } finally {
      await parlour.sql(
        `update chat c set number = q.number from json_to_recordset('${JSON.stringify(numbers)}') q(id bigint, number bigint) where c.id = q.id`,
      );
      await parlour.sql(`update account_head set chats = ${numbers.length}`);
    }
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-numbers-"));
    const imported = await runCli(["import", file], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
    });
    expect(imported, imported.err).toMatchObject({ code: 0 });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const read = async (text: string) => (await client.query<{ number: string }>(text)).rows;
    const others = numbers.flatMap(({ id }, n) => (n === 1 ? [] : [id]));
    expect(
      (await read("select id::int, number::int from chat order by number")).slice(0, 3),
    ).toEqual([
      { id: numbers[1]?.id, number: 7 },
      ...others.map((id, n) => ({ id, number: 8 + n })).slice(0, 2),
    ]);
    expect(await read("select chats::int as number from account_head")).toEqual([
      { number: 7 + others.length },
    ]);
    await client.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("[CLI-001] [CFG-106] a file that was changed or cut imports nothing", async () => {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), "parlour-cut-"));
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey };
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const whole = Buffer.from(
      await (
        await fetch(`${parlour.url}/api/v1/account/export`, {
          headers: { authorization: `Bearer ${parlour.owner.key}` },
        })
      ).arrayBuffer(),
    );
    const changed = (change: (bytes: Buffer) => Buffer): string => {
      const path = join(folder, "changed.zip");
      writeFileSync(path, change(Buffer.from(whole)));
      return path;
    };
    const refuses = async (path: string, why: string): Promise<void> => {
      const { code, err } = await runCli(["import", path], env);
      expect([code, err]).toEqual([1, expect.stringContaining(why) as string]);
      expect((await client.query("select from account")).rowCount).toBe(0);
    };
    try {
      await refuses(join(folder, "none.zip"), "none.zip");
      await refuses(
        changed((bytes) => bytes.subarray(0, bytes.length - 40)),
        "changed.zip",
      );
      const content = whole.indexOf("content of one");
      expect(content).toBeGreaterThan(0);
      await refuses(
        changed((bytes) => bytes.fill("C", content, content + 1)),
        "changed",
      );
      // Changes a name in the table of contents at the end of the archive, so that the entry is not
      // found.
      const [token = ""] = readStoredFiles(parlour.dataDir).keys();
      const listed = whole.lastIndexOf(`files/${token}`);
      await refuses(
        changed((bytes) => bytes.fill("?", listed + 6, listed + 7)),
        "missing",
      );
      const journal = whole.indexOf("journal.jsonl") + 200;
      await refuses(
        changed((bytes) => bytes.fill((bytes[journal] ?? 0) ^ 1, journal, journal + 1)),
        "changed.zip",
      );
      expect((await runCli(["import"], {})).code).toBe(2);
      expect((await runCli(["export", "--data"], {})).code).toBe(2);
    } finally {
      await client.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("[API-030] [CORE-116] [API-270] everything of one visitor is one zip, files too, for owners and administrators, and in the audit log", async () => {
    const [one] = await parlour.sql<{ account: number; visitor: number; chat: number }>(
      `select v.account_id::int as account, v.id::float8 as visitor, c.id::float8 as chat from visitor v join chat c on c.visitor_id = v.id where v.number = $1`,
      [number],
    );
    await parlour.sql(
      `insert into record (account_id, id, kind, visitor_id, chat_id, state, created_at, body)
       values ($1, 901, 'call', $2, null, 'end', now(), '{"id":901,"phone":"+49301"}'), ($1, 902, 'offline_message', $2, null, 'new', now(), '{"id":902,"text":"call me"}')`,
      [one?.account, one?.visitor],
    );
    expect(
      (
        await parlour.owner.call("POST", "blacklist", {
          kind: "visitor",
          value: String(number),
          reason: "shouted",
        })
      ).status,
    ).toBe(201);
    const get = () =>
      fetch(`${parlour.url}/api/v1/visitors/${number}/export`, {
        headers: { authorization: `Bearer ${parlour.owner.key}` },
      });
    const answer = await get();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
    const whole = JSON.parse(entries.get("visitor.json") ?? "") as Record<string, unknown> & {
      chats: { messages: { text: string; seq: number }[] }[];
    };
    const parts = Object.entries(visitorDataInventory).flatMap(([part, fields]) =>
      fields === "own" && !["files", "messages"].includes(part) ? [part] : [],
    );
    expect(Object.keys(whole).toSorted()).toEqual(parts.toSorted());
    expect(whole).toMatchObject({
      visitor: { number },
      visits: [],
      calls: [{ id: 901, phone: "+49301" }],
      offline_messages: [{ id: 902, text: "call me" }],
      blacklist: [
        {
          kind: "visitor",
          value: expect.stringContaining(String(number)) as string,
          reason: "shouted",
        },
      ],
    });
    expect(whole.chats).toHaveLength(1);
    const summary = whole.chats[0]?.messages ?? [];
    expect(summary.map((message) => message.text)).toEqual(
      expect.arrayContaining(["hello", "Grüße 🌍", "third", "a note"]),
    );
    expect(summary.map((message) => message.seq)).toEqual(summary.map((_, n) => n + 1));
    const [file] = JSON.parse(entries.get("files.json") ?? "") as { path: string }[];
    expect(file).toMatchObject({
      name: "a.txt",
      type: expect.stringContaining("text/plain") as string,
      chat_id: one?.chat,
    });
    expect(entries.get(file?.path ?? "")).toBe("content of two");
    expect((await parlour.owner.call("GET", "audit?limit=1")).body.items[0]).toMatchObject({
      action: "visitor.export",
      target: `visitor ${number}`,
    });
    const operator = await parlour.operator("operator");
    expect((await operator.call("GET", `visitors/${number}/export`)).status).toBe(403);
    expect((await operator.call("GET", "account/export")).status).toBe(403);

    // A file that cannot be read truncates its own response and affects nothing else.
    const [stored] = await parlour.sql<{ token: string }>(
      "select token from file where chat_id = $1",
      [one?.chat],
    );
    const path = join(
      parlour.dataDir,
      "files",
      stored?.token.slice(0, 2) ?? "",
      stored?.token ?? "",
    );
    renameSync(path, `${path}.kept`);
    mkdirSync(path);
    for (const truncatedResponse of [
      await get(),
      await fetch(`${parlour.url}/api/v1/account/export`, {
        headers: { authorization: `Bearer ${parlour.owner.key}` },
      }),
    ])
      await expect(truncatedResponse.arrayBuffer()).rejects.toThrow();
    rmdirSync(path);
    renameSync(`${path}.kept`, path);
    expect((await parlour.owner.call("GET", "me")).status).toBe(200);
  });

  it("[API-041] over the API too, as it is made", async () => {
    const response = await fetch(`${parlour.url}/api/v1/account/export`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.includes("manifest.json")).toBe(true);
    expect((await parlour.owner.call("GET", "audit?limit=1")).body.items[0]).toMatchObject({
      action: "account.export",
    });
  });
});
