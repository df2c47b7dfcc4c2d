import type { ProviderReply } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/**
 * Failing providers: attempts, hand-over and its time. The clock moves only when a test moves it.
 */
let fixture: BotFixture;
let customerCount = 0;
beforeAll(async () => {
  fixture = await openBotFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.respondWith("ok");
  isHanging = false;
  await fixture.advanceClock(1_000, 1_000);
});
const nextCustomer = (): string => `c${++customerCount}`;
const currentTime = (): number => fixture.parlour.clock.now();
const isHandedOver = async (chat: number): Promise<boolean> =>
  (await fixture.systemMessageCodes(chat)).includes("bot_failed");
/**
 * Runs the three attempts and advances the clock only by the time between them. Returns the ms
 * until the hand-over.
 */
async function measureHandOver(chat: number): Promise<number> {
  const from = currentTime();
  const seenCount = fixture.provider.eventNames(chat).length;
  for (let n = 1; n <= 3; n++) {
    // The attempt has failed and was reported, or its request receives no response.
    const hangs = (): boolean => fixture.provider.eventNames(chat).length >= Math.max(seenCount, n);
    await fixture.waitUntil(
      async () =>
        (await countAttempts(chat)) === n || (isHanging && hangs()) || (await isHandedOver(chat)),
      `attempt ${n}`,
    );
    if (await isHandedOver(chat)) break;
    await fixture.advanceClock(3_000, 100);
  }
  await fixture.waitUntil(() => isHandedOver(chat), "the hand-over");
  return currentTime() - from;
}
let isHanging = false;
const countAttempts = async (chat: number): Promise<number> =>
  (await fixture.readDeliveries(chat))[0]?.attempts ?? 0;

describe("attempts", () => {
  test("[BOT-014] [BOT-020] [BOT-050] [BOT-052] 503, 503, 200: three attempts at 0, 3 and 6 s, no hand-over", async () => {
    const chat = await startChatWith([503, 503, 200]);
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 1);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 2);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
    );
    const [row] = await fixture.readDeliveries(chat);
    expect(row).toMatchObject({ event: "CLIENT_MESSAGE", attempts: 3, outcome: "delivered" });
    expectTimes(row?.startsMs, [0, 3_000, 6_000]);
    const sent = fixture.provider.events.filter((one) => one.body.chat_id === String(chat));
    const ids = sent.map((one) => one.body.id);
    expect(sent.map((one) => one.headers["webhook-id"])).toEqual(ids);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect(await fixture.readChat(chat)).toMatchObject({ state: "bot", bot: { attached: true } });
  });

  test("[BOT-052] Retry-After moves nothing, redirects are not followed", async () => {
    const chat = await startChatWith([
      { status: 503, headers: { "retry-after": "60" } },
      { status: 302, headers: { location: fixture.integrator.url } },
      "ok",
    ]);
    const before = fixture.integrator.received.length;
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 1);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 2);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
    );
    expectTimes((await fixture.readDeliveries(chat))[0]?.startsMs, [0, 3_000, 6_000]);
    expect(fixture.integrator.received).toHaveLength(before);
  });

  test("[BOT-051] a 200 with an endless body is a success", async () => {
    const chat = await startChatWith({ status: 200, endless: true });
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
    );
  });
});

describe("hand-over", () => {
  const kinds: readonly (readonly [string, ProviderReply, string])[] = [
    ["hangs", "hang", "timeout"],
    ["resets the connection", "reset", "connect failed"],
    ["answers 500", 500, "http error 500"],
    ["answers 502", 502, "http error 502"],
    ["answers 504", 504, "http error 504"],
    ["answers 429", 429, "http error 429"],
    [
      "answers 301",
      { status: 301, headers: { location: "http://127.0.0.1:1/" } },
      "http error 301",
    ],
  ];
  test.each(kinds)(
    "[BOT-050] [BOT-053] [F15] [P10] a provider that %s: hand-over within 9.5 s of the customer's message",
    async (_name, reply, errorPattern) => {
      const chat = await startChatWith(reply);
      const tookMs = await measureHandOver(chat);
      expect(tookMs).toBeLessThanOrEqual(9_500);
      await fixture.waitUntil(
        async () => (await fixture.readDeliveries(chat))[0]?.state === "failed",
      );
      const [row] = await fixture.readDeliveries(chat);
      expectTimes(row?.startsMs, [0, 3_000, 6_000]);
      expect(
        (await fixture.messages(chat)).find((one) => one.line?.code === "bot_failed")?.text,
      ).toBe(`Bot did not answer: ${errorPattern}`);
      expect(await fixture.readChat(chat)).toMatchObject({
        state: "waiting",
        bot: { attached: false },
      });
    },
  );

  test.each([400, 401, 403, 404, 405, 410, 422])(
    "[BOT-052] [BOT-053] %i is final: hand-over at once",
    async (status) => {
      const chat = await startChatWith(status);
      // The clock does not advance.
      await fixture.waitUntil(() => isHandedOver(chat));
      await fixture.waitUntil(async () => (await countAttempts(chat)) === 1);
      expect((await fixture.readDeliveries(chat))[0]).toMatchObject({
        state: "failed",
        outcome: "http_error",
      });
    },
  );

  test("[BOT-053] nobody listens at the address", async () => {
    const { endpoint } = fixture.provider;
    const change = (url: string) =>
      fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { endpoint_url: url });
    await fixture.parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.1:2"] });
    await fixture.parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.1:65534"] });
    await change("http://127.0.0.1:65534/bot");
    const { id: chat } = await fixture.startChat(nextCustomer());
    expect(await measureHandOver(chat)).toBeLessThanOrEqual(9_500);
    await change(endpoint);
  });

  test("[BOT-053] [BOT-054] [BOT-073] waiting messages are dropped, the operator reads all, AGENT_JOINED follows, the bot is refused", async () => {
    const customerKey = nextCustomer();
    const chat = await startChatWith("hang", customerKey);
    await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "are you there?");
    await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "hello?");
    await measureHandOver(chat);
    await fixture.parlour.settle();
    const deliveries = await fixture.readDeliveries(chat);
    expect(deliveries.map((row) => [row.state, row.outcome, row.attempts])).toEqual([
      ["failed", "timeout", 3],
      ["failed", "handed_over", 1],
      ["failed", "handed_over", 1],
    ]);
    expect(fixture.provider.eventNames(chat)).toHaveLength(3);
    expect((await fixture.sendBotMessage(chat, "late")).status).toBe(400);
    fixture.provider.respondWith("ok");
    await fixture.parlour.owner.call("POST", `chats/${chat}/accept`, {});
    await fixture.waitUntil(() => fixture.provider.eventNames(chat).at(-1) === "AGENT_JOINED");
    expect(
      (await fixture.messages(chat)).filter((one) => one.author.kind === "visitor"),
    ).toHaveLength(3);
  });

  test("[BOT-053] [BOT-055] with the option off an answer of the bot does not settle a request that fails", async () => {
    await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: false });
    fixture.provider.respondWith(async (event) => {
      await fixture.sendBotMessage(Number(event.body.chat_id), "said inside");
      return 500;
    });
    const { id: chat } = await fixture.startChat(nextCustomer());
    await measureHandOver(chat);
    expect((await fixture.messages(chat)).filter((one) => one.author.kind === "bot")).toHaveLength(
      3,
    );
    await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: true });
  });

  test("[BOT-053] a series that crashes cut off too often is given up like any other", async () => {
    const chat = await startChatWith(503);
    await fixture.waitUntil(async () => (await countAttempts(chat)) === 1);
    await fixture.parlour.settle();
    // The state after the process ended six times during an attempt.
    await fixture.parlour.sql(
      "update delivery set attempts = 6, outcome = 'interrupted' where chat_id = $1 and state = 'pending'",
      [chat],
    );
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(() => isHandedOver(chat));
    expect(fixture.provider.eventNames(chat)).toHaveLength(1);
  });

  test("[BOT-056] a failed AGENT_JOINED changes nothing", async () => {
    const { id: chat } = await fixture.startChat(nextCustomer());
    await fixture.waitUntil(() => fixture.provider.eventNames(chat).length === 1);
    fixture.provider.respondWith(404);
    await fixture.parlour.owner.call("POST", `chats/${chat}/join`);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat)).at(-1)?.state === "failed",
    );
    expect((await fixture.readDeliveries(chat)).at(-1)).toMatchObject({
      event: "AGENT_JOINED",
      outcome: "http_error",
    });
    expect(await fixture.systemMessageCodes(chat)).not.toContain("bot_failed");
    expect(await fixture.readChat(chat)).toMatchObject({ state: "open" });
  });

  test("[BOT-056] a failed AGENT_UNAVAILABLE leaves the chat with its bot", async () => {
    const { id: chat } = await fixture.startChat(nextCustomer());
    await fixture.waitUntil(() => fixture.provider.eventNames(chat).length === 1);
    fixture.provider.respondWith(403);
    expect((await fixture.inviteOperator(chat)).status).toBe(200);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat)).at(-1)?.state === "failed",
    );
    expect((await fixture.readDeliveries(chat)).at(-1)).toMatchObject({
      event: "AGENT_UNAVAILABLE",
    });
    expect(await fixture.readChat(chat)).toMatchObject({ state: "bot", bot: { attached: true } });
  });
});

describe("an answer that the bot posts", () => {
  /**
   * Expects one request, one message of the bot, no hand-over, and this reason in the delivery log.
   */
  async function settled(chat: number, why: RegExp): Promise<void> {
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
      "the delivery",
    );
    await fixture.advanceClock(10_000, 1_000);
    expect(
      fixture.provider.eventNames(chat).filter((name) => name === "CLIENT_MESSAGE"),
    ).toHaveLength(1);
    expect(await fixture.readDeliveries(chat)).toMatchObject([
      { state: "delivered", attempts: 1, outcome: "delivered", error: expect.stringMatching(why) },
    ]);
    expect(await fixture.systemMessageCodes(chat)).not.toContain("bot_failed");
    expect(await fixture.readChat(chat)).toMatchObject({ bot: { attached: true } });
  }

  const ends: readonly (readonly [string, ProviderReply, RegExp])[] = [
    ["a 500", 500, /500.*BOT_MESSAGE for this chat was accepted at .*counts as delivered/],
    ["a final 404", 404, /404.*BOT_MESSAGE/],
    ["a connection that is cut", "reset", /BOT_MESSAGE/],
  ];
  test.each(ends)(
    "[BOT-050] [BOT-055] [BOT-104] settles a request that ends with %s",
    async (_name, reply, why) => {
      fixture.provider.respondWith(async (event) => {
        expect(
          (await fixture.sendBotMessage(Number(event.body.chat_id), "said inside")).status,
        ).toBe(200);
        return reply;
      });
      const { id: chat } = await fixture.startChat(nextCustomer());
      await settled(chat, why);
      expect(
        (await fixture.messages(chat)).filter((one) => one.author.kind === "bot"),
      ).toHaveLength(1);
      const { id } = (await fixture.readDeliveries(chat))[0] ?? { id: 0 };
      const { body } = await fixture.parlour.owner.call("GET", `deliveries/${id}`);
      expect(body.attempts_made).toMatchObject([
        { outcome: "delivered", error: { code: "answered_by_post" } },
      ]);
    },
  );

  test("[BOT-050] [BOT-055] [BOT-104] settles a request that hangs", async () => {
    const chat = await startChatWith("hang");
    expect((await fixture.sendBotMessage(chat, "said meanwhile")).status).toBe(200);
    await fixture.advanceClock(3_100);
    await settled(chat, /BOT_MESSAGE for this chat was accepted at/);
  });

  test("[BOT-055] [BOT-105] settles between two attempts, also after the process ended in the first one", async () => {
    const chat = await startChatWith(503);
    await fixture.waitUntil(async () => (await countAttempts(chat)) === 1);
    await fixture.parlour.settle();
    expect(await fixture.readChat(chat)).toMatchObject({
      bot: { undelivered: { after_seq: expect.any(Number) } },
    });
    expect((await fixture.sendBotMessage(chat, "said between")).status).toBe(200);
    await fixture.advanceClock(3_100);
    await settled(chat, /BOT_MESSAGE/);

    const other = await startChatWith(503);
    await fixture.waitUntil(async () => (await countAttempts(other)) === 1);
    await fixture.parlour.settle();
    // The state after the process ended during the first attempt. The chat has no system message
    // about it.
    await fixture.parlour.sql("update delivery set outcome = 'interrupted' where chat_id = $1", [
      other,
    ]);
    expect((await fixture.sendBotMessage(other, "said after the start")).status).toBe(200);
    await fixture.advanceClock(3_100);
    await settled(other, /BOT_MESSAGE/);
  });

  test("[BOT-055] [BOT-070] INVITE_AGENT settles too, and the invitation has its own outcome", async () => {
    fixture.provider.respondWith(async (event) => {
      if (event.body.event !== "CLIENT_MESSAGE") return "ok";
      expect((await fixture.inviteOperator(Number(event.body.chat_id))).status).toBe(200);
      return 404;
    });
    const { id: chat } = await fixture.startChat(nextCustomer());
    await fixture.waitUntil(
      async () =>
        (await fixture.readDeliveries(chat)).length === 2 &&
        (await fixture.readDeliveries(chat)).every((row) => row.state === "delivered"),
    );
    expect((await fixture.readDeliveries(chat)).map((row) => [row.event, row.attempts])).toEqual([
      ["CLIENT_MESSAGE", 1],
      ["AGENT_UNAVAILABLE", 1],
    ]);
    expect((await fixture.readDeliveries(chat))[0]?.error).toMatch(/INVITE_AGENT/);
    expect(await fixture.systemMessageCodes(chat)).toEqual(["bot_started", "invite_unavailable"]);
  });

  test("[BOT-055] settles what was under way alone: the next message of the chat has attempts of its own", async () => {
    const customerKey = nextCustomer();
    fixture.provider.respondWith(async (event) => {
      await fixture.sendBotMessage(Number(event.body.chat_id), "an answer to the first");
      fixture.provider.respondWith(503);
      return 500;
    });
    const { id: chat } = await fixture.startChat(customerKey);
    await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, "and then?");
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
    );
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[1]?.attempts === 1);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[1]?.attempts === 2);
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(() => isHandedOver(chat), "the hand-over");
    expect(fixture.provider.eventNames(chat)).toHaveLength(4);
  });

  test.each(Array.from({ length: 12 }, (_, n) => n))(
    "[BOT-053] [BOT-055] [BOT-105] posted while the last attempt is reported: settled, or handed over and refused (order %i)",
    async (n) => {
      const chat = await startChatWith([503, 503, "hang"]);
      await fixture.waitUntil(async () => (await countAttempts(chat)) === 1);
      await fixture.advanceClock(3_000);
      await fixture.waitUntil(async () => (await countAttempts(chat)) === 2);
      await fixture.advanceClock(3_000);
      await fixture.waitUntil(() => fixture.provider.eventNames(chat).length === 3);
      await fixture.advanceClock(2_900);
      const post = async () => {
        for (let turns = 0; turns < n * 3; turns++)
          await new Promise((resolve) => void setImmediate(resolve));
        return fixture.sendBotMessage(chat, "at the last moment");
      };
      const [response] = await Promise.all([post(), fixture.advanceClock(200)]);
      await fixture.waitUntil(
        async () => (await fixture.readDeliveries(chat))[0]?.state !== "pending",
      );
      const isHanded = await isHandedOver(chat);
      expect(response.status).toBe(isHanded ? 400 : 200);
      expect((await fixture.readDeliveries(chat))[0]?.state).toBe(
        isHanded ? "failed" : "delivered",
      );
      expect(
        (await fixture.messages(chat)).filter((one) => one.author.kind === "bot"),
      ).toHaveLength(isHanded ? 0 : 1);
      expect((await fixture.readChat(chat)).bot?.attached).toBe(!isHanded);
    },
  );
});

test("[BOT-054] events of one chat go out in order, one at a time", async () => {
  const customerKey = nextCustomer();
  let open = 0;
  let most = 0;
  fixture.provider.respondWith(async () => {
    most = Math.max(most, ++open);
    for (let n = 0; n < 20; n++) await new Promise((resolve) => void setImmediate(resolve));
    open--;
    return "ok" as const;
  });
  const { id: chat } = await fixture.startChat(customerKey, "0");
  for (let n = 1; n < 8; n++)
    await fixture.parlour.sendCustomerMessage(fixture.channel, customerKey, String(n));
  await fixture.waitUntil(() => fixture.provider.eventNames(chat).length === 8);
  const texts = fixture.provider.events
    .filter((one) => one.body.chat_id === String(chat))
    .map((one) => one.body.message?.text);
  expect(texts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  expect(most).toBe(1);
});

/**
 * Sets the responses of the provider and sends a message as a customer. Returns the customer's chat
 * when the first request has arrived.
 */
async function startChatWith(
  reply: ProviderReply | readonly ProviderReply[],
  customerKey = nextCustomer(),
): Promise<number> {
  fixture.provider.respondWith(reply);
  isHanging = reply === "hang";
  const { id } = await fixture.startChat(customerKey);
  await fixture.waitUntil(() => fixture.provider.eventNames(id).length === 1);
  return id;
}
function expectTimes(actual: readonly number[] | undefined, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((at, n) =>
    expect(Math.abs((actual?.[n] ?? Number.NaN) - at)).toBeLessThanOrEqual(200),
  );
}

test("[BOT-053] [BOT-054] [BOT-070] [BOT-103] an invitation that settles nothing inside a request that fails: the hand-over is not later for it", async () => {
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: false });
  let first = true;
  fixture.provider.respondWith(async (event) => {
    if (first) {
      first = false;
      expect((await fixture.inviteOperator(Number(event.body.chat_id))).status).toBe(200);
    }
    return "hang" as const;
  });
  isHanging = true;
  const { id: chat } = await fixture.startChat(nextCustomer());
  await fixture.waitUntil(async () =>
    (await fixture.systemMessageCodes(chat)).includes("invite_unavailable"),
  );
  expect(await measureHandOver(chat)).toBeLessThanOrEqual(9_500);
  expect(fixture.provider.eventNames(chat).slice(0, 3)).toEqual([
    "CLIENT_MESSAGE",
    "CLIENT_MESSAGE",
    "CLIENT_MESSAGE",
  ]);
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: true });
});
