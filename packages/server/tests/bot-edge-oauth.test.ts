import type { ApiResponse } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBotFixture, type BotFixture, type TestBot } from "./bot-edge-fixture.ts";

/** Access tokens with an expiry, in both directions. */
let fixture: BotFixture;
let customerCount = 0;
let issuedCount = 0;
let bot: TestBot;
beforeAll(async () => {
  fixture = await openBotFixture({ withoutBot: true });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.respondWith("ok");
  issueToken(900);
  await fixture.advanceClock(1_000, 1_000);
  // Each test gets a connection without tokens.
  if (bot !== undefined) await fixture.parlour.owner.call("DELETE", `bots/${bot.id}`);
  bot = await fixture.connectBot({
    token: `tok3n-tok3n-tok3n-tok3n-${++customerCount}`,
    authorization: {
      token_url: fixture.provider.tokenUrl,
      client_id: "cid",
      client_secret: "s3cret/+",
      scope: "chat",
    },
  });
});
const sendCustomerMessage = (text = "Hello") => fixture.startChat(`c${customerCount}`, text);
const issueToken = (lifeS: number): void =>
  fixture.provider.respondToToken(() => ({
    body: JSON.stringify({
      access_token: `access-token-${++issuedCount}`,
      token_type: "Bearer",
      expires_in: lifeS,
    }),
  }));
const listUsedTokens = (chat: number): readonly (string | undefined)[] =>
  fixture.provider.events
    .filter((one) => one.body.chat_id === String(chat))
    .map((one) => one.headers["authorization"]);
const postBotMessage = (
  chat: number,
  authorization?: string,
  door = "providers",
): Promise<ApiResponse> =>
  fixture.postEvent(
    { event: "BOT_MESSAGE", id: "b", chat_id: String(chat), message: { type: "TEXT", text: "hi" } },
    { bot, segment: door, headers: authorization === undefined ? {} : { authorization } },
  );
const toError = (answer: ApiResponse): unknown => [
  answer.status,
  (answer.body as { error?: { code: string } }).error?.code,
];
const waitForRequests = (chat: number, count: number): Promise<void> =>
  fixture.waitUntil(() => listUsedTokens(chat).length === count, `${count} events`);

test("[BOT-030] [BOT-031] [BOT-033] the token is fetched by client credentials and carried by every event", async () => {
  const before = fixture.provider.tokenRequests.length;
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "again");
  await waitForRequests(chat, 2);
  expect(listUsedTokens(chat)).toEqual([
    `Bearer access-token-${issuedCount}`,
    `Bearer access-token-${issuedCount}`,
  ]);
  const requests = fixture.provider.tokenRequests.slice(before);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${Buffer.from("cid:s3cret/+").toString("base64")}`,
  });
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
    grant_type: "client_credentials",
    scope: "chat",
  });
  // The URL still contains the token of the connection.
  expect(fixture.provider.events.at(-1)?.path).toBe(`/bot/${bot.token}`);
});

test("[CORE-125] [BOT-031] neither tokens nor the client secret stand in the delivery log or the database in the clear", async () => {
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  await fixture.parlour.settle();
  const [row] = await fixture.parlour.sql<{
    request: { url: string; headers: Record<string, string> };
  }>(
    "select a.request from attempt a join delivery d on d.account_id = a.account_id and d.id = a.delivery_id where d.chat_id = $1 limit 1",
    [chat],
  );
  const shown = JSON.stringify(row?.request);
  expect(shown).toContain("webhook-id");
  expect(shown).not.toContain(bot.token);
  expect(shown).not.toContain(`access-token-${issuedCount}`);
  expect(shown).toContain(`/bot/…${bot.token.slice(-4)}`);
  const stored = await fixture.parlour.sql<{ text: string }>(
    "select encode(sealed, 'escape') as text from bot_token",
  );
  expect(stored.length).toBeGreaterThan(0);
  for (const { text } of stored) expect(text).not.toContain("access-token");
});

test("[BOT-032] the token is kept over a restart, renewed in time, and fetched once by many at once", async () => {
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  const first = issuedCount;
  await fixture.parlour.settle();
  await fixture.parlour.restart();
  await fixture.parlour.sendCustomerMessage(
    fixture.channel,
    `c${customerCount}`,
    "after the restart",
  );
  await waitForRequests(chat, 2);
  expect(issuedCount).toBe(first);
  // The token is used 61 s before it expires, but not 59 s before.
  await fixture.jump(838_000);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "still good");
  await waitForRequests(chat, 3);
  expect(issuedCount).toBe(first);
  await fixture.jump(4_000);
  await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      fixture.parlour.sendCustomerMessage(fixture.channel, `many-${customerCount}-${n}`, "now"),
    ),
  );
  await fixture.waitUntil(() =>
    fixture.provider.events
      .slice(-5)
      .every((one) => one.headers["authorization"] === `Bearer access-token-${first + 1}`),
  );
  expect(issuedCount).toBe(first + 1);
});

test("[BOT-032] a short life: renewed when a fifth of it remains", async () => {
  issueToken(100);
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  const first = issuedCount;
  await fixture.jump(78_000);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "at 78 s");
  await waitForRequests(chat, 2);
  expect(issuedCount).toBe(first);
  await fixture.jump(3_000);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "at 81 s");
  await waitForRequests(chat, 3);
  expect(issuedCount).toBe(first + 1);
});

test("[BOT-032] a renewal that fails does no harm while the old token lives, also after a restart", async () => {
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  const first = issuedCount;
  fixture.provider.respondToToken(503);
  await fixture.jump(850_000);
  await fixture.parlour.restart();
  await fixture.parlour.sendCustomerMessage(
    fixture.channel,
    `c${customerCount}`,
    "50 s before its end",
  );
  await waitForRequests(chat, 2);
  expect(listUsedTokens(chat)).toEqual([
    `Bearer access-token-${first}`,
    `Bearer access-token-${first}`,
  ]);
  await fixture.jump(60_000);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "after its end");
  await fixture.waitUntil(
    async () => (await fixture.readDeliveries(chat))[2]?.outcome === "token_failed",
  );
  expect(listUsedTokens(chat)).toHaveLength(2);
});

test("[BOT-033] [BOT-053] without a token no event is sent: a failed attempt, then the hand-over", async () => {
  fixture.provider.respondToToken(500);
  const before = fixture.provider.events.length;
  const { id: chat } = await sendCustomerMessage();
  for (let n = 1; n <= 3; n++) {
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries(chat))[0]?.attempts === n,
      `attempt ${n}`,
    );
    if (n < 3) await fixture.advanceClock(3_000);
  }
  const [row] = await fixture.readDeliveries(chat);
  expect(row).toMatchObject({ state: "failed", outcome: "token_failed" });
  row?.startsMs.forEach((at, n) => expect(Math.abs(at - n * 3_000)).toBeLessThanOrEqual(200));
  expect((await fixture.messages(chat)).find((one) => one.line?.code === "bot_failed")?.text).toBe(
    "Bot did not answer: token failed",
  );
  expect(fixture.provider.events).toHaveLength(before);
});

test("[BOT-034] the token expires mid-chat: one new token, the repeat at once, no hand-over", async () => {
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  const old = issuedCount;
  fixture.provider.respondWith((event) =>
    event.headers["authorization"] === `Bearer access-token-${old}` ? 401 : "ok",
  );
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "again");
  // The clock does not advance.
  await waitForRequests(chat, 3);
  await fixture.waitUntil(
    async () => (await fixture.readDeliveries(chat))[1]?.state === "delivered",
  );
  expect(listUsedTokens(chat).slice(1)).toEqual([
    `Bearer access-token-${old}`,
    `Bearer access-token-${old + 1}`,
  ]);
  expect(await fixture.readChat(chat)).toMatchObject({ state: "bot" });
});

test("[BOT-034] [BOT-052] a second 401 is final: two requests, two tokens, hand-over at once", async () => {
  fixture.provider.respondWith(401);
  const before = issuedCount;
  const { id: chat } = await sendCustomerMessage();
  await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.state === "failed");
  expect(listUsedTokens(chat)).toHaveLength(2);
  expect(issuedCount - before).toBe(2);
  expect(await fixture.systemMessageCodes(chat)).toContain("bot_failed");
});

test("[BOT-034] the repeat uses up an attempt; the remaining one keeps its time", async () => {
  fixture.provider.respondWith([401, 503, "ok"]);
  const { id: chat } = await sendCustomerMessage();
  await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 2);
  await fixture.advanceClock(6_000);
  await fixture.waitUntil(
    async () => (await fixture.readDeliveries(chat))[0]?.state === "delivered",
  );
  const [row] = await fixture.readDeliveries(chat);
  expect(row?.attempts).toBe(3);
  expect(row?.startsMs[1]).toBeLessThanOrEqual(200);
  expect(Math.abs((row?.startsMs[2] ?? 0) - 6_000)).toBeLessThanOrEqual(200);
});

test("[BOT-011] [BOT-035] [BOT-036] only /providers with the current token, or the one before until its end and 30 s", async () => {
  const { id: chat } = await sendCustomerMessage();
  await waitForRequests(chat, 1);
  const old = `access-token-${issuedCount}`;
  for (const header of [`Bearer ${old}`, `bearer ${old}`, `BEARER  ${old}`, old])
    expect([header, (await postBotMessage(chat, header)).status]).toEqual([header, 200]);
  for (const header of [
    undefined,
    "",
    "Bearer",
    "Bearer wrong",
    `Basic ${old}`,
    `Bearer ${old} x`,
  ]) {
    const answer = await postBotMessage(chat, header);
    expect([header, toError(answer), answer.headers.get("www-authenticate")]).toEqual([
      header,
      [401, "unauthorized_client"],
      "Bearer",
    ]);
  }
  expect(toError(await postBotMessage(chat, `Bearer ${old}`, "webhooks"))).toEqual([
    401,
    "unauthorized_client",
  ]);
  // The token is renewed 50 s before the first one expires.
  await fixture.jump(850_000);
  await fixture.parlour.sendCustomerMessage(fixture.channel, `c${customerCount}`, "again");
  await waitForRequests(chat, 2);
  const current = `access-token-${issuedCount}`;
  expect(current).not.toBe(old);
  expect([
    (await postBotMessage(chat, `Bearer ${current}`)).status,
    (await postBotMessage(chat, `Bearer ${old}`)).status,
  ]).toEqual([200, 200]);
  await fixture.jump(75_000);
  expect((await postBotMessage(chat, `Bearer ${old}`)).status).toBe(200);
  await fixture.jump(10_000);
  expect([
    toError(await postBotMessage(chat, `Bearer ${old}`)),
    (await postBotMessage(chat, `Bearer ${current}`)).status,
  ]).toEqual([[401, "unauthorized_client"], 200]);
});
