import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Service, type TestAccount } from "./api-fixture.ts";

let service: Service;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
beforeAll(async () => {
  service = await startService();
  acme = await service.account("acme");
  other = await service.account("other");
  const made = await service.ask("POST", "/channels", {
    key: acme.keys.owner,
    body: { kind: "api", name: "Shop", endpoint_url: "https://shop.example/in", operators: [acme.ids.operator] },
  });
  channel = made.body.id as number;
});
afterAll(() => service.close());

const make = async (name: string): Promise<number> =>
  (await service.ask("POST", "/tags", { key: acme.keys.owner, body: { name } })).body.id as number;
const put = (chat: number, tags: unknown, key = acme.keys.operator) => service.ask("PUT", `/chats/${chat}/tags`, { key, body: { tags } });
const lines = async (chat: number): Promise<unknown[]> =>
  (await service.ask("GET", `/chats/${chat}/messages`, { key: acme.keys.owner })).body.items
    .filter((message: { line?: unknown }) => message.line)
    .map((message: { line: { code: string; detail?: string } }) => [message.line.code, message.line.detail]);

describe("tags of the account", () => {
  it("[API-044] an administrator makes, renames and deletes one; everybody reads them; nodes hear of it", async () => {
    const [{ before } = { before: 0 }] = await service.db.query<{ before: number }>(
      "select coalesce(max(n), 0)::int as before from audit where account_id = $1",
      [acme.id],
    );
    const made = await service.ask("POST", "/tags", { key: acme.keys.admin, body: { name: " Refund " } });
    const created = new Date(service.clock.now()).toISOString();
    expect([made.status, made.body]).toEqual([201, { id: made.body.id, name: "Refund", created_at: created, managed: false }]);
    const { id } = made.body as { id: number };
    for (const role of ["owner", "admin", "developer", "operator", "viewer"] as const) {
      expect((await service.ask("GET", `/tags/${id}`, { key: acme.keys[role] })).body, role).toEqual(made.body);
      expect((await service.ask("GET", "/tags", { key: acme.keys[role] })).body.items, role).toContainEqual(made.body);
    }
    expect((await service.journal.config(acme.id)).tags.get(id)).toBe("Refund");
    const taken = await service.ask("POST", "/tags", { key: acme.keys.admin, body: { name: "REFUND" } });
    expect([taken.status, taken.body.error.code, taken.body.error.field]).toEqual([409, "name_taken", "name"]);
    const renamed = await service.ask("PATCH", `/tags/${id}`, { key: acme.keys.owner, body: { name: "refund" } });
    expect([renamed.status, renamed.body.name]).toEqual([200, "refund"]);
    expect((await service.ask("DELETE", `/tags/${id}`, { key: acme.keys.owner })).status).toBe(204);
    expect((await service.ask("GET", `/tags/${id}`, { key: acme.keys.owner })).status).toBe(404);
    const audited = await service.db.query<{ action: string }>(
      "select action from audit where account_id = $1 and n > $2 and action like 'tag.%' order by n",
      [acme.id, before],
    );
    expect(audited.map((row) => row.action)).toEqual(["tag.create", "tag.change", "tag.delete"]);
  });

  it("[API-044] [CORE-001] developers, operators and viewers do not change them; another account does not find them", async () => {
    const id = await make("Hidden");
    for (const role of ["developer", "operator", "viewer"] as const) {
      expect((await service.ask("POST", "/tags", { key: acme.keys[role], body: { name: "Mine" } })).status, role).toBe(403);
      expect((await service.ask("PATCH", `/tags/${id}`, { key: acme.keys[role], body: { name: "Mine" } })).status, role).toBe(403);
      expect((await service.ask("DELETE", `/tags/${id}`, { key: acme.keys[role] })).status, role).toBe(403);
    }
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect((await service.ask(method, `/tags/${id}`, { key: other.keys.owner, body })).status, method).toBe(404);
  });

  it("[API-044] [API-005] a name that shows nothing, one too long and unknown fields change nothing; a key repeats the first answer", async () => {
    const before = (await service.ask("GET", "/tags", { key: acme.keys.owner })).body.items.length as number;
    for (const body of [{ name: "  " }, { name: "x".repeat(51) }, { name: 5 }, {}, { name: "ok", colour: "red" }])
      expect((await service.ask("POST", "/tags", { key: acme.keys.owner, body })).status, JSON.stringify(body)).toBe(400);
    expect((await service.ask("GET", "/tags", { key: acme.keys.owner })).body.items).toHaveLength(before);
    const headers = { "idempotency-key": "tag-1" };
    const first = await service.ask("POST", "/tags", { key: acme.keys.owner, body: { name: "Once" }, headers });
    const again = await service.ask("POST", "/tags", { key: acme.keys.owner, body: { name: "Once" }, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe("tags of a chat", () => {
  it("[API-044] an operator puts tags on and takes them off: a line each, chat_updated, and the list finds it", async () => {
    const [vip, late] = [await make("VIP"), await make("Late")];
    const chat = await service.customer(acme.id, channel, "tagged", "Hello");
    const tagged = await put(chat, [vip, late]);
    expect([tagged.status, tagged.body.tags]).toEqual([
      200,
      [
        { id: vip, name: "VIP" },
        { id: late, name: "Late" },
      ],
    ]);
    expect(await lines(chat)).toEqual([["tagged", "VIP, Late"]]);
    expect((await put(chat, [late, vip])).status).toBe(200);
    expect(await lines(chat)).toHaveLength(1);
    await service.settleMarks();
    const found = (tag: number, more = "") => service.ask("GET", `/chats?tag=${tag}${more}`, { key: acme.keys.operator });
    expect((await found(vip)).body.items.map((one: { id: number }) => one.id)).toEqual([chat]);
    expect((await found(vip, "&view=waiting")).body.items).toHaveLength(1);
    expect((await found(vip, "&view=closed")).body.items).toHaveLength(0);
    expect((await put(chat, [late])).body.tags).toEqual([{ id: late, name: "Late" }]);
    expect(await lines(chat)).toEqual([
      ["tagged", "VIP, Late"],
      ["untagged", "VIP"],
    ]);
    await service.settleMarks();
    expect((await found(vip)).body.items).toEqual([]);
    expect((await found(late)).body.items).toHaveLength(1);
    const events = await service.db.query<{ body: string }>(
      "select body from journal where account_id = $1 and chat_id = $2 and name = 'chat_updated' order by position",
      [acme.id, chat],
    );
    expect(events.map((row) => (JSON.parse(row.body) as { chat: { tags: unknown[] } }).chat.tags.length)).toEqual([2, 1]);
  });

  it("[API-044] a deleted tag stays on its chats as a name, and can be taken off, not put on; a closed chat is tagged too", async () => {
    const old = await make("Old");
    const chat = await service.customer(acme.id, channel, "closed", "Hello");
    await put(chat, [old]);
    await service.ask("POST", `/chats/${chat}/accept`, { key: acme.keys.operator });
    await service.ask("POST", `/chats/${chat}/close`, { key: acme.keys.operator });
    expect((await service.ask("DELETE", `/tags/${old}`, { key: acme.keys.owner })).status).toBe(204);
    const kept = await service.ask("GET", `/chats/${chat}`, { key: acme.keys.owner });
    expect([kept.body.state, kept.body.tags]).toEqual(["closed", [{ id: old, name: "Old" }]]);
    const late = await make("After");
    const both = await put(chat, [old, late]);
    expect([both.status, both.body.tags.map((tag: { name: string }) => tag.name)]).toEqual([200, ["Old", "After"]]);
    await service.settleMarks();
    expect((await service.ask("GET", `/chats?view=closed&tag=${late}`, { key: acme.keys.owner })).body.items).toHaveLength(1);
    expect((await put(chat, [late])).body.tags).toHaveLength(1);
    const gone = await put(chat, [old]);
    expect([gone.status, gone.body.error.field]).toEqual([400, "tags"]);
  });

  it("[API-044] tags of another account, too many, repeated ones and chats out of sight change nothing", async () => {
    const foreign = (await service.ask("POST", "/tags", { key: other.keys.owner, body: { name: "Foreign" } })).body.id as number;
    const chat = await service.customer(acme.id, channel, "strict", "Hello");
    const mine = await make("Mine too");
    for (const tags of [[foreign], [mine, mine], [0], ["1"], Array.from({ length: 21 }, (_, n) => n + 1), null])
      expect((await put(chat, tags)).status, JSON.stringify(tags)).toBe(400);
    expect((await put(chat, [mine], other.keys.owner)).status).toBe(404);
    expect((await put(chat, [mine], acme.keys.viewer)).status).toBe(403);
    expect(await lines(chat)).toEqual([]);
  });
});
