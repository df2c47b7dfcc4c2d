import type { Chat, Message } from "@parlour/protocol";
import type { VisitorProfile } from "@parlour/protocol/api";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveInCommand } from "../src/cli/commands/move-in.ts";
import { createSystemClock } from "../src/clock.ts";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import { createWorld } from "../../lab/src/services/history/world.ts";
import { createImportClient, toLines, type ImportClient } from "./imports-fixture.ts";
import { startSite, type TestSite } from "./site-fixture.ts";

/** Imports from other systems (docs/spec/move-in.md). */
let parlour: TestParlour;
let imports: ImportClient;
let site: TestSite;
beforeAll(async () => {
  parlour = await startTestParlour();
  imports = createImportClient(parlour);
  site = await startSite();
  await imports.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await parlour.close();
  await site.close();
});

const count = async (table: string, where = "true"): Promise<number> =>
  Number(
    (await parlour.sql<{ n: string }>(`select count(*) as n from ${table} where ${where}`))[0]?.n,
  );
const listChats = async (query = ""): Promise<readonly Chat[]> =>
  ((await imports.call("GET", `chats?state=closed${query}`)).body as { items: Chat[] }).items;
const listMessages = async (chat: number): Promise<readonly Message[]> =>
  ((await imports.call("GET", `chats/${chat}/messages?limit=200`)).body as { items: Message[] })
    .items;

const person: MoveRecord = {
  kind: "person",
  id: "p1",
  name: "Nadia Petrova",
  email: "nadia@example.com",
  created_at: "2021-03-04T10:00:00+03:00",
  fields: { Plan: "gold" },
};
const chat: MoveRecord = {
  kind: "chat",
  id: "c1",
  person: "p1",
  started_at: "2023-05-06T07:00:00Z",
  ended_at: "2023-05-06T08:00:00Z",
  operator: "o1",
  department: "d1",
  tags: ["Refund", "vip"],
  notes: ["Subject: Tea"],
  rating: { score: 5, of: 5, text: "Great" },
};
const message = (id: string, more: object = {}): MoveRecord => ({
  kind: "message",
  id,
  chat: "c1",
  sent_at: `2023-05-06T07:0${Number(id.slice(1)) % 10}:00Z`,
  author: { kind: "visitor" },
  text: `Text ${id} kaleidoscope`,
  ...more,
});
const world: readonly MoveRecord[] = [
  { kind: "operator", id: "o1", name: "Jonas Berg", email: "jonas@old.example", active: false },
  { kind: "department", id: "d1", name: "Returns" },
  { kind: "tag", id: "t1", name: "refund" },
  { kind: "field", id: "f1", of: "visitor", key: "Plan", name: "Plan", type: "text" },
  { kind: "reply", id: "r1", shortcut: "hello there", text: "Hello, how can I help?" },
  person,
  { kind: "person", id: "p2" },
  chat,
  message("m1"),
  message("m2", { author: { kind: "operator", id: "o1" } }),
  message("m3", { author: { kind: "operator", id: "o1" }, is_note: true }),
];

describe("an import of a file", { shuffle: false }, () => {
  let id: number;

  test("[MV-010] [MV-011] a plan counts everything and writes nothing", async () => {
    await imports.call("POST", "webhooks", {
      name: "All",
      url: "http://127.0.0.1:9/hook",
      events: ["chat_accepted", "chat_finished", "chat_updated", "offline_message"],
    });
    const rule = await imports.call("POST", "rules", {
      name: "Answer",
      when: { event: "message_by_visitor" },
      if: { all: [] },
      do: [{ type: "priority", priority: "high" }],
    });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    id = await imports.connect(toLines(world));
    expect(await imports.read(id)).toMatchObject({
      state: "draft",
      check: { product: "JSON Lines" },
    });
    const head = await count("journal");
    const planned = await imports.act(id, "plan");
    expect(planned.state).toBe("planned");
    expect(planned.plan).toMatchObject({
      counts: {
        person: { read: 2, new: 1, left_out: 1 },
        chat: { read: 1, new: 1 },
        message: { read: 3, new: 3 },
        field: { new: 1 },
      },
      operators: [{ id: "o1", name: "Jonas Berg", chats: 1, operator_id: null }],
      problems: { no_name_or_address: 1 },
      first_chat_at: "2023-05-06T07:00:00.000Z",
    });
    expect(await count("journal")).toBe(head);
    expect(await count("visitor")).toBe(0);
  });

  test("[MV-020] [MV-021] chats arrive closed, with times, authors, tags and notes of the other system, and cause nothing", async () => {
    const done = await imports.act(id, "start");
    expect(done.state, JSON.stringify(done.reason)).toBe("done");
    expect(done.counts).toMatchObject({
      person: { new: 1 },
      chat: { new: 1 },
      message: { new: 3 },
      operator: { new: 1 },
      tag: { new: 1 },
      reply: { new: 1 },
    });
    const [moved] = await listChats();
    expect(moved).toMatchObject({
      state: "closed",
      created_at: "2023-05-06T07:00:00.000Z",
      closed_at: "2023-05-06T08:00:00.000Z",
      imported: { import_id: id, from: "a file", counts: false },
      assignee: { name: "Jonas Berg" },
      department: { name: "Returns" },
      rating: "positive",
      rating_comment: "Great",
      visitor: { number: 1, email: { value: "nadia@example.com", source: "import" } },
      unread: 0,
    });
    expect(moved?.tags?.map(({ name }) => name).toSorted()).toEqual(["refund", "vip"]);
    expect(moved?.visitor.fields).toMatchObject({ plan: { value: "gold", source: "import" } });
    const messages = await listMessages(moved?.id ?? 0);
    expect(
      messages.map(({ seq, kind, author, text, created_at }) => [
        seq,
        kind,
        author.name,
        text,
        created_at,
      ]),
    ).toEqual([
      [1, "note", "a file", "Subject: Tea", "2023-05-06T07:00:00.000Z"],
      [2, "note", "a file", "Rating: 5 of 5", "2023-05-06T07:00:00.000Z"],
      [3, "text", "Nadia Petrova", "Text m1 kaleidoscope", "2023-05-06T07:01:00.000Z"],
      [4, "text", "Jonas Berg", "Text m2 kaleidoscope", "2023-05-06T07:02:00.000Z"],
      [5, "note", "Jonas Berg", "Text m3 kaleidoscope", "2023-05-06T07:03:00.000Z"],
    ]);
    expect(await count("delivery")).toBe(0);
    expect(await count("rule_run")).toBe(0);
    expect(await count("chat_timer")).toBe(0);
    const audit = await parlour.sql<{ target: string }>(
      "select target from audit where action = 'data.move_in' order by id",
    );
    expect(audit.map(({ target }) => target)).toEqual([
      "a file, old: connect",
      "a file, old: plan",
      "a file, old: start",
    ]);
    expect(await count("chat_fact", "kind <> 'blocked'")).toBe(0);
    expect(await count("idempotency", "scope like 'move:%'")).toBe(0);
    const operator = await parlour.sql(
      "select active, name from operator where name = 'Jonas Berg'",
    );
    expect(operator).toEqual([{ active: false, name: "Jonas Berg" }]);
    const found = await imports.call("GET", "search?q=kaleidoscope");
    expect(JSON.stringify(found.body)).toContain(`"id":${moved?.id}`);
  });

  test("[MV-025] a second import of the source adds what is new and changes what changed", async () => {
    const again = await imports.connect(toLines(world));
    await imports.act(again, "plan");
    const unchanged = await imports.act(again, "start");
    expect(unchanged.counts.message).toMatchObject({ known: 3 });
    expect(unchanged.counts.message?.new ?? 0).toBe(0);
    expect(unchanged.counts.chat).toMatchObject({ known: 1 });
    const next = await imports.connect(
      toLines([
        ...world.filter(({ id: old }) => old !== "m2" && old !== "p1"),
        { ...person, phone: "+442079460000" },
        message("m2", { author: { kind: "operator", id: "o1" }, text: "Corrected" }),
        message("m4"),
      ]),
    );
    await imports.act(next, "plan");
    const changed = await imports.act(next, "start");
    expect(changed.counts).toMatchObject({
      person: { changed: 1 },
      message: { new: 1, changed: 1, known: 2 },
    });
    expect(await count("chat")).toBe(1);
    expect(await count("visitor")).toBe(1);
    const [moved] = await listChats();
    const messages = await listMessages(moved?.id ?? 0);
    expect(messages.map(({ text }) => text)).toEqual([
      "Subject: Tea",
      "Rating: 5 of 5",
      "Text m1 kaleidoscope",
      "Corrected",
      "Text m3 kaleidoscope",
      "Text m4 kaleidoscope",
    ]);
    expect(moved?.visitor.phone?.value).toBe("+442079460000");
  });

  test("[MV-031] an undo removes what the import brought, and leaves what was changed since", async () => {
    const other = await imports.connect(
      toLines([
        { kind: "person", id: "q1", name: "Bo" },
        { kind: "person", id: "q2", name: "Cy" },
        { kind: "chat", id: "x1", person: "q1", started_at: "2024-01-01T00:00:00Z" },
        {
          kind: "message",
          id: "y1",
          chat: "x1",
          text: "zeppelin one",
          author: { kind: "visitor" },
          sent_at: "2024-01-01T00:00:00Z",
        },
        { kind: "chat", id: "x2", person: "q2", started_at: "2024-01-02T00:00:00Z" },
        {
          kind: "message",
          id: "y2",
          chat: "x2",
          text: "zeppelin two",
          author: { kind: "visitor" },
          sent_at: "2024-01-02T00:00:00Z",
        },
      ]),
      "other",
    );
    await imports.act(other, "plan");
    await imports.act(other, "start");
    const touched = (await listChats()).find(({ visitor }) => visitor.name?.value === "Cy");
    const { items: tags } = (await imports.call("GET", "tags")).body as { items: { id: number }[] };
    const tagged = await imports.call("PUT", `chats/${touched?.id}/tags`, {
      tags: [tags[0]?.id],
    });
    expect(tagged.status, JSON.stringify(tagged.body)).toBe(200);
    await parlour.settle();
    expect((await imports.read(other)).undo).toEqual({ removed: 1, changed: 1 });
    const undone = await imports.act(other, "undo");
    expect(undone.state).toBe("undone");
    const names = (await listChats()).map(({ visitor }) => visitor.name?.value);
    expect(new Set(names)).toEqual(new Set(["Cy", "Nadia Petrova"]));
    expect(await count("journal", "body like '%zeppelin one%' or body like '%\"Bo\"%'")).toBe(0);
    const found = await imports.call("GET", "search?q=zeppelin");
    expect(JSON.stringify(found.body)).toContain(`"id":${touched?.id}`);
  });
});

test("[MV-024] [MV-030] broken, incomplete and unrelated records are in the report and stop nothing", async () => {
  site.pages.set("/tea.txt", { headers: { "content-type": "text/plain" }, body: "Tea" });
  const id = await imports.connect(
    toLines([
      { kind: "person", id: "b1", name: "Di" },
      { kind: "chat", id: "b", person: "b1" },
      { kind: "message", id: "e1", chat: "b", text: "no date", author: { kind: "visitor" } },
      { kind: "message", id: "e2", chat: "b", text: "no author", sent_at: "2024-02-01T00:00:00Z" },
      {
        kind: "message",
        id: "e3",
        chat: "b",
        text: "later",
        sent_at: "2224-02-01T00:00:00Z",
        author: { kind: "visitor" },
      },
      { kind: "message", id: "e4", chat: "none", text: "lost", author: { kind: "visitor" } },
      { kind: "message", id: "e5", chat: "b", text: " ", author: { kind: "visitor" } },
      "<html>",
      {
        kind: "message",
        id: "e6",
        chat: "b",
        text: "files",
        author: { kind: "visitor" },
        sent_at: "2024-02-01T00:00:00Z",
        files: [
          { name: "tea.txt", type: "text/plain", size: 3, url: `${site.origin}/tea.txt` },
          { name: "lost.txt", type: null, size: null, url: `${site.origin}/lost.txt` },
        ],
      },
    ]),
    "broken",
  );
  await imports.act(id, "plan");
  const done = await imports.act(id, "start");
  expect(done.state, JSON.stringify(done.reason)).toBe("done");
  expect(done.problems).toMatchObject({
    no_date: 3,
    no_author: 1,
    future_date: 1,
    unknown_chat: 1,
    empty_message: 1,
    broken_record: 1,
    file_gone: 1,
  });
  const moved = (await listChats()).find(({ visitor }) => visitor.name?.value === "Di");
  const messages = await listMessages(moved?.id ?? 0);
  expect(messages.map(({ author, text }) => [author.kind, author.name, text])).toEqual([
    ["visitor", "Di", "no date"],
    ["operator", "Former operator", "no author"],
    ["visitor", "Di", "later"],
    ["visitor", "Di", "files\nFile is gone: lost.txt"],
  ]);
  const url = messages[3]?.media?.file ?? "";
  expect(await (await fetch(url)).text()).toBe("Tea");
  const report = await fetch(`${parlour.url}/api/v1/imports/${id}/report`, {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  expect(await report.text()).toContain("lost.txt");
});

test("[MV-024] [MV-027] repeated ids are imported once, and what was erased does not come back", async () => {
  const sent = { author: { kind: "visitor" }, sent_at: "2024-02-01T00:00:00Z" } as const;
  const records = [
    { kind: "person", id: "g1", name: "Gil" },
    { kind: "chat", id: "g", person: "g1", started_at: "2024-02-01T00:00:00Z" },
    { kind: "message", id: "gm", chat: "g", text: "first", ...sent },
    { kind: "message", id: "gm", chat: "g", text: "second", ...sent },
  ] as const;
  const first = await imports.connect(toLines(records), "erased");
  await imports.act(first, "plan");
  const done = await imports.act(first, "start");
  expect(done.problems).toEqual({ repeated: 1 });
  const moved = (await listChats()).find(({ visitor }) => visitor.name?.value === "Gil");
  expect((await listMessages(moved?.id ?? 0)).map(({ text }) => text)).toEqual(["first"]);
  const erased = await imports.call("DELETE", `visitors/${moved?.visitor.number}`);
  expect(erased.status).toBe(200);
  await parlour.settle();
  const again = await imports.connect(
    toLines([
      { ...records[0], phone: "+442079460111" },
      { ...records[1], tags: ["vip"] },
      { ...records[2], text: "changed" },
      { kind: "message", id: "gn", chat: "g", text: "new", ...sent },
      { kind: "chat", id: "h", person: "g1", started_at: "2024-02-02T00:00:00Z" },
    ]),
    "erased",
  );
  await imports.act(again, "plan");
  const left = await imports.act(again, "start");
  expect(left.state).toBe("done");
  expect(left.problems).toEqual({ erased: 5 });
  expect(await count("visitor", "body like '%Gil%' or body like '%9460111%'")).toBe(0);
  expect(await count("journal", "body like '%changed%' or body like '%\"Gil\"%'")).toBe(0);
  expect(await count("move_record", "source_id = 'g1' and customer is not null")).toBe(0);
});

test("[MV-029] [MV-031] confirmed merges join new people with earlier visitors, and an undo separates them", async () => {
  const readPersons = async (name: string) => {
    const { body } = await imports.call("GET", `visitors?q=${name}`);
    const [found] = (body as { items: { number: number }[] }).items;
    const profile = await imports.call("GET", `visitors/${found?.number}`);
    const { person: merged } = profile.body as VisitorProfile;
    return (merged?.names ?? []).map(({ value }) => value).toSorted();
  };
  const before = await imports.connect(
    toLines([
      { kind: "person", id: "w1", name: "Wanda", email: "wanda@example.com" },
      { kind: "person", id: "w2", name: "Viktor", phone: "+442079460222" },
      { kind: "person", id: "w3", name: "Ulla", email: "ulla@example.com" },
    ]),
    "crm",
  );
  await imports.act(before, "plan");
  await imports.act(before, "start");
  const lines = [
    { kind: "person", id: "v1", name: "Wanda W.", email: "Wanda@Example.com" },
    { kind: "person", id: "v2", name: "Viktor V.", phone: "+44 20 7946 0222" },
    { kind: "person", id: "v3", name: "Tom", email: "twice@example.com" },
    { kind: "person", id: "v4", name: "Tim", email: "twice@example.com" },
    { kind: "person", id: "v5", name: "Ulla U.", email: "ulla@example.com" },
    { kind: "chat", id: "vc", person: "v2", started_at: "2024-03-01T00:00:00Z" },
  ] as const;
  const merge = async (id: number, isMerged: boolean): Promise<void> => {
    const choices = { channel_id: null, operators: {}, count_from: null };
    const { status } = await imports.call("PUT", `imports/${id}/choices`, {
      ...choices,
      merge_visitors: isMerged,
    });
    expect(status).toBe(200);
  };
  const separate = await imports.connect(toLines(lines.slice(4, 5)), "shop");
  await imports.act(separate, "plan");
  await merge(separate, false);
  await imports.act(separate, "start");
  expect(await readPersons("Ulla")).toEqual([]);
  const id = await imports.connect(toLines(lines), "shop");
  expect((await imports.act(id, "plan")).plan?.matching_visitors).toBe(2);
  await merge(id, true);
  expect((await imports.act(id, "start")).state).toBe("done");
  expect(await readPersons("Wanda")).toEqual(["Wanda", "Wanda W."]);
  expect(await readPersons("Viktor")).toEqual(["Viktor", "Viktor V."]);
  // Neither persons of the import itself, nor those of an earlier import, were confirmed.
  expect(await readPersons("Tim")).toEqual([]);
  expect(await readPersons("Ulla")).toEqual([]);

  // A merge that an operator has undone does not come back.
  const numbers = await parlour.sql<{ number: string }>(
    `select number from visitor where body like '%Wanda%' order by number`,
  );
  const [first, second] = numbers.map(({ number }) => Number(number));
  expect((await imports.call("DELETE", `visitors/${first}/merges/${second}`)).status).toBe(200);
  const again = await imports.connect(
    toLines([{ ...lines[0], phone: "+442079460333" }, ...lines.slice(1)]),
    "shop",
  );
  await imports.act(again, "plan");
  await merge(again, true);
  expect((await imports.act(again, "start")).counts.person).toMatchObject({ changed: 1 });
  expect(await readPersons("Wanda")).toEqual([]);

  expect((await imports.act(id, "undo")).state).toBe("undone");
  expect(await readPersons("Viktor")).toEqual([]);
  expect(await count("visitor", `body like '%"Viktor V."%'`)).toBe(0);
  expect(await count("visitor", `body like '%"Viktor"%'`)).toBe(1);
  expect(await count("person_link")).toBe(0);
  const changes = await parlour.sql<{ id: number }>(
    `select (body::json->>'id')::float8 as id from journal where name = 'settings_changed' and body like '%"kind":"person"%'`,
  );
  expect(changes.every((change) => change.id > 0)).toBe(true);
});

test("[MV-022] commands whose outcome was not stored are repeated without a second effect", async () => {
  const lines = Array.from({ length: 1_200 }, (_, n) => ({
    kind: "message" as const,
    id: `l${n}`,
    chat: "long",
    text: `Line ${n}`,
    author: { kind: "visitor" as const },
    sent_at: new Date(Date.UTC(2024, 4, 1) + n * 1_000).toISOString(),
  }));
  const id = await imports.connect(
    toLines([
      { kind: "person", id: "l", name: "Long" },
      { kind: "chat", id: "long", person: "l", started_at: "2024-05-01T00:00:00Z" },
      ...lines,
    ]),
    "long",
  );
  await imports.act(id, "plan");
  // The node has written the first batches and not stored what they have become.
  await parlour.sql(
    "alter table move_record add constraint no_message check (kind <> 'message') not valid",
  );
  const { status } = await imports.call("POST", `imports/${id}/start`, {});
  expect(status).toBe(200);
  // The parts of an import follow one another by alarms.
  const countFirst = async (): Promise<number> => {
    await parlour.clock.advance(20);
    return count("journal", `body like '%"Line 0"%'`);
  };
  await expect.poll(countFirst).toBe(1);
  await parlour.sql("alter table move_record drop constraint no_message");
  await parlour.clock.advance(6_000);
  await parlour.settle();
  expect((await imports.read(id)).state).toBe("done");
  const moved = (await listChats()).find(({ visitor }) => visitor.name?.value === "Long");
  const texts = await parlour.sql<{ text: string }>(
    `select body::json->>'text' as text from journal where chat_id = ${moved?.id} and seq is not null order by seq`,
  );
  expect(texts.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  expect(moved?.closed_at).toBe("2024-05-01T00:19:59.000Z");
});

test("[MV-010] [MV-026] drafts do not count as running, and an import that is stopped has ended", async () => {
  for (let n = 0; n < 6; n++) await imports.connect(toLines(world), `draft ${n}`);
  const [first] = (
    (await imports.call("GET", "imports")).body as { items: { id: number; state: string }[] }
  ).items.filter(({ state }) => state === "draft");
  const id = first?.id ?? 0;
  await imports.act(id, "plan");
  await imports.call("POST", `imports/${id}/start`, {});
  expect((await imports.call("POST", `imports/${id}/pause`, {})).status).toBe(200);
  const stopped = await imports.act(id, "stop");
  expect(stopped.state).toBe("done");
  expect(stopped.ended_at).not.toBeNull();
});

test("[MV-023] [MV-026] a source that cannot be read is asked again, and pauses the import in the end", async () => {
  const id = await imports.connect(toLines([{ kind: "person", id: "z", name: "Zoe" }]), "lost");
  await parlour.sql(`update move_import set system = 'csv' where id = ${id}`);
  const paused = await imports.act(id, "plan");
  expect(paused).toMatchObject({ state: "paused", paused: "planning", reason: {} });
  await parlour.sql(`update move_import set system = 'jsonl' where id = ${id}`);
  expect((await imports.act(id, "resume")).state).toBe("planned");
  expect((await imports.call("POST", `imports/${id}/stop`, {})).status).toBe(409);
});

test("[MV-032] the command connects, plans and moves a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "move-in-"));
  const file = join(folder, "old.jsonl");
  await writeFile(file, toLines([{ kind: "person", id: "k", name: "Kim" }]));
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const run = (...more: string[]): Promise<number> =>
    moveInCommand.run(["--system", "jsonl", "--file", file, "--name", "command", ...more], {
      env: { PARLOUR_URL: parlour.url, PARLOUR_KEY: parlour.owner.key },
      // Its pauses end when the import has nothing left to do.
      clock: {
        ...createSystemClock(),
        scheduleAt(_, fire) {
          void parlour.settle().then(fire);
          return () => undefined;
        },
      },
      log: undefined as never,
      out: print,
      err: print,
    });
  expect(await run()).toBe(0);
  expect(printed).toContain("  person: 1 read, 1 new");
  expect(printed).toContain("nothing was moved; repeat the command with --yes");
  expect(await run("--yes")).toBe(0);
  const found = await imports.call("GET", "visitors?q=Kim");
  expect(JSON.stringify(found.body)).toContain("Kim");
  await rm(folder, { recursive: true });
});

test("[MV-032] [MV-052] the command says why an import waits, has paused or cannot connect", async () => {
  const server = await startChatwootService({ world: createWorld({ chats: 1, persons: 1 }) });
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const run = (token: string): Promise<number> =>
    moveInCommand.run(
      ["--system", "chatwoot", "--address", server.url, "--token-env", "TOKEN", "--plan"],
      {
        env: { PARLOUR_URL: parlour.url, PARLOUR_KEY: parlour.owner.key, TOKEN: token },
        clock: {
          ...createSystemClock(),
          scheduleAt(_, fire) {
            void parlour.clock.advance(1_000).then(fire);
            return () => undefined;
          },
        },
        log: undefined as never,
        out: print,
        err: print,
      },
    );
  await expect(run("wrong")).rejects.toThrow(
    "The source cannot be read: The other system does not accept the token.",
  );
  server.addFault({ path: "/agents", reply: { status: 429, retryAfterS: 7 } });
  server.addFault({ path: "/teams", reply: { status: 401 } });
  expect(await run(server.token)).toBe(1);
  expect(printed).toContainEqual(
    expect.stringMatching(/^planning: .*waits: The other system answered 429\.$/),
  );
  expect(printed.at(-1)).toMatch(
    /^the import \d+ is paused: The other system does not accept the token\. \(wrong_token\)$/,
  );
  await server.close();
});
