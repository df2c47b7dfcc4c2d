import { createHash } from "node:crypto";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry, AuditVerification } from "@parlour/protocol/api";
import { useRole } from "../src/store/database/roles/names.ts";

/**
 * Tables that the audit log does not watch, each with its reason. Every new table is listed here or
 * watched.
 */
const unwatchedTables: Readonly<Record<string, string>> = {
  backup_run: "each backup, with its result; the audit log has who asked for one",
  ...Object.fromEntries(
    [
      "visitor",
      "visit",
      "chat",
      "chat_activity",
      "chat_fact",
      "sla_fact",
      "promise_fact",
      "crossed_reply",
      "chat_tag",
      "chat_timer",
      "channel_message",
      "channel_state",
      "participant",
      "record",
      "call_timer",
      "call_use",
      "journal",
    ].map((name) => [name, "what is said and done in chats: the journal has it, with who did it"]),
  ),
  ...Object.fromEntries(
    ["delivery", "waiting_mail", "delivery_content", "attempt", "lane", "endpoint_health"].map(
      (name) => [name, "the delivery log of what is sent, a log of its own"],
    ),
  ),
  ...Object.fromEntries(
    [
      "search_block",
      "search_visitor",
      "chat_text",
      "passage",
      "passage_job",
      "passage_source",
      "scim_resource",
      "mention",
      "cursor",
      "routing_turn",
      "idempotency",
      "bot_token",
      "bot_test",
      "node",
      "kysely_migration",
      "migration_cursor",
      "schema_function",
      "widget_file",
      "taken_answer",
      "failed_try",
      "account_move",
      "moved_row",
      "earlier_epoch",
    ].map((name) => [name, "what the server works out or keeps for itself"]),
  ),
  ...Object.fromEntries(
    ["read_mark", "draft", "canned_reply_use", "self_test"].map((name) => [
      name,
      "an operator's own marks, nobody's setting",
    ]),
  ),
  ...Object.fromEntries(
    ["user_token", "widget_token", "widget_site", "email_proof"].map((name) => [
      name,
      "what a visitor's page or browser said; it opens no operator's door",
    ]),
  ),
  ...Object.fromEntries(
    ["bulk_action", "bulk_chat", "rule_run", "rule_dry_run"].map((name) => [
      name,
      "the progress of actions on chats: the journal has each, with its cause",
    ]),
  ),
  ...Object.fromEntries(
    ["model_use", "model_request"].map((name) => [
      name,
      "use of the language model; the delivery log has each request",
    ]),
  ),
  article_gap: "what operators noted about messages; each row names its operator",
  message_translation: "a copy of a message in another language, made while an operator reads",
  agent_question: "its routes write entries",
  agent_replay: "its start and end by people write entries",
  agent_replay_result: "the answers of a replay; each mark names its operator",
  agent_turn: "what an agent did with messages; the journal has its answers",
  scheduled_message: "each names its author, and the chat has what was sent",
  scheduled_report_run: "the runs of a scheduled report; the delivery log has their emails",
  reminder: "the list of an operator; each names its creator",
  ignored_email: "an email that a channel received; starting a chat from it is in the chat",
  mail_refusal: "written by the owner of an address; the route of operators writes entries",
  ...Object.fromEntries(
    [
      "article",
      "article_text",
      "article_version",
      "article_slug",
      "article_word",
      "article_source",
    ].map((name) => [
      name,
      "its routes write entries, and each text has a history of its versions",
    ]),
  ),
  ...Object.fromEntries(
    ["article_day", "article_comment", "article_search_day"].map((name) => [
      name,
      "what readers of the help centre did",
    ]),
  ),
  broadcast: "its routes write entries; what it sends is in the journal, with its cause",
  broadcast_recipient: "the progress of a broadcast",
  site_import: "its routes write entries for articles and for its end; its start changes nothing",
  site_item: "the progress of an import",
  move_import:
    "its routes write entries for each change of its state; its plan and progress do not",
  move_problem: "the progress of an import",
  move_file: "an upload; the entry of its import names the files",
  parallel_run: "its start and end write entries; it counts the events of the old system",
  parallel_event: "events of the old system on their way",
  parallel_chat: "what the old system said about chats",
  move_record: "the progress of an import; the journal has each chat and visitor",
  visitor_import: "its start and end write entries; the journal has each visitor",
  visitor_import_row: "the progress of an import",
  company: "follows from the visitors, which the journal has",
  company_visitor: "follows from the visitors, which the journal has",
  session: "a sign-in, its end and its proof write entries; each request moves its time",
  application: "a program that registered itself; it belongs to no account and opens nothing",
  application_grant: "its routes write entries for connecting and disconnecting",
  mail_sign_in: "of 15 minutes; a channel gets its grant by a change that is watched",
  mail_grant: "tokens of a mailbox; the channel that names them is watched",
  application_token: "follows from a grant; its exchange is no change of access",
  sign_in: "a log itself, beside the entry of the sign-in",
  push_subscription:
    "a device of one's own; the address of a browser opens it. Its routes write entries",
  file: "what chats show; the journal has the message",
  audit: "the log itself",
  audit_head: "the log itself",
  account_head: "raised by every new visitor",
  person_link: "its routes write entries that name both visitors",
  used_reply_to: "a choice in the composer, which shows it at every answer",
  erasure: "the order writes an entry; what it counts is its own proof",
  retention_mark: "how far removal by age has come; its setting is watched in `instance`",
  taken_id: "ids that came with an import, which writes an entry",
};

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const readAuditLog = async (query = ""): Promise<readonly AuditEntry[]> =>
  (await parlour.owner.call("GET", `audit${query}`)).body.items as AuditEntry[];
const readLatestEntry = async (): Promise<AuditEntry> =>
  (await readAuditLog("?limit=1"))[0] as AuditEntry;

describe("audit log", () => {
  it("[API-072] [API-006] a change stands in it with who, when, where from, what was and what became", async () => {
    const answer = await parlour.owner.call("PATCH", "account", { name: "Acme & Sons" });
    expect(await readLatestEntry()).toMatchObject({
      at: new Date(parlour.clock.now()).toISOString(),
      actor: { kind: "key", name: expect.any(String) as string },
      action: "account.change",
      address: "127.0.0.1",
      request_id: answer.headers.get("x-request-id"),
      result: "ok",
      changes: [
        {
          object: "account",
          before: { name: expect.any(String) as string },
          after: { name: "Acme & Sons" },
        },
      ],
    });
    await parlour.owner.call("PATCH", "routing", { offer_s: 45 });
    expect((await readLatestEntry()).changes).toEqual([
      {
        object: "account",
        id: expect.any(String) as string,
        name: "Acme & Sons",
        before: null,
        after: { "settings.routing.offerMs": 45_000 },
      },
    ]);
    await parlour.owner.call("PATCH", "routing", { offer_s: 50 });
    expect((await readLatestEntry()).changes[0]).toMatchObject({
      before: { "settings.routing.offerMs": 45_000 },
      after: { "settings.routing.offerMs": 50_000 },
    });
  });

  it("[API-072] [CORE-125] [API-351] secrets show that they changed, never what they are", async () => {
    const channel = await parlour.channel("http://127.0.0.1:9999/x");
    const rotated = await parlour.owner.call("POST", `channels/${channel.id}/rotate`, {
      what: "secret",
    });
    expect(rotated.status).toBe(200);
    const entry = await readLatestEntry();
    expect(entry).toMatchObject({ action: "channel.rotate_secret" });
    expect(entry.changes[0]).toMatchObject({
      object: "endpoint",
      before: { secret: "•••" },
      after: { secret: "•••" },
    });
    await parlour.owner.call("POST", "operators", {
      name: "Eve",
      email: "eve@x.test",
      role: "operator",
      password: "violet tractor umbrella",
    });
    expect((await readLatestEntry()).changes[0]?.after).toMatchObject({
      email: "eve@x.test",
      password_hash: "•••",
    });
    await parlour.owner.call("POST", "blacklist", { email: "words-of-a-visitor@x.test" });
    const rows = await parlour.sql<{ text: string }>("select a::text as text from audit a");
    const all = rows.map((row) => row.text).join("\n");
    for (const secret of [
      channel.secret,
      channel.randomString,
      "$argon2",
      "words-of-a-visitor",
      "violet tractor",
    ])
      expect(all.includes(secret), secret).toBe(false);
  });

  it("[API-072] a refused change leaves no entry, a refused sign-in does", async () => {
    const { n } = await readLatestEntry();
    await parlour.owner.call("POST", "tags", { name: "VIP" });
    expect((await parlour.owner.call("POST", "tags", { name: "vip" })).status).toBe(409);
    expect((await readLatestEntry()).n).toBe(n + 1);
    const from = { origin: parlour.url };
    await parlour.call(
      "POST",
      "sessions",
      { email: parlour.owner.email, password: "not the password" },
      from,
    );
    expect(await readLatestEntry()).toMatchObject({
      action: "session.create",
      result: "refused",
      actor: { kind: "anonymous" },
    });
    await parlour.call(
      "POST",
      "sessions",
      { email: "nobody@x.test", password: "not the password" },
      from,
    );
    expect((await readLatestEntry()).n).toBe(n + 2);
    const [unknown] = (await parlour.owner.call("GET", "audit?scope=installation")).body
      .items as AuditEntry[];
    expect(unknown).toMatchObject({ action: "session.create", result: "refused" });
  });

  it("[API-072] [API-350] what the server does by itself, or somebody past the API, stands in it too", async () => {
    await parlour.owner.call("POST", "tags", { name: "Guest" });
    await parlour.sql("update tag set name = 'Guests' where name = 'Guest'");
    expect(await readLatestEntry()).toMatchObject({
      actor: { kind: "system" },
      action: "tag.change",
      changes: [{ object: "tag", before: { name: "Guest" }, after: { name: "Guests" } }],
    });
  });

  it("[API-072] [CFG-034] lists of things are compared one by one, their secrets masked", async () => {
    const set = (secret: string): Promise<unknown> =>
      parlour.sql("update instance set oidc = $1", [
        JSON.stringify([
          { id: "a", name: "Sign-on", secret, domains: ["x.test"] },
          { id: "b", name: "Other", secret: null },
        ]),
      ]);
    const changes = async (): Promise<AuditEntry["changes"]> =>
      (
        (await parlour.owner.call("GET", "audit?scope=installation&limit=1")).body
          .items as AuditEntry[]
      )[0]?.changes ?? [];
    await set("c2VjcmV0");
    expect(await changes()).toMatchObject([
      {
        object: "instance",
        before: { oidc: [] },
        after: {
          "oidc.a.name": "Sign-on",
          "oidc.a.secret": "•••",
          "oidc.a.domains": ["x.test"],
          "oidc.b.name": "Other",
        },
      },
    ]);
    await set("b3RoZXI=");
    expect(await changes()).toMatchObject([
      { before: { "oidc.a.secret": "•••" }, after: { "oidc.a.secret": "•••" } },
    ]);
    await parlour.sql("update instance set oidc = '[]'");
  });

  it("[API-072] every table is watched or has its reason, and of a watched one every column", async () => {
    const tables = await parlour.sql<{ name: string; watched: boolean }>(
      `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_note')
         and exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_rest') as watched
       from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    );
    expect(
      tables.flatMap(({ name, watched }) => (watched || name in unwatchedTables ? [] : [name])),
      "neither watched nor excused",
    ).toEqual([]);
    expect(
      tables.flatMap(({ name, watched }) => (watched && name in unwatchedTables ? [name] : [])),
      "both",
    ).toEqual([]);
    expect(
      Object.keys(unwatchedTables).filter((name) => !tables.some((table) => table.name === name)),
      "not there",
    ).toEqual([]);
    // If a trigger watches only named columns, every new column must be listed or excluded by name.
    const forgotten = await parlour.sql<{ column: string }>(
      `select c.relname || '.' || a.attname as column from pg_trigger t join pg_class c on c.oid = t.tgrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where t.tgname = 'audit_note' and cardinality(t.tgattr::int2[]) > 0 and a.attnum <> all (t.tgattr::int2[])
         and a.attname <> all ('{account_id,id,version,created_at,updated_at}')
         and a.attname <> all (string_to_array(split_part(encode(t.tgargs, 'escape'), '\\000', 1), ','))`,
    );
    expect(forgotten).toEqual([]);
  });

  it("[API-072] [API-004] the list is narrowed by time, deed, person and words, and pages do not repeat", async () => {
    const refused = (await readAuditLog("?result=refused")).length;
    const { id } = (await parlour.owner.call("POST", "departments", { name: "Nights" })).body as {
      id: number;
    };
    for (const name of ["Days", "Weekends", "Holidays"])
      await parlour.owner.call("PATCH", `departments/${id}`, { name });
    await parlour.call(
      "POST",
      "sessions",
      { email: parlour.owner.email, password: "not the password" },
      { origin: parlour.url },
    );
    const all = await readAuditLog("?limit=200");
    const paged: AuditEntry[] = [];
    for (let cursor = ""; ;) {
      const { body } = await parlour.owner.call("GET", `audit?limit=3${cursor}`);
      paged.push(...(body.items as AuditEntry[]));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(paged.map((entry) => entry.n)).toEqual(all.map((entry) => entry.n));
    expect(all.map((entry) => entry.n)).toEqual(all.map((_, i) => (all[0]?.n ?? 0) - i));
    expect(
      (await readAuditLog("?action=department")).map((entry) => entry.changes[0]?.after?.["name"]),
    ).toEqual(["Holidays", "Weekends", "Days", "Nights"]);
    expect(await readAuditLog("?action=depart")).toEqual([]);
    expect((await readAuditLog("?q=Holidays")).length).toBe(1);
    await parlour.owner.call("PATCH", `departments/${id}`, { name: 'Late "B" \\ 24%' });
    for (const q of ['"B"', '"b" \\ 24%', "\\"])
      expect(
        (await readAuditLog(`?q=${encodeURIComponent(q)}`))[0]?.changes[0]?.after?.["name"],
      ).toBe('Late "B" \\ 24%');
    expect(await readAuditLog(`?q=${encodeURIComponent("B_ %")}`)).toEqual([]);
    expect((await readAuditLog(`?operator=${parlour.owner.id}`)).length).toBeGreaterThan(3);
    expect((await readAuditLog("?result=refused")).length).toBe(refused + 1);
    // Entries that the database wrote itself contain the time of the machine.
    const later = await readAuditLog(`?since=${new Date(parlour.clock.now() + 1).toISOString()}`);
    expect(later.filter((entry) => entry.actor.kind !== "system")).toEqual([]);
    expect((await parlour.owner.call("GET", "audit?since=yesterday")).body.error).toMatchObject({
      field: "since",
    });
    const { body } = await parlour.owner.call("GET", "audit/actions");
    expect(body.items).toContain("department.change");
  });

  it("[API-072] [CORE-001] owners and administrators read it, of their own account", async () => {
    const admin = await parlour.operator("admin");
    expect((await admin.call("GET", "audit")).status).toBe(200);
    expect((await admin.call("GET", "audit?scope=installation")).status).toBe(403);
    for (const role of ["developer", "operator", "viewer"] as const) {
      const other = await parlour.operator(role);
      for (const path of ["audit", "audit/verify", "audit/export", "audit/actions"])
        expect((await other.call("GET", path)).status, `${role} ${path}`).toBe(403);
    }
  });

  it("[API-072] [API-353] as a file: CSV that begins no formula, and JSON Lines; that it was taken stands in it", async () => {
    await parlour.owner.call("PATCH", "account", { name: "=1+1" });
    const csv = await parlour.owner.call("GET", "audit/export?action=account");
    expect(csv.headers.get("content-disposition")).toContain("parlour-audit-");
    const lines = csv.text.trim().split("\r\n");
    expect(lines[0]).toContain("before,after,previous,hash");
    expect(lines.length).toBe((await readAuditLog("?action=account&limit=200")).length + 1);
    expect(lines.flatMap((line) => line.split(",")).some((cell) => /^["]?[=+@]/.test(cell))).toBe(
      false,
    );
    expect(await readLatestEntry()).toMatchObject({ action: "audit.export" });
    const jsonl = await parlour.owner.call("GET", "audit/export?format=jsonl");
    const first = JSON.parse(jsonl.text.split("\n")[0] ?? "") as AuditEntry;
    expect(first.action).toBe("audit.export");
  });
});

describe("chain", () => {
  const verdict = async () =>
    (await parlour.owner.call("GET", "audit/verify")).body as AuditVerification;
  let deeds = 0;
  /** Adds entries to the end of the chain, regardless of earlier ones. */
  beforeEach(async () => {
    for (let n = 0; n < 6; n++)
      await parlour.owner.call("POST", "tags", { name: `Deed ${++deeds}` });
  });

  it("[API-072] [API-352] every hash is SHA-256 of the one before and the entry, worked out by anybody", async () => {
    const rows = await parlour.sql<
      Record<string, never> & { changes: string; hash: Buffer; previous: Buffer | null }
    >(
      `select n::float8 as n, (extract(epoch from at) * 1000)::float8 as at, account_id::float8 as account, actor_kind, actor_id::float8 as actor, action, target,
         address, request_id, result, changes, previous, hash from audit where account_id is not null order by n`,
    );
    // Retention may have removed the entries before the first one.
    let before = rows[0]?.previous ?? Buffer.alloc(0);
    for (const row of rows) {
      const {
        n,
        at,
        account,
        actor_kind,
        actor,
        action,
        target,
        address,
        request_id,
        result,
        changes,
      } = row;
      const parts = [
        n,
        at,
        account,
        actor_kind,
        actor,
        action,
        target,
        address,
        request_id,
        result,
        changes,
      ];
      const text = `[${parts.map((part) => JSON.stringify(part)).join(", ")}]`;
      const hash = createHash("sha256").update(before).update(text).digest();
      expect(row.hash.toString("hex"), text).toBe(hash.toString("hex"));
      before = hash;
    }
    const [first, last] = [rows[0]?.["n"], rows.at(-1)?.["n"]];
    expect(await verdict()).toMatchObject({
      intact: true,
      count: rows.length,
      first,
      last,
      broken_at: null,
    });
  });

  it("[API-072] the server's own role can add entries, not change or remove them", async () => {
    const client = new pg.Client({ connectionString: parlour.databaseUrl });
    await client.connect();
    try {
      await client.query(useRole("writer", "session"));
      for (const text of [
        "update audit set action = 'x'",
        "delete from audit",
        "truncate audit",
        "update audit_head set n = 0",
        "delete from audit_head",
      ])
        await expect(client.query(text), text).rejects.toThrow(/permission denied/);
    } finally {
      await client.end();
    }
  });

  it("[API-072] [API-352] an entry that was changed, taken out or cut off at the end is found, with its number", async () => {
    const last = (await readLatestEntry()).n;
    const tamper = async (change: string, back: string): Promise<unknown> => {
      await parlour.sql(change);
      const { intact, broken_at } = await verdict();
      await parlour.sql(back);
      return { intact, broken_at };
    };
    await parlour.sql("create table kept as select * from audit");
    const put =
      "insert into audit overriding system value select * from kept k where not exists (select from audit a where a.id = k.id)";
    const restore = `alter table audit disable trigger audit_seal; ${put}; alter table audit enable trigger audit_seal`;
    expect(
      await tamper(
        `update audit set target = 'nothing' where n = ${last - 4} and account_id is not null`,
        "update audit a set target = k.target from kept k where k.id = a.id",
      ),
    ).toEqual({
      intact: false,
      broken_at: last - 4,
    });
    expect(
      await tamper(`delete from audit where n = ${last - 2} and account_id is not null`, restore),
    ).toEqual({
      intact: false,
      broken_at: last - 1,
    });
    expect(
      await tamper(`delete from audit where n = ${last} and account_id is not null`, restore),
    ).toEqual({
      intact: false,
      broken_at: last,
    });
    expect(await verdict()).toMatchObject({ intact: true });
    await parlour.sql("drop table kept");
  });

  it("[API-072] [CORE-115] [API-352] retention takes entries from the beginning, and the chain stays whole", async () => {
    const { count, first, last } = await verdict();
    const never = "2100-01-01T00:00:00Z";
    const prune = async (until: string, most: number) =>
      (await parlour.sql<{ gone: number }>("select audit_prune($1, $2) as gone", [until, most]))[0]
        ?.gone;
    expect(await prune("2000-01-01T00:00:00Z", 100)).toBe(0);
    // The chain of the installation is the first one and contains a sign-in with an unknown name.
    await parlour.call(
      "POST",
      "sessions",
      { email: "stranger@x.test", password: "not the password" },
      { origin: parlour.url },
    );
    const [apart] = await parlour.sql<{ count: number }>(
      "select count(*)::int as count from audit where chain = 0",
    );
    const most = (apart?.count ?? 0) + 3;
    expect(await prune(never, most)).toBe(most);
    expect(await verdict()).toMatchObject({
      intact: true,
      count: count - 3,
      first: (first ?? 0) + 3,
    });
    await prune(never, 1_000);
    expect(await verdict()).toMatchObject({ intact: true, count: 0 });
    await parlour.owner.call("POST", "tags", { name: "Late" });
    expect(await verdict()).toMatchObject({ intact: true, count: 1, first: (last ?? 0) + 1 });
  });
});
