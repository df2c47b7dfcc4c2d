import type { ProviderReply } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Providers that fail: attempts, the hand-over and its time. The clock moves only when a test moves it. */
let bed: BotBed;
let customers = 0;
beforeAll(async () => {
  bed = await openBotBed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  bed.provider.answer("ok");
  isHanging = false;
  await bed.pass(1_000, 1_000);
});
const customer = (): string => `c${++customers}`;
const now = (): number => bed.parlour.clock.now();
const isHandedOver = async (chat: number): Promise<boolean> => (await bed.lines(chat)).includes("bot_failed");
/** Goes through the three attempts, moving the clock by their distance only; ms until the hand-over. */
async function handedOverAfter(chat: number): Promise<number> {
  const from = now();
  const seen = bed.provider.names(chat).length;
  for (let n = 1; n <= 3; n++) {
    // Failed and reported, or under way for ever.
    const hangs = (): boolean => bed.provider.names(chat).length >= Math.max(seen, n);
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
    ["answers 500", 500, "http error"],
    ["answers 502", 502, "http error"],
    ["answers 504", 504, "http error"],
    ["answers 429", 429, "http error"],
    ["answers 301", { status: 301, headers: { location: "http://127.0.0.1:1/" } }, "http error"],
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
    // No time passes at all.
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
    await bed.parlour.say(bed.channel, who, "are you there?");
    await bed.parlour.say(bed.channel, who, "hello?");
    await handedOverAfter(chat);
    await bed.parlour.settle();
    const ledger = await bed.ledger(chat);
    expect(ledger.map((row) => [row.state, row.outcome, row.tries])).toEqual([
      ["failed", "timeout", 3],
      ["failed", "handed_over", 1],
      ["failed", "handed_over", 1],
    ]);
    expect(bed.provider.names(chat)).toHaveLength(3);
    expect((await bed.say(chat, "late")).status).toBe(400);
    bed.provider.answer("ok");
    await bed.parlour.owner.call("POST", `chats/${chat}/accept`, {});
    await bed.until(() => bed.provider.names(chat).at(-1) === "AGENT_JOINED");
    expect((await bed.messages(chat)).filter((one) => one.author.kind === "visitor")).toHaveLength(3);
  });

  test("[BOT-053] [BOT-055] an answer of the bot does not settle a request that fails", async () => {
    bed.provider.answer(async (event) => {
      await bed.say(Number(event.body.chat_id), "said inside");
      return 500;
    });
    const { id: chat } = await bed.chat(customer());
    await handedOverAfter(chat);
    expect((await bed.messages(chat)).filter((one) => one.author.kind === "bot")).toHaveLength(3);
  });

  test("[BOT-053] a series that crashes cut off too often is given up like any other", async () => {
    const chat = await startedWith(503);
    await bed.until(async () => (await tries(chat)) === 1);
    await bed.parlour.settle();
    // As six ends of the process in the middle of an attempt leave it.
    await bed.parlour.sql("update delivery set attempts = 6, outcome = 'interrupted' where chat_id = $1 and state = 'pending'", [chat]);
    await bed.pass(3_000);
    await bed.until(() => isHandedOver(chat));
    expect(bed.provider.names(chat)).toHaveLength(1);
  });

  test("[BOT-056] a failed AGENT_JOINED changes nothing", async () => {
    const { id: chat } = await bed.chat(customer());
    await bed.until(() => bed.provider.names(chat).length === 1);
    bed.provider.answer(404);
    await bed.parlour.owner.call("POST", `chats/${chat}/join`);
    await bed.until(async () => (await bed.ledger(chat)).at(-1)?.state === "failed");
    expect((await bed.ledger(chat)).at(-1)).toMatchObject({ event: "AGENT_JOINED", outcome: "http_error" });
    expect(await bed.lines(chat)).not.toContain("bot_failed");
    expect(await bed.read(chat)).toMatchObject({ state: "open" });
  });

  test("[BOT-056] a failed AGENT_UNAVAILABLE leaves the chat with its bot", async () => {
    const { id: chat } = await bed.chat(customer());
    await bed.until(() => bed.provider.names(chat).length === 1);
    bed.provider.answer(403);
    expect((await bed.invite(chat)).status).toBe(200);
    await bed.until(async () => (await bed.ledger(chat)).at(-1)?.state === "failed");
    expect((await bed.ledger(chat)).at(-1)).toMatchObject({ event: "AGENT_UNAVAILABLE" });
    expect(await bed.read(chat)).toMatchObject({ state: "bot", bot: { attached: true } });
  });
});

test("[BOT-054] events of one chat go out in order, one at a time", async () => {
  const who = customer();
  let open = 0;
  let most = 0;
  bed.provider.answer(async () => {
    most = Math.max(most, ++open);
    for (let n = 0; n < 20; n++) await new Promise((resolve) => void setImmediate(resolve));
    open--;
    return "ok" as const;
  });
  const { id: chat } = await bed.chat(who, "0");
  for (let n = 1; n < 8; n++) await bed.parlour.say(bed.channel, who, String(n));
  await bed.until(() => bed.provider.names(chat).length === 8);
  const texts = bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.body.message?.text);
  expect(texts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  expect(most).toBe(1);
});

/** The provider answers so; a customer writes. Gives his chat once the first request has arrived. */
async function startedWith(reply: ProviderReply | readonly ProviderReply[], who = customer()): Promise<number> {
  bed.provider.answer(reply);
  isHanging = reply === "hang";
  const { id } = await bed.chat(who);
  await bed.until(() => bed.provider.names(id).length === 1);
  return id;
}
function near(given: readonly number[] | undefined, wanted: readonly number[]): void {
  expect(given).toHaveLength(wanted.length);
  wanted.forEach((at, n) => expect(Math.abs((given?.[n] ?? Number.NaN) - at)).toBeLessThanOrEqual(200));
}

test("[BOT-053] [BOT-054] [BOT-070] an invitation inside a request that fails: the hand-over is not later for it", async () => {
  let first = true;
  bed.provider.answer(async (event) => {
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
  expect(bed.provider.names(chat).slice(0, 3)).toEqual(["CLIENT_MESSAGE", "CLIENT_MESSAGE", "CLIENT_MESSAGE"]);
});
