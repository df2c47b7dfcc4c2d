import { chooseSeed, createSeededRandom } from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { getAccountFacts } from "../src/core/field/account-facts.ts";
import { everyChat } from "../src/store/chats/chat-record.ts";
import { listChatIds } from "../src/store/chats/list/chat-list.ts";
import { createTransactionReader } from "../src/store/database/transaction-reader.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let channels: readonly number[];
let tags: readonly number[];
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  const create = async (path: string, body: object): Promise<number> =>
    (await service.call("POST", path, { key: acme.keys.owner, body })).body.id as number;
  const endpoint_url = "https://hooks.example/";
  channels = [
    await create("/channels", { name: "App", endpoint_url, operators: [acme.ids.operator] }),
    await create("/channels", { name: "Quiet", endpoint_url, operators: [acme.ids.admin] }),
  ];
  tags = [await create("/tags", { name: "refund" }), await create("/tags", { name: "vip" })];
  await service.setPresence([acme.keys.admin, "online"], [acme.keys.operator, "online"]);
});
afterAll(() => service.close());

const addView = async (name: string, condition: object, key = acme.keys.owner): Promise<number> => {
  const shared = key === acme.keys.owner ? "all" : "me";
  const { body } = await service.call("POST", "/views", {
    key,
    body: { name, if: condition, shared },
  });
  return body.id as number;
};
type Counts = Readonly<Record<number, number | null>>;
const readCounts = async (key: string): Promise<Counts> => {
  const { body } = await service.call("GET", "/views?limit=200", { key });
  const views = body.items as { readonly id: number; readonly count: number | null }[];
  return Object.fromEntries(views.map(({ id, count }) => [id, count]));
};
/** Counts the chats that the list of a view has on all its pages. */
const countListed = async (view: number, key: string, more = ""): Promise<number> => {
  let [n, cursor]: [number, string | null] = [0, ""];
  while (cursor !== null) {
    const path = `/chats?view=${view}&limit=200${more}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { body } = await service.call("GET", path, { key });
    n += body.items.length;
    cursor = body.next_cursor as string | null;
  }
  return n;
};
/** Lists all chats of views, and compares chats with their conditions, directly after a change. */
const compareLists = async (views: ReadonlyMap<number, object>, key: string): Promise<void> => {
  for (const [view, condition] of views) {
    const { body } = await service.call("POST", "/views/count", { key, body: { if: condition } });
    expect([view, await countListed(view, key, "&sort=created")]).toEqual([view, body.count]);
  }
};
/** Returns the texts of the queries of lists while `run` runs. */
async function recordLists(run: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await run();
    const texts = query.mock.calls.map(([text]) => (text as { readonly text?: string }).text ?? "");
    return texts.filter((text) => text.includes("scanned as materialized"));
  } finally {
    query.mockRestore();
  }
}

it("[VIEW-005] [VIEW-006] [VIEW-007] after random changes, counts of the API and of sockets equal the lists of each operator", async () => {
  const random = createSeededRandom(chooseSeed());
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const state = (op: string, value?: unknown) => ({ fact: "chat.state", op, value });
  const tagged = { fact: "chat.tags", op: "any_of", value: [tags[0]] };
  const conditions: readonly object[] = [
    { all: [] },
    state("is", "waiting"),
    state("any_of", ["open", "waiting"]),
    { all: [tagged, state("is_not", "closed")] },
    { not: tagged },
    { fact: "chat.channel", op: "is", value: channels[1] },
    { any: [{ fact: "chat.operator", op: "is", value: acme.ids.operator }, tagged] },
    { fact: "chat.took_part", op: "any_of", value: [acme.ids.admin] },
    { fact: "visitor.name", op: "contains", value: "ann" },
    { all: [{ fact: "visitor.email", op: "present" }, state("is", "closed")] },
    { fact: "chat.accepted_at", op: "within_last", value: 3_600 },
  ];
  const views = new Map<number, object>();
  for (const [n, condition] of conditions.entries())
    views.set(await addView(`View ${n}`, condition), condition);
  await addView("Own", state("is", "open"), acme.keys.operator);
  const roles = ["admin", "operator"] as const;
  const sockets = await Promise.all(roles.map((role) => service.connect({ key: acme.keys[role] })));
  const chats: number[] = [];
  const call = async (role: (typeof roles)[number], method: string, path: string, body?: object) =>
    (await service.call(method, path, { key: acme.keys[role], body })).status;
  const changes: readonly ((chat: number, role: (typeof roles)[number]) => Promise<unknown>)[] = [
    async () => {
      const customer = pick(["a", "b", "c", "d", "e", "f", "g"]);
      const chat = await service.sendCustomerMessage(acme.id, pick(channels), customer, "Hello");
      if (!chats.includes(chat)) chats.push(chat);
    },
    (chat, role) => call(role, "POST", `/chats/${chat}/accept`),
    (chat, role) => call(role, "POST", `/chats/${chat}/close`),
    (chat, role) => call(role, "POST", `/chats/${chat}/leave`),
    (chat, role) => call(role, "PUT", `/chats/${chat}/tags`, { tags: random() < 0.5 ? [] : tags }),
    async (chat, role) => {
      const { body } = await service.call("GET", `/chats/${chat}`, { key: acme.keys.owner });
      const change = { name: pick(["Ann", "Bob", null]), email: pick(["a@b.test", null]) };
      return call(role, "PATCH", `/visitors/${body.visitor.number}`, change);
    },
  ];
  await changes[0]?.(0, "admin");
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 10; n++)
      await (random() < 0.3 ? changes[0] : pick(changes))?.(pick(chats), pick(roles));
    await compareLists(views, acme.keys[pick(roles)]);
    await service.clock.advance(1_000);
    await service.settle();
    for (const [n, role] of roles.entries()) {
      const key = acme.keys[role];
      const counts = await readCounts(key);
      const listed = await Promise.all(
        Object.keys(counts).map(async (id) => [id, await countListed(Number(id), key)] as const),
      );
      expect(counts, `round ${round}, ${role}`).toEqual(Object.fromEntries(listed));
      await service.clock.advance(1_000);
      await service.settle();
      await sockets[n]?.settle();
      const signals = (sockets[n]?.frames ?? []).filter(({ type }) => type === "view_counts");
      const received = signals.flatMap(({ views }) => views as { id: number; count: number }[]);
      expect(Object.fromEntries(received.map(({ id, count }) => [id, count]))).toEqual(counts);
    }
  }
  expect(chats.length).toBeGreaterThan(5);
});

it("[PERF-27] 20 views follow 50 messages of a second without a query", async () => {
  for (let n = 0; n < 20; n++)
    await addView(`Name ${n}`, {
      all: [
        { fact: "chat.state", op: "is_not", value: "closed" },
        { fact: "visitor.customer", op: "contains", value: `busy-${n}` },
      ],
    });
  const socket = await service.connect({ key: acme.keys.owner });
  const send = (n: number) =>
    service.sendCustomerMessage(acme.id, channels[0] ?? 0, `busy-${n % 10}`, `Hello ${n}`);
  for (let n = 0; n < 10; n++) await send(n);
  await service.clock.advance(3_000);
  await service.settle();
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    for (let n = 0; n < 50; n++) await send(n);
    await service.clock.advance(1_000);
    await service.settle();
    const texts = query.mock.calls.map(([text]) =>
      typeof text === "string" ? text : ((text as { readonly text?: string }).text ?? ""),
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /\bh\.holds\b|\bfrom view\b/.test(text))).toEqual([]);
  } finally {
    query.mockRestore();
  }
  const views = (await service.call("GET", "/views?limit=200", { key: acme.keys.owner })).body
    .items;
  const counts = views
    .filter(({ name }: { name: string }) => /^Name \d$/.test(name))
    .map(({ count }: { count: number }) => count);
  expect(counts).toEqual(Array(10).fill(1));
  await socket.settle();
});

it("[VIEW-006] facts that depend on the time are counted again each minute", async () => {
  const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, "late", "Hello");
  const view = await addView("Late", {
    all: [
      { fact: "chat.number", op: "at_least", value: 1 },
      { fact: "chat.waiting_since", op: "longer_ago_than", value: 120 },
    ],
  });
  const socket = await service.connect({ key: acme.keys.owner });
  const before = (await readCounts(acme.keys.owner))[view];
  await service.clock.advance(190_000);
  await service.settle();
  expect((await readCounts(acme.keys.owner))[view]).toBe(await countListed(view, acme.keys.owner));
  expect((await readCounts(acme.keys.owner))[view]).toBeGreaterThan(before ?? 0);
  await socket.settle();
  expect(socket.frames.some(({ type }) => type === "view_counts")).toBe(true);
  expect(chat).toBeGreaterThan(0);
});

it("[VIEW-005] [PERF-28] lists a view by the chats of its count if entries alone change them", async () => {
  const key = acme.keys.owner;
  const urgent = { fact: "chat.priority", op: "is", value: "urgent" };
  const exact = [
    urgent,
    { not: { any: [{ not: urgent }, { fact: "chat.tags", op: "any_of", value: tags }] } },
    { fact: "visitor.email", op: "missing" },
  ];
  const others = [
    { fact: "chat.created_at", op: "within_last", value: 60 },
    { fact: "visitor.customer", op: "is", value: "a" },
    { fact: "chat.close_reason", op: "is", value: "operator" },
    { not: urgent },
    { fact: "chat.page", op: "missing" },
  ];
  for (const [n, condition] of [...exact, ...others].entries()) {
    const view = await addView(`Exact ${n}`, condition);
    await service.clock.advance(3_000);
    await service.settle();
    const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, `new-${n}`, "Hello");
    await service.call("PUT", `/chats/${chat}/priority`, { key, body: { priority: "urgent" } });
    const texts = await recordLists(() => compareLists(new Map([[view, condition]]), key));
    const isScan = texts.some((text) => text.includes("limit 20000"));
    expect([texts.length, isScan]).toEqual([1, n >= exact.length]);
  }
});

it("[VIEW-005] finds the chats of entries that the node has not received", async () => {
  await service.settle();
  const before = service.journal.published(acme.id) ?? 0;
  const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, "late", "Hello");
  const list = (position: number) =>
    listChatIds(createTransactionReader(service.db), acme.id, everyChat, {
      sort: "activity",
      limit: 50,
      now: 0,
      condition: { condition: { all: [] }, facts: getAccountFacts(null), now: 0 },
      candidates: { chats: [], visitors: [], position },
    });
  expect(await list(before)).toEqual([chat]);
  expect(await list(service.journal.published(acme.id) ?? 0)).toEqual([]);
});
