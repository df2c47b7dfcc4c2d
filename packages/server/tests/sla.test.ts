import { startTestParlour, type TestParlour } from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { startSla } from "../src/sla/index.ts";
import { startChatTimers } from "../src/timers/chat-timers.ts";
import { openNodeFixture, runDueWork } from "./node-fixture.ts";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** SLA policies (docs/spec/sla.md). */

const minuteMs = 60_000;
let parlour: TestParlour;
let fixture: RoutingFixture;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());
beforeEach(async () => {
  fixture = await openRoutingFixture(parlour);
});
afterEach(async () => {
  for (const { id } of await listPolicies()) await call("DELETE", `sla-policies/${id}`);
  await fixture.close();
});

interface Policy {
  readonly id: number;
  readonly name: string;
}
const call = (method: string, path: string, body?: object) =>
  parlour.owner.call(method, path, body);
const listPolicies = async (): Promise<readonly Policy[]> =>
  ((await call("GET", "sla-policies")).body as { items: Policy[] }).items;
const create = async (body: object): Promise<Policy> => {
  const answer = await call("POST", "sla-policies", { hours: "always", ...body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body as Policy;
};
const readSla = async (chat: number): Promise<Chat["sla"]> => (await fixture.readChat(chat)).sla;
const toTime = (ms: number): string => new Date(ms).toISOString();
const wait = async (ms: number): Promise<void> => {
  parlour.clock.set(parlour.clock.now() + ms);
  await parlour.settle();
};
/** Returns the events of due times of a chat, oldest first. */
const listEvents = async (chat: number): Promise<readonly string[]> =>
  (
    await parlour.sql<{ name: string }>(
      `select name from journal where chat_id = ${chat} and name like 'chat_sla%' order by position`,
    )
  ).map(({ name }) => name);

describe("policies", () => {
  it("[SLA-001] [SLA-002] a policy has defaults, and its name exists once; the order can be set", async () => {
    const answer = await call("POST", "sla-policies", { name: "First", first_reply_s: 600 });
    expect(answer.body).toMatchObject({
      if: { all: [] },
      first_reply_s: 600,
      next_reply_s: null,
      close_s: null,
      hours: "working",
      at_risk_percent: 80,
      managed: false,
    });
    const second = await create({ name: "Second", close_s: 3600 });
    const taken = await call("PATCH", `sla-policies/${second.id}`, { name: "first" });
    expect([taken.status, taken.body.error.code]).toEqual([409, "name_taken"]);
    const ids = [second.id, (answer.body as Policy).id];
    expect((await call("PUT", "sla-policies/order", { ids })).status).toBe(204);
    expect((await listPolicies()).map(({ name }) => name)).toEqual(["Second", "First"]);
    expect((await fixture.ivan.call("GET", "sla-policies")).status).toBe(403);
  });

  it("[SLA-001] [SLA-003] an invalid part is refused with its path and the allowed values", async () => {
    for (const [change, field, text] of [
      [{ first_reply_s: null }, "first_reply_s", "next_reply_s, close_s"],
      [{ first_reply_s: 59 }, "first_reply_s", "60"],
      [{ hours: "night" }, "hours", "hours"],
      [{ at_risk_percent: 100 }, "at_risk_percent", "99"],
      [
        { if: { all: [{ fact: "chat.moon", op: "is", value: 1 }] } },
        "if.all[0].fact",
        "chat.state",
      ],
      [{ if: { fact: "chat.sla", op: "is", value: "broken" } }, "if.fact", "chat.state"],
      [{ if: { fact: "chat.state", op: "is", value: "new" } }, "if.value", "waiting"],
    ] as const) {
      const body = { name: "X", first_reply_s: 600, ...change };
      const { status, body: answer } = await call("POST", "sla-policies", body);
      expect([status, answer.error.code, answer.error.field]).toEqual([
        400,
        "invalid_request",
        field,
      ]);
      expect(answer.error.message).toContain(text);
    }
  });

  it("[SLA-003] [FLD-017] a field that a policy names is not removed", async () => {
    const field = await call("POST", "fields", {
      object: "visitor",
      key: "plan",
      kind: "text",
      name: "Plan",
    });
    const path = `fields/${field.body.id as number}`;
    const condition = { fact: "visitor.plan", op: "is", value: "pro" };
    await create({ name: "Pro", if: condition, close_s: 60 });
    const refused = await call("DELETE", path);
    expect([refused.status, refused.body.error.code]).toEqual([409, "in_use"]);
    expect(refused.body.error.message).toContain('the SLA policy "Pro"');
    for (const { id } of await listPolicies()) await call("DELETE", `sla-policies/${id}`);
    expect((await call("DELETE", path)).status).toBe(204);
  });
});

describe("due times", () => {
  it("[SLA-022] [VIEW-001] lists of running chats are sorted by them, on every page", async () => {
    const isRunning = { fact: "chat.state", op: "is_not", value: "closed" };
    const late = await fixture.sendMessage("order 1");
    const soon = await fixture.sendMessage("order 2");
    await wait(1_000);
    const other = await fixture.sendMessage("order 3");
    const mine = [late.id, soon.id, other.id];
    const isPriority = (value: string) => ({ fact: "chat.priority", op: "is", value });
    await create({ name: "Hour", first_reply_s: 3_600, if: isPriority("high") });
    await create({ name: "Minute", first_reply_s: 60, if: isPriority("urgent") });
    await call("PUT", `chats/${late.id}/priority`, { priority: "high" });
    await call("PUT", `chats/${soon.id}/priority`, { priority: "urgent" });
    await parlour.settle();
    const view = await call("POST", "views", { name: "Due", if: isRunning, order: "due" });
    expect([view.status, view.body.error]).toEqual([201, undefined]);
    for (const query of ["view=all&sort=due", `view=${view.body.id as number}`]) {
      const found: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body } = await call(
          "GET",
          `chats?${query}&limit=1${cursor && `&cursor=${cursor}`}`,
        );
        found.push(...body.items.map(({ id }: { id: number }) => id));
        cursor = body.next_cursor as string | null;
      }
      expect(found.filter((id) => mine.includes(id))).toEqual([soon.id, late.id, other.id]);
    }
    for (const query of ["sort=due", "sort=due&view=closed"]) {
      const refused = await call("GET", `chats?${query}`);
      expect([refused.status, refused.body.error.field]).toEqual([400, "sort"]);
    }
    const change = await call("PATCH", `views/${view.body.id as number}`, { if: { all: [] } });
    expect([change.status, change.body.error.field]).toEqual([400, "order"]);
  });

  it("[SLA-010] [SLA-012] [SLA-014] an answer ends the first target, a message begins the next, lists and sockets have them", async () => {
    const policy = await create({ name: "All", first_reply_s: 600, next_reply_s: 1_200 });
    const olga = await fixture.connectOperator(fixture.olga);
    const ivan = await fixture.connectOperator(fixture.ivan);
    const begin = parlour.clock.now();
    const { id, sla } = await fixture.sendMessage("d1");
    expect(sla).toEqual({
      policy: { id: policy.id, name: "All" },
      target: "first_reply",
      at_risk_at: toTime(begin + 8 * minuteMs),
      due_at: toTime(begin + 10 * minuteMs),
      state: "on_time",
    });
    await fixture.ivan.call("POST", `chats/${id}/accept`, {});
    await fixture.ivan.call("POST", `chats/${id}/messages`, {
      text: "A note",
      kind: "note",
      client_id: "n",
    });
    await parlour.settle();
    expect((await readSla(id))?.due_at).toBe(sla?.due_at);
    await fixture.ivan.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "Hello",
      client_id: "h",
    });
    await parlour.settle();
    expect(await readSla(id)).toBeUndefined();
    await wait(minuteMs);
    await fixture.sendMessage("d1", "And?");
    const listed = (await fixture.ivan.call("GET", "chats?view=mine")).body as { items: Chat[] };
    expect(listed.items[0]?.sla).toMatchObject({
      target: "next_reply",
      due_at: toTime(begin + 21 * minuteMs),
    });
    await wait(16 * minuteMs);
    await wait(4 * minuteMs);
    expect((await readSla(id))?.state).toBe("broken");
    expect(olga.frames.flatMap(({ name }) => (name?.startsWith("chat_sla") ? [name] : []))).toEqual(
      ["chat_sla_at_risk", "chat_sla_broken"],
    );
    await fixture.ivan.call("POST", `chats/${id}/close`, {});
    await parlour.settle();
    expect(await readSla(id)).toBeUndefined();
    await ivan.goOffline();
  });

  it("[SLA-002] [SLA-010] the first policy whose condition holds applies, also after a change", async () => {
    await create({
      name: "Urgent",
      if: { fact: "chat.priority", op: "is", value: "urgent" },
      first_reply_s: 60,
    });
    const usual = await create({ name: "Usual", first_reply_s: 3600 });
    const { id, sla } = await fixture.sendMessage("d2");
    expect(sla?.policy.name).toBe("Usual");
    await call("PUT", `chats/${id}/priority`, { priority: "urgent" });
    await parlour.settle();
    expect((await readSla(id))?.policy.name).toBe("Urgent");
    await call("PUT", `chats/${id}/priority`, { priority: "low" });
    await call("PATCH", `sla-policies/${usual.id}`, { name: "Calm", first_reply_s: 7200 });
    await parlour.settle();
    expect(await readSla(id)).toMatchObject({ policy: { name: "Calm" } });
    for (const policy of await listPolicies()) await call("DELETE", `sla-policies/${policy.id}`);
    await parlour.settle();
    expect(await readSla(id)).toBeUndefined();
  });

  it("[SLA-011] a changed zone of the account moves the due time", async () => {
    const open = (timezone: string) =>
      call("PATCH", "working-hours", {
        timezone,
        week: Object.fromEntries(
          ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, ["09:00-10:00"]]),
        ),
      });
    try {
      expect((await open("UTC")).status).toBe(200);
      await create({ name: "Hours", first_reply_s: 3600, hours: "working" });
      const { id, sla } = await fixture.sendMessage("d3");
      await open("Asia/Tokyo");
      await parlour.settle();
      const moved = await readSla(id);
      expect(moved?.due_at).not.toBe(sla?.due_at);
      expect(moved?.due_at.slice(11)).toBe("01:00:00.000Z");
    } finally {
      await call("PATCH", "working-hours", { timezone: null, week: {} });
    }
  });

  it("[SLA-013] each change of state is written once, also if the clock is set back", async () => {
    await create({ name: "Once", first_reply_s: 600 });
    const { id } = await fixture.sendMessage("d4");
    await wait(9 * minuteMs);
    expect(await listEvents(id)).toEqual(["chat_sla_at_risk"]);
    parlour.clock.set(parlour.clock.now() - 5 * minuteMs);
    await fixture.sendMessage("d4", "Hello?");
    await wait(7 * minuteMs);
    await fixture.sendMessage("d4", "Anybody?");
    await wait(minuteMs);
    expect(await listEvents(id)).toEqual(["chat_sla_at_risk", "chat_sla_broken"]);
  });

  it("[SLA-015] [RULE-010] conditions find late chats, and rules start at the event", async () => {
    await create({ name: "Late", first_reply_s: 600 });
    const rule = await call("POST", "rules", {
      name: "Late",
      when: { event: "sla_broken" },
      if: { fact: "chat.sla", op: "is", value: "broken" },
      do: [{ type: "priority", priority: "urgent" }],
    });
    const { id } = await fixture.sendMessage("d5");
    await wait(20 * minuteMs);
    await parlour.settle();
    expect(await fixture.readChat(id)).toMatchObject({
      priority: "urgent",
      sla: { state: "broken" },
    });
    expect(await listEvents(id)).toEqual(["chat_sla_broken"]);
    const count = await call("POST", "views/count", {
      if: { fact: "chat.sla_due_at", op: "longer_ago_than", value: 60 },
    });
    expect(count.body.count).toBe(1);
    await call("DELETE", `rules/${rule.body.id as number}`);
  });
});

it("[SLA-013] two nodes write each state of 30 due times once, also after a restart", async () => {
  const nodes = await openNodeFixture();
  const [one, two] = [await nodes.openNode(), await nodes.openNode()];
  const [operatorId = 0] = nodes.testAccount.operatorIds;
  await nodes.pools.writer.query(
    `insert into sla_policy (account_id, name, condition, first_reply_s, hours, at_risk_percent, place, created_at, updated_at)
     values ($1, 'All', '{"all":[]}', 600, 'always', 80, 1, now(), now())`,
    [nodes.testAccount.id],
  );
  const start = async (node: typeof one) => {
    const deps = nodes.consumerDeps(node);
    const sla = await startSla({
      ...deps,
      reader: nodes.pools.reader,
      write: (command) => node.write(command),
      config: (id) => node.config(id),
    });
    return [sla, await startChatTimers(deps)] as const;
  };
  let running = [...(await start(one)), ...(await start(two))];
  try {
    for (let n = 0; n < 30; n += 1) {
      const chat = await nodes.sendCustomerMessage(one, `c${n}`);
      await nodes.runCommand(one, chat, acceptChat({ operatorId }), operatorId);
    }
    const begin = nodes.clock.now();
    await runDueWork(...running);
    for (const consumer of running.splice(0, 2)) await consumer.close();
    running = [...running, ...(await start(one))];
    await runDueWork(...running);
    nodes.clock.set(begin + 9 * minuteMs);
    await runDueWork(...running);
    nodes.clock.set(begin + 11 * minuteMs);
    await runDueWork(...running);
    const { rows } = await nodes.pools.writer.query<{ name: string; n: number }>(
      "select name, count(*)::int as n from journal where name like 'chat_sla%' group by name order by name",
    );
    expect(rows).toEqual([
      { name: "chat_sla_at_risk", n: 30 },
      { name: "chat_sla_broken", n: 30 },
    ]);
    expect(nodes.reportedErrors).toEqual([]);
  } finally {
    for (const consumer of running) await consumer.close();
    await nodes.drop();
  }
});
