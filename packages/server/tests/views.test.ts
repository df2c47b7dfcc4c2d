import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let quietChannel: number;
let sales: number;
let tag: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const create = async (path: string, body: object): Promise<number> =>
    (await service.call("POST", path, { key: acme.keys.owner, body })).body.id as number;
  const endpoint = { endpoint_url: "https://hooks.example/" };
  channel = await create("/channels", { name: "App", ...endpoint, operators: [acme.ids.operator] });
  quietChannel = await create("/channels", {
    name: "Quiet",
    ...endpoint,
    operators: [acme.ids.admin],
  });
  sales = await create("/departments", { name: "Sales", operators: [acme.ids.operator] });
  tag = await create("/tags", { name: "refund" });
});
afterAll(() => service.close());
beforeEach(() => service.db.query("delete from view"));

const open = { fact: "chat.state", op: "is_not", value: "closed" };
const addView = (body: object, key = acme.keys.owner) =>
  service.call("POST", "/views", { key, body: { name: "Open", if: open, ...body } });
const listNames = async (key: string): Promise<string[]> =>
  (await service.call("GET", "/views", { key })).body.items.map(
    (view: { name: string }) => view.name,
  );

describe("views", () => {
  it("[VIEW-001] are created, read, changed and deleted", async () => {
    const created = await addView({
      name: "  Refunds ",
      if: { all: [{ fact: "chat.tags", op: "any_of", value: [tag] }, open] },
      order: "created",
      columns: ["visitor.email"],
      shared: "all",
    });
    const now = new Date(service.clock.now()).toISOString();
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        name: "Refunds",
        if: { all: [{ fact: "chat.tags", op: "any_of", value: [tag] }, open] },
        order: "created",
        columns: ["visitor.email"],
        shared: "all",
        owner: { id: acme.ids.owner, name: "Ann" },
        count: 0,
        created_at: now,
        updated_at: now,
        managed: false,
      },
    ]);
    const path = `/views/${created.body.id}`;
    const smallest = await addView({ name: "Mine" });
    expect(smallest.body).toMatchObject({ order: "activity", columns: [], shared: "me" });
    const key = acme.keys.owner;
    expect((await service.call("GET", path, { key })).body).toEqual(created.body);
    const changed = await service.call("PATCH", path, { key, body: { name: "Money back" } });
    expect(changed.body).toEqual({ ...created.body, name: "Money back" });
    expect((await addView({ name: "MONEY BACK", shared: "all" })).body.error).toMatchObject({
      code: "name_taken",
      field: "name",
    });
    // The name of an own view may be that of a shared one.
    expect((await addView({ name: "money back" })).status).toBe(201);
    const taken = await service.call("PATCH", `/views/${smallest.body.id}`, {
      key,
      body: { name: "Money Back" },
    });
    expect(taken.body.error.code).toBe("name_taken");
    expect((await service.call("DELETE", path, { key })).status).toBe(204);
    expect((await service.call("GET", path, { key })).status).toBe(404);
  });

  it("[VIEW-002] a wrong condition or column is refused with its path and the allowed values", async () => {
    const refused: readonly (readonly [object, string, string])[] = [
      [{ if: { fact: "chat.moon", op: "is", value: 1 } }, "if.fact", "chat.state"],
      [{ if: { all: [{ fact: "chat.state", op: "has" }] } }, "if.all[0].op", "any_of"],
      [{ if: { not: { fact: "chat.state", op: "is", value: "gone" } } }, "if.not.value", "waiting"],
      [{ if: { any: open } }, "if.any", "list"],
      [{ columns: ["chat.state", "chat.moon"] }, "columns[1]", "fact"],
      [{ shared: { department_id: 999_999 } }, "shared.department_id", "department"],
    ];
    for (const [body, field, part] of refused) {
      const answer = await addView({ shared: "all", ...body });
      expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
        400,
        "invalid_request",
        field,
      ]);
      expect(answer.body.error.message).toContain(part);
    }
  });

  it("[VIEW-003] operators use their own views and those shared with them, and owners change the shared ones", async () => {
    await addView({ name: "All", shared: "all" });
    const ofSales = await addView({ name: "Sales", shared: { department_id: sales } });
    await addView({ name: "Owner's" });
    const own = await addView({ name: "Operator's" }, acme.keys.operator);
    expect(await listNames(acme.keys.owner)).toEqual(["All", "Sales", "Owner's"]);
    expect(await listNames(acme.keys.operator)).toEqual(["All", "Sales", "Operator's"]);
    expect(await listNames(acme.keys.viewer)).toEqual(["All"]);
    expect(await listNames(other.keys.owner)).toEqual([]);
    const at = (id: number) => `/views/${id}`;
    for (const [status, method, key, body] of [
      [403, "PATCH", acme.keys.operator, { name: "Ours" }],
      [403, "DELETE", acme.keys.operator, undefined],
      [404, "PATCH", acme.keys.developer, { name: "Ours" }],
      [403, "PATCH", acme.keys.viewer, { name: "Ours" }],
      [404, "PATCH", other.keys.owner, { name: "Ours" }],
      [200, "PATCH", acme.keys.admin, { name: "Ours" }],
    ] as const) {
      const answer = await service.call(method, at(ofSales.body.id), { key, body });
      expect([method, key, answer.status]).toEqual([method, key, status]);
    }
    expect((await addView({ shared: "all" }, acme.keys.operator)).status).toBe(403);
    const share = { key: acme.keys.operator, body: { shared: "all" } };
    expect((await service.call("PATCH", at(own.body.id), share)).status).toBe(403);
    const take = { key: acme.keys.admin, body: { shared: "me" } };
    expect((await service.call("PATCH", at(ofSales.body.id), take)).body.owner.id).toBe(
      acme.ids.admin,
    );
    expect(await listNames(acme.keys.operator)).toEqual(["All", "Operator's"]);
  });

  it("[VIEW-004] an account and an operator have limits", async () => {
    await service.db.query(
      `insert into view (account_id, name, condition, sort, columns, audience, owner_id, created_at, updated_at)
       select $1, 'View ' || n, '{"all":[]}', 'activity', '{}', case when n <= 100 then 'all' else 'me' end, $2, now(), now()
       from generate_series(1, 150) n`,
      [acme.id, acme.ids.owner],
    );
    for (const [shared, text] of [
      ["all", "An account has at most 100 shared views. Delete one first."],
      ["me", "An operator has at most 50 views of their own. Delete one first."],
    ])
      expect((await addView({ shared })).body.error.message).toBe(text);
    expect((await addView({}, acme.keys.operator)).status).toBe(201);
  });

  it("[VIEW-005] list their chats in their order, on every page, as far as the operator sees them", async () => {
    const chats: number[] = [];
    for (let n = 0; n < 5; n++) {
      const id = n < 4 ? channel : quietChannel;
      chats.push(await service.sendCustomerMessage(acme.id, id, `list ${n}`, "Hello"));
      await service.clock.advance(1_000);
    }
    const key = acme.keys.owner;
    for (const chat of chats)
      await service.call("PUT", `/chats/${chat}/tags`, { key, body: { tags: [tag] } });
    await service.sendCustomerMessage(acme.id, channel, "list 0", "Again");
    await service.setPresence([acme.keys.owner, "online"]);
    await service.call("POST", `/chats/${chats[1]}/accept`, { key });
    await service.call("POST", `/chats/${chats[1]}/close`, { key });
    await service.settle();
    const tagged = { fact: "chat.tags", op: "any_of", value: [tag] };
    const isOpen = await addView({ if: { all: [tagged, open] }, order: "created", shared: "all" });
    const every = await addView({ name: "All", if: tagged, shared: "all" });
    const list = async (view: number, as: string, more = ""): Promise<number[]> => {
      const found: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path = `/chats?view=${view}&limit=2${more}${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const { body, status } = await service.call("GET", path, { key: as });
        expect(status).toBe(200);
        found.push(...body.items.map(({ id }: { id: number }) => id));
        cursor = body.next_cursor as string | null;
      }
      return found;
    };
    const at = (...indexes: number[]) => indexes.map((n) => chats[n]);
    expect(await list(isOpen.body.id, key)).toEqual(at(4, 3, 2, 0));
    const { body: all } = await service.call("GET", "/chats?limit=200", { key });
    const byActivity: number[] = all.items.map(({ id }: { id: number }) => id);
    expect(await list(isOpen.body.id, key, "&sort=activity")).toEqual(
      byActivity.filter((id) => at(0, 2, 3, 4).includes(id)),
    );
    expect(await list(isOpen.body.id, acme.keys.operator)).toEqual(at(3, 2, 0));
    expect(await list(every.body.id, key, "&sort=created")).toEqual(at(4, 3, 2, 1, 0));
    expect(await list(every.body.id, key, "&sort=created&snoozed=false")).toEqual(
      at(4, 3, 2, 1, 0),
    );
    expect(await list(every.body.id, key)).toEqual(byActivity.filter((id) => chats.includes(id)));
    expect(await list(every.body.id, key, "&state=closed")).toEqual(at(1));
    expect(await list(every.body.id, key, `&channel=${quietChannel}`)).toEqual(at(4));
    const own = await addView({ name: "Owner's" });
    for (const as of [acme.keys.operator, other.keys.owner])
      expect((await service.call("GET", `/chats?view=${own.body.id}`, { key: as })).status).toBe(
        404,
      );
    await service.endPresence();
  });

  it("[VIEW-010] a condition is counted without a view, for what the operator sees", async () => {
    const count = (condition: object, key = acme.keys.owner) =>
      service.call("POST", "/views/count", { key, body: { if: condition } });
    const before = (await count({ all: [] })).body.count as number;
    for (const [to, name] of [
      [channel, "zoe"],
      [quietChannel, "yan"],
    ] as const)
      await service.sendCustomerMessage(acme.id, to, name, "Hello");
    const answer = await count({ all: [] });
    expect([answer.status, answer.body]).toEqual([200, { count: before + 2, complete: true }]);
    expect((await count(open)).body.count).toBeGreaterThanOrEqual(2);
    const seen = (
      await count({ fact: "chat.channel", op: "is", value: quietChannel }, acme.keys.operator)
    ).body;
    expect(seen).toEqual({ count: 0, complete: true });
    const refused = await count({ all: [{ fact: "chat.x", op: "is", value: 1 }] });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: "invalid_request", field: "if.all[0].fact" },
    ]);
    expect((await service.call("GET", "/views", { key: acme.keys.owner })).body.items).toEqual([]);
  });
});
