import { startTestParlour, type ApiResponse, type TestParlour } from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { snoozeChat } from "../src/core/chat/snooze.ts";
import { startChatTimers } from "../src/timers/chat-timers.ts";
import { openNodeFixture, runDueWork } from "./node-fixture.ts";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

const hourMs = 3_600_000;

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

  const snooze = (chat: number, ms: number, more: object = {}): Promise<ApiResponse> =>
    fixture.ivan.call("POST", `chats/${chat}/snooze`, {
      until: new Date(parlour.clock.now() + ms).toISOString(),
      ...more,
    });
  const listIds = async (query: string): Promise<readonly number[]> =>
    ((await fixture.ivan.call("GET", `chats?${query}`)).body as { items: Chat[] }).items
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  const sort = (...ids: number[]): readonly number[] => ids.toSorted((a, b) => a - b);
  const createOwnChat = async (customer: string): Promise<number> => {
    const { id } = await fixture.sendMessage(customer);
    await fixture.ivan.call("POST", `chats/${id}/accept`, {});
    return id;
  };

  it("[SNZ-001] [SNZ-004] snooze and wake answer the chat; bad times are named", async () => {
    const chat = await createOwnChat("s1");
    const { status, body } = await snooze(chat, hourMs, { stay: true });
    expect([status, body.snoozed]).toMatchObject([
      200,
      { by: { id: fixture.ivan.id }, stay: true },
    ]);
    const zoned = await fixture.ivan.call("POST", `chats/${chat}/snooze`, {
      until: `${new Date(parlour.clock.now() + 5 * hourMs).toISOString().slice(0, 19)}+01:00`,
    });
    expect(Date.parse(zoned.body.snoozed.until)).toBeLessThanOrEqual(
      parlour.clock.now() + 4 * hourMs,
    );
    for (const until of [
      "tomorrow at noon, please",
      "2020-01-01T00:00:00Z",
      "2199-01-01T00:00:00Z",
    ])
      expect(await fixture.ivan.call("POST", `chats/${chat}/snooze`, { until })).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", field: "until" } },
      });
    const woken = await fixture.ivan.call("DELETE", `chats/${chat}/snooze`);
    expect([woken.status, woken.body.snoozed, woken.body.snooze_ended.reason]).toEqual([
      200,
      undefined,
      "operator",
    ]);
    await fixture.ivan.call("POST", `chats/${chat}/close`, {});
    expect(await snooze(chat, hourMs)).toMatchObject({
      status: 409,
      body: { error: { code: "chat_closed" } },
    });
  });

  it("[SNZ-005] [API-029] a snoozed chat leaves the lists, counts and unread of its operator, and comes back", async () => {
    const [chat, other] = [await createOwnChat("s2"), await createOwnChat("s3")];
    const waiting = (await fixture.sendMessage("s4")).id;
    const counters = async () => {
      const { body } = await fixture.ivan.call("GET", "chats/counters");
      const { mine, waiting: waits, snoozed, all } = body.views as Record<string, number>;
      return { mine, waits, snoozed, all, unread: body.unread as number };
    };
    expect(await counters()).toEqual({ mine: 2, waits: 1, snoozed: 0, all: 3, unread: 3 });
    await snooze(chat, hourMs);
    await snooze(waiting, 2 * hourMs);
    expect(await counters()).toEqual({ mine: 1, waits: 0, snoozed: 2, all: 3, unread: 1 });
    expect(await listIds("view=mine")).toEqual([other]);
    expect(await listIds("view=waiting")).toEqual([]);
    expect(await listIds("view=snoozed")).toEqual(sort(chat, waiting));
    expect(await listIds("snoozed=true")).toEqual(sort(chat, waiting));
    expect(await listIds("snoozed=false&sort=created&state=open")).toEqual([other]);
    expect(await listIds("view=all")).toEqual(sort(chat, other, waiting));
    const { last_message: last } = await fixture.readChat(chat);
    expect(last?.line?.code).not.toBe("snoozed");
    await fixture.sendMessage("s2", "And?");
    expect(await counters()).toMatchObject({ mine: 2, snoozed: 1 });
    parlour.clock.set(parlour.clock.now() + 2 * hourMs);
    await parlour.settle();
    // Ivan is offline, so that their unanswered chats wait again (CORE-031).
    expect(await counters()).toMatchObject({ mine: 0, waits: 3, snoozed: 0 });
    expect(await fixture.readSystemMessageCodes(waiting)).toContain("snooze_ended");
  });

  it("[SNZ-011] a snooze without a time ends with the customer's message only, or by hand", async () => {
    const chat = await createOwnChat("s6");
    const path = `chats/${chat}/snooze`;
    for (const field of ["stay", "promise"])
      expect(await fixture.ivan.call("POST", path, { until: null, [field]: true })).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", field } },
      });
    const { body } = await fixture.ivan.call("POST", path, { until: null });
    expect(body.snoozed).toMatchObject({ until: null, stay: false, by: { id: fixture.ivan.id } });
    parlour.clock.set(parlour.clock.now() + 400 * 24 * hourMs);
    await parlour.settle();
    expect(await listIds("view=snoozed")).toEqual([chat]);
    expect(await listIds("view=mine")).toEqual([]);
    await fixture.sendMessage("s6", "Here");
    expect((await fixture.readChat(chat)).snooze_ended).toMatchObject({ reason: "message" });
    expect(await listIds("view=snoozed")).toEqual([]);
    await fixture.ivan.call("POST", path, { until: null });
    const woken = await fixture.ivan.call("DELETE", path);
    expect(woken.body.snooze_ended.reason).toBe("operator");
  });

  it("[SNZ-007] sockets and webhooks receive the begin and the end", async () => {
    const olga = await fixture.connectOperator(fixture.olga);
    const chat = await createOwnChat("s5");
    await snooze(chat, hourMs);
    await fixture.ivan.call("DELETE", `chats/${chat}/snooze`);
    await parlour.settle();
    expect(
      olga.frames.flatMap(({ name, data }) =>
        name?.startsWith("chat_snooze") ? [[name, data]] : [],
      ),
    ).toMatchObject([
      ["chat_snoozed", { by: { id: fixture.ivan.id }, chat: { id: chat, snoozed: {} } }],
      [
        "chat_snooze_ended",
        { by: { id: fixture.ivan.id }, reason: "operator", chat: { id: chat } },
      ],
    ]);
  });
});

it("[SNZ-008] two nodes end each of 50 snoozes once, also after a restart and a clock set back", async () => {
  const fixture = await openNodeFixture();
  const [operatorId = 0] = fixture.testAccount.operatorIds;
  const [one, two] = [await fixture.openNode(), await fixture.openNode()];
  const timers = [
    await startChatTimers(fixture.consumerDeps(one)),
    await startChatTimers(fixture.consumerDeps(two)),
  ];
  try {
    const until = fixture.clock.now() + hourMs;
    const chats: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const chat = await fixture.sendCustomerMessage(one, `c${n}`);
      await fixture.runCommand(one, chat, acceptChat({ operatorId }), operatorId);
      await fixture.runCommand(two, chat, snoozeChat({ operatorId, until, stay: false }));
      chats.push(chat);
    }
    await runDueWork(...timers);
    fixture.clock.set(until - 3 * hourMs);
    await timers[0]?.close();
    timers[0] = await startChatTimers(fixture.consumerDeps(one));
    await runDueWork(...timers);
    fixture.clock.set(until - 1_000);
    await runDueWork(...timers);
    const countEnds = async () =>
      (
        await fixture.pools.writer.query<{ n: number; chats: number }>(
          "select count(*)::int as n, count(distinct chat_id)::int as chats from journal where name = 'chat_snooze_ended'",
        )
      ).rows[0];
    expect(await countEnds()).toEqual({ n: 0, chats: 0 });
    fixture.clock.set(until);
    await runDueWork(...timers);
    fixture.clock.set(until + hourMs);
    await runDueWork(...timers);
    expect(await countEnds()).toEqual({ n: chats.length, chats: chats.length });
    expect(fixture.reportedErrors).toEqual([]);
  } finally {
    for (const timer of timers) await timer.close();
    await fixture.drop();
  }
});
