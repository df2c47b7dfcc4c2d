import { startTestParlour, type TestParlour } from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { promiseAnswer } from "../src/core/chat/promise/commands.ts";
import { startChatTimers } from "../src/timers/chat-timers.ts";
import { openNodeFixture, runDueWork } from "./node-fixture.ts";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** Promises to visitors (docs/spec/promises.md). */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("the service API", () => {
  let parlour: TestParlour;
  let fixture: RoutingFixture;
  beforeAll(async () => {
    parlour = await startTestParlour();
  });
  afterAll(() => parlour.close());
  beforeEach(async () => {
    fixture = await openRoutingFixture(parlour);
  });
  afterEach(() => fixture.close());

  const promise = (chat: number, ms: number, more: object = {}) =>
    fixture.ivan.call("PUT", `chats/${chat}/promise`, {
      until: new Date(parlour.clock.now() + ms).toISOString(),
      ...more,
    });
  const createOwnChat = async (customer: string): Promise<number> => {
    const { id } = await fixture.sendMessage(customer);
    await fixture.ivan.call("POST", `chats/${id}/accept`, {});
    return id;
  };
  const send = (chat: number, text: string) =>
    fixture.ivan.call("POST", `chats/${chat}/messages`, {
      kind: "text",
      text,
      client_id: text.replaceAll(" ", "-"),
    });
  const wait = async (ms: number): Promise<void> => {
    parlour.clock.set(parlour.clock.now() + ms);
    await parlour.settle();
  };
  const readPromise = async (chat: number): Promise<Chat["promise"]> =>
    (await fixture.readChat(chat)).promise;

  it("[PROM-001] [PROM-002] [PROM-006] a promise answers the chat, is told once, and is taken back", async () => {
    const chat = await createOwnChat("p1");
    const until = new Date(parlour.clock.now() + hourMs).toISOString();
    const { status, body } = await promise(chat, hourMs, { text: "We answer by 14:00." });
    expect([status, body.promise]).toMatchObject([
      200,
      { until, state: "running", by: { kind: "operator", id: fixture.ivan.id } },
    ]);
    expect((await fixture.readChat(chat)).last_message?.text).toBe("We answer by 14:00.");
    expect(await readPromise(chat)).not.toHaveProperty("answered_at");
    for (const time of ["at noon, if nothing happens", "2020-01-01T00:00:00Z"])
      expect(
        await fixture.ivan.call("PUT", `chats/${chat}/promise`, { until: time }),
      ).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", field: "until" } },
      });
    const gone = await fixture.ivan.call("DELETE", `chats/${chat}/promise`);
    expect([gone.status, gone.body.promise]).toEqual([200, undefined]);
    expect((await fixture.ivan.call("DELETE", `chats/${chat}/promise`)).status).toBe(200);
    await fixture.ivan.call("POST", `chats/${chat}/close`, {});
    expect(await promise(chat, hourMs)).toMatchObject({
      status: 409,
      body: { error: { code: "chat_closed" } },
    });
  });

  it("[PROM-003] [PROM-007] sockets receive each change of state", async () => {
    const olga = await fixture.connectOperator(fixture.olga);
    const chat = await createOwnChat("p2");
    await promise(chat, hourMs);
    await send(chat, "In time");
    expect(await readPromise(chat)).toMatchObject({ state: "kept" });
    await promise(chat, hourMs);
    await wait(50 * minuteMs);
    await wait(11 * minuteMs);
    expect(await readPromise(chat)).toMatchObject({ state: "broken" });
    expect(
      olga.frames.flatMap(({ name }) => (name?.startsWith("chat_promise") ? [name] : [])),
    ).toEqual([
      "chat_promised",
      "chat_promise_kept",
      "chat_promised",
      "chat_promise_at_risk",
      "chat_promise_broken",
    ]);
    expect(await fixture.readSystemMessageCodes(chat)).toEqual(
      expect.arrayContaining(["promised", "promise_kept", "promise_broken"]),
    );
  });

  it("[PROM-005] [PROM-008] [RULE-010] a snooze promises its time, conditions find it, and rules start before it", async () => {
    const call = (method: string, path: string, body?: object) =>
      parlour.owner.call(method, path, body);
    const rule = await call("POST", "rules", {
      name: "Hurry",
      when: { event: "promise_at_risk" },
      if: { fact: "chat.promise", op: "is", value: "at_risk" },
      do: [{ type: "priority", priority: "urgent" }],
    });
    expect(rule.status).toBe(201);
    const again = await call("POST", "rules", {
      name: "Again",
      when: { event: "promise_broken" },
      do: [{ type: "snooze", for_s: 60, promise: true }],
    });
    expect([again.status, again.body.error.field]).toEqual([400, "do[0]"]);
    const policy = await call("POST", "sla-policies", {
      name: "P",
      close_s: 60,
      if: { fact: "chat.promise", op: "is", value: "kept" },
    });
    expect([policy.status, policy.body.error.field]).toEqual([400, "if.fact"]);
    const chat = await createOwnChat("p3");
    await fixture.ivan.call("POST", `chats/${chat}/snooze`, {
      until: new Date(parlour.clock.now() + 2 * hourMs).toISOString(),
      stay: true,
      promise: true,
    });
    const count = await call("POST", "views/count", {
      if: {
        fact: "chat.promise_until",
        op: "after",
        value: new Date(parlour.clock.now()).toISOString(),
      },
    });
    expect(count.body.count).toBe(1);
    await wait(106 * minuteMs);
    await parlour.settle();
    expect(await fixture.readChat(chat)).toMatchObject({
      priority: "urgent",
      promise: { state: "at_risk" },
      snooze_ended: { reason: "promise" },
    });
    await call("DELETE", `rules/${rule.body.id as number}`);
  });

  it("[PROM-010] a policy promises its due times, an operator takes precedence, and a withdrawal lasts until the next", async () => {
    const policy = await parlour.owner.call("POST", "sla-policies", {
      name: "Told",
      first_reply_s: 600,
      next_reply_s: 1_200,
      close_s: 7_200,
      hours: "always",
      promise: true,
    });
    expect(policy.status).toBe(201);
    const begin = parlour.clock.now();
    const { id, promise: first } = await fixture.sendMessage("p4");
    expect(first).toMatchObject({
      until: new Date(begin + 10 * minuteMs).toISOString(),
      by: { kind: "policy", name: "Told" },
    });
    await fixture.ivan.call("POST", `chats/${id}/accept`, {});
    await send(id, "First");
    await parlour.settle();
    expect(await readPromise(id)).toMatchObject({ state: "kept" });
    await fixture.sendMessage("p4", "And?");
    expect(await readPromise(id)).toMatchObject({ state: "running", by: { kind: "policy" } });
    await fixture.ivan.call("DELETE", `chats/${id}/promise`);
    await parlour.settle();
    await fixture.sendMessage("p4", "Hello?");
    expect(await readPromise(id)).toBeUndefined();
    await promise(id, hourMs);
    await send(id, "Second");
    await promise(id, hourMs);
    await fixture.sendMessage("p4", "Third?");
    expect(await readPromise(id)).toMatchObject({ state: "running", by: { kind: "operator" } });
    const other = await fixture.sendMessage("p5");
    await fixture.ivan.call("POST", `chats/${other.id}/snooze`, {
      until: new Date(parlour.clock.now() + hourMs).toISOString(),
    });
    await parlour.settle();
    expect(await readPromise(other.id)).toBeUndefined();
    await parlour.owner.call("DELETE", `sla-policies/${policy.body.id as number}`);
    await parlour.settle();
  });

  it("[PROM-011] the operator of the chat is reminded once, until they answer", async () => {
    const listReminders = async (chat: number) =>
      (
        (await fixture.ivan.call("GET", `reminders?chat_id=${chat}`)).body as {
          items: { text: string; state: string }[];
        }
      ).items.map(({ text, state }) => [text, state]);
    const ivan = await fixture.connectOperator(fixture.ivan);
    const chat = await createOwnChat("p6");
    await promise(chat, hourMs);
    await wait(30 * minuteMs);
    expect(await listReminders(chat)).toEqual([]);
    await wait(20 * minuteMs);
    await parlour.settle();
    expect(await listReminders(chat)).toEqual([["The promised answer is due soon.", "due"]]);
    await send(chat, "Here");
    await parlour.settle();
    expect(await listReminders(chat)).toEqual([]);
    await ivan.goOffline();
  });
});

it("[PROM-009] two nodes write each state of 30 promises once, also after a restart and a clock set back", async () => {
  const fixture = await openNodeFixture();
  const [operatorId = 0] = fixture.testAccount.operatorIds;
  const [one, two] = [await fixture.openNode(), await fixture.openNode()];
  const timers = [
    await startChatTimers(fixture.consumerDeps(one)),
    await startChatTimers(fixture.consumerDeps(two)),
  ];
  try {
    const until = fixture.clock.now() + hourMs;
    for (let n = 0; n < 30; n += 1) {
      const chat = await fixture.sendCustomerMessage(one, `c${n}`);
      await fixture.runCommand(one, chat, acceptChat({ operatorId }), operatorId);
      const promise = promiseAnswer({ operatorId, until, message: undefined });
      await fixture.runCommand(two, chat, promise, operatorId);
    }
    await runDueWork(...timers);
    fixture.clock.set(until - 3 * hourMs);
    await timers[0]?.close();
    timers[0] = await startChatTimers(fixture.consumerDeps(one));
    await runDueWork(...timers);
    fixture.clock.set(until - minuteMs);
    await runDueWork(...timers);
    fixture.clock.set(until - 10 * minuteMs);
    await runDueWork(...timers);
    fixture.clock.set(until);
    await runDueWork(...timers);
    fixture.clock.set(until + minuteMs);
    await runDueWork(...timers);
    const { rows } = await fixture.pools.writer.query<{ name: string; n: number }>(
      "select name, count(*)::int as n from journal where name like 'chat_promise%' group by name order by name",
    );
    expect(rows).toEqual([
      { name: "chat_promise_at_risk", n: 30 },
      { name: "chat_promise_broken", n: 30 },
      { name: "chat_promised", n: 30 },
    ]);
    expect(fixture.reportedErrors).toEqual([]);
  } finally {
    for (const timer of timers) await timer.close();
    await fixture.drop();
  }
});
