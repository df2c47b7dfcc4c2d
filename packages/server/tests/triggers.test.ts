import type { Trigger, TriggerDryRunResult, PagesWithOwnRules } from "@parlour/protocol/api";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetBed, type WidgetBed } from "./widget-bed.ts";

let bed: WidgetBed;
let owner: TestOperator;
let dev: TestOperator;
beforeAll(async () => {
  bed = await openWidgetBed();
  owner = bed.parlour.owner;
  dev = await bed.parlour.operator("developer", "Dev");
});
afterAll(() => bed.close());

const rule = (name: string, more: object = {}) => ({ name, do: [{ type: "invitation", text: "Need help?" }], ...more });
const make = async (name: string, more: object = {}): Promise<Trigger> => {
  const made = await dev.call("POST", "triggers", rule(name, more));
  expect(made.status, made.text).toBe(201);
  return made.body as Trigger;
};
const names = async (): Promise<string[]> =>
  ((await owner.call("GET", "triggers")).body as { items: Trigger[] }).items.map(({ name }) => name);
/** Returns the page rules in the widget script. */
const rulesOf = async (publicId: string): Promise<unknown[]> => {
  const script = (await bed.parlour.call("GET", `/widget/${publicId}.js`)).text;
  const from = script.lastIndexOf('"rules":') + 8;
  for (let to = from + 1, depth = 1; ; to++) {
    if (script[to] === "[") depth++;
    if (script[to] === "]" && --depth === 0) return JSON.parse(script.slice(from, to + 1)) as unknown[];
  }
};

test("[API-041] [CORE-001] a developer makes, changes, orders and deletes triggers; operators see none", async () => {
  const condition = {
    all: [
      { type: "url", op: "contains", value: "/cart" },
      { type: "time_on_page", value: 20 },
    ],
  };
  const first = await make(" Cart help ", { if: condition, once: "visitor" });
  expect(first).toMatchObject({ name: "Cart help", enabled: true, once: "visitor", if: condition, channels: null, managed: false });
  const second = await make("Second");
  const third = await make("Third", { enabled: false, channels: [bed.widget.id] });
  expect(await names()).toEqual(["Cart help", "Second", "Third"]);
  expect((await owner.call("PUT", "triggers/order", { ids: [third.id, first.id, second.id] })).status).toBe(204);
  expect(await names()).toEqual(["Third", "Cart help", "Second"]);
  for (const ids of [[third.id], [third.id, first.id, 999_999], [third.id, third.id, first.id]])
    expect((await owner.call("PUT", "triggers/order", { ids })).status).toBe(400);
  const taken = await dev.call("PATCH", `triggers/${second.id}`, { name: "CART HELP" });
  expect([taken.status, taken.body]).toMatchObject([409, { error: { code: "name_taken", field: "name" } }]);
  const changed = await dev.call("PATCH", `triggers/${second.id}`, {
    if: null,
    do: [{ type: "open", start: "call" }],
    channels: [bed.widget.id],
  });
  expect(changed.body).toMatchObject({ name: "Second", if: null, do: [{ type: "open", start: "call" }], channels: [bed.widget.id] });
  const page = (await owner.call("GET", "triggers?limit=2")).body as { items: Trigger[]; next_cursor: string };
  const rest = (await owner.call("GET", `triggers?limit=2&cursor=${page.next_cursor}`)).body as { items: Trigger[]; next_cursor: null };
  expect([page.items.length, rest.items.map(({ name }) => name), rest.next_cursor]).toEqual([2, ["Second"], null]);
  const operator = await bed.parlour.operator("operator", "Ivan");
  for (const [method, path] of [
    ["GET", "triggers"],
    ["POST", "triggers/dry-run"],
    ["DELETE", `triggers/${third.id}`],
  ] as const)
    expect((await operator.call(method, path, method === "POST" ? {} : undefined)).status).toBe(403);
  expect((await dev.call("DELETE", `triggers/${third.id}`)).status).toBe(204);
  expect((await dev.call("GET", `triggers/${third.id}`)).status).toBe(404);
  for (const { id } of [first, second]) expect((await dev.call("DELETE", `triggers/${id}`)).status).toBe(204);
});

test("[API-041] [WG-051] a rule that setRules would refuse is refused with its place, and nothing changes", async () => {
  const before = await names();
  for (const [more, field] of [
    [{ if: { all: [{ type: "scroll", value: 0 }] } }, "if.all[0].value"],
    [{ if: { type: "url", op: "matches", value: "(a)\\1" } }, "if.value"],
    [{ do: [] }, "do"],
    [{ do: [{ type: "label", text: "" }] }, "do[0].text"],
    [{ name: " " }, "name"],
    [{ channels: [999_999] }, "channels"],
    [{ if: { type: "url", value: "" } }, "if.value"],
    [{ do: [{ type: "open" }, { type: "invitation", text: "Yo", department_id: 999_999 }] }, "do[1].department_id"],
  ] as const) {
    const refused = await dev.call("POST", "triggers", rule("Wrong", more));
    expect([refused.status, refused.body], refused.text).toMatchObject([400, { error: { code: "invalid_request", field } }]);
  }
  expect((await dev.call("POST", "triggers", rule("Wrong", { place: 1 }))).status).toBe(400);
  expect(await names()).toEqual(before);
});

test("[API-041] [WG-053] what a trigger names and was deleted since keeps nobody from changing the rest", async () => {
  const gone = await bed.newWidget("Gone");
  const department = (await owner.call("POST", "departments", { name: "Gone", operators: [owner.id] })).body as { id: number };
  const invitation = { type: "invitation", text: "Yo", department_id: department.id };
  const trigger = await make("Long", { enabled: false, channels: [gone.id, bed.widget.id], do: [invitation] });
  await owner.call("DELETE", `departments/${department.id}`);
  await owner.call("DELETE", `channels/${gone.id}`);
  const { channels } = (await dev.call("GET", `triggers/${trigger.id}`)).body as Trigger;
  expect(channels).toEqual([bed.widget.id]);
  const changed = await dev.call("PATCH", `triggers/${trigger.id}`, { channels, do: [{ ...invitation, text: "Yes?" }] });
  expect(changed.status, changed.text).toBe(200);
  expect((await dev.call("DELETE", `triggers/${trigger.id}`)).status).toBe(204);
});

test("[WG-050] [WG-090] the script of a widget carries what is on and for it, in its order, without a name", async () => {
  const other = await bed.newWidget("Other");
  const condition = {
    all: [
      { type: "url", op: "contains", value: "/cart" },
      { type: "time_on_page", value: 20 },
    ],
  };
  const made = [
    await make("Cart help", { if: condition, once: "visitor" }),
    await make("Off", { enabled: false }),
    await make("Second", { do: [{ type: "open", start: "call" }], channels: [bed.widget.id] }),
    await make("For the other", { channels: [other.id], do: [{ type: "label", text: "Other" }] }),
  ];
  expect(await rulesOf(bed.widget.public_id)).toEqual([
    { once: "visitor", if: condition, do: [{ type: "invitation", text: "Need help?" }] },
    { once: "session", do: [{ type: "open", start: "call" }] },
  ]);
  expect((await rulesOf(other.public_id)).at(-1)).toEqual({ once: "session", do: [{ type: "label", text: "Other" }] });
  for (const { id } of made) expect((await dev.call("DELETE", `triggers/${id}`)).status).toBe(204);
});

test("[API-041] a dry run tells who would have been reached in his last visit, why not, and what is not kept", async () => {
  const { clock } = bed.parlour;
  const visit = async (url: string, seconds: number, more: object = {}): Promise<number> => {
    const page = { url, title: "Bowl", referrer: "https://search.example/", first: url, visits: 1, pages: 1 };
    const win = await bed.window({ page });
    const { number } = await win.welcomed();
    await clock.advance(seconds * 1000);
    win.send({ type: "page", url: "https://shop.example/end", title: "End", ...more });
    await win.settled();
    win.ws.close();
    await win.closed;
    return number;
  };
  const long = await visit("https://shop.example/cart", 40);
  const short = await visit("https://shop.example/cart?step=2", 8);
  const away = await visit("https://shop.example/news", 30);
  // The edge writes visits with a delay.
  await clock.advance(60_000);
  const written = async () => (await bed.parlour.sql("select from visit where pages > 1")).length === 3;
  await bed.until(written, "what was seen of the three visits is written");
  const run = async (condition: object): Promise<TriggerDryRunResult> => {
    const answer = await dev.call("POST", "triggers/dry-run", { if: condition, channels: [bed.widget.id] });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as TriggerDryRunResult;
  };
  const cart = { type: "url", value: "/cart" };
  const found = await run({ all: [cart, { type: "time_on_page", value: 20 }] });
  const of = ({ visitors }: TriggerDryRunResult, number: number) => visitors.find((one) => one.number === number);
  expect(of(found, long)).toMatchObject({ result: "fires", time_on_page: 20, title: "Bowl", missing: [] });
  expect(of(found, short)).toMatchObject({ result: "short", missing: [{ condition: { type: "time_on_page", value: 20 }, seen: 8 }] });
  expect(of(found, away)).toMatchObject({ result: "short", missing: [{ condition: cart, seen: "https://shop.example/news" }] });
  expect(found.conditions).toEqual([2, 2]);
  const unknown = await run({ all: [cart, { type: "scroll", value: 50 }, { type: "utm", value: { source: "x" } }] });
  expect(of(await run({ all: [cart, { type: "scroll", value: 50 }] }), long)).toMatchObject({
    result: "maybe",
    missing: [{ condition: { type: "scroll", value: 50 }, seen: null }],
  });
  expect(unknown.conditions).toEqual([2, null, 0]);
  expect((await dev.call("POST", "triggers/dry-run", { if: { type: "x" } })).status).toBe(400);
});

test("[WG-050] a window says that its page has rules of its own; the address is told without what was asked with", async () => {
  const url = "https://shop.example/sale?name=Anna#x";
  const win = await bed.window({ page: { url, title: "Sale", referrer: "", first: url, visits: 1, pages: 1 } });
  win.send({ type: "replaced" });
  win.send({ type: "replaced" });
  await win.settled();
  expect(((await owner.call("GET", "triggers/replaced")).body as PagesWithOwnRules).pages).toMatchObject([
    { channel_id: bed.widget.id, url: "https://shop.example/sale" },
  ]);
});
