import type { ProviderReply } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/**
 * Failing providers: attempts, hand-over and its time. The clock moves only when a test moves it.
 */
let bed: BotBed;
let customers = 0;
beforeAll(async () => {
  bed = await openBotBed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  bed.provider.respondWith("ok");
  isHanging = false;
  await bed.pass(1_000, 1_000);
});
const customer = (): string => `c${++customers}`;
const now = (): number => bed.parlour.clock.now();
const isHandedOver = async (chat: number): Promise<boolean> => (await bed.lines(chat)).includes("bot_failed");
/**
 * Runs the three attempts and moves the clock only by the time between them. Returns the
 * milliseconds until the hand-over.
 */
async function handedOverAfter(chat: number): Promise<number> {
  const from = now();
  const seen = bed.provider.eventNames(chat).length;
  for (let n = 1; n <= 3; n++) {
    // The attempt has failed and was reported, or its request hangs.
    const hangs = (): boolean => bed.provider.eventNames(chat).length >= Math.max(seen, n);
    await bed.until(async () => (await tries(chat)) === n || (isHanging && hangs()) || (await isHandedOver(chat)), `attempt ${n}`);
    if (await isHandedOver(chat)) break;
    await bed.pass(3_000, 100);
  }
  await bed.until(() => isHandedOver(chat), "the hand-over");
  return now() - from;
}
let isHanging = false;
const tries = async (chat: number): Promise<number> => (await bed.ledger(chat))[0]?.tries ?? 0;

describe("attempts", () => {
  test("[BOT-014] [BOT-020] [BOT-050] [BOT-052] 503, 503, 200: three attempts at 0, 3 and 6 s, no hand-over", async () => {
    const chat = await startedWith([503, 503, 200]);
    await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 1);
    await bed.pass(3_000);
    await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 2);
    await bed.pass(3_000);
    await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered");
    const [row] = await bed.ledger(chat);
    expect(row).toMatchObject({ event: "CLIENT_MESSAGE", tries: 3, outcome: "delivered" });
    near(row?.startsMs, [0, 3_000, 6_000]);
    const sent = bed.provider.events.filter((one) => one.body.chat_id === String(chat));
    const ids = sent.map((one) => one.body.id);
    expect(sent.map((one) => one.headers["webhook-id"])).toEqual(ids);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect(await bed.read(chat)).toMatchObject({ state: "bot", bot: { attached: true } });
  });

  test("[BOT-052] Retry-After moves nothing, redirects are not followed", async () => {
    const chat = await startedWith([
      { status: 503, headers: { "retry-after": "60" } },
      { status: 302, headers: { location: bed.integrator.url } },
      "ok",
    ]);
    const before = bed.integrator.received.length;
    await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 1);
    await bed.pass(3_000);
    await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 2);
    await bed.pass(3_000);
    await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered");
    near((await bed.ledger(chat))[0]?.startsMs, [0, 3_000, 6_000]);
    expect(bed.integrator.received).toHaveLength(before);
  });

  test("[BOT-051] a 200 with an endless body is a success", async () => {
    const chat = await startedWith({ status: 200, endless: true });
    await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered");
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
    ["answers 301", { status: 301, headers: { location: "http://127.0.0.1:1/" } }, "http error 301"],
  ];
  test.each(kinds)(
    "[BOT-050] [BOT-053] [F15] [P10] a provider that %s: hand-over within 9.5 s of the customer's message",
    async (_name, reply, words) => {
      const chat = await startedWith(reply);
      const tookMs = await handedOverAfter(chat);
      expect(tookMs).toBeLessThanOrEqual(9_500);
      await bed.until(async () => (await bed.ledger(chat))[0]?.state === "failed");
      const [row] = await bed.ledger(chat);
      near(row?.startsMs, [0, 3_000, 6_000]);
      expect((await bed.messages(chat)).find((one) => one.line?.code === "bot_failed")?.text).toBe(`Bot did not answer: ${words}`);
      expect(await bed.read(chat)).toMatchObject({ state: "waiting", bot: { attached: false } });
    },
  );

  test.each([400, 401, 403, 404, 405, 410, 422])("[BOT-052] [BOT-053] %i is final: hand-over at once", async (status) => {
    const chat = await startedWith(status);
    // The clock does not move at all.
    await bed.until(() => isHandedOver(chat));
    await bed.until(async () => (await tries(chat)) === 1);
    expect((await bed.ledger(chat))[0]).toMatchObject({ state: "failed", outcome: "http_error" });
  });

  test("[BOT-053] nobody listens at the address", async () => {
    const { endpoint } = bed.provider;
    const change = (url: string) => bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { endpoint_url: url });
    await bed.parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.1:2"] });
    await bed.parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.1:65534"] });
    await change("http://127.0.0.1:65534/bot");
    const { id: chat } = await bed.chat(customer());
    expect(await handedOverAfter(chat)).toBeLessThanOrEqual(9_500);
    await change(endpoint);
  });

  test("[BOT-053] [BOT-054] [BOT-073] waiting messages are dropped, the operator reads all, AGENT_JOINED follows, the bot is refused", async () => {
    const who = customer();
    const chat = await startedWith("hang", who);
    await bed.parlour.sendCustomerMessage(bed.channel, who, "are you there?");
    await bed.parlour.sendCustomerMessage(bed.channel, who, "hello?");
    await handedOverAfter(chat);
    await bed.parlour.settle();
    const ledger = await bed.ledger(chat);
    expect(ledger.map((row) => [row.state, row.outcome, row.tries])).toEqual([
      ["failed", "timeout", 3],
      ["failed", "handed_over", 1],
      ["failed", "handed_over", 1],
    ]);
    expect(bed.provider.eventNames(chat)).toHaveLength(3);
    expect((await bed.say(chat, "late")).status).toBe(400);
    bed.provider.respondWith("ok");
    await bed.parlour.owner.call("POST", `chats/${chat}/accept`, {});
    await bed.until(() => bed.provider.eventNames(chat).at(-1) === "AGENT_JOINED");
    expect((await bed.messages(chat)).filter((one) => one.author.kind === "visitor")).toHaveLength(3);
  });

  test("[BOT-053] [BOT-055] with the option off an answer of the bot does not settle a request that fails", async () => {
    await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: false });
    bed.provider.respondWith(async (event) => {
      await bed.say(Number(event.body.chat_id), "said inside");
      return 500;
    });
    const { id: chat } = await bed.chat(customer());
    await handedOverAfter(chat);
    expect((await bed.messages(chat)).filter((one) => one.author.kind === "bot")).toHaveLength(3);
    await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: true });
  });

  test("[BOT-053] a series that crashes cut off too often is given up like any other", async () => {
    const chat = await startedWith(503);
    await bed.until(async () => (await tries(chat)) === 1);
    await bed.parlour.settle();
    // The state after six process ends in the middle of an attempt.
    await bed.parlour.sql("update delivery set attempts = 6, outcome = 'interrupted' where chat_id = $1 and state = 'pending'", [chat]);
    await bed.pass(3_000);
    await bed.until(() => isHandedOver(chat));
    expect(bed.provider.eventNames(chat)).toHaveLength(1);
  });

  test("[BOT-056] a failed AGENT_JOINED changes nothing", async () => {
    const { id: chat } = await bed.chat(customer());
    await bed.until(() => bed.provider.eventNames(chat).length === 1);
    bed.provider.respondWith(404);
    await bed.parlour.owner.call("POST", `chats/${chat}/join`);
    await bed.until(async () => (await bed.ledger(chat)).at(-1)?.state === "failed");
    expect((await bed.ledger(chat)).at(-1)).toMatchObject({ event: "AGENT_JOINED", outcome: "http_error" });
    expect(await bed.lines(chat)).not.toContain("bot_failed");
    expect(await bed.read(chat)).toMatchObject({ state: "open" });
  });

  test("[BOT-056] a failed AGENT_UNAVAILABLE leaves the chat with its bot", async () => {
    const { id: chat } = await bed.chat(customer());
    await bed.until(() => bed.provider.eventNames(chat).length === 1);
    bed.provider.respondWith(403);
    expect((await bed.invite(chat)).status).toBe(200);
    await bed.until(async () => (await bed.ledger(chat)).at(-1)?.state === "failed");
    expect((await bed.ledger(chat)).at(-1)).toMatchObject({ event: "AGENT_UNAVAILABLE" });
    expect(await bed.read(chat)).toMatchObject({ state: "bot", bot: { attached: true } });
  });
});

describe("an answer that the bot posts", () => {
  /**
   * Expects one request, one message of the bot, no hand-over, and the reason in the delivery log.
   */
  async function settled(chat: number, why: RegExp): Promise<void> {
    await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered", "the delivery");
    await bed.pass(10_000, 1_000);
    expect(bed.provider.eventNames(chat).filter((name) => name === "CLIENT_MESSAGE")).toHaveLength(1);
    expect(await bed.ledger(chat)).toMatchObject([
      { state: "delivered", tries: 1, outcome: "delivered", error: expect.stringMatching(why) },
    ]);
    expect(await bed.lines(chat)).not.toContain("bot_failed");
    expect(await bed.read(chat)).toMatchObject({ bot: { attached: true } });
  }

  const ends: readonly (readonly [string, ProviderReply, RegExp])[] = [
    ["a 500", 500, /500.*BOT_MESSAGE for this chat was accepted at .*counts as delivered/],
    ["a final 404", 404, /404.*BOT_MESSAGE/],
    ["a connection that is cut", "reset", /BOT_MESSAGE/],
  ];
  test.each(ends)("[BOT-050] [BOT-055] settles a request that ends with %s", async (_name, reply, why) => {
    bed.provider.respondWith(async (event) => {
      expect((await bed.say(Number(event.body.chat_id), "said inside")).status).toBe(200);
      return reply;
    });
    const { id: chat } = await bed.chat(customer());
    await settled(chat, why);
    expect((await bed.messages(chat)).filter((one) => one.author.kind === "bot")).toHaveLength(1);
    const { id } = (await bed.ledger(chat))[0] ?? { id: 0 };
    const { body } = await bed.parlour.owner.call("GET", `deliveries/${id}`);
    expect(body.attempts_made).toMatchObject([{ outcome: "delivered", error: { code: "answered_by_post" } }]);
  });

  test("[BOT-050] [BOT-055] settles a request that hangs", async () => {
    const chat = await startedWith("hang");
    expect((await bed.say(chat, "said meanwhile")).status).toBe(200);
    await bed.pass(3_100);
    await settled(chat, /BOT_MESSAGE for this chat was accepted at/);
  });

  test("[BOT-055] settles between two attempts, also after the process ended in the first one", async () => {
    const chat = await startedWith(503);
    await bed.until(async () => (await tries(chat)) === 1);
    await bed.parlour.settle();
    expect(await bed.read(chat)).toMatchObject({ bot: { undelivered: { after_seq: expect.any(Number) } } });
    expect((await bed.say(chat, "said between")).status).toBe(200);
    await bed.pass(3_100);
    await settled(chat, /BOT_MESSAGE/);

    const other = await startedWith(503);
    await bed.until(async () => (await tries(other)) === 1);
    await bed.parlour.settle();
    // The state after a process end in the first attempt. The chat has no system message about it.
    await bed.parlour.sql("update delivery set outcome = 'interrupted' where chat_id = $1", [other]);
    expect((await bed.say(other, "said after the start")).status).toBe(200);
    await bed.pass(3_100);
    await settled(other, /BOT_MESSAGE/);
  });

  test("[BOT-055] [BOT-070] INVITE_AGENT settles too, and the invitation has its own outcome", async () => {
    bed.provider.respondWith(async (event) => {
      if (event.body.event !== "CLIENT_MESSAGE") return "ok";
      expect((await bed.invite(Number(event.body.chat_id))).status).toBe(200);
      return 404;
    });
    const { id: chat } = await bed.chat(customer());
    await bed.until(
      async () => (await bed.ledger(chat)).length === 2 && (await bed.ledger(chat)).every((row) => row.state === "delivered"),
    );
    expect((await bed.ledger(chat)).map((row) => [row.event, row.tries])).toEqual([
      ["CLIENT_MESSAGE", 1],
      ["AGENT_UNAVAILABLE", 1],
    ]);
    expect((await bed.ledger(chat))[0]?.error).toMatch(/INVITE_AGENT/);
    expect(await bed.lines(chat)).toEqual(["bot_started", "invite_unavailable"]);
  });

  test("[BOT-055] settles what was under way alone: the next message of the chat has attempts of its own", async () => {
    const who = customer();
    bed.provider.respondWith(async (event) => {
      await bed.say(Number(event.body.chat_id), "an answer to the first");
      bed.provider.respondWith(503);
      return 500;
    });
    const { id: chat } = await bed.chat(who);
    await bed.parlour.sendCustomerMessage(bed.channel, who, "and then?");
    await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered");
    await bed.until(async () => (await bed.ledger(chat))[1]?.tries === 1);
    await bed.pass(3_000);
    await bed.until(async () => (await bed.ledger(chat))[1]?.tries === 2);
    await bed.pass(3_000);
    await bed.until(() => isHandedOver(chat), "the hand-over");
    expect(bed.provider.eventNames(chat)).toHaveLength(4);
  });

  test.each(Array.from({ length: 12 }, (_, n) => n))(
    "[BOT-053] [BOT-055] posted while the last attempt is reported: settled, or handed over and refused (order %i)",
    async (n) => {
      const chat = await startedWith([503, 503, "hang"]);
      await bed.until(async () => (await tries(chat)) === 1);
      await bed.pass(3_000);
      await bed.until(async () => (await tries(chat)) === 2);
      await bed.pass(3_000);
      await bed.until(() => bed.provider.eventNames(chat).length === 3);
      await bed.pass(2_900);
      const post = async () => {
        for (let turns = 0; turns < n * 3; turns++) await new Promise((resolve) => void setImmediate(resolve));
        return bed.say(chat, "at the last moment");
      };
      const [said] = await Promise.all([post(), bed.pass(200)]);
      await bed.until(async () => (await bed.ledger(chat))[0]?.state !== "pending");
      const isHanded = await isHandedOver(chat);
      expect(said.status).toBe(isHanded ? 400 : 200);
      expect((await bed.ledger(chat))[0]?.state).toBe(isHanded ? "failed" : "delivered");
      expect((await bed.messages(chat)).filter((one) => one.author.kind === "bot")).toHaveLength(isHanded ? 0 : 1);
      expect((await bed.read(chat)).bot?.attached).toBe(!isHanded);
    },
  );
});

test("[BOT-054] events of one chat go out in order, one at a time", async () => {
  const who = customer();
  let open = 0;
  let most = 0;
  bed.provider.respondWith(async () => {
    most = Math.max(most, ++open);
    for (let n = 0; n < 20; n++) await new Promise((resolve) => void setImmediate(resolve));
    open--;
    return "ok" as const;
  });
  const { id: chat } = await bed.chat(who, "0");
  for (let n = 1; n < 8; n++) await bed.parlour.sendCustomerMessage(bed.channel, who, String(n));
  await bed.until(() => bed.provider.eventNames(chat).length === 8);
  const texts = bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.body.message?.text);
  expect(texts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  expect(most).toBe(1);
});

/**
 * Sets the provider's replies and sends a message as a customer. Returns the customer's chat when
 * the first request has arrived.
 */
async function startedWith(reply: ProviderReply | readonly ProviderReply[], who = customer()): Promise<number> {
  bed.provider.respondWith(reply);
  isHanging = reply === "hang";
  const { id } = await bed.chat(who);
  await bed.until(() => bed.provider.eventNames(id).length === 1);
  return id;
}
function near(given: readonly number[] | undefined, wanted: readonly number[]): void {
  expect(given).toHaveLength(wanted.length);
  wanted.forEach((at, n) => expect(Math.abs((given?.[n] ?? Number.NaN) - at)).toBeLessThanOrEqual(200));
}

test("[BOT-053] [BOT-054] [BOT-070] an invitation that settles nothing inside a request that fails: the hand-over is not later for it", async () => {
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: false });
  let first = true;
  bed.provider.respondWith(async (event) => {
    if (first) {
      first = false;
      expect((await bed.invite(Number(event.body.chat_id))).status).toBe(200);
    }
    return "hang" as const;
  });
  isHanging = true;
  const { id: chat } = await bed.chat(customer());
  await bed.until(async () => (await bed.lines(chat)).includes("invite_unavailable"));
  expect(await handedOverAfter(chat)).toBeLessThanOrEqual(9_500);
  expect(bed.provider.eventNames(chat).slice(0, 3)).toEqual(["CLIENT_MESSAGE", "CLIENT_MESSAGE", "CLIENT_MESSAGE"]);
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: true });
});
