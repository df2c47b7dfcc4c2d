import type { Channel, Visitor } from "@parlour/protocol";
import type { VisitorImportDetails, VisitorWithActivity } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";

/** Imports of visitors from a CSV file (docs/spec/visitor-imports.md). */
let parlour: TestParlour;
let shop: Awaited<ReturnType<TestParlour["channel"]>>;
beforeAll(async () => {
  parlour = await startTestParlour();
  shop = await parlour.channel("http://127.0.0.1:9999/none");
  for (const field of [
    { key: "plan", kind: "one_of", name: "Plan", options: ["free", "pro"] },
    { key: "seats", kind: "number", name: "Seats" },
    { key: "vip", kind: "flag", name: "VIP" },
    { key: "secret", kind: "text", name: "Secret", sources: ["operator"] },
  ])
    expect((await call("POST", "fields", { object: "visitor", ...field })).status).toBe(201);
});
afterAll(() => parlour.close());

const call = (method: string, path: string, body?: unknown) =>
  parlour.owner.call(method, path, body);
async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  key = parlour.owner.key,
): Promise<{ readonly status: number; readonly body: VisitorImportDetails }> {
  const form = new FormData();
  form.set("file", new File([content], "people.csv", { type: "text/csv" }));
  const response = await fetch(`${parlour.url}/api/v1/visitor-imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as VisitorImportDetails };
}
const read = async (id: number): Promise<VisitorImportDetails> =>
  (await call("GET", `visitor-imports/${id}`)).body as unknown as VisitorImportDetails;
const act = (id: number, action: string, body: unknown = {}) =>
  call("POST", `visitor-imports/${id}/${action}`, body);

/** Uploads a file and plans it with the targets of its columns. */
async function plan(
  content: string,
  columns: readonly (string | null)[],
  channel = shop.id,
): Promise<VisitorImportDetails> {
  const { status, body } = await upload(content);
  expect(status, JSON.stringify(body)).toBe(201);
  const planned = await act(body.id, "plan", { channel_id: channel, columns });
  expect(planned.status, planned.text).toBe(200);
  await parlour.settle();
  const found = await read(body.id);
  expect(found.state).toBe("planned");
  return found;
}
async function run(id: number): Promise<VisitorImportDetails> {
  expect((await act(id, "start")).status).toBe(200);
  await parlour.settle();
  return read(id);
}
const find = async (q: string): Promise<VisitorWithActivity | undefined> =>
  ((await call("GET", `visitors?q=${q}`)).body.items as VisitorWithActivity[])[0];
const countRows = async (table: string): Promise<number> =>
  Number((await parlour.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

const noCounts = { create: 0, update: 0, unchanged: 0, refused: 0 };

describe("the file", () => {
  it("[VI-002] [VI-011] has commas, semicolons or tabs, with or without a byte order mark, and its names suggest what the columns contain", async () => {
    for (const separator of [",", ";", "\t"]) {
      const lines = [
        ["Customer ID", "E-mail", "Телефон", "Plan", "Hobby"],
        ["c1", "nadia@shop.example", "+44 20 7946 0000", "pro", '"Tea, black"'],
      ].map((cells) => cells.join(separator));
      const { status, body } = await upload(`\uFEFF${lines.join("\r\n")}\r\n`);
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body).toMatchObject({ name: "people.csv", state: "draft", total: 1, channel: null });
      expect(body.columns).toEqual([
        { name: "Customer ID", examples: ["c1"], target: "customer" },
        { name: "E-mail", examples: ["nadia@shop.example"], target: "email" },
        { name: "Телефон", examples: ["+44 20 7946 0000"], target: "phone" },
        { name: "Plan", examples: ["pro"], target: "fields.plan" },
        { name: "Hobby", examples: ["Tea, black"], target: null },
      ]);
      await act(body.id, "cancel");
    }
  });

  test("[VI-002] a file without rows, with too many, or in another encoding is refused", async () => {
    for (const content of [
      "",
      "id,name\n",
      'id,name\n1,"open',
      `id\n${"1\n".repeat(100_001)}`,
      new Uint8Array([105, 100, 10, 0xe9, 10]),
    ])
      expect(await upload(content)).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", field: "file" } },
      });
  });

  test("[VI-003] at most 5 imports of an account have not ended", async () => {
    const drafts: number[] = [];
    for (let n = 0; n < 5; n += 1) drafts.push((await upload("id\n1")).body.id);
    expect(await upload("id\n1")).toMatchObject({
      status: 409,
      body: { error: { code: "at_limit" } },
    });
    for (const id of drafts) expect((await act(id, "cancel")).status).toBe(200);
    expect((await act(drafts[0] ?? 0, "cancel")).body).toMatchObject({
      error: { code: "not_available" },
    });
  });
});

describe("the plan", () => {
  test("[VI-010] a wrong column, a missing identity and a field without imports are refused", async () => {
    const { body: draft } = await upload("id,secret\n1,x");
    for (const [columns, field] of [
      [["customer"], "columns"],
      [["name", null], "columns"],
      [["customer", "customer"], "columns[1]"],
      [["customer", "colour"], "columns[1]"],
      [["customer", "fields.secret"], "columns[1]"],
    ] as const)
      expect(
        (await act(draft.id, "plan", { channel_id: shop.id, columns })).body,
        JSON.stringify(columns),
      ).toMatchObject({ error: { code: "invalid_request", field } });
    const other = { channel_id: 999_999, columns: ["customer", null] };
    expect((await act(draft.id, "plan", other)).body).toMatchObject({
      error: { field: "channel_id" },
    });
    expect((await act(draft.id, "start")).body).toMatchObject({
      error: { code: "not_available" },
    });
    await act(draft.id, "cancel");
  });

  test("[VI-013] [VI-020] [VI-021] counts what the rows would do, names the refused ones, and writes nothing", async () => {
    await parlour.sendCustomerMessage(shop, "old", "Hi", { sender: { name: "Max" } });
    const before = await countRows("journal");
    const planned = await plan(
      [
        "id,mail,seats,plan",
        "new1,ada@shop.example,5,pro",
        "old,max@shop.example,,",
        "new2,no address,,",
        "new3,,many,",
        "new4,,,gold",
        ",x@shop.example,,",
        "new1,,,",
        "new5,,",
        "new6,,,,",
      ].join("\n"),
      ["customer", "email", "fields.seats", "fields.plan"],
    );
    expect(planned).toMatchObject({ total: 9, processed: 9 });
    expect(planned.counts).toEqual({ ...noCounts, create: 1, update: 1, refused: 7 });
    expect(
      planned.refused_rows.map(({ line, code, column, value }) => [line, code, column, value]),
    ).toEqual([
      [4, "value", "mail", "no address"],
      [5, "value", "seats", "many"],
      [6, "value", "plan", "gold"],
      [7, "identity", "id", ""],
      [8, "repeated", "id", "new1"],
      [9, "cells", null, null],
      [10, "cells", null, null],
    ]);
    expect(await countRows("journal")).toBe(before);
    // Another mapping replaces the plan.
    await act(planned.id, "plan", {
      channel_id: shop.id,
      columns: ["customer", null, null, null],
    });
    await parlour.settle();
    expect((await read(planned.id)).counts).toEqual({
      create: 4,
      update: 0,
      unchanged: 1,
      refused: 4,
    });
    await act(planned.id, "cancel");
  });

  test("[VI-012] the kind of the channel decides what an identity is", async () => {
    const create = async (body: object): Promise<number> => {
      const created = await call("POST", "channels", { operators: [parlour.owner.id], ...body });
      expect(created.status, created.text).toBe(201);
      return (created.body as unknown as Channel).id;
    };
    const widget = await create({ kind: "widget", name: "Site" });
    const ids = await plan("id\nuser-7", ["customer"], widget);
    await run(ids.id);
    const [row] = await parlour.sql<{ customer: string; body: string }>(
      "select customer, body from visitor where source = $1",
      [widget],
    );
    expect(row?.customer).toMatch(/^s_[\w-]{43}$/);
    expect(JSON.parse(row?.body ?? "")).toMatchObject({ customer: null });
    for (const [kind, good, key, bad] of [
      ["mail", "Zoe@Shop.example", "zoe@shop.example", "zoe"],
      ["whatsapp", "+44 20 7946-0001", "442079460001", "12"],
      ["telegram", "501", "501", "@zoe"],
    ] as const) {
      // The kind alone counts here, so no account at the service is needed.
      const channel = await parlour.channel("http://127.0.0.1:9999/none");
      await parlour.sql("update channel set kind = $2 where id = $1", [channel.id, kind]);
      await call("PATCH", "account", { name: `Acme ${kind}` });
      const planned = await plan(`id\n${good}\n${bad}`, ["customer"], channel.id);
      expect(planned.counts, kind).toEqual({ ...noCounts, create: 1, refused: 1 });
      await run(planned.id);
      const stored = await parlour.sql<{ customer: string; body: string }>(
        "select customer, body from visitor where source = $1",
        [channel.id],
      );
      expect(stored.map(({ customer }) => customer)).toEqual([key]);
      const visitor = JSON.parse(stored[0]?.body ?? "") as Visitor;
      if (kind === "mail")
        expect(visitor.email).toMatchObject({ value: "Zoe@Shop.example", source: "import" });
      if (kind === "whatsapp") expect(visitor.phone?.value).toBe("+442079460001");
      await parlour.sql("update channel set kind = 'api' where id = $1", [channel.id]);
    }
    await call("PATCH", "account", { name: "Acme" });
  });
});

describe("the run", () => {
  test("[VI-020] [VI-022] creates and updates visitors with the source import, starts no chat, and changes nothing when it runs again", async () => {
    await parlour.sendCustomerMessage(shop, "run1", "Hi", {
      sender: { name: "Ben", email: "ben@shop.example" },
    });
    const chats = await countRows("chat");
    const content = [
      "id;name;mail;seats;vip",
      "run1;Ben;ben@home.example;;yes",
      "run2;Cleo;cleo@shop.example;1.5;no",
    ].join("\n");
    const columns = ["customer", "name", "email", "fields.seats", "fields.vip"];
    const planned = await plan(content, columns);
    expect(planned.counts).toEqual({ ...noCounts, create: 1, update: 1 });
    const done = await run(planned.id);
    expect(done).toMatchObject({ state: "done", processed: 2 });
    expect(done.counts).toEqual({ ...noCounts, create: 1, update: 1 });
    expect(done.ended_at).not.toBeNull();
    expect(await countRows("chat")).toBe(chats);

    const ben = await find("ben@home.example");
    expect(ben?.email).toMatchObject({
      value: "ben@home.example",
      source: "import",
      others: [{ value: "ben@shop.example", source: "channel" }],
    });
    // An equal value keeps its source.
    expect(ben?.name).toMatchObject({ value: "Ben", source: "channel" });
    expect(ben?.fields).toMatchObject({ vip: { value: true, source: "import" } });
    const cleo = await find("cleo@shop.example");
    expect(cleo).toMatchObject({ chats: 0, name: { value: "Cleo", source: "import" } });
    expect(cleo?.fields).toMatchObject({ seats: { value: 1.5 }, vip: { value: false } });

    const before = await countRows("journal");
    const again = await plan(content, columns);
    expect(again.counts).toEqual({ ...noCounts, unchanged: 2 });
    expect((await run(again.id)).counts).toEqual({ ...noCounts, unchanged: 2 });
    // The entries of the audit log are no entries of the journal.
    expect(await countRows("journal")).toBe(before);
    const [{ n: left } = { n: "" }] = await parlour.sql<{ n: string }>(
      "select count(*) as n from visitor_import_row where import_id = $1 and (cells is not null or customer is not null)",
      [done.id],
    );
    expect(Number(left)).toBe(0);
  });

  test("[VI-013] a value that an operator has corrected stays", async () => {
    const columns = ["customer", "name", "fields.plan"];
    await run((await plan("id,name,plan\nrule1,Dora,free", columns)).id);
    const dora = await find("Dora");
    await call("PATCH", `visitors/${dora?.number}`, { name: "Dora Lee" });
    const again = await plan("id,name,plan\nrule1,Dora,pro", columns);
    expect(again.counts).toEqual({ ...noCounts, update: 1 });
    await run(again.id);
    expect(await find("Dora")).toMatchObject({
      name: { value: "Dora Lee", source: "operator", others: [{ value: "Dora" }] },
      fields: { plan: { value: "pro", source: "import" } },
    });
  });

  test("[VI-021] a blocked visitor is refused, also if the block comes after the plan", async () => {
    const planned = await plan("id,mail\nb1,b1@spam.example\nb2,", ["customer", "email"]);
    expect(planned.counts).toEqual({ ...noCounts, create: 2 });
    await call("POST", "blacklist", { kind: "email", value: "b1@spam.example" });
    const done = await run(planned.id);
    expect(done.counts).toEqual({ ...noCounts, create: 1, refused: 1 });
    expect(done.refused_rows).toMatchObject([{ line: 2, code: "blocked", column: null }]);
    const again = await plan("id,mail\nb3,b1@spam.example", ["customer", "email"]);
    expect(again.refused_rows).toMatchObject([{ line: 2, code: "blocked" }]);
    await act(again.id, "cancel");
  });

  test("[VI-023] the refused rows are a file that can be corrected and imported again", async () => {
    const planned = await plan("id,mail\nx1,=1+1\nx2,x2@shop.example", ["customer", "email"]);
    await run(planned.id);
    const { text } = await call("GET", `visitor-imports/${planned.id}/export`);
    expect(text).toBe("id,mail,line,error\r\nx1,'=1+1,2,The value must be an email address.\r\n");
    const again = await plan(text, ["customer", "email", null, null]);
    expect(again.refused_rows).toMatchObject([{ value: "=1+1" }]);
    await act(again.id, "cancel");
  });

  test("[VI-022] ends when it is cancelled, and keeps what it has written", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `stop${n}`);
    const planned = await plan(`id\n${rows.join("\n")}`, ["customer"]);
    await act(planned.id, "start");
    await act(planned.id, "cancel");
    await parlour.settle();
    const ended = await read(planned.id);
    expect(ended.state).toBe("cancelled");
    const [row] = await parlour.sql<{ n: string }>(
      "select count(*) as n from visitor where customer like 'stop%'",
    );
    expect(Number(row?.n)).toBeLessThan(60);
    expect((await act(planned.id, "start")).body).toMatchObject({
      error: { code: "not_available" },
    });
  });

  test("[VI-005] the erasure of a visitor removes them from files that wait", async () => {
    await run((await plan("id,name\ngone1,Gus", ["customer", "name"])).id);
    const waiting = await plan("id,name\ngone1,Gustav\ngone2,Gil", ["customer", "name"]);
    const gus = await find("Gus");
    expect((await call("DELETE", `visitors/${gus?.number}`)).status).toBeLessThan(300);
    await parlour.settle();
    const done = await run(waiting.id);
    expect(done.counts).toEqual({ ...noCounts, create: 1, refused: 1 });
    expect(done.refused_rows).toMatchObject([{ line: 2, code: "erased" }]);
    expect(await find("Gustav")).toBeUndefined();
  });

  test("[VI-004] is deleted with its rows 7 days after its end", async () => {
    const { body } = await upload("id\n1");
    await act(body.id, "cancel");
    await parlour.sql(
      "update visitor_import set ended_at = ended_at - interval '8 days' where id = $1",
      [body.id],
    );
    // The removal runs every few minutes.
    await expect
      .poll(async () => {
        await parlour.clock.advance(600_000);
        return (await call("GET", `visitor-imports/${body.id}`)).status;
      })
      .toBe(404);
  });
});

test("[VI-001] operators without the permission import nothing, and the audit log has the starts", async () => {
  const operator = await parlour.operator("operator");
  expect((await operator.call("GET", "visitor-imports")).status).toBe(403);
  expect(await upload("id\n1", operator.key)).toMatchObject({ status: 403 });
  const audit = await call("GET", "audit?action=visitor.import&limit=1");
  expect(audit.body.items).toMatchObject([
    { action: "visitor.import", target: expect.stringContaining("people.csv") as string },
  ]);
});
