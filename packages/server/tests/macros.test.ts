import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/** Macros (ACT-020 – ACT-023). */

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let sales: number;
let tag: number;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  channel = await create("channels", {
    name: "Shop",
    endpoint_url: "https://shop.example/in",
    operators: [acme.ids.operator],
  });
  sales = await create("departments", { name: "Sales", operators: [acme.ids.operator] });
  tag = await create("tags", { name: "refund" });
  await create("fields", {
    object: "visitor",
    key: "plan",
    kind: "one_of",
    name: "Plan",
    options: ["free", "pro"],
  });
});
afterAll(() => service.close());
beforeEach(() => service.db.query("delete from macro"));

const create = async (path: string, body: object, key = acme.keys.owner): Promise<number> => {
  const created = await service.call("POST", `/${path}`, { key, body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.id as number;
};
const addMacro = (body: object, key = acme.keys.owner) =>
  service.call("POST", "/macros", {
    key,
    body: { name: "Refund", do: [{ type: "tag", tag_id: tag }], ...body },
  });
const listNames = async (key: string): Promise<string[]> =>
  (await service.call("GET", "/macros", { key })).body.items.map(
    (macro: { name: string }) => macro.name,
  );

describe("macros", () => {
  it("[ACT-020] are created, read, changed and deleted", async () => {
    const created = await addMacro({ shared: "all" });
    const now = new Date(service.clock.now()).toISOString();
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        name: "Refund",
        do: [{ type: "tag", tag_id: tag }],
        shared: "all",
        owner: { id: acme.ids.owner, name: "Ann" },
        created_at: now,
        updated_at: now,
        managed: false,
      },
    ]);
    const path = `/macros/${created.body.id}`;
    const key = acme.keys.owner;
    expect((await addMacro({ name: "REFUND", shared: "all" })).body.error).toMatchObject({
      code: "name_taken",
      field: "name",
    });
    expect((await addMacro({})).body.shared).toBe("me");
    const list = [{ type: "snooze", for_s: 60, stay: true }, { type: "close" }];
    const changed = await service.call("PATCH", path, { key, body: { do: list } });
    expect(changed.body).toEqual({ ...created.body, do: list });
    expect((await service.call("GET", path, { key })).body).toEqual(changed.body);
    expect((await service.call("DELETE", path, { key })).status).toBe(204);
    expect((await service.call("GET", path, { key })).status).toBe(404);
  });

  it("[ACT-021] an action with an unknown row, field or value is refused with its path", async () => {
    const personal = await create("canned-replies", { shortcut: "mine", text: "Hi", scope: "own" });
    const foreign = await create("tags", { name: "theirs" }, other.keys.owner);
    const close = { type: "close" };
    const refused: readonly (readonly [object, string, string])[] = [
      [{ do: [] }, "do", "1"],
      [{ do: [close, { type: "tag", tag_id: 999_999 }] }, "do[1].tag_id", "id of a tag of"],
      [{ do: [{ type: "untag", tag_id: foreign }] }, "do[0].tag_id", "id of a tag of"],
      [{ do: [{ type: "assign", operator_id: 999_999 }] }, "do[0].operator_id", "operator"],
      [{ do: [{ type: "assign", department_id: 999_999 }] }, "do[0].department_id", "department"],
      [{ do: [{ type: "reply", quick_reply_id: 999_999 }] }, "do[0].quick_reply_id", "quick reply"],
      [
        { do: [{ type: "reply", quick_reply_id: personal }] },
        "do[0].quick_reply_id",
        "quick reply",
      ],
      [
        { do: [{ type: "set_field", field: "chat.plan", value: 1 }] },
        "do[0].field",
        "visitor.plan",
      ],
      [
        { do: [{ type: "set_field", field: "visitor.plan", value: "gold" }] },
        "do[0].value",
        "free or pro",
      ],
      [{ do: [{ type: "reply", text: "{visitor.pln}" }] }, "do[0].text", "visitor.plan"],
      [{ shared: { department_id: 999_999 } }, "shared.department_id", "department"],
    ];
    for (const [body, field, part] of refused) {
      const { status, body: answer } = await addMacro({ shared: "all", ...body });
      expect([status, answer.error?.code, answer.error?.field]).toEqual([
        400,
        "invalid_request",
        field,
      ]);
      expect(answer.error.message).toContain(part);
    }
    const own = await addMacro({ do: [{ type: "reply", quick_reply_id: personal }] });
    expect(own.status).toBe(201);
  });

  it("[ACT-022] operators use their own macros and those shared with them, and owners change the shared ones", async () => {
    await addMacro({ name: "All", shared: "all" });
    const ofSales = await addMacro({ name: "Sales", shared: { department_id: sales } });
    await addMacro({ name: "Owner's" });
    await addMacro({ name: "Operator's" }, acme.keys.operator);
    expect(await listNames(acme.keys.owner)).toEqual(["All", "Sales", "Owner's"]);
    expect(await listNames(acme.keys.operator)).toEqual(["All", "Sales", "Operator's"]);
    expect(await listNames(acme.keys.viewer)).toEqual(["All"]);
    expect(await listNames(other.keys.owner)).toEqual([]);
    for (const [status, method, key, body] of [
      [403, "PATCH", acme.keys.operator, { name: "Ours" }],
      [403, "DELETE", acme.keys.operator, undefined],
      [403, "PATCH", acme.keys.viewer, { name: "Ours" }],
      [404, "PATCH", other.keys.owner, { name: "Ours" }],
      [200, "PATCH", acme.keys.admin, { name: "Ours" }],
    ] as const) {
      const answer = await service.call(method, `/macros/${ofSales.body.id}`, { key, body });
      expect([method, key, answer.status]).toEqual([method, key, status]);
    }
    expect((await addMacro({ shared: "all" }, acme.keys.operator)).status).toBe(403);
  });

  it("[ACT-022] an account and an operator have limits", async () => {
    await service.db.query(
      `insert into macro (account_id, name, actions, audience, owner_id, created_at, updated_at)
       select $1, 'Macro ' || n, '[{"type":"close"}]', case when n <= 100 then 'all' else 'me' end, $2, now(), now()
       from generate_series(1, 150) n`,
      [acme.id, acme.ids.owner],
    );
    for (const [shared, text] of [
      ["all", "An account has at most 100 shared macros. Delete one first."],
      ["me", "An operator has at most 50 macros of their own. Delete one first."],
    ])
      expect((await addMacro({ shared })).body.error.message).toBe(text);
  });
});

describe("running a macro", () => {
  const startChat = (customer: string): Promise<number> =>
    service.sendCustomerMessage(acme.id, channel, customer, "Hello");
  const run = (chat: number, macro: number, more: { key?: string; repeat?: string } = {}) =>
    service.call("POST", `/chats/${chat}/run-macro`, {
      key: more.key ?? acme.keys.operator,
      body: { macro_id: macro },
      ...(more.repeat !== undefined && { headers: { "idempotency-key": more.repeat } }),
    });

  it("[ACT-013] [ACT-021] [ACT-023] answers each result and the chat; a deleted row is refused, and lines name the macro", async () => {
    const gone = await create("tags", { name: "gone" });
    const { body: macro } = await addMacro({
      shared: "all",
      do: [
        { type: "assign", operator_id: acme.ids.operator },
        { type: "tag", tag_id: gone },
        { type: "tag", tag_id: tag },
        { type: "tag", tag_id: tag },
        { type: "set_field", field: "visitor.plan", value: "pro" },
        { type: "priority", priority: "high" },
        { type: "snooze", for_s: 3600 },
      ],
    });
    const key = acme.keys.owner;
    await service.call("DELETE", `/tags/${gone}`, { key });
    const chat = await startChat("run");
    const { status, body } = await run(chat, macro.id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual([
      "done",
      "refused",
      "done",
      "unchanged",
      "done",
      "done",
      "done",
    ]);
    expect(body.results[1]).toMatchObject({ type: "tag", error: { code: "invalid_request" } });
    expect(body.chat).toMatchObject({
      id: chat,
      assignee: { id: acme.ids.operator },
      tags: [{ id: tag }],
      priority: "high",
      visitor: { fields: { plan: { value: "pro" } } },
      snoozed: { by: { id: acme.ids.operator } },
    });
    const { items } = (await service.call("GET", `/chats/${chat}/messages`, { key })).body;
    expect(items.slice(1).map(({ cause }: { cause: unknown }) => cause)).toEqual(
      Array.from({ length: 4 }, () => ({ kind: "macro", id: macro.id, name: "Refund" })),
    );
    // Rows that were deleted since do not hinder a change of the name.
    const renamed = { key, body: { name: "Money back" } };
    expect((await service.call("PATCH", `/macros/${macro.id}`, renamed)).status).toBe(200);
  });

  it("[FLD-022] a reply has the values of fields, and quick replies may name them", async () => {
    const quickReply = await create("canned-replies", {
      shortcut: "plan",
      scope: "account",
      text: "You have {visitor.plan|no plan}. {visitor.plan}",
    });
    const { body: macro } = await addMacro({
      shared: "all",
      do: [
        { type: "assign", operator_id: acme.ids.operator },
        { type: "reply", quick_reply_id: quickReply },
        { type: "set_field", field: "visitor.plan", value: "pro" },
        { type: "reply", text: "Now you have {visitor.plan|no plan}." },
      ],
    });
    const chat = await startChat("fields");
    const { body } = await run(chat, macro.id);
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual([
      "done",
      "done",
      "done",
      "done",
    ]);
    const key = acme.keys.owner;
    const { items } = (await service.call("GET", `/chats/${chat}/messages`, { key })).body;
    const texts = items.map(({ text }: { text: string }) => text);
    expect(texts).toEqual(expect.arrayContaining(["You have no plan.", "Now you have pro."]));
    const wrong = { key, body: { shortcut: "wrong", text: "{chat.plan}", scope: "account" } };
    const refused = await service.call("POST", "/canned-replies", wrong);
    expect([refused.status, refused.body.error.field]).toEqual([400, "text"]);
    expect(refused.body.error.message).toContain("visitor.plan");
  });

  it("[ACT-023] a repeat with the same key repeats no effect; with another macro it is refused", async () => {
    const { body: macro } = await addMacro({ shared: "all", do: [{ type: "note", text: "Once" }] });
    const second = await addMacro({ name: "Twice", shared: "all" });
    const chat = await startChat("repeat");
    for (const _ of [1, 2])
      expect((await run(chat, macro.id, { repeat: "k1" })).body.results).toEqual([
        { type: "note", result: "done" },
      ]);
    const { items } = (
      await service.call("GET", `/chats/${chat}/messages`, { key: acme.keys.owner })
    ).body;
    expect(items.filter(({ kind }: { kind: string }) => kind === "note")).toHaveLength(1);
    const conflict = await run(chat, second.body.id, { repeat: "k1" });
    expect(conflict.body.error.code).toBe("idempotency_conflict");
    expect((await run(chat, macro.id)).body.results).toEqual([{ type: "note", result: "done" }]);
  });

  it("[ACT-019] runs other macros; one that would run itself is refused with the chain", async () => {
    const inner = await addMacro({
      name: "Inner",
      shared: "all",
      do: [{ type: "note", text: "In" }],
    });
    const callInner = { type: "run_macro", macro_id: inner.body.id };
    const outer = await addMacro({
      name: "Outer",
      shared: "all",
      do: [callInner, { type: "priority", priority: "low" }],
    });
    const chat = await startChat("nested");
    expect((await run(chat, outer.body.id)).body.results).toEqual([
      { type: "note", result: "done" },
      { type: "priority", result: "done" },
    ]);
    const key = acme.keys.owner;
    const path = `/macros/${inner.body.id}`;
    const body = { do: [{ type: "run_macro", macro_id: outer.body.id }] };
    const loop = await service.call("PATCH", path, { key, body });
    expect([loop.status, loop.body.error.field]).toEqual([400, "do"]);
    expect(loop.body.error.message).toContain("Inner → Outer → Inner");
    const personal = await addMacro({ name: "Mine" });
    const shared = await addMacro({
      name: "Ours",
      shared: "all",
      do: [{ type: "run_macro", macro_id: personal.body.id }],
    });
    expect([shared.status, shared.body.error.field]).toEqual([400, "do[0].macro_id"]);
    expect((await service.call("DELETE", path, { key })).status).toBe(204);
    expect((await run(chat, outer.body.id)).body.results).toMatchObject([
      { type: "run_macro", result: "refused", error: { code: "invalid_request" } },
      { type: "priority", result: "unchanged" },
    ]);
  });

  it("[ACT-010] continues a closed chat, and the actions behind it concern the new one", async () => {
    const { body: macro } = await addMacro({
      shared: "all",
      do: [{ type: "reopen" }, { type: "note", text: "Once more" }],
    });
    const chat = await startChat("reopen");
    expect((await run(chat, macro.id)).body.results[0].error.code).toBe("not_closed");
    await service.call("POST", `/chats/${chat}/close`, { key: acme.keys.owner });
    expect((await run(chat, macro.id)).body.results).toEqual([
      { type: "reopen", result: "done" },
      { type: "note", result: "done" },
    ]);
    const notes = await service.db.query<{ chat: number }>(
      "select chat_id::float8 as chat from journal where body like '%Once more%' order by position",
      [],
    );
    expect(notes).toHaveLength(2);
    const { body: next } = await service.call("GET", `/chats/${notes[1]?.chat}`, {
      key: acme.keys.owner,
    });
    expect(next).toMatchObject({ state: "open", continues: chat });
  });

  it("[WH-119] calls the one webhook that it names, if it takes the event", async () => {
    const url = "https://93.184.216.34/hook";
    const named = await create("webhooks", { url, name: "CRM", events: ["chat_action"] });
    await create("webhooks", { url, events: ["chat_action"] });
    const deaf = await create("webhooks", { url, events: ["chat_finished"] });
    const callWebhook = (id: number) => ({ type: "call_webhook", webhook_id: id });
    const refused = await addMacro({ shared: "all", do: [callWebhook(deaf)] });
    expect([refused.status, refused.body.error.field]).toEqual([400, "do[0].webhook_id"]);
    expect(refused.body.error.message).toContain("that takes chat_action");
    const { body: macro } = await addMacro({ shared: "all", do: [callWebhook(named)] });
    const chat = await startChat("webhook");
    expect((await run(chat, macro.id)).body.results).toEqual([
      { type: "call_webhook", result: "done" },
    ]);
    const key = acme.keys.owner;
    const { items } = (await service.call("GET", "/deliveries?event=chat_action", { key })).body;
    expect(items).toMatchObject([{ event: "chat_action", endpoint: { name: "CRM" } }]);
    const { items: messages } = (await service.call("GET", `/chats/${chat}/messages`, { key }))
      .body;
    expect(messages.at(-1)).toMatchObject({
      line: { code: "webhook_called", to: { id: named, name: "CRM" } },
      cause: { kind: "macro", name: "Refund" },
    });
    await service.call("PATCH", `/webhooks/${named}`, { key, body: { enabled: false } });
    expect((await run(chat, macro.id)).body.results[0].error.code).toBe("not_available");
  });

  it("[ACT-022] [ACT-023] a macro of others, a chat out of sight, and a viewer are refused", async () => {
    const { body: personal } = await addMacro({});
    const { body: shared } = await addMacro({ shared: "all" });
    const chat = await startChat("refused");
    const refused = await run(chat, personal.id);
    expect([refused.status, refused.body.error.field]).toEqual([400, "macro_id"]);
    expect((await run(chat + 100, shared.id)).status).toBe(404);
    expect((await run(chat, shared.id, { key: acme.keys.viewer })).status).toBe(403);
    expect((await run(chat, shared.id, { key: other.keys.owner })).status).toBe(404);
  });
});
