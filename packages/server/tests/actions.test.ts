import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBulk, saveBulkResults, takeBulkSlice } from "../src/store/actions/bulk.ts";
import type { ActionResult } from "@parlour/protocol/actions/actions";
import { createReminder } from "../src/store/reminders/reminder.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/** Actions on chats (docs/spec/actions.md). */

let service: ServiceApi;
let acme: TestAccount;
let channel: number;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  const created = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: {
      kind: "api",
      name: "Shop",
      endpoint_url: "https://shop.example/in",
      operators: [acme.ids.operator],
    },
  });
  channel = created.body.id as number;
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, key = acme.keys.operator) =>
  service.call(method, path, { key, ...(body !== undefined && { body }) });
const startChat = (customer: string): Promise<number> =>
  service.sendCustomerMessage(acme.id, channel, customer, "Hello");
const listLines = async (chat: number): Promise<unknown[]> =>
  (await call("GET", `/chats/${chat}/messages`)).body.items.flatMap(
    ({ line }: { line?: { code: string; detail?: string } }) =>
      line ? [[line.code, line.detail]] : [],
  );

describe("the priority of a chat", () => {
  const prioritize = (chat: number, priority: unknown) =>
    call("PUT", `/chats/${chat}/priority`, { priority });

  it("[ACT-001] is set, and removed by normal; each change is a line and an event", async () => {
    const chat = await startChat("priority");
    expect((await prioritize(chat, "urgent")).body.priority).toBe("urgent");
    expect((await prioritize(chat, "urgent")).status).toBe(200);
    expect((await call("GET", `/chats/${chat}`)).body.priority).toBe("urgent");
    const removed = await prioritize(chat, "normal");
    expect([removed.status, "priority" in removed.body]).toEqual([200, false]);
    expect(await listLines(chat)).toEqual([
      ["prioritized", "urgent"],
      ["prioritized", "normal"],
    ]);
    const events = await service.db.query(
      "select 1 from journal where chat_id = $1 and name = 'chat_updated'",
      [chat],
    );
    expect(events).toHaveLength(2);
  });

  it("[ACT-001] of a closed chat, an unknown one, and out of sight change nothing", async () => {
    const chat = await startChat("closed");
    expect((await prioritize(chat, "medium")).status).toBe(400);
    expect((await prioritize(chat + 1, "high")).status).toBe(404);
    await call("POST", `/chats/${chat}/close`);
    const refused = await prioritize(chat, "high");
    expect([refused.status, refused.body.error.code]).toEqual([409, "chat_closed"]);
  });

  it("[ACT-001] [API-021] its line is not the last message of the chat", async () => {
    const chat = await startChat("row");
    await prioritize(chat, "urgent");
    expect((await call("GET", `/chats/${chat}`)).body.last_message.text).toBe("Hello");
  });

  it("[ACT-003] [API-253] is found by the search, also normal", async () => {
    const [low, plain] = [await startChat("low"), await startChat("plain")];
    await prioritize(low, "low");
    const search = async (q: string): Promise<number[]> => {
      const { body } = await call("GET", `/search?q=${encodeURIComponent(q)}`);
      return body.items.map((item: { chat: { id: number } }) => item.chat.id);
    };
    expect(await search("priority:low")).toEqual([low]);
    expect(await search("priority:normal")).toContain(plain);
    expect(await search("priority:Normal")).not.toContain(low);
    const refused = await call("GET", "/search?q=priority:medium");
    expect([refused.status, refused.body.error.field]).toEqual([400, "q"]);
  });
});

it("[ACT-012] a chat that nobody has is assigned to oneself only, an open one to others", async () => {
  const assign = (chat: number, body: object) => call("POST", `/chats/${chat}/assign`, body);
  const chat = await startChat("assign");
  const early = await assign(chat, { operator_id: acme.ids.admin });
  expect([early.status, early.body.error.code]).toEqual([409, "not_open"]);
  const taken = await assign(chat, { operator_id: acme.ids.operator });
  expect(taken.body).toMatchObject({ state: "open", assignee: { id: acme.ids.operator } });
  const again = await assign(chat, { operator_id: acme.ids.operator });
  expect(again.status).toBe(200);
  const given = await assign(chat, { operator_id: acme.ids.owner, comment: "Yours" });
  expect(given.body.assignee.id).toBe(acme.ids.owner);
  expect(await listLines(chat)).toEqual([
    ["accepted", undefined],
    ["assigned", "Yours"],
  ]);
  expect((await assign(chat, {})).status).toBe(400);
});

describe("bulk actions", () => {
  const startBulk = (chats: readonly number[], list: unknown, key = acme.keys.operator) =>
    call("POST", "/chats/bulk", { chats, do: list }, key);
  const read = async (id: number) => (await call("GET", `/chats/bulk/${id}?limit=100`)).body;

  it("[ACT-030] [ACT-033] run in the background, with a result per chat; a chat out of sight or closed is refused", async () => {
    const chats = await Promise.all(Array.from({ length: 25 }, (_, n) => startChat(`bulk ${n}`)));
    await call("POST", `/chats/${chats[3]}/close`);
    const { status, body } = await startBulk(
      [...chats, 4_000_000],
      [
        { type: "note", text: "Bulk" },
        { type: "priority", priority: "low" },
      ],
    );
    expect(status).toBe(202);
    await service.settle();
    const bulk = await read(body.id as number);
    expect(bulk).toMatchObject({ state: "done", total: 26, processed: 26, refused: 2 });
    expect(bulk.items).toHaveLength(26);
    expect(bulk.items[3]).toMatchObject({
      chat_id: chats[3],
      results: [
        { type: "note", result: "refused", error: { code: "chat_closed" } },
        { type: "priority", result: "refused", error: { code: "chat_closed" } },
      ],
    });
    expect(bulk.items[25].results[0].error.code).toBe("not_found");
    const messages = (await call("GET", `/chats/${chats[7]}/messages`)).body.items;
    expect(messages.slice(1)).toMatchObject([
      { kind: "note", cause: { kind: "bulk", id: body.id } },
      { line: { code: "prioritized" }, cause: { kind: "bulk", id: body.id } },
    ]);
  });

  it("[ACT-010] snooze chats, and set fields of chats and visitors", async () => {
    const fields = [
      { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["free", "pro"] },
      { object: "chat", key: "order", kind: "text", name: "Order" },
    ];
    for (const field of fields) await call("POST", "/fields", field, acme.keys.owner);
    const chat = await startChat("snooze");
    await call("POST", `/chats/${chat}/accept`);
    const setPlan = { type: "set_field", field: "visitor.plan", value: "pro" };
    const { body } = await startBulk(
      [chat],
      [
        setPlan,
        setPlan,
        { type: "set_field", field: "visitor.plan", value: "gold" },
        { type: "set_field", field: "chat.order", value: "A-7" },
        { type: "set_field", field: "chat.moon", value: "full" },
        { type: "snooze", for_s: 3600, stay: true },
        { type: "snooze", until: "2020-01-01T00:00:00Z" },
      ],
    );
    await service.settle();
    const { results } = (await read(body.id as number)).items[0];
    expect(results.map(({ result }: { result: string }) => result)).toEqual([
      "done",
      "unchanged",
      "refused",
      "done",
      "refused",
      "done",
      "refused",
    ]);
    expect(results[2].error).toEqual({
      code: "invalid_request",
      message: "fields.plan must be free or pro.",
    });
    const changed = (await call("GET", `/chats/${chat}`)).body;
    expect(changed).toMatchObject({
      fields: { order: { value: "A-7", source: "operator" } },
      visitor: { fields: { plan: { value: "pro", source: "operator" } } },
      snoozed: { until: new Date(service.clock.now() + 3_600_000).toISOString(), stay: true },
    });
  });

  it("[ACT-010] [SNZ-011] snooze chats until the customer writes", async () => {
    const chat = await startChat("open-end");
    await call("POST", `/chats/${chat}/accept`);
    const refused = await startBulk([chat], [{ type: "snooze", until: null, promise: true }]);
    expect([refused.status, refused.body.error.field]).toEqual([400, "do[0].promise"]);
    const snooze = { type: "snooze", until: null };
    const { body } = await startBulk([chat], [snooze, snooze]);
    await service.settle();
    const { results } = (await read(body.id as number)).items[0];
    expect(results).toEqual([
      { type: "snooze", result: "done" },
      { type: "snooze", result: "unchanged" },
    ]);
    const snoozed = (await call("GET", `/chats/${chat}`)).body.snoozed;
    expect(snoozed).toMatchObject({ until: null, stay: false });
    await startChat("open-end");
    expect((await call("GET", `/chats/${chat}`)).body).toMatchObject({
      snooze_ended: { reason: "message" },
    });
  });

  it("[ACT-010] [ACT-018] [REM-011] remind, ask for a rating, block, and mention operators in notes", async () => {
    const chat = await startChat("effects");
    const { body } = await startBulk(
      [chat],
      [
        { type: "note", text: "Look", mentions: [acme.ids.admin] },
        { type: "note", text: "Look", mentions: [999_999] },
        { type: "remind", for_s: 3600, text: "Call back" },
        { type: "remind", for_s: 60, text: "Check", operator_id: acme.ids.admin },
        { type: "remind", until: "2020-01-01T00:00:00Z", text: "Late" },
        { type: "ask_rating" },
        { type: "mail_transcript" },
        { type: "assign", bot_id: 999_999 },
        { type: "block", reason: "Spam", for_s: 3600 },
        { type: "close" },
      ],
    );
    await service.settle();
    const { results } = (await read(body.id as number)).items[0];
    expect(
      results.map(({ type, result, error }: ActionResult) => [type, error?.code ?? result]),
    ).toEqual([
      ["note", "done"],
      ["note", "invalid_request"],
      ["remind", "done"],
      ["remind", "done"],
      ["remind", "invalid_request"],
      // The channel has no chat window, and nobody has set up email.
      ["ask_rating", "no_rating"],
      ["mail_transcript", "not_available"],
      ["assign", "invalid_request"],
      ["block", "done"],
      ["close", "chat_closed"],
    ]);
    const { items: messages } = (await call("GET", `/chats/${chat}/messages`)).body;
    expect(messages).toContainEqual(
      expect.objectContaining({ kind: "note", mentions: [acme.ids.admin] }),
    );
    const dueAt = new Date(service.clock.now() + 3_600_000).toISOString();
    expect(messages).toContainEqual(
      expect.objectContaining({
        line: {
          code: "reminded",
          by: expect.objectContaining({ id: acme.ids.operator }),
          to: expect.objectContaining({ id: acme.ids.operator }),
          detail: dueAt,
        },
        cause: { kind: "bulk", id: body.id },
      }),
    );
    const reminders = (await call("GET", `/reminders?chat_id=${chat}`)).body.items;
    expect(reminders).toMatchObject([
      { text: "Check", operator: { id: acme.ids.admin }, created_by: { id: acme.ids.operator } },
      { text: "Call back", operator: { id: acme.ids.operator }, due_at: dueAt },
    ]);
    expect((await call("GET", `/chats/${chat}`)).body).toMatchObject({
      state: "closed",
      close_reason: "blocked",
    });
    const blocks = (await call("GET", "/blacklist", undefined, acme.keys.owner)).body.items;
    expect(blocks).toMatchObject([{ kind: "visitor", reason: "Spam", until: dueAt }]);
    const { items } = (
      await call("GET", "/audit?action=blacklist.block", undefined, acme.keys.owner)
    ).body;
    expect(items).toMatchObject([
      { actor: { kind: "operator", id: acme.ids.operator }, address: null, result: "ok" },
    ]);
  });

  it("[REM-011] [ACT-031] a reminder is no last message, and a repeat creates no second one", async () => {
    const chat = await startChat("reminded");
    await startBulk([chat], [{ type: "remind", for_s: 60, text: "Check" }]);
    await service.settle();
    expect((await call("GET", `/chats/${chat}`)).body.last_message.text).toBe("Hello");
    const reminder = {
      operatorId: acme.ids.operator,
      createdBy: acme.ids.operator,
      chatId: null,
      text: "Once",
      dueAt: service.clock.now() + 1000,
      now: service.clock.now(),
      origin: "bulk:1:2:0",
    };
    const first = await createReminder(service.db, acme.id, reminder, 500);
    // Also at the limit, which the first one has reached.
    expect(await createReminder(service.db, acme.id, reminder, 1)).toEqual(first);
    expect(await createReminder(service.db, acme.id, { ...reminder, origin: null }, 1)).toBeNull();
  });

  it("[ACT-035] run a macro on the chats of a view that the operator sees", async () => {
    const chats = await Promise.all([1, 2].map((n) => startChat(`view ${n}`)));
    const key = acme.keys.owner;
    const create = async (path: string, body: object, as?: string): Promise<number> =>
      (await call("POST", path, body, as)).body.id as number;
    const tag = await create("/tags", { name: "viewed" }, key);
    const hidden = { kind: "api", name: "Quiet", endpoint_url: "https://shop.example/quiet" };
    const quiet = await create("/channels", { ...hidden, operators: [acme.ids.admin] }, key);
    const unseen = await service.sendCustomerMessage(acme.id, quiet, "view 3", "Hello");
    for (const chat of [...chats, unseen])
      await call("PUT", `/chats/${chat}/tags`, { tags: [tag] }, key);
    const macro = await create("/macros", { name: "Note", do: [{ type: "note", text: "Hi" }] });
    const tagged = { fact: "chat.tags", op: "any_of", value: [tag] };
    const view = await create("/views", { name: "Tagged", if: tagged });
    const started = await call("POST", "/chats/bulk", { view, macro_id: macro });
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    await service.settle();
    const bulk = await read(started.body.id as number);
    expect(bulk).toMatchObject({ do: [{ type: "note", text: "Hi" }], processed: 2, refused: 0 });
    expect(bulk.items.map((item: { chat_id: number }) => item.chat_id)).toEqual(
      chats.toSorted((a, b) => a - b),
    );
    const none = await create("/views", { name: "None", if: { any: [] } });
    for (const [body, code, field] of [
      [{ view: none, macro_id: macro }, "invalid_request", "view"],
      [{ view, chats, macro_id: macro }, "invalid_request", "chats"],
      [{ view, macro_id: macro, do: [{ type: "close" }] }, "invalid_request", "do"],
      [{ view, macro_id: 999_999 }, "invalid_request", "macro_id"],
      [{ view: 999_999, macro_id: macro }, "not_found", undefined],
    ] as const)
      expect((await call("POST", "/chats/bulk", body)).body.error).toMatchObject({
        code,
        ...(field !== undefined && { field }),
      });
  });

  it("[ACT-039] run on all closed or missed chats of a filtered list, as many as the count says", async () => {
    const key = acme.keys.owner;
    const settings = { kind: "api", name: "Listed", endpoint_url: "https://shop.example/listed" };
    const operators = [acme.ids.owner];
    const channel = (await call("POST", "/channels", { ...settings, operators }, key)).body
      .id as number;
    const chats: number[] = [];
    for (const n of [1, 2, 3, 4, 5])
      chats.push(await service.sendCustomerMessage(acme.id, channel, `listed ${n}`, "Hello"));
    const [missed, open, ...taken] = chats;
    for (const chat of [open, ...taken]) await call("POST", `/chats/${chat}/accept`, {}, key);
    for (const chat of [missed, ...taken]) await call("POST", `/chats/${chat}/close`, {}, key);
    const ofChannel = { channel: String(channel) };
    const runOn = async (list: object) => {
      const body = { list, do: [{ type: "note", text: "All" }] };
      const started = await call("POST", "/chats/bulk", body, key);
      if (started.status !== 202) return started.body.error;
      await service.settle();
      const { items } = (
        await call("GET", `/chats/bulk/${started.body.id}?limit=100`, undefined, key)
      ).body;
      return items.map((item: { chat_id: number }) => item.chat_id);
    };
    const count = async (list: Record<string, string>) =>
      (await call("GET", `/chats/count?${String(new URLSearchParams(list))}`, undefined, key)).body;
    const person = (await call("GET", `/chats/${missed}`, undefined, key)).body.visitor.number;
    for (const [list, found] of [
      [{ view: "closed", ...ofChannel }, [missed, ...taken]],
      [{ view: "missed", ...ofChannel }, [missed]],
      [{ view: "closed", assignee: "me", ...ofChannel }, taken],
      [{ view: "closed", visitor: String(person), ...ofChannel }, [missed]],
      [ofChannel, chats],
    ] as const) {
      expect(await count(list)).toEqual({ count: found.length });
      expect(await runOn(list)).toEqual(found.toSorted((a, b) => a! - b!));
    }
    expect(await count({ view: "waiting", ...ofChannel })).toEqual({ count: 0 });
    for (const [list, field] of [
      [{ view: "waiting", ...ofChannel }, "list"],
      [{ view: "lost" }, "list.view"],
    ] as const)
      expect(await runOn(list)).toMatchObject({ code: "invalid_request", field });
    const both = { list: ofChannel, chats, do: [{ type: "close" }] };
    expect((await call("POST", "/chats/bulk", both, key)).body.error.field).toBe("chats");
  });

  it("[ACT-032] take ten chats in 200 ms, so that the live traffic goes on", async () => {
    const chats = await Promise.all(Array.from({ length: 25 }, (_, n) => startChat(`pace ${n}`)));
    const { body } = await startBulk(chats, [{ type: "priority", priority: "low" }]);
    const countProcessed = async () => (await read(body.id as number)).processed;
    await expect.poll(countProcessed).toBe(10);
    await service.clock.advance(199);
    expect(await countProcessed()).toBe(10);
    await service.clock.advance(1);
    await expect.poll(countProcessed).toBe(20);
    await service.settle();
    expect(await countProcessed()).toBe(25);
  });

  it("[ACT-031] the outcome of a chat that began a day ago is unknown, and counts as processed", async () => {
    const chats = [await startChat("begun"), await startChat("next")];
    const actions = [{ type: "note", text: "Late" }] as const;
    const job = { operatorId: acme.ids.operator, node: 999, actions, chats, now: 0 };
    const id = await createBulk(service.db, acme.id, job);
    const take = (hours: number) =>
      takeBulkSlice(service.db, { node: job.node, limit: 1, now: hours * 3_600_000 });
    expect((await take(1))?.chats).toEqual([{ n: 1, chatId: chats[0] }]);
    const slice = await take(22);
    expect(slice?.chats).toEqual([{ n: 2, chatId: chats[1] }]);
    const done = [{ n: 2, results: [{ type: "note", result: "done" }] }] as const;
    // A second report of the same chats changes nothing.
    for (const _ of [1, 2]) await saveBulkResults(service.db, slice!, done, 0);
    expect(await read(id)).toMatchObject({
      state: "done",
      processed: 2,
      refused: 0,
      items: [{ results: [] }, { results: [{ result: "done" }] }],
    });
  });

  it("[ACT-034] a cancelled one keeps what is done and touches no other chat", async () => {
    const chats = await Promise.all(Array.from({ length: 30 }, (_, n) => startChat(`stop ${n}`)));
    const { body } = await startBulk(chats, [{ type: "note", text: "Stop" }]);
    expect((await call("DELETE", `/chats/bulk/${body.id}`)).status).toBe(204);
    await service.settle();
    const bulk = await read(body.id as number);
    expect(bulk.state).toBe("cancelled");
    expect(bulk.processed).toBeLessThan(chats.length);
    const notes = await service.db.query(
      "select from journal where chat_id = any($1) and body like '%\"Stop\"%'",
      [chats],
    );
    expect(notes).toHaveLength(bulk.processed as number);
  });

  it("[ACT-030] [ACT-033] belong to the operator who started them; an invalid one starts nothing", async () => {
    const chat = await startChat("mine");
    const { body } = await startBulk([chat], [{ type: "note", text: "Mine" }], acme.keys.admin);
    expect((await call("GET", `/chats/bulk/${body.id}`)).status).toBe(404);
    expect((await call("DELETE", `/chats/bulk/${body.id}`)).status).toBe(404);
    expect((await startBulk([], [{ type: "close" }])).status).toBe(400);
    expect((await startBulk([chat], [{ type: "tag", tag_id: "x" }])).body.error.field).toBe(
      "do[0].tag_id",
    );
    expect((await startBulk([chat], [{ type: "close" }], acme.keys.viewer)).status).toBe(403);
    await service.settle();
  });
});
