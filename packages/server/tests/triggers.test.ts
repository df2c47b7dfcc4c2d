import type { Trigger, TriggerDryRunResult, PagesWithOwnRules } from "@parlour/protocol/api";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let owner: TestOperator;
let developer: TestOperator;
beforeAll(async () => {
  fixture = await openWidgetFixture();
  owner = fixture.parlour.owner;
  developer = await fixture.parlour.operator("developer", "Dev");
});
afterAll(() => fixture.close());

const buildRule = (name: string, overrides: object = {}) => ({
  name,
  do: [{ type: "invitation", text: "Need help?" }],
  ...overrides,
});
const createTrigger = async (name: string, overrides: object = {}): Promise<Trigger> => {
  const created = await developer.call("POST", "triggers", buildRule(name, overrides));
  expect(created.status, created.text).toBe(201);
  return created.body as Trigger;
};
const readTriggerNames = async (): Promise<string[]> =>
  ((await owner.call("GET", "triggers")).body as { items: Trigger[] }).items.map(
    ({ name }) => name,
  );
/** Returns the page rules in the widget script. */
const readPageRules = async (publicId: string): Promise<unknown[]> => {
  const script = (await fixture.parlour.call("GET", `/widget/${publicId}.js`)).text;
  const from = script.lastIndexOf('"rules":') + 8;
  for (let to = from + 1, depth = 1; to < script.length; to++) {
    if (script[to] === "[") depth++;
    if (script[to] === "]" && --depth === 0)
      return JSON.parse(script.slice(from, to + 1)) as unknown[];
  }
  throw new Error("the script has no rules");
};

test("[API-041] [CORE-001] [API-313] a developer makes, changes, orders and deletes triggers; operators see none", async () => {
  const condition = {
    all: [
      { type: "url", op: "contains", value: "/cart" },
      { type: "time_on_page", value: 20 },
    ],
  };
  const first = await createTrigger(" Cart help ", { if: condition, once: "visitor" });
  expect(first).toMatchObject({
    name: "Cart help",
    enabled: true,
    once: "visitor",
    if: condition,
    channels: null,
    managed: false,
  });
  const second = await createTrigger("Second");
  const third = await createTrigger("Third", { enabled: false, channels: [fixture.widget.id] });
  expect(await readTriggerNames()).toEqual(["Cart help", "Second", "Third"]);
  expect(
    (await owner.call("PUT", "triggers/order", { ids: [third.id, first.id, second.id] })).status,
  ).toBe(204);
  expect(await readTriggerNames()).toEqual(["Third", "Cart help", "Second"]);
  for (const ids of [[third.id], [third.id, first.id, 999_999], [third.id, third.id, first.id]])
    expect((await owner.call("PUT", "triggers/order", { ids })).status).toBe(400);
  const conflict = await developer.call("PATCH", `triggers/${second.id}`, { name: "CART HELP" });
  expect([conflict.status, conflict.body]).toMatchObject([
    409,
    { error: { code: "name_taken", field: "name" } },
  ]);
  const changed = await developer.call("PATCH", `triggers/${second.id}`, {
    if: null,
    do: [{ type: "open", start: "call" }],
    channels: [fixture.widget.id],
  });
  expect(changed.body).toMatchObject({
    name: "Second",
    if: null,
    do: [{ type: "open", start: "call" }],
    channels: [fixture.widget.id],
  });
  const page = (await owner.call("GET", "triggers?limit=2")).body as {
    items: Trigger[];
    next_cursor: string;
  };
  const lastPage = (await owner.call("GET", `triggers?limit=2&cursor=${page.next_cursor}`))
    .body as { items: Trigger[]; next_cursor: null };
  expect([page.items.length, lastPage.items.map(({ name }) => name), lastPage.next_cursor]).toEqual(
    [2, ["Second"], null],
  );
  const operator = await fixture.parlour.operator("operator", "Ivan");
  for (const [method, path] of [
    ["GET", "triggers"],
    ["POST", "triggers/dry-run"],
    ["DELETE", `triggers/${third.id}`],
  ] as const)
    expect((await operator.call(method, path, method === "POST" ? {} : undefined)).status).toBe(
      403,
    );
  expect((await developer.call("DELETE", `triggers/${third.id}`)).status).toBe(204);
  expect((await developer.call("GET", `triggers/${third.id}`)).status).toBe(404);
  for (const { id } of [first, second])
    expect((await developer.call("DELETE", `triggers/${id}`)).status).toBe(204);
});

test("[API-041] [WG-051] [API-314] a rule that setRules would refuse is refused with its place, and nothing changes", async () => {
  const before = await readTriggerNames();
  for (const [overrides, field] of [
    [{ if: { all: [{ type: "scroll", value: 0 }] } }, "if.all[0].value"],
    [{ if: { type: "url", op: "matches", value: "(a)\\1" } }, "if.value"],
    [{ do: [] }, "do"],
    [{ do: [{ type: "label", text: "" }] }, "do[0].text"],
    [{ name: " " }, "name"],
    [{ channels: [999_999] }, "channels"],
    [{ if: { type: "url", value: "" } }, "if.value"],
    [
      { do: [{ type: "open" }, { type: "invitation", text: "Yo", department_id: 999_999 }] },
      "do[1].department_id",
    ],
  ] as const) {
    const refused = await developer.call("POST", "triggers", buildRule("Wrong", overrides));
    expect([refused.status, refused.body], refused.text).toMatchObject([
      400,
      { error: { code: "invalid_request", field } },
    ]);
  }
  expect((await developer.call("POST", "triggers", buildRule("Wrong", { place: 1 }))).status).toBe(
    400,
  );
  expect(await readTriggerNames()).toEqual(before);
});

test("[API-041] [WG-053] what a trigger names and was deleted since keeps nobody from changing the rest", async () => {
  const deletedWidget = await fixture.createWidget("Gone");
  const department = (
    await owner.call("POST", "departments", { name: "Gone", operators: [owner.id] })
  ).body as { id: number };
  const invitation = { type: "invitation", text: "Yo", department_id: department.id };
  const trigger = await createTrigger("Long", {
    enabled: false,
    channels: [deletedWidget.id, fixture.widget.id],
    do: [invitation],
  });
  await owner.call("DELETE", `departments/${department.id}`);
  await owner.call("DELETE", `channels/${deletedWidget.id}`);
  const { channels } = (await developer.call("GET", `triggers/${trigger.id}`)).body as Trigger;
  expect(channels).toEqual([fixture.widget.id]);
  const changed = await developer.call("PATCH", `triggers/${trigger.id}`, {
    channels,
    do: [{ ...invitation, text: "Yes?" }],
  });
  expect(changed.status, changed.text).toBe(200);
  expect((await developer.call("DELETE", `triggers/${trigger.id}`)).status).toBe(204);
});

test("[WG-050] [WG-090] the script of a widget carries what is on and for it, in its order, without a name", async () => {
  const other = await fixture.createWidget("Other");
  const condition = {
    all: [
      { type: "url", op: "contains", value: "/cart" },
      { type: "time_on_page", value: 20 },
    ],
  };
  const made = [
    await createTrigger("Cart help", { if: condition, once: "visitor" }),
    await createTrigger("Off", { enabled: false }),
    await createTrigger("Second", {
      do: [{ type: "open", start: "call" }],
      channels: [fixture.widget.id],
    }),
    await createTrigger("For the other", {
      channels: [other.id],
      do: [{ type: "label", text: "Other" }],
    }),
  ];
  expect(await readPageRules(fixture.widget.public_id)).toEqual([
    { once: "visitor", if: condition, do: [{ type: "invitation", text: "Need help?" }] },
    { once: "session", do: [{ type: "open", start: "call" }] },
  ]);
  expect((await readPageRules(other.public_id)).at(-1)).toEqual({
    once: "session",
    do: [{ type: "label", text: "Other" }],
  });
  for (const { id } of made)
    expect((await developer.call("DELETE", `triggers/${id}`)).status).toBe(204);
});

test("[API-041] [API-315] a dry run tells who would have been reached in his last visit, why not, and what is not kept", async () => {
  const { clock } = fixture.parlour;
  const visit = async (url: string, seconds: number, overrides: object = {}): Promise<number> => {
    const page = {
      url,
      title: "Bowl",
      referrer: "https://search.example/",
      first: url,
      visits: 1,
      pages: 1,
    };
    const win = await fixture.openWindow({ page });
    const { number } = await win.waitForWelcome();
    await clock.advance(seconds * 1000);
    win.send({ type: "page", url: "https://shop.example/end", title: "End", ...overrides });
    await win.settle();
    win.ws.close();
    await win.closed;
    return number;
  };
  const long = await visit("https://shop.example/cart", 40);
  const short = await visit("https://shop.example/cart?step=2", 8);
  const away = await visit("https://shop.example/news", 30);
  // The edge writes visits with a delay.
  await clock.advance(60_000);
  const written = async () =>
    (await fixture.parlour.sql("select from visit where pages > 1")).length === 3;
  await fixture.waitUntil(written, "what was seen of the three visits is written");
  const run = async (condition: object): Promise<TriggerDryRunResult> => {
    const answer = await developer.call("POST", "triggers/dry-run", {
      if: condition,
      channels: [fixture.widget.id],
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as TriggerDryRunResult;
  };
  const cart = { type: "url", value: "/cart" };
  const found = await run({ all: [cart, { type: "time_on_page", value: 20 }] });
  const findVisitor = ({ visitors }: TriggerDryRunResult, number: number) =>
    visitors.find((one) => one.number === number);
  expect(findVisitor(found, long)).toMatchObject({
    result: "fires",
    time_on_page: 20,
    title: "Bowl",
    missing: [],
  });
  expect(findVisitor(found, short)).toMatchObject({
    result: "short",
    missing: [{ condition: { type: "time_on_page", value: 20 }, seen: 8 }],
  });
  expect(findVisitor(found, away)).toMatchObject({
    result: "short",
    missing: [{ condition: cart, seen: "https://shop.example/news" }],
  });
  expect(found.conditions).toEqual([2, 2]);
  const unknown = await run({
    all: [cart, { type: "scroll", value: 50 }, { type: "utm", value: { source: "x" } }],
  });
  expect(
    findVisitor(await run({ all: [cart, { type: "scroll", value: 50 }] }), long),
  ).toMatchObject({
    result: "maybe",
    missing: [{ condition: { type: "scroll", value: 50 }, seen: null }],
  });
  expect(unknown.conditions).toEqual([2, null, 0]);
  const isLong = { fact: "visitor.number", op: "is", value: long };
  const segment = { name: "Long", if: isLong, shared: "all" };
  const { id } = (await owner.call("POST", "segments", segment)).body;
  const ofSegment = await run({ all: [cart, { type: "segment", value: [id] }] });
  expect(findVisitor(ofSegment, long)).toMatchObject({ result: "fires" });
  expect(findVisitor(ofSegment, short)).toMatchObject({ result: "short", missing: [{ seen: [] }] });
  expect((await developer.call("POST", "triggers/dry-run", { if: { type: "x" } })).status).toBe(
    400,
  );
});

test("[WG-291] [SEG-008] a page has the ids of the visitor's segments that its triggers name, and no others", async () => {
  const addSegment = async (name: string, condition: object): Promise<number> => {
    const segment = { name, if: condition, shared: "all" };
    const { status, body, text } = await owner.call("POST", "segments", segment);
    expect(status, text).toBe(201);
    return body.id as number;
  };
  const everybody = await addSegment("Secret name", { all: [] });
  const isZoe = { fact: "visitor.email", op: "is", value: "zoe@shop.example" };
  const zoe = await addSegment("Zoe", isZoe);
  const busy = { fact: "visitor.chats", op: "at_least", value: 2 };
  const counted = await addSegment("Busy", busy);
  for (const id of [counted, 999_999]) {
    const condition = { all: [{ not: { type: "segment", value: [zoe, id] } }] };
    for (const [path, body] of [
      ["triggers", buildRule("Wrong", { if: condition })],
      ["triggers/dry-run", { if: condition }],
    ] as const) {
      const { status, body: answer } = await developer.call("POST", path, body);
      expect([path, status, answer.error.field]).toEqual([path, 400, "if.all[0].not.value[1]"]);
    }
  }

  const before = await fixture.openWindow();
  expect((await before.waitForWelcome()).situation.segment).toBeUndefined();
  const other = await fixture.createWidget("Elsewhere");
  const elsewhere = { if: { type: "segment", value: [everybody] }, channels: [other.id] };
  const triggers = [
    await createTrigger("Zoe", { if: { any: [{ type: "segment", value: [zoe] }] } }),
    await createTrigger("Elsewhere", elsewhere),
  ];
  const win = await fixture.openWindow();
  expect((await win.waitForWelcome()).situation.segment).toEqual([]);
  const contacts = { email: "zoe@shop.example" };
  await win.request({ type: "contacts", ref: "c1", contacts, by: "visitor" });
  await win.next("situation", ({ situation }) => situation.segment?.[0] === zoe);
  const hello = { widget_id: other.public_id };
  const there = await (await fixture.openWindow(hello)).waitForWelcome();
  expect(there.situation.segment).toEqual([everybody]);
  expect(JSON.stringify([there, win.frames])).not.toContain("Secret name");

  const refused = await owner.call("DELETE", `segments/${zoe}`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'The segment is used by the trigger "Zoe". Remove it there first.',
  ]);
  for (const { id } of triggers)
    expect((await developer.call("DELETE", `triggers/${id}`)).status).toBe(204);
  expect((await owner.call("DELETE", `segments/${zoe}`)).status).toBe(204);
});

test("[WG-050] [API-316] a window says that its page has rules of its own; the address is told without what was asked with", async () => {
  const url = "https://shop.example/sale?name=Anna#x";
  const win = await fixture.openWindow({
    page: { url, title: "Sale", referrer: "", first: url, visits: 1, pages: 1 },
  });
  win.send({ type: "replaced" });
  win.send({ type: "replaced" });
  await win.settle();
  expect(
    ((await owner.call("GET", "triggers/replaced")).body as PagesWithOwnRules).pages,
  ).toMatchObject([{ channel_id: fixture.widget.id, url: "https://shop.example/sale" }]);
});
