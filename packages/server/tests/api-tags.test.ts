import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const createResponse = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: {
      kind: "api",
      name: "Shop",
      endpoint_url: "https://shop.example/in",
      operators: [acme.ids.operator],
    },
  });
  channel = createResponse.body.id as number;
});
afterAll(() => service.close());

const createTag = async (name: string): Promise<number> =>
  (await service.call("POST", "/tags", { key: acme.keys.owner, body: { name } })).body.id as number;
const putTags = (chat: number, tags: unknown, key = acme.keys.operator) =>
  service.call("PUT", `/chats/${chat}/tags`, { key, body: { tags } });
const readSystemMessages = async (chat: number): Promise<unknown[]> =>
  (await service.call("GET", `/chats/${chat}/messages`, { key: acme.keys.owner })).body.items
    .filter((message: { line?: unknown }) => message.line)
    .map((message: { line: { code: string; detail?: string } }) => [
      message.line.code,
      message.line.detail,
    ]);

describe("tags of the account", () => {
  it("[API-044] forty tags that are created at once are all created, none is refused as unavailable", async () => {
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        service.call("POST", "/tags", { key: other.keys.owner, body: { name: `Tag ${n}` } }),
      ),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
  });

  it("[API-044] an administrator makes, renames and deletes one; everybody reads them; nodes hear of it", async () => {
    const [{ before } = { before: 0 }] = await service.db.query<{ before: number }>(
      "select coalesce(max(n), 0)::int as before from audit where account_id = $1",
      [acme.id],
    );
    const createResponse = await service.call("POST", "/tags", {
      key: acme.keys.admin,
      body: { name: " Refund " },
    });
    const created = new Date(service.clock.now()).toISOString();
    expect([createResponse.status, createResponse.body]).toEqual([
      201,
      { id: createResponse.body.id, name: "Refund", created_at: created, managed: false },
    ]);
    const { id } = createResponse.body as { id: number };
    for (const role of ["owner", "admin", "developer", "operator", "viewer"] as const) {
      expect(
        (await service.call("GET", `/tags/${id}`, { key: acme.keys[role] })).body,
        role,
      ).toEqual(createResponse.body);
      expect(
        (await service.call("GET", "/tags", { key: acme.keys[role] })).body.items,
        role,
      ).toContainEqual(createResponse.body);
    }
    expect((await service.journal.config(acme.id)).tags.get(id)).toBe("Refund");
    const duplicateResponse = await service.call("POST", "/tags", {
      key: acme.keys.admin,
      body: { name: "REFUND" },
    });
    expect([
      duplicateResponse.status,
      duplicateResponse.body.error.code,
      duplicateResponse.body.error.field,
    ]).toEqual([409, "name_taken", "name"]);
    const renamed = await service.call("PATCH", `/tags/${id}`, {
      key: acme.keys.owner,
      body: { name: "refund" },
    });
    expect([renamed.status, renamed.body.name]).toEqual([200, "refund"]);
    expect((await service.call("DELETE", `/tags/${id}`, { key: acme.keys.owner })).status).toBe(
      204,
    );
    expect((await service.call("GET", `/tags/${id}`, { key: acme.keys.owner })).status).toBe(404);
    const audited = await service.db.query<{ action: string }>(
      "select action from audit where account_id = $1 and n > $2 and action like 'tag.%' order by n",
      [acme.id, before],
    );
    expect(audited.map((row) => row.action)).toEqual(["tag.create", "tag.change", "tag.delete"]);
  });

  it("[API-044] [CORE-001] developers, operators and viewers do not change them; another account does not find them", async () => {
    const id = await createTag("Hidden");
    for (const role of ["developer", "operator", "viewer"] as const) {
      expect(
        (await service.call("POST", "/tags", { key: acme.keys[role], body: { name: "Mine" } }))
          .status,
        role,
      ).toBe(403);
      expect(
        (
          await service.call("PATCH", `/tags/${id}`, {
            key: acme.keys[role],
            body: { name: "Mine" },
          })
        ).status,
        role,
      ).toBe(403);
      expect(
        (await service.call("DELETE", `/tags/${id}`, { key: acme.keys[role] })).status,
        role,
      ).toBe(403);
    }
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect(
        (await service.call(method, `/tags/${id}`, { key: other.keys.owner, body })).status,
        method,
      ).toBe(404);
  });

  it("[API-044] [API-005] a name that shows nothing, one too long and unknown fields change nothing; a key repeats the first answer", async () => {
    const before = (await service.call("GET", "/tags", { key: acme.keys.owner })).body.items
      .length as number;
    for (const body of [
      { name: "  " },
      { name: "x".repeat(51) },
      { name: 5 },
      {},
      { name: "ok", colour: "red" },
    ])
      expect(
        (await service.call("POST", "/tags", { key: acme.keys.owner, body })).status,
        JSON.stringify(body),
      ).toBe(400);
    expect((await service.call("GET", "/tags", { key: acme.keys.owner })).body.items).toHaveLength(
      before,
    );
    const headers = { "idempotency-key": "tag-1" };
    const first = await service.call("POST", "/tags", {
      key: acme.keys.owner,
      body: { name: "Once" },
      headers,
    });
    const again = await service.call("POST", "/tags", {
      key: acme.keys.owner,
      body: { name: "Once" },
      headers,
    });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe("tags of a chat", () => {
  it("[API-044] [API-237] [API-238] an operator puts tags on and takes them off: a line each, chat_updated, and the list finds it", async () => {
    const [vip, lateTag] = [await createTag("VIP"), await createTag("Late")];
    const chat = await service.sendCustomerMessage(acme.id, channel, "tagged", "Hello");
    const tagged = await putTags(chat, [vip, lateTag]);
    expect([tagged.status, tagged.body.tags]).toEqual([
      200,
      [
        { id: vip, name: "VIP" },
        { id: lateTag, name: "Late" },
      ],
    ]);
    expect(await readSystemMessages(chat)).toEqual([["tagged", "VIP, Late"]]);
    expect((await putTags(chat, [lateTag, vip])).status).toBe(200);
    expect(await readSystemMessages(chat)).toHaveLength(1);
    await service.settle();
    const found = (tag: number, more = "") =>
      service.call("GET", `/chats?tag=${tag}${more}`, { key: acme.keys.operator });
    expect((await found(vip)).body.items.map((one: { id: number }) => one.id)).toEqual([chat]);
    expect((await found(vip, "&view=waiting")).body.items).toHaveLength(1);
    expect((await found(vip, "&view=closed")).body.items).toHaveLength(0);
    expect((await putTags(chat, [lateTag])).body.tags).toEqual([{ id: lateTag, name: "Late" }]);
    expect(await readSystemMessages(chat)).toEqual([
      ["tagged", "VIP, Late"],
      ["untagged", "VIP"],
    ]);
    await service.settle();
    expect((await found(vip)).body.items).toEqual([]);
    expect((await found(lateTag)).body.items).toHaveLength(1);
    const events = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 and chat_id = $2 and name = 'chat_updated' order by position",
      [acme.id, chat],
    );
    expect(
      events.map((row) => (JSON.parse(row.body) as { chat: { tags: unknown[] } }).chat.tags.length),
    ).toEqual([2, 1]);
  });

  it("[API-044] [API-237] a deleted tag stays on its chats as a name, and can be taken off, not put on; a closed chat is tagged too", async () => {
    const old = await createTag("Old");
    const chat = await service.sendCustomerMessage(acme.id, channel, "closed", "Hello");
    await putTags(chat, [old]);
    await service.call("POST", `/chats/${chat}/accept`, { key: acme.keys.operator });
    await service.call("POST", `/chats/${chat}/close`, { key: acme.keys.operator });
    expect((await service.call("DELETE", `/tags/${old}`, { key: acme.keys.owner })).status).toBe(
      204,
    );
    const chatResponse = await service.call("GET", `/chats/${chat}`, { key: acme.keys.owner });
    expect([chatResponse.body.state, chatResponse.body.tags]).toEqual([
      "closed",
      [{ id: old, name: "Old" }],
    ]);
    const lateTag = await createTag("After");
    const both = await putTags(chat, [old, lateTag]);
    expect([both.status, both.body.tags.map((tag: { name: string }) => tag.name)]).toEqual([
      200,
      ["Old", "After"],
    ]);
    await service.settle();
    expect(
      (await service.call("GET", `/chats?view=closed&tag=${lateTag}`, { key: acme.keys.owner }))
        .body.items,
    ).toHaveLength(1);
    expect((await putTags(chat, [lateTag])).body.tags).toHaveLength(1);
    const removedTagResponse = await putTags(chat, [old]);
    expect([removedTagResponse.status, removedTagResponse.body.error.field]).toEqual([400, "tags"]);
  });

  it("[API-044] tags of another account, too many, repeated ones and chats out of sight change nothing", async () => {
    const foreign = (
      await service.call("POST", "/tags", { key: other.keys.owner, body: { name: "Foreign" } })
    ).body.id as number;
    const chat = await service.sendCustomerMessage(acme.id, channel, "strict", "Hello");
    const mine = await createTag("Mine too");
    for (const tags of [
      [foreign],
      [mine, mine],
      [0],
      ["1"],
      Array.from({ length: 21 }, (_, n) => n + 1),
      null,
    ])
      expect((await putTags(chat, tags)).status, JSON.stringify(tags)).toBe(400);
    expect((await putTags(chat, [mine], other.keys.owner)).status).toBe(404);
    expect((await putTags(chat, [mine], acme.keys.viewer)).status).toBe(403);
    expect(await readSystemMessages(chat)).toEqual([]);
  });
});
