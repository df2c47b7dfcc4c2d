import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
