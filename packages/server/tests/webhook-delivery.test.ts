import { startWebhookReceiver, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

let sharedParlour: TestParlour;
let fixture: WebhookFixture;
beforeAll(async () => {
  sharedParlour = await startTestParlour();
});
afterAll(() => sharedParlour.close());
beforeEach(async () => {
  fixture = await openWebhookFixture({ shared: sharedParlour });
});
afterEach(() => fixture.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Advances the clock to the next attempt and waits for its request. Returns the step in ms. */
async function runNextAttempt(): Promise<number> {
  const { clock } = fixture.parlour;
  const [row] = await fixture.parlour.sql<{ at: Date }>(
    "select next_at as at from delivery where state = 'pending' order by next_at limit 1",
  );
  const ms = (row?.at.getTime() ?? 0) - clock.now();
  const before = fixture.receiver.requests.length;
  await clock.advance(ms);
  // A worker that checked slightly too early checks again after 50 ms.
  for (let n = 0; n < 20 && fixture.receiver.requests.length === before; n++) {
    await fixture.parlour.settle();
    await clock.advance(50);
  }
  await fixture.receiver.waitForRequests(before + 1);
  await fixture.parlour.settle();
  return ms;
}

/** Advances the clock in small steps during requests, so that no statement times out. */
async function advanceSlowly(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await fixture.parlour.clock.advance(500);
    await fixture.parlour.sql("select 1");
  }
}

describe("attempts", () => {
  test("[WH-061] [CORE-339] a receiver that accepts an event gets one event of each waiting chat at once; a failing one keeps its pauses", async () => {
    const { receiver, parlour } = fixture;
    receiver.setMode({ status: 500 });
    const waiting = await fixture.startChat("waiting");
    const failing = await fixture.startChat("failing");
    for (const { id } of [waiting, failing]) await fixture.acceptChat(id);
    // Both wait for 5 minutes after the second attempt.
    await fixture.advanceClock(8_000, 1_000);
    const countRequests = (chat: number): number =>
      receiver.requests.filter(({ chatId }) => chatId === chat).length;
    expect([countRequests(waiting.id), countRequests(failing.id)]).toEqual([2, 2]);
    receiver.setMode(({ chatId }) => (chatId === failing.id ? { status: 500 } : "ok"));
    const sendAnother = async (customer: string): Promise<void> => {
      await fixture.acceptChat((await fixture.startChat(customer)).id);
      await fixture.waitUntil(async () => {
        await parlour.settle();
        return receiver.accepted().some(({ chatId }) => chatId === waiting.id);
      });
      await parlour.settle();
    };
    await sendAnother("one");
    expect([countRequests(waiting.id), countRequests(failing.id)]).toEqual([3, 3]);
    // The next success within a minute does not probe again.
    await fixture.advanceClock(10_000, 1_000);
    await sendAnother("two");
    expect(countRequests(failing.id)).toBe(3);
  });

  test("[WH-033] [WH-063] [WH-060] what is sent again is the same to the byte, under the same id, signed anew", async () => {
    const { receiver, parlour } = fixture;
    receiver.setMode({ status: 302, headers: { location: "https://elsewhere.example" } });
    const chat = await fixture.startChat("same", { sender: { name: "Before" } });
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    await parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name: "After" });
    receiver.setMode(({ event }) =>
      event === "chat_accepted" && receiver.requests.length < 3 ? { status: 404 } : "ok",
    );
    // The delays are 5 s and 5 minutes, each plus up to 20 %.
    await fixture.advanceClock(7 * minuteMs, 10_000);
    const [first, ...again] = receiver.requests.filter(({ event }) => event === "chat_accepted");
    expect(again).toHaveLength(2);
    for (const one of again) {
      expect(one.text).toBe(first?.text);
      expect(one.id).toBe(first?.id);
      expect(one.seq).toBe(1);
      expect(one.headers["webhook-timestamp"]).not.toBe(first?.headers["webhook-timestamp"]);
    }
    expect(first?.body.visitor.name).toBe("Before");
    const updated = receiver.requests.find(({ event }) => event === "chat_updated");
    expect(updated).toMatchObject({ seq: 2, chatId: chat.id });
    expect(updated?.body.visitor.name).toBe("After");
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(2);
  });

  test("[WH-060] an answer that does not come is given up after 15 s in all", async () => {
    fixture.receiver.setMode("hang");
    const chat = await fixture.startChat("hang");
    await fixture.acceptChat(chat.id);
    await fixture.receiver.waitForRequests(1);
    await fixture.parlour.clock.advance(14_900);
    expect((await fixture.readDeliveries())[0]).toMatchObject({ tries: 0 });
    await fixture.parlour.clock.advance(100);
    await fixture.waitUntil(async () => (await fixture.readDeliveries())[0]?.tries === 1);
    expect((await fixture.readDeliveries())[0]).toMatchObject({
      state: "pending",
      error_code: "timeout",
    });
  });

  test("[WH-061] [WH-066] ten attempts in growing distances of ±20 %, then a dead letter", async () => {
    // Nobody writes or is online for three days.
    await fixture.parlour.owner.call("PATCH", "routing", { inactivity_s: 0, grace_s: 0 });
    fixture.receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("ten");
    await fixture.acceptChat(chat.id);
    await fixture.parlour.settle();
    const expected = [
      5_000,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      14 * hourMs,
      20 * hourMs,
      24 * hourMs,
    ];
    for (const pause of expected) {
      const took = await runNextAttempt();
      expect(took).toBeGreaterThanOrEqual(pause * 0.8 - 1);
      expect(took).toBeLessThanOrEqual(pause * 1.2 + 1);
    }
    expect(fixture.receiver.requests).toHaveLength(10);
    expect(await fixture.readDeliveries()).toMatchObject([{ state: "dead", tries: 10 }]);
    await fixture.advanceClock(48 * hourMs, 12 * hourMs);
    expect(fixture.receiver.requests).toHaveLength(10);
  });

  test("[WH-061] Retry-After of 503 postpones, also beyond the plan", async () => {
    fixture.receiver.setMode({ busy: "3600" });
    const chat = await fixture.startChat("busy");
    await fixture.acceptChat(chat.id);
    await fixture.parlour.settle();
    fixture.receiver.setMode("ok");
    expect(await runNextAttempt()).toBeGreaterThanOrEqual(hourMs);
    expect(await fixture.readDeliveries()).toMatchObject([{ state: "delivered", tries: 2 }]);
  });

  test("[WH-062] 410 switches the endpoint off: what is pending is dead, later events are not owed", async () => {
    const { receiver, parlour } = fixture;
    const one = await fixture.startChat("one");
    const two = await fixture.startChat("two");
    receiver.setMode(({ chatId }) => (chatId === one.id ? { status: 500 } : "gone"));
    await fixture.acceptChat(one.id);
    await parlour.settle();
    await fixture.acceptChat(two.id);
    await fixture.waitUntil(async () =>
      (await fixture.readDeliveries()).every(({ state }) => state === "dead"),
    );
    expect(await fixture.readDeliveries()).toMatchObject([
      { chat_id: one.id, state: "dead", error_code: "endpoint_off" },
      { chat_id: two.id, state: "dead", error_code: "http_error" },
    ]);
    await fixture.closeChat(two.id);
    await fixture.advanceClock(10 * minuteMs, minuteMs);
    expect(await fixture.readDeliveries()).toHaveLength(2);
    const rows = await parlour.sql<{ off_reason: string }>(
      "select off_reason from endpoint where kind = 'webhook' order by id desc limit 1",
    );
    expect(rows).toEqual([{ off_reason: "gone" }]);
  });
});

describe("order", () => {
  test("[WH-064] one event of a chat waits for the one before, others do not; after 6 minutes it waits no longer, and Parlour-Seq tells", async () => {
    const { receiver, parlour } = fixture;
    const stuck = await fixture.startChat("stuck");
    const free = await fixture.startChat("free");
    receiver.setMode(({ event, chatId }) =>
      event === "chat_accepted" && chatId === stuck.id ? { status: 500 } : "ok",
    );
    await fixture.acceptChat(stuck.id);
    await parlour.settle();
    await fixture.closeChat(stuck.id);
    await fixture.acceptChat(free.id);
    await fixture.closeChat(free.id);
    await parlour.settle();
    const findAccepted = (id: number) => receiver.accepted().filter(({ chatId }) => chatId === id);
    expect(findAccepted(free.id).map(({ event }) => event)).toEqual([
      "chat_accepted",
      "chat_finished",
    ]);
    await fixture.advanceClock(3 * minuteMs, 5_000);
    const [retryDelay] = await parlour.sql<{ ms: number }>(
      "select extract(epoch from next_at - anchor_at)::float8 * 1000 as ms from delivery where chat_id = $1 and event = 'chat_accepted'",
      [stuck.id],
    );
    // Jitter may move the third attempt past 6 minutes. In that case, later events do not wait for
    // it.
    expect(findAccepted(stuck.id)).toHaveLength((retryDelay?.ms ?? 0) > 6 * minuteMs ? 1 : 0);
    await fixture.advanceClock(5 * minuteMs, 5_000);
    expect(findAccepted(stuck.id).map(({ event, seq }) => [event, seq])).toEqual([
      ["chat_finished", 2],
    ]);
    receiver.setMode("ok");
    await runNextAttempt();
    expect(findAccepted(stuck.id).map(({ event, seq }) => [event, seq])).toEqual([
      ["chat_finished", 2],
      ["chat_accepted", 1],
    ]);
  });

  test("[WH-065] an endpoint that hangs delays neither another one nor the channel, and has 4 requests under way at most", async () => {
    const { receiver, parlour, integrator } = fixture;
    const other = await startWebhookReceiver();
    try {
      await fixture.addWebhook(`${other.url}/hook`);
      receiver.setMode("hang");
      const chats = [];
      for (let n = 0; n < 7; n++) chats.push(await fixture.startChat(`c${n}`));
      for (const { id } of chats) await fixture.acceptChat(id);
      for (const { id } of chats)
        await parlour.owner.call("POST", `chats/${id}/messages`, {
          kind: "text",
          text: "Hi",
          client_id: "a",
        });
      await other.waitForRequests(7);
      await fixture.waitUntil(() => integrator.messages().length === 7);
      await fixture.waitUntil(() => receiver.requests.length === 4);
      const countPending = async (): Promise<number> =>
        Number(
          (
            await parlour.sql<{ n: string }>(
              "select count(*) as n from delivery where state = 'pending'",
            )
          )[0]?.n,
        );
      // The clock must not advance while rows are being written.
      await fixture.waitUntil(
        async () => (await countPending()) === 7,
        "everything else delivered",
      );
      // More requests start only when a slot is free.
      await advanceSlowly(10_000);
      expect(receiver.requests).toHaveLength(4);
      receiver.setMode("ok");
      await advanceSlowly(5_000);
      await fixture.waitUntil(
        () => receiver.accepted().length >= 3,
        "the places given to those that waited",
      );
      // The four that timed out are tried again.
      await parlour.settle();
      while ((await countPending()) > 0) await runNextAttempt();
      expect(receiver.accepted()).toHaveLength(7);
    } finally {
      await other.close();
    }
  });
});

describe("changes of the visitor", () => {
  test("[WH-003] Parlour-Seq counts what was given up before its first attempt", async () => {
    const { receiver, parlour } = fixture;
    const chat = await fixture.startChat("paused");
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    await parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name: "A" });
    // The webhook is switched off before the two seconds end.
    await parlour.owner.call("PATCH", `webhooks/${fixture.webhook.id}`, { enabled: false });
    await fixture.waitUntil(async () => (await fixture.readDeliveries())[1]?.state === "dead");
    await parlour.owner.call("PATCH", `webhooks/${fixture.webhook.id}`, { enabled: true });
    await fixture.closeChat(chat.id);
    await parlour.settle();
    expect(receiver.requests.map(({ event, seq }) => [event, seq])).toEqual([
      ["chat_accepted", 1],
      ["chat_finished", 3],
    ]);
    const [, delivery] = await fixture.readDeliveries();
    expect(
      (await parlour.owner.call("POST", `deliveries/${delivery?.id}/retry`, {})).status,
    ).toBeLessThan(300);
    await parlour.settle();
    expect(receiver.requests.at(-1)).toMatchObject({
      event: "chat_updated",
      seq: 2,
      chatId: chat.id,
    });
  });

  test("[WH-012] changes within 2 s are one event, with what is known at its end; changes by a reply are none", async () => {
    const { receiver, parlour } = fixture;
    const chat = await fixture.startChat("merge");
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    const edit = (name: string) =>
      parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name });
    receiver.setMode({ reply: { result: "ok", contact_info: { email: "by@reply.example" } } });
    await edit("A");
    await parlour.clock.advance(1_000);
    await edit("B");
    await parlour.clock.advance(900);
    await edit("C");
    await parlour.settle();
    expect(receiver.requests).toHaveLength(1);
    await parlour.clock.advance(100);
    await receiver.waitForRequests(2);
    await parlour.settle();
    expect(receiver.requests[1]).toMatchObject({ event: "chat_updated", seq: 2, chatId: chat.id });
    expect(receiver.requests[1]?.body.visitor.name).toBe("C");
    await fixture.advanceClock(5_000);
    expect(receiver.requests).toHaveLength(2);
    expect((await fixture.readChat(chat.id)).visitor.email).toMatchObject({
      value: "by@reply.example",
      source: "webhook",
    });
    await edit("D");
    await fixture.advanceClock(3_000);
    expect(receiver.requests).toHaveLength(3);
    await fixture.closeChat(chat.id);
    await edit("E");
    await fixture.advanceClock(5_000);
    expect(receiver.requests.map(({ event, seq }) => [event, seq])).toEqual([
      ["chat_accepted", 1],
      ["chat_updated", 2],
      ["chat_updated", 3],
      ["chat_finished", 4],
    ]);
    expect((await fixture.readDeliveries()).map(({ chat_id }) => chat_id)).toEqual([
      chat.id,
      chat.id,
      chat.id,
      chat.id,
    ]);
  });
});

describe("settings", () => {
  test("[WH-001] [WH-010] [WH-026] each endpoint gets what its filters let pass, with its blocks; one that is off gets nothing", async () => {
    const { parlour, receiver } = fixture;
    const others = await Promise.all([
      startWebhookReceiver(),
      startWebhookReceiver(),
      startWebhookReceiver(),
    ]);
    try {
      const [finished, foreign, off] = others;
      const channel = await parlour.channel(fixture.integrator.url, { name: "Other" });
      await fixture.addWebhook(`${finished?.url}/hook`, {
        events: ["chat_finished"],
        blocks: ["custom_data", "invitation", "tags"],
      });
      await fixture.addWebhook(`${foreign?.url}/hook`, { channels: [channel.id] });
      await fixture.addWebhook(`${off?.url}/hook`, { enabled: false });
      receiver.setMode({
        reply: { result: "ok", custom_data: [{ title: "Plan", content: "Gold" }] },
      });
      const chat = await fixture.startChat("blocks", { sender: { invite: "Need help?" } });
      await fixture.acceptChat(chat.id);
      await parlour.settle();
      await fixture.closeChat(chat.id);
      await parlour.settle();
      expect(receiver.requests.map(({ event }) => event)).toEqual([
        "chat_accepted",
        "chat_finished",
      ]);
      expect(receiver.requests[1]?.body).not.toHaveProperty("custom_data");
      expect(receiver.requests[1]?.body.chat.invitation).toBe("Need help?");
      expect(finished?.requests.map(({ event, seq }) => [event, seq])).toEqual([
        ["chat_finished", 1],
      ]);
      expect(finished?.requests[0]?.body).toMatchObject({
        custom_data: [{ title: "Plan", content: "Gold", source: "webhook" }],
        invitation: "Need help?",
        tags: [],
      });
      expect([foreign?.requests, off?.requests]).toEqual([[], []]);
      // Ids are unique per event and endpoint (WH-063).
      expect(
        new Set([...receiver.requests, ...(finished?.requests ?? [])].map(({ id }) => id)).size,
      ).toBe(3);
    } finally {
      for (const one of others) await one.close();
    }
  });

  test("[WH-066] switching an endpoint off keeps what is pending as dead letters", async () => {
    fixture.receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("off");
    await fixture.acceptChat(chat.id);
    await fixture.parlour.settle();
    expect(
      (
        await fixture.parlour.owner.call("PATCH", `webhooks/${fixture.webhook.id}`, {
          enabled: false,
        })
      ).status,
    ).toBe(200);
    await fixture.waitUntil(async () => (await fixture.readDeliveries())[0]?.state === "dead");
    expect((await fixture.readDeliveries())[0]).toMatchObject({
      error_code: "endpoint_off",
      tries: 1,
    });
  });

  test("[WH-072] what was given up is sent again under the same id with the same body", async () => {
    const { receiver, parlour } = fixture;
    receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("replay", { sender: { name: "Before" } });
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    await parlour.sql("update delivery set state = 'dead', next_at = null");
    await parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name: "After" });
    await fixture.closeChat(chat.id);
    receiver.setMode("ok");
    const [first] = await fixture.readDeliveries();
    expect(
      (await parlour.owner.call("POST", `deliveries/${first?.id}/retry`, {})).status,
    ).toBeLessThan(300);
    await fixture.advanceClock(10_000);
    const [before, ...after] = receiver.requests.filter(({ event }) => event === "chat_accepted");
    expect(after.map(({ id, text }) => ({ id, text }))).toEqual([
      { id: before?.id, text: before?.text },
    ]);
    expect((await fixture.readDeliveries())[0]).toMatchObject({ state: "delivered", tries: 2 });
  });

  test("[WH-024] agents are who took part, in order of joining; chats_count counts the chats until then", async () => {
    const { parlour, receiver } = fixture;
    const zoe = await parlour.operator("admin", "Zoe");
    const first = await fixture.startChat("people");
    await zoe.call("POST", `chats/${first.id}/accept`, {});
    await parlour.clock.advance(1_000);
    await parlour.owner.call("POST", `chats/${first.id}/join`, {});
    await fixture.closeChat(first.id);
    await parlour.settle();
    expect(receiver.requests.at(-1)?.body.agents.map(({ name }: { name: string }) => name)).toEqual(
      ["Zoe", "Ann"],
    );
    await fixture.startChat("somebody else");
    const second = await fixture.startChat("people");
    await fixture.closeChat(second.id);
    await parlour.settle();
    expect(receiver.requests.at(-1)?.body).toMatchObject({
      chat_id: second.id,
      agents: [],
      visitor: { chats_count: 2 },
    });
    expect(receiver.requests.at(-1)?.body.visitor.number).toBe(String(first.visitor.number));
  });
});

describe("time", () => {
  test("[WH-010] an event is at an idle endpoint within 1 s", async () => {
    const real = await openWebhookFixture({ clock: "system" });
    try {
      const tookMs: number[] = [];
      for (let n = 0; n < 5; n++) {
        const chat = await real.startChat(`quick ${n}`);
        const startedAt = Date.now();
        await real.acceptChat(chat.id);
        tookMs.push(((await real.receiver.waitForRequests(n + 1))[n]?.at ?? 0) - startedAt);
      }
      // The minimum of five runs excludes other load of the machine.
      expect(Math.min(...tookMs)).toBeLessThan(1_000);
    } finally {
      await real.close();
    }
  });
});
