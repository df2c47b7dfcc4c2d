import { analyzeTables } from "@parlour/testkit";
import { chatFacts } from "@parlour/protocol/conditions/facts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createParameters } from "../src/store/database/parameters.ts";
import { toReportConditions } from "../src/store/reports/report-scope.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const call = (method: string, path: string, body?: object) =>
    service.call(method, path, { key: acme.keys.owner, body });
  await call("POST", "/fields", {
    object: "visitor",
    key: "plan",
    kind: "one_of",
    name: "Plan",
    options: ["free", "pro"],
  });
  const addChannel = async (name: string, operator: number): Promise<string> => {
    const { body } = await call("POST", "/channels", {
      kind: "api",
      name,
      endpoint_url: "https://shop.example/in",
      operators: [operator],
    });
    return service.origin + new URL(body.inbound_url as string).pathname;
  };
  const shop = await addChannel("Shop", acme.ids.operator);
  const press = await addChannel("Press", acme.ids.admin);
  const write = (address: string, sender: object) =>
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sender, message: { type: "text", text: "Hi" } }),
    });
  await write(shop, { id: "1", name: "Zoë", email: "zoe@shop.example", fields: { plan: "pro" } });
  await write(shop, { id: "2", name: "Max", fields: { plan: "free" } });
  await write(shop, { id: "3", name: "Ida", fields: { plan: "pro" } });
  await write(press, { id: "4", name: "Lee", fields: { plan: "pro" } });
});
afterAll(() => service.close());
beforeEach(() => service.db.query("delete from segment"));

const pro = { fact: "visitor.plan", op: "is", value: "pro" };
const add = (body: object, key = acme.keys.owner) =>
  service.call("POST", "/segments", { key, body: { name: "Pro", if: pro, ...body } });
const listNames = async (query: string, key = acme.keys.owner): Promise<(string | undefined)[]> => {
  const { status, body } = await service.call("GET", `/visitors?${query}`, { key });
  expect(status).toBe(200);
  const visitors = body.items as { name: { value: string } | null }[];
  return visitors.map(({ name }) => name?.value);
};

describe("segments", () => {
  it("[SEG-001] are created, read, changed and deleted", async () => {
    const created = await add({ name: " Pro ", shared: "all" });
    const now = new Date(service.clock.now()).toISOString();
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        name: "Pro",
        if: pro,
        shared: "all",
        owner: { id: acme.ids.owner, name: "Ann" },
        created_at: now,
        updated_at: now,
        managed: false,
      },
    ]);
    const path = `/segments/${created.body.id}`;
    const key = acme.keys.owner;
    const changed = await service.call("PATCH", path, { key, body: { name: "Paying" } });
    expect(changed.body).toMatchObject({ name: "Paying", if: pro });
    expect((await service.call("GET", "/segments", { key })).body.items).toEqual([changed.body]);
    expect((await service.call("GET", path, { key: other.keys.owner })).status).toBe(404);
    expect((await service.call("DELETE", path, { key })).status).toBe(204);
    expect((await service.call("GET", path, { key })).status).toBe(404);
  });

  it("[SEG-001] shared ones belong to owners and administrators, own ones to their operator", async () => {
    const { operator, viewer } = acme.keys;
    expect((await add({ shared: "all" }, operator)).status).toBe(403);
    expect((await add({}, viewer)).status).toBe(403);
    const own = await add({ name: "Mine" }, operator);
    expect(own.body.shared).toBe("me");
    const read = await service.call("GET", `/segments/${own.body.id}`, { key: acme.keys.owner });
    expect(read.status).toBe(404);
    expect((await add({ name: "MINE" }, operator)).body.error.code).toBe("name_taken");
  });

  it.each([
    [{ fact: "chat.state", op: "is", value: "open" }, "if.fact", "visitor.chats"],
    [{ all: [{ fact: "visitor.plan", op: "is", value: "gold" }] }, "if.all[0].value", "pro"],
    [{ fact: "visitor.chats", op: "contains", value: 1 }, "if.op", "at_least"],
  ])("[SEG-002] %j is refused at %s", async (condition, field, allowed) => {
    const { status, body } = await add({ if: condition });
    const { code, field: found, message } = body.error;
    expect([status, code, found]).toEqual([400, "invalid_request", field]);
    expect(message).toContain(allowed);
    const count = { key: acme.keys.owner, body: { if: condition } };
    expect((await service.call("POST", "/segments/count", count)).body.error.field).toBe(field);
  });

  it("[SEG-003] [CORE-001] lists the visitors that the operator sees, on all pages", async () => {
    const { id } = (await add({ shared: "all" })).body;
    expect(await listNames(`segment=${id}`)).toEqual(["Lee", "Ida", "Zoë"]);
    expect(await listNames(`segment=${id}`, acme.keys.operator)).toEqual(["Ida", "Zoë"]);
    expect(await listNames(`segment=${id}&q=zo`)).toEqual(["Zoë"]);
    const first = await service.call("GET", `/visitors?segment=${id}&limit=2`, {
      key: acme.keys.owner,
    });
    expect(first.body.items).toHaveLength(2);
    const cursor = encodeURIComponent(first.body.next_cursor as string);
    expect(await listNames(`segment=${id}&limit=2&cursor=${cursor}`)).toEqual(["Zoë"]);
    const busy = await add({
      name: "Never",
      if: { fact: "visitor.chats", op: "at_least", value: 2 },
      shared: "all",
    });
    expect(await listNames(`segment=${busy.body.id}`)).toEqual([]);
  });

  it("[SEG-003] refuses an unknown segment, those of others, and another order", async () => {
    const { id } = (await add({}, acme.keys.operator)).body;
    const read = (query: string, key: string) => service.call("GET", `/visitors?${query}`, { key });
    for (const key of [acme.keys.owner, other.keys.owner])
      expect((await read(`segment=${id}`, key)).status).toBe(404);
    const sorted = await read(`segment=${id}&sort=seen`, acme.keys.operator);
    expect([sorted.status, sorted.body.error.field]).toEqual([400, "sort"]);
  });

  it("[SEG-006] exports the visitors of a segment that the operator sees, and notes it", async () => {
    const { id } = (await add({ shared: "all" })).body;
    const read = async (query: string, key = acme.keys.owner) => {
      const response = await fetch(`${service.origin}/api/v1/visitors/export?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return [response.status, (await response.text()).split("\r\n")] as const;
    };
    const [status, [head, ...lines]] = await read(`segment=${id}`);
    expect([status, head]).toEqual([
      200,
      "number,name,email,phone,created_at,chats,last_seen_at,plan",
    ]);
    const at = new Date(service.clock.now()).toISOString();
    expect(lines).toEqual([
      `4,Lee,,,${at},1,${at},pro`,
      `3,Ida,,,${at},1,${at},pro`,
      `1,Zoë,zoe@shop.example,,${at},1,${at},pro`,
      "",
    ]);
    expect((await read(`segment=${id}&q=zo`, acme.keys.operator))[1]).toHaveLength(3);
    expect((await read("format=xlsx", acme.keys.viewer))[0]).toBe(200);
    expect((await read(""))[1]).toHaveLength(6);
    expect((await read(`segment=${id}`, other.keys.owner))[0]).toBe(404);
    const audit = await service.call("GET", "/audit?action=visitor.export_list", {
      key: acme.keys.owner,
    });
    expect(audit.body.items[0]).toMatchObject({ target: "visitors as csv" });
  });

  it("[SEG-007] are named by conditions on chats, and count at once after a change", async () => {
    const { id } = (await add({ shared: "all" })).body;
    const key = acme.keys.owner;
    const count = async (condition: object) =>
      (await service.call("POST", "/views/count", { key, body: { if: condition } })).body.count;
    const isPro = { fact: "visitor.segment", op: "any_of", value: [id] };
    expect(await count(isPro)).toBe(3);
    expect(await count({ not: isPro })).toBe(1);
    expect(await count({ fact: "visitor.segment", op: "missing" })).toBe(1);
    const free = { fact: "visitor.plan", op: "is", value: "free" };
    await service.call("PATCH", `/segments/${id}`, { key, body: { if: free } });
    expect(await count(isPro)).toBe(1);
  });

  it("[SEG-007] of single operators, with counts of chats, or unknown: 400 at the value", async () => {
    const own = await add({ name: "Own" });
    const counted = { fact: "visitor.chats", op: "at_least", value: 2 };
    const busy = await add({ name: "Busy", if: counted, shared: "all" });
    for (const id of [own.body.id, busy.body.id, 999]) {
      const value = [id];
      const { status, body } = await service.call("POST", "/views", {
        key: acme.keys.owner,
        body: { name: "V", if: { fact: "visitor.segment", op: "any_of", value } },
      });
      expect([status, body.error.field]).toEqual([400, "if.value[0]"]);
    }
    const nested = await add({ name: "N", if: { fact: "visitor.segment", op: "present" } });
    expect(nested.body.error.field).toBe("if.fact");
  });

  it("[SEG-008] in use keep what their users need", async () => {
    const { id } = (await add({ shared: "all" })).body;
    const key = acme.keys.owner;
    const view = await service.call("POST", "/views", {
      key,
      body: {
        name: "Paying",
        shared: "all",
        if: { not: { fact: "visitor.segment", op: "none_of", value: [id] } },
      },
    });
    const counted = { fact: "visitor.chats", op: "at_least", value: 2 };
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", { shared: "me" }],
      ["PATCH", { if: counted }],
    ] as const) {
      const refused = await service.call(method, `/segments/${id}`, { key, ...(body && { body }) });
      expect([refused.status, refused.body.error.code]).toEqual([409, "in_use"]);
      expect(refused.body.error.message).toContain('the view "Paying"');
    }
    expect((await service.call("DELETE", `/views/${view.body.id}`, { key })).status).toBe(204);
    expect((await service.call("DELETE", `/segments/${id}`, { key })).status).toBe(204);
  });

  it("[SEG-009] narrow reports, the chats behind their figures and exports to the visitors who belong now", async () => {
    await service.settle();
    const { id } = (await add({ shared: "all" })).body;
    const key = acme.keys.owner;
    const read = async (path: string) =>
      (await service.call("GET", `${path}?last=2&segment=${id}`, { key })).body;
    const readFile = async (table: string): Promise<string[]> => {
      const response = await fetch(
        `${service.origin}/api/v1/reports/export?table=${table}&last=1&segment=${id}`,
        { headers: { authorization: `Bearer ${key}` } },
      );
      return (await response.text()).trim().split("\r\n").slice(1);
    };
    const readCounts = async () => {
      const { now, hours, channels } = await read("/reports");
      const count = (rows: { chats: number }[]) => rows.reduce((sum, { chats }) => sum + chats, 0);
      const { items } = await read("/reports/chats/chats");
      return [now.totals.chats, count(hours), channels.length, items.length].concat(
        (await readFile("chats")).length,
        Number((await readFile("days"))[0]?.split(",")[1]),
      );
    };
    expect(await readCounts()).toEqual([3, 3, 2, 3, 3, 3]);
    const free = { fact: "visitor.plan", op: "is", value: "free" };
    await service.call("PATCH", `/segments/${id}`, { key, body: { if: free } });
    expect(await readCounts()).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("[SEG-009] of single operators, with counts of chats, of another account, or unknown: 400 at segment", async () => {
    const own = await add({ name: "Own" });
    const counted = { fact: "visitor.chats", op: "at_least", value: 2 };
    const busy = await add({ name: "Busy", if: counted, shared: "all" });
    const foreign = await add({ if: { all: [] }, shared: "all" }, other.keys.owner);
    for (const id of [own.body.id, busy.body.id, foreign.body.id, 999])
      for (const path of ["", "/sla", "/missed/chats", "/export"]) {
        const table = path === "/export" ? "&table=days" : "";
        const { status, body } = await service.call(
          "GET",
          `/reports${path}?last=1&segment=${id}${table}`,
          { key: acme.keys.owner },
        );
        expect([path, status, body.error.field]).toEqual([path, 400, "segment"]);
      }
    expect(
      (await service.call("GET", "/reports/live?segment=1", { key: acme.keys.owner })).status,
    ).toBe(400);
  });

  it("[SEG-009] a report looks up the visitors of its chats, not those of the account", async () => {
    const v = createParameters(acme.id);
    const condition = { fact: "visitor.name", op: "is", value: "Zoë" } as const;
    const visitor = { condition, facts: chatFacts, now: 0 };
    const { where } = toReportConditions({ from: 0, to: 1, visitor }, v);
    // Without statistics, all indexes of a small table cost the same.
    await analyzeTables(service.databaseUrl, ["chat", "visitor"]);
    const plan = await service.db.transaction(async (tx) => {
      await tx.query("set local enable_seqscan = off");
      return tx.query(`explain select from chat_fact f where ${where}`, v.list);
    });
    expect(JSON.stringify(plan)).toContain("AND (id = c.visitor_id))");
  });

  it("[SEG-004] counts the visitors of a condition that the operator sees", async () => {
    const count = async (condition: object, key: string) =>
      (await service.call("POST", "/segments/count", { key, body: { if: condition } })).body;
    expect(await count(pro, acme.keys.owner)).toEqual({ count: 3, complete: true });
    expect(await count(pro, acme.keys.operator)).toEqual({ count: 2, complete: true });
    expect(await count({ all: [] }, other.keys.owner)).toEqual({ count: 0, complete: true });
    const isRecent = { fact: "visitor.last_chat_at", op: "within_last", value: 60 };
    expect(await count(isRecent, acme.keys.owner)).toEqual({ count: 4, complete: true });
  });
});
