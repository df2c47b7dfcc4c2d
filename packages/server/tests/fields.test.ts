import type { Chat } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoredFieldValue } from "../src/core/entity.ts";
import { eraseEntryBody } from "../src/core/events/event-table.ts";
import { eraseChatData, eraseVisitorData } from "../src/core/visitor/erase.ts";
import { mergeValue } from "../src/core/field-values.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, key = acme.keys.owner) =>
  service.call(method, path, { key, body });
const create = async (body: object): Promise<number> => {
  const answer = await call("POST", "/fields", body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.id as number;
};
const readFields = async (): Promise<readonly Field[]> =>
  (await call("GET", "/fields", undefined, acme.keys.operator)).body.items as Field[];

describe("definitions of fields", () => {
  it("[FLD-001] an administrator defines a field with defaults, and everybody reads it", async () => {
    const answer = await call("POST", "/fields", {
      object: "visitor",
      key: "plan",
      kind: "one_of",
      name: "Plan",
      options: ["free", "pro"],
    });
    const created = new Date(service.clock.now()).toISOString();
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: answer.body.id,
        object: "visitor",
        key: "plan",
        kind: "one_of",
        name: "Plan",
        names: {},
        help: "",
        helps: {},
        option_names: {},
        options: ["free", "pro"],
        edit_roles: ["admin", "operator"],
        sources: ["page", "channel", "webhook", "api", "operator", "rule", "form", "import"],
        required: "never",
        created_at: created,
        managed: false,
      },
    ]);
    expect(await readFields()).toEqual([answer.body]);
    const refused = await call("POST", "/fields", {}, acme.keys.operator);
    expect(refused.status).toBe(403);
  });

  it("[FLD-001] an account has at most 200 fields", async () => {
    const other = await service.createAccount("other");
    const create = (n: number) =>
      service.call("POST", "/fields", {
        key: other.keys.owner,
        body: { object: "chat", key: `k${n}`, kind: "text", name: "K" },
      });
    expect((await create(0)).status).toBe(201);
    // Each field that the API creates takes 20 ms.
    await service.db.query(
      `insert into field (account_id, object, key, kind, name, help, options, edit_roles, sources)
       select account_id, object, 'copy' || n, kind, name, help, options, edit_roles, sources
       from field, generate_series(2, 199) n where account_id = $1`,
      [other.id],
    );
    expect((await create(1)).status).toBe(201);
    const refused = await create(2);
    expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_request"]);
  });

  it.each(["Plan", "1st", "a-b", "x".repeat(41), "email", "first_seen"])(
    "[FLD-002] the key %s is refused",
    async (key) => {
      const answer = await call("POST", "/fields", {
        object: "visitor",
        key,
        kind: "text",
        name: "Name",
      });
      expect([answer.status, answer.body.error.field]).toEqual([400, "key"]);
    },
  );

  it("[FLD-002] visitors and chats may have the same key", async () => {
    await create({ object: "visitor", key: "order", kind: "text", name: "Last order" });
    await create({ object: "chat", key: "order", kind: "number", name: "Order" });
    await create({ object: "chat", key: "email", kind: "text", name: "Email" });
  });

  it("[FLD-003] a key is used once, also after its field is removed; kind and object are fixed", async () => {
    const body = { object: "visitor", key: "birthday", kind: "date", name: "Birthday" };
    const id = await create(body);
    expect((await call("POST", "/fields", body)).body.error).toMatchObject({
      code: "name_taken",
      field: "key",
    });
    expect((await call("PATCH", `/fields/${id}`, { kind: "text" })).status).toBe(400);
    expect((await call("PATCH", `/fields/${id}`, { name: "Day of birth" })).body.name).toBe(
      "Day of birth",
    );
    expect((await call("DELETE", `/fields/${id}`)).status).toBe(204);
    expect((await call("GET", `/fields/${id}`)).status).toBe(404);
    expect((await call("PATCH", `/fields/${id}`, { name: "B" })).status).toBe(404);
    expect((await readFields()).map(({ key }) => key)).not.toContain("birthday");
    expect((await call("POST", "/fields", body)).status).toBe(409);
  });

  it("[FLD-017] a field in use is not removed, and the answer names what uses it", async () => {
    const id = await create({ object: "visitor", key: "level", kind: "text", name: "Level" });
    const test = { fact: "visitor.level", op: "is", value: "gold" };
    const make = async (path: string, body: object): Promise<string> => {
      const answer = await call("POST", path, body);
      expect([answer.status, answer.body.error]).toEqual([201, undefined]);
      return `${path}/${answer.body.id}`;
    };
    const condition = { any: [{ not: test }] };
    const made = [
      await make("/views", { name: "Gold", if: condition, shared: "all" }),
      await make("/segments", { name: "Golden", if: test, shared: "all" }),
      await make("/rules", {
        name: "Thank",
        when: { event: "chat_created" },
        if: test,
        do: [{ type: "set_field", field: "visitor.level", value: "gold" }],
      }),
      await make("/macros", {
        name: "Promote",
        do: [{ type: "set_field", field: "visitor.level", value: "gold" }],
        shared: "all",
      }),
    ];
    await make("/views", { name: "My gold", if: test, shared: "me" });
    const refused = await call("DELETE", `/fields/${id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, "in_use"]);
    expect(refused.body.error.message).toContain(
      'the view "Gold", the segment "Golden", the rule "Thank", the macro "Promote"',
    );
    expect(refused.body.error.message).not.toContain("My gold");
    for (const path of made) expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", `/fields/${id}`)).status).toBe(204);
  });

  it.each([
    ["one_of", []],
    ["several_of", undefined],
    ["text", ["a"]],
    ["one_of", ["a", ""]],
    ["one_of", ["a", "a"]],
  ])("[FLD-004] the kind %s with the options %j is refused", async (kind, options) => {
    const answer = await call("POST", "/fields", {
      object: "chat",
      key: "size",
      kind,
      name: "Size",
      options,
    });
    expect([answer.status, answer.body.error.field]).toEqual([
      400,
      expect.stringMatching(/^options/),
    ]);
  });
});

describe("values of fields", () => {
  let chat: number;
  let visitor: number;
  let shop: number;
  beforeAll(async () => {
    const channel = await call("POST", "/channels", {
      kind: "api",
      name: "Shop",
      endpoint_url: "https://shop.example/in",
      operators: [acme.ids.operator],
    });
    shop = channel.body.id as number;
    await service.sendCustomerMessage(acme.id, shop, "42", "Hi");
    const [listed] = (await call("GET", "/chats")).body.items as Chat[];
    [chat, visitor] = [listed?.id ?? 0, listed?.visitor.number ?? 0];
    for (const object of ["visitor", "chat"])
      for (const [kind, options] of kinds)
        await create({ object, key: `a_${kind}`, kind, name: kind, options });
  });
  const set = (path: string, fields: object, key = acme.keys.owner) =>
    call("PUT", `${path}/fields`, { fields }, key);

  it.each([
    ["text", "Blue", ["", " ", 7, "x".repeat(1001), null]],
    ["number", 12.5, ["12", true]],
    ["flag", false, ["yes", 1]],
    ["date", "2026-02-28", ["2026-02-30", "28.02.2026", "0999-01-01"]],
    ["one_of", "pro", ["Pro", "", ["pro"]]],
    ["several_of", ["pro", "free"], [[], ["pro", "pro"], ["moon"], "pro"]],
    ["link", "https://shop.example/1", ["shop.example", "javascript:alert(1)"]],
  ])("[FLD-010] [FLD-012] a field of the kind %s takes %j only", async (kind, value, refused) => {
    const key = `a_${kind}`;
    for (const path of [`/chats/${chat}`, `/visitors/${visitor}`]) {
      const answer = await set(path, { [key]: value });
      expect([answer.status, answer.body.fields[key]]).toMatchObject([
        200,
        { value, source: "api", by: { id: acme.ids.owner } },
      ]);
      for (const wrong of refused.filter((item) => item !== null)) {
        const answer = await set(path, { [key]: wrong });
        expect([answer.status, answer.body.error.field]).toEqual([400, `fields.${key}`]);
      }
    }
  });

  it("[FLD-012] an unknown key names the keys, and then nothing is set; null removes a value", async () => {
    await set(`/chats/${chat}`, { a_text: "One" });
    const refused = await set(`/chats/${chat}`, { a_text: "Two", moon: 1 });
    expect([refused.status, refused.body.error.field]).toEqual([400, "fields.moon"]);
    expect(refused.body.error.message).toContain("a_text, a_number");
    const wrong = await set(`/chats/${chat}`, { a_one_of: "moon" });
    expect(wrong.body.error.message).toContain("free or pro");
    const kept = await call("GET", `/chats/${chat}`);
    expect(kept.body.fields.a_text.value).toBe("One");
    const removed = await set(`/chats/${chat}`, { a_text: null });
    expect(removed.body.fields).not.toHaveProperty("a_text");
  });

  it("[FLD-011] the chat has the values of its visitor, and an erasure removes both", async () => {
    await set(`/visitors/${visitor}`, { a_text: "Gold" });
    await set(`/chats/${chat}`, { a_text: "Order 7" });
    const read = async () => (await call("GET", `/chats/${chat}`)).body as Chat;
    const before = await read();
    expect([before.fields?.["a_text"]?.value, before.visitor.fields?.["a_text"]?.value]).toEqual([
      "Order 7",
      "Gold",
    ]);
    for (const name of ["visitor", "chat"] as const) {
      const entity = name === "chat" ? eraseChatData(before) : eraseVisitorData(before.visitor);
      expect(entity).not.toHaveProperty("fields");
    }
  });

  it("[FLD-016] an erasure removes the values of a change, but no visitor's if only a chat is old", () => {
    const erase = (object: string, visitor: "erased" | "kept") =>
      JSON.parse(
        eraseEntryBody(
          "field_changed",
          JSON.stringify({ change: { object, key: "plan", value: "a", previous: ["b"] } }),
          visitor,
        ),
      ).change;
    const removed = { key: "plan", value: null, previous: null };
    expect(erase("visitor", "erased")).toMatchObject(removed);
    expect(erase("chat", "kept")).toMatchObject(removed);
    expect(erase("visitor", "kept")).toMatchObject({ value: "a", previous: ["b"] });
  });

  it("[FLD-013] a page does not replace the value of an operator, and both are kept", () => {
    const now = service.clock.now();
    const page = { value: "moss", source: "page" as const };
    const first = mergeValue<StoredFieldValue>(now, null, page);
    const shown = mergeValue(now, first, { value: ["a"], source: "api" });
    expect(shown).toMatchObject({ value: ["a"], source: "api", others: [page] });
    expect(mergeValue(now, shown, { value: "fern", source: "page" })).toMatchObject({
      value: ["a"],
      others: [{ value: "fern", source: "page" }],
    });
    expect(mergeValue(now, shown, page)).toEqual(shown);
    expect(
      mergeValue(now, mergeValue(now, null, { value: ["a"], source: "api" }), {
        value: ["a"],
        source: "operator",
      }),
    ).toMatchObject({ source: "api" });
  });

  it("[FLD-023] operators close a chat when its required fields have values; a block does not wait", async () => {
    const required = [
      { object: "visitor", key: "city", kind: "text", name: "City", required: "close" },
      { object: "chat", key: "reason", kind: "text", name: "Reason", required: "close" },
    ];
    const ids = [];
    for (const field of required) ids.push((await call("POST", "/fields", field)).body.id);
    await call("POST", `/chats/${chat}/accept`, {}, acme.keys.operator);
    const close = () => call("POST", `/chats/${chat}/close`, {}, acme.keys.operator);
    const refused = await close();
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        code: "field_required",
        field: "visitor.city",
        message: "Fill in before you close the chat: City, Reason.",
      },
    ]);
    await set(`/visitors/${visitor}`, { city: "Leeds" });
    expect((await close()).body.error.field).toBe("chat.reason");
    const blocked = await call("POST", `/chats/${chat}/block`, { reason: "Spam" });
    expect(blocked.body).toMatchObject({ state: "closed", close_reason: "blocked" });
    await call("DELETE", `/chats/${chat}/block`);
    const next = await service.sendCustomerMessage(acme.id, shop, "42", "Hi again");
    await set(`/chats/${next}`, { reason: "Delivery" });
    await call("POST", `/chats/${next}/accept`, {}, acme.keys.operator);
    const closed = await call("POST", `/chats/${next}/close`, {}, acme.keys.operator);
    expect([closed.status, closed.body.error]).toEqual([200, undefined]);
    for (const id of ids) await call("DELETE", `/fields/${id}`);
  });

  it("[FLD-014] a field takes values from its sources and roles only", async () => {
    await create({ object: "chat", key: "bill", kind: "text", name: "Bill", sources: ["channel"] });
    await create({ object: "chat", key: "vat", kind: "text", name: "VAT", edit_roles: ["admin"] });
    const refused = await set(`/chats/${chat}`, { bill: "7" });
    expect([refused.status, refused.body.error.field]).toEqual([403, "fields.bill"]);
    const role = await set(`/chats/${chat}`, { vat: "7" }, acme.keys.operator);
    expect([role.status, role.body.error.field]).toEqual([403, "fields.vat"]);
    expect((await set(`/chats/${chat}`, { vat: "7" }, acme.keys.admin)).status).toBe(200);
    expect((await set(`/chats/${chat}`, { vat: "8" })).status).toBe(200);
  });

  describe("of a chat channel", () => {
    let inbound: string;
    let views = 0;
    beforeAll(async () => {
      const channel = await call("POST", "/channels", {
        kind: "api",
        name: "App",
        endpoint_url: "https://shop.example/in",
        operators: [acme.ids.operator],
      });
      inbound = service.origin + new URL(channel.body.inbound_url as string).pathname;
      await create({ object: "chat", key: "order_no", kind: "number", name: "Order" });
      await create({ object: "chat", key: "size", kind: "text", name: "Size", sources: ["api"] });
    });
    const post = async (id: string, fields: unknown, type = "text") => {
      const body = JSON.stringify({ sender: { id, fields }, message: { type, text: "Hi" } });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(inbound, { method: "POST", headers, body });
      expect([answer.status, await answer.json()]).toEqual([200, { result: "ok" }]);
    };
    const find = async (test: object): Promise<readonly Chat[]> => {
      const view = await call("POST", "/views", { name: `View ${++views}`, if: test });
      expect(view.status).toBe(201);
      return (await call("GET", `/chats?view=${view.body.id}`)).body.items as Chat[];
    };

    it("[CH-049] [FLD-015] a message sets fields of the visitor, else of the chat, and conditions find them", async () => {
      await post("c1", { a_text: "Gold", a_several_of: ["pro"], order_no: 7 });
      const [found] = await find({
        all: [
          { fact: "visitor.a_text", op: "is", value: "gold" },
          { fact: "visitor.a_several_of", op: "any_of", value: ["pro"] },
          { fact: "chat.order_no", op: "is", value: 7 },
        ],
      });
      const read = (await call("GET", `/chats/${found?.id}`)).body as Chat;
      expect(read.visitor.fields).toMatchObject({
        a_text: { value: "Gold", source: "channel" },
        a_several_of: { value: ["pro"], source: "channel" },
      });
      // The visitor has fields of all other keys.
      expect(read.fields).toMatchObject({ order_no: { value: 7, source: "channel" } });
      expect(Object.keys(read.fields ?? {})).toEqual(["order_no"]);
      await post("c1", { order_no: 8 });
      expect((await call("GET", `/chats/${read.id}`)).body.fields.order_no.value).toBe(8);
    });

    it("[CH-049] [FLD-014] what a field does not take is ignored, and the message is accepted", async () => {
      for (const fields of [null, 7, "x", [], ["a_text"]]) await post("c2", fields);
      await post("c2", {
        a_text: "kept",
        a_number: "12",
        a_date: "2026-02-30",
        a_one_of: null,
        a_several_of: [["pro"]],
        constructor: "x",
        moon: 1,
        size: "XL",
      });
      const [chat] = await find({ fact: "visitor.customer", op: "is", value: "c2" });
      expect(Object.keys(chat?.visitor.fields ?? {})).toEqual(["a_text"]);
      expect(chat).not.toHaveProperty("fields");
    });

    it("[CH-120] [CH-049] start sets fields of the visitor, and in a running chat also of the chat", async () => {
      await post("c3", { a_flag: true, order_no: 1 }, "start");
      await post("c3", undefined);
      const isOfCustomer = { fact: "visitor.customer", op: "is", value: "c3" };
      const [before] = await find(isOfCustomer);
      expect(before?.visitor.fields?.["a_flag"]?.value).toBe(true);
      expect(before).not.toHaveProperty("fields");
      await post("c3", { order_no: 2 }, "start");
      const after = (await call("GET", `/chats/${before?.id}`)).body as Chat;
      expect(after.fields?.["order_no"]?.value).toBe(2);
    });
  });
});
const kinds = [
  ["text", []],
  ["number", []],
  ["flag", []],
  ["date", []],
  ["one_of", ["free", "pro"]],
  ["several_of", ["free", "pro"]],
  ["link", []],
] as const;
