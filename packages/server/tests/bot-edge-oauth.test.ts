import type { ApiResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBotBed, type BotBed, type TestBot } from "./bot-edge-bed.ts";

/** Access tokens with an expiry, in both directions. */
let bed: BotBed;
let customers = 0;
let issued = 0;
let bot: TestBot;
beforeAll(async () => {
  bed = await openBotBed({ withoutBot: true });
});
afterAll(() => bed.close());
beforeEach(async () => {
  bed.provider.respondWith("ok");
  issue(900);
  await bed.pass(1_000, 1_000);
  // Each test gets a connection without tokens.
  if (bot !== undefined) await bed.parlour.owner.call("DELETE", `bots/${bot.id}`);
  bot = await bed.connect({
    token: `tok3n-tok3n-tok3n-tok3n-${++customers}`,
    authorization: { token_url: bed.provider.tokenUrl, client_id: "cid", client_secret: "s3cret/+", scope: "chat" },
  });
});
const say = (text = "Hello") => bed.chat(`c${customers}`, text);
const issue = (lifeS: number): void =>
  bed.provider.respondToToken(() => ({
    body: JSON.stringify({ access_token: `access-token-${++issued}`, token_type: "Bearer", expires_in: lifeS }),
  }));
const used = (chat: number): readonly (string | undefined)[] =>
  bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.headers["authorization"]);
const post = (chat: number, authorization?: string, door = "providers"): Promise<ApiResponse> =>
  bed.post(
    { event: "BOT_MESSAGE", id: "b", chat_id: String(chat), message: { type: "TEXT", text: "hi" } },
    { bot, door, headers: authorization === undefined ? {} : { authorization } },
  );
const error = (answer: ApiResponse): unknown => [answer.status, (answer.body as { error?: { code: string } }).error?.code];
const arrived = (chat: number, count: number): Promise<void> => bed.until(() => used(chat).length === count, `${count} events`);

test("[BOT-030] [BOT-031] [BOT-033] the token is fetched by client credentials and carried by every event", async () => {
  const before = bed.provider.tokenRequests.length;
  const { id: chat } = await say();
  await arrived(chat, 1);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "again");
  await arrived(chat, 2);
  expect(used(chat)).toEqual([`Bearer access-token-${issued}`, `Bearer access-token-${issued}`]);
  const requests = bed.provider.tokenRequests.slice(before);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${Buffer.from("cid:s3cret/+").toString("base64")}`,
  });
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({ grant_type: "client_credentials", scope: "chat" });
  // The address still contains its own token.
  expect(bed.provider.events.at(-1)?.path).toBe(`/bot/${bot.token}`);
});

test("[CORE-125] [BOT-031] neither tokens nor the client secret stand in the ledger or the database in the clear", async () => {
  const { id: chat } = await say();
  await arrived(chat, 1);
  await bed.parlour.settle();
  const [row] = await bed.parlour.sql<{ request: { url: string; headers: Record<string, string> } }>(
    "select a.request from attempt a join delivery d on d.account_id = a.account_id and d.id = a.delivery_id where d.chat_id = $1 limit 1",
    [chat],
  );
  const shown = JSON.stringify(row?.request);
  expect(shown).toContain("webhook-id");
  expect(shown).not.toContain(bot.token);
  expect(shown).not.toContain(`access-token-${issued}`);
  expect(shown).toContain(`/bot/…${bot.token.slice(-4)}`);
  const stored = await bed.parlour.sql<{ text: string }>("select encode(sealed, 'escape') as text from bot_token");
  expect(stored.length).toBeGreaterThan(0);
  for (const { text } of stored) expect(text).not.toContain("access-token");
});

test("[BOT-032] the token is kept over a restart, renewed in time, and fetched once by many at once", async () => {
  const { id: chat } = await say();
  await arrived(chat, 1);
  const first = issued;
  await bed.parlour.settle();
  await bed.parlour.restart();
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "after the restart");
  await arrived(chat, 2);
  expect(issued).toBe(first);
  // The token is used 61 s before its end, but not 59 s before it.
  await bed.leap(838_000);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "still good");
  await arrived(chat, 3);
  expect(issued).toBe(first);
  await bed.leap(4_000);
  await Promise.all(Array.from({ length: 5 }, (_, n) => bed.parlour.sendCustomerMessage(bed.channel, `many-${customers}-${n}`, "now")));
  await bed.until(() => bed.provider.events.slice(-5).every((one) => one.headers["authorization"] === `Bearer access-token-${first + 1}`));
  expect(issued).toBe(first + 1);
});

test("[BOT-032] a short life: renewed when a fifth of it remains", async () => {
  issue(100);
  const { id: chat } = await say();
  await arrived(chat, 1);
  const first = issued;
  await bed.leap(78_000);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "at 78 s");
  await arrived(chat, 2);
  expect(issued).toBe(first);
  await bed.leap(3_000);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "at 81 s");
  await arrived(chat, 3);
  expect(issued).toBe(first + 1);
});

test("[BOT-032] a renewal that fails does no harm while the old token lives, also after a restart", async () => {
  const { id: chat } = await say();
  await arrived(chat, 1);
  const first = issued;
  bed.provider.respondToToken(503);
  await bed.leap(850_000);
  await bed.parlour.restart();
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "50 s before its end");
  await arrived(chat, 2);
  expect(used(chat)).toEqual([`Bearer access-token-${first}`, `Bearer access-token-${first}`]);
  await bed.leap(60_000);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "after its end");
  await bed.until(async () => (await bed.ledger(chat))[2]?.outcome === "token_failed");
  expect(used(chat)).toHaveLength(2);
});

test("[BOT-033] [BOT-053] without a token no event is sent: a failed attempt, then the hand-over", async () => {
  bed.provider.respondToToken(500);
  const before = bed.provider.events.length;
  const { id: chat } = await say();
  for (let n = 1; n <= 3; n++) {
    await bed.until(async () => (await bed.ledger(chat))[0]?.tries === n, `attempt ${n}`);
    if (n < 3) await bed.pass(3_000);
  }
  const [row] = await bed.ledger(chat);
  expect(row).toMatchObject({ state: "failed", outcome: "token_failed" });
  row?.startsMs.forEach((at, n) => expect(Math.abs(at - n * 3_000)).toBeLessThanOrEqual(200));
  expect((await bed.messages(chat)).find((one) => one.line?.code === "bot_failed")?.text).toBe("Bot did not answer: token failed");
  expect(bed.provider.events).toHaveLength(before);
});

test("[BOT-034] the token expires mid-chat: one new token, the repeat at once, no hand-over", async () => {
  const { id: chat } = await say();
  await arrived(chat, 1);
  const old = issued;
  bed.provider.respondWith((event) => (event.headers["authorization"] === `Bearer access-token-${old}` ? 401 : "ok"));
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "again");
  // The clock does not move.
  await arrived(chat, 3);
  await bed.until(async () => (await bed.ledger(chat))[1]?.state === "delivered");
  expect(used(chat).slice(1)).toEqual([`Bearer access-token-${old}`, `Bearer access-token-${old + 1}`]);
  expect(await bed.read(chat)).toMatchObject({ state: "bot" });
});

test("[BOT-034] [BOT-052] a second 401 is final: two requests, two tokens, hand-over at once", async () => {
  bed.provider.respondWith(401);
  const before = issued;
  const { id: chat } = await say();
  await bed.until(async () => (await bed.ledger(chat))[0]?.state === "failed");
  expect(used(chat)).toHaveLength(2);
  expect(issued - before).toBe(2);
  expect(await bed.lines(chat)).toContain("bot_failed");
});

test("[BOT-034] the repeat uses up an attempt; the remaining one keeps its time", async () => {
  bed.provider.respondWith([401, 503, "ok"]);
  const { id: chat } = await say();
  await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 2);
  await bed.pass(6_000);
  await bed.until(async () => (await bed.ledger(chat))[0]?.state === "delivered");
  const [row] = await bed.ledger(chat);
  expect(row?.tries).toBe(3);
  expect(row?.startsMs[1]).toBeLessThanOrEqual(200);
  expect(Math.abs((row?.startsMs[2] ?? 0) - 6_000)).toBeLessThanOrEqual(200);
});

test("[BOT-011] [BOT-035] [BOT-036] only /providers with the current token, or the one before until its end and 30 s", async () => {
  const { id: chat } = await say();
  await arrived(chat, 1);
  const old = `access-token-${issued}`;
  for (const given of [`Bearer ${old}`, `bearer ${old}`, `BEARER  ${old}`, old])
    expect([given, (await post(chat, given)).status]).toEqual([given, 200]);
  for (const given of [undefined, "", "Bearer", "Bearer wrong", `Basic ${old}`, `Bearer ${old} x`]) {
    const answer = await post(chat, given);
    expect([given, error(answer), answer.headers.get("www-authenticate")]).toEqual([given, [401, "unauthorized_client"], "Bearer"]);
  }
  expect(error(await post(chat, `Bearer ${old}`, "webhooks"))).toEqual([401, "unauthorized_client"]);
  // Renewed 50 s before the first token expires.
  await bed.leap(850_000);
  await bed.parlour.sendCustomerMessage(bed.channel, `c${customers}`, "again");
  await arrived(chat, 2);
  const current = `access-token-${issued}`;
  expect(current).not.toBe(old);
  expect([(await post(chat, `Bearer ${current}`)).status, (await post(chat, `Bearer ${old}`)).status]).toEqual([200, 200]);
  await bed.leap(75_000);
  expect((await post(chat, `Bearer ${old}`)).status).toBe(200);
  await bed.leap(10_000);
  expect([error(await post(chat, `Bearer ${old}`)), (await post(chat, `Bearer ${current}`)).status]).toEqual([
    [401, "unauthorized_client"],
    200,
  ]);
});
