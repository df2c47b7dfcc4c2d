import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiResponse } from "@parlour/testkit";
import { openBotFixture, type BotFixture, type TestBot } from "./bot-edge-fixture.ts";

/** Less common cases of a chat with a bot: the order of checks, removed connections, log lines. */
let fixture: BotFixture;
let customerCount = 0;
const logLines: string[] = [];
beforeAll(async () => {
  fixture = await openBotFixture({ logTo: (line) => logLines.push(line) });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.provider.respondWith("ok");
  // Refills the rate limits.
  await fixture.advanceClock(5_000, 1_000);
});
const listEvents = (chat: number): readonly string[] =>
  fixture.provider.events
    .filter((one) => one.body.chat_id === String(chat))
    .map((one) => one.body.message?.text ?? one.body.event);
const startBotChat = async (): Promise<{ id: number; who: string }> => {
  const customerKey = `s${++customerCount}`;
  const { id } = await fixture.startChat(customerKey);
  return { id, who: customerKey };
};
const toError = ({ status, body }: ApiResponse): unknown => [
  status,
  (body as { error?: { code: string } }).error?.code,
];

test("[BOT-083] each check comes before the next: what is wrong in two ways is told by the first", async () => {
  const access = {
    token_url: fixture.provider.tokenUrl,
    client_id: "cid",
    client_secret: "s3cret",
  };
  fixture.provider.respondToToken({
    body: '{"access_token":"the-right-access-token","expires_in":3600}',
  });
  const bot = await fixture.connectBot({
    token: "tok3n-of-the-order-of-checks",
    authorization: access,
  });
  const { id: chat } = await startBotChat();
  await fixture.waitUntil(() => listEvents(chat).length === 1);
  const right = { authorization: "Bearer the-right-access-token" };
  const text = { "content-type": "text/plain" };
  const door = `/bot/providers/${bot.providerId}/${bot.token}`;
  const send = (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    method = "POST",
  ) => fixture.parlour.call(method, path, body, headers);
  const enable = (enabled: boolean) =>
    fixture.parlour.owner.call("PATCH", `bots/${bot.id}`, { enabled });

  // The path is checked before the method, the method before the token.
  expect(toError(await send(`/bot/providers/${bot.providerId}`, undefined, {}, "PUT"))).toEqual([
    404,
    "not_found",
  ]);
  expect(toError(await send(`${door}x`, undefined, {}, "PUT"))).toEqual([405, "invalid_request"]);
  // The token is checked first, then repeated credentials, then wrong credentials, then access.
  const twice = `${door}x?access_token=a`;
  expect(toError(await send(twice, "{", right))).toEqual([401, "invalid_client"]);
  await enable(false);
  expect(
    toError(await send(`${door}?access_token=a`, "{", { authorization: "Bearer wrong" })),
  ).toEqual([400, "invalid_request"]);
  expect(toError(await send(door, "{", { ...text, authorization: "Bearer wrong" }))).toEqual([
    401,
    "unauthorized_client",
  ]);
  expect(toError(await send(door, "{", { ...right, ...text }))).toEqual([403, "access_denied"]);
  await enable(true);
  // Access is checked before the content type, the content type before the JSON.
  expect(toError(await send(door, "{", { ...right, ...text }))).toEqual([415, "invalid_request"]);
  expect(toError(await send(door, "{", right))).toEqual([400, "invalid_request"]);
  // Credentials in the body are checked before the event, the event before its fields, and the
  // fields before the chat.
  expect(toError(await send(door, { access_token: "a", event: "DANCE" }, right))).toEqual([
    400,
    "invalid_request",
  ]);
  expect(toError(await send(door, { event: "DANCE", chat_id: "0" }, right))).toEqual([
    405,
    "invalid_request",
  ]);
  const nowhere = await send(
    door,
    { event: "BOT_MESSAGE", chat_id: "4711", message: { type: "HTML" } },
    right,
  );
  expect(toError(nowhere)).toEqual([400, "invalid_request"]);
  expect((nowhere.body as { error: { reason?: string } }).error.reason).toBeUndefined();
  const unknown = await send(
    door,
    { event: "BOT_MESSAGE", chat_id: "4711", message: { type: "TEXT", text: "x" } },
    right,
  );
  expect((unknown.body as { error: object }).error).toMatchObject({
    code: "invalid_request",
    reason: "chat_not_found",
  });
  await fixture.parlour.owner.call("DELETE", `bots/${bot.id}`);
});

test("[BOT-083] [BOT-084] rate comes after access and before the content type", async () => {
  const flood = (headers: Record<string, string>) =>
    Promise.all(Array.from({ length: 700 }, () => fixture.postEvent("{", { headers })));
  const answers = await flood({ "content-type": "text/plain" });
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([415, 429]));
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { enabled: false });
  expect(toError(await fixture.postEvent("{"))).toEqual([403, "access_denied"]);
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { enabled: true });
});

test("[BOT-070] [BOT-053] [BOT-055] invited inside the request that then fails, where answers settle nothing: operators keep the chat, the provider hears of the join alone", async () => {
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: false });
  const operator = await fixture.goOnline();
  let isFirst = true;
  fixture.provider.respondWith(async (event) => {
    if (!isFirst) return "ok" as const;
    isFirst = false;
    expect((await fixture.inviteOperator(Number(event.body.chat_id))).status).toBe(200);
    return 400;
  });
  const { id, who } = await startBotChat();
  await fixture.waitUntil(async () =>
    (await fixture.systemMessageCodes(id)).includes("bot_failed"),
  );
  const chat = await fixture.readChat(id);
  expect(chat).toMatchObject({ state: "waiting", bot: { attached: false } });
  expect(chat.wait).not.toHaveProperty("invited_until");
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, "Anybody?");
  await fixture.advanceClock(70_000, 10_000);
  expect(await fixture.readChat(id)).toMatchObject({ state: "waiting" });
  await fixture.parlour.owner.call("POST", `chats/${id}/join`, {});
  await fixture.waitUntil(() => listEvents(id).length === 2);
  await fixture.parlour.settle();
  expect(listEvents(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await fixture.systemMessageCodes(id)).toEqual([
    "bot_started",
    "invited",
    "bot_failed",
    "offered",
    "accepted",
  ]);
  await operator.close();
  await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { answers_settle: true });
});

test("[CORE-031] [BOT-001] [BOT-003] a connection that is deleted, and one whose provider is suspended, leave their chats to operators", async () => {
  const token = "tok3n-of-one-that-will-go";
  let removedBot: TestBot = await fixture.connectBot({ token, channels: [fixture.channel.id] });
  const { owner } = fixture.parlour;
  const provide = (state: string) =>
    owner.call("PATCH", `bot-providers/${fixture.bot.providerId}`, { state });
  const { id: first } = await startBotChat();
  await fixture.waitUntil(() => listEvents(first).length === 1);
  await provide("suspended");
  await fixture.waitUntil(async () => (await fixture.readChat(first)).state === "waiting");
  expect(await fixture.systemMessageCodes(first)).toEqual(["bot_started", "bot_off"]);
  expect((await startBotChat().then(({ id }) => fixture.readChat(id))).bot).toBeNull();
  await provide("active");

  const { id: second, who } = await startBotChat();
  await fixture.waitUntil(() => listEvents(second).length === 1);
  expect((await fixture.readChat(second)).bot).toMatchObject({ id: removedBot.id });
  await owner.call("DELETE", `bots/${removedBot.id}`);
  await fixture.waitUntil(async () => (await fixture.readChat(second)).state === "waiting");
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, "Anybody?");
  await fixture.parlour.settle();
  expect(listEvents(second)).toEqual(["Hello"]);
  const botMessage = {
    event: "BOT_MESSAGE",
    chat_id: String(second),
    message: { type: "TEXT", text: "hi" },
  };
  expect(toError(await fixture.postEvent(botMessage, { bot: removedBot }))).toEqual([
    401,
    "invalid_client",
  ]);
  // A new connection with the same token is a different bot, so the chat does not belong to that
  // connection.
  removedBot = await fixture.connectBot({ token, channels: [fixture.channel.id] });
  expect((await fixture.postEvent(botMessage, { bot: removedBot })).body).toMatchObject({
    error: { reason: "chat_not_found" },
  });
  await owner.call("DELETE", `bots/${removedBot.id}`);
});

test("[BOT-013] [BOT-025] [BOT-026] [BOT-044] [BOT-061] what is taken with a doubt is noted", async () => {
  const { id } = await startBotChat();
  const postAndReadWarnings = async (
    more: object,
    as: (body: string) => string | Uint8Array = (body) => body,
  ): Promise<unknown> => {
    const body = JSON.stringify({
      event: "BOT_MESSAGE",
      id: "b",
      chat_id: String(id),
      message: { type: "TEXT", text: "hi" },
      ...more,
    });
    expect((await fixture.postEvent(as(body))).status).toBe(200);
    return received().warnings;
  };
  const received = (): { warnings?: unknown; sentAt?: unknown } =>
    JSON.parse(logLines.findLast((line) => line.includes('"bot.received"')) ?? "{}") as object;
  const { visitor } = await fixture.readChat(id);
  expect(await postAndReadWarnings({ client_id: visitor.id })).toEqual([]);
  expect(await postAndReadWarnings({ client_id: "5" })).toEqual(["client_id_ignored"]);
  expect(await postAndReadWarnings({ client_id: "nobody" })).toEqual(["client_id_ignored"]);
  expect(
    await postAndReadWarnings({ message: { type: "TEXT", text: "hi", timestamp: "soon" } }),
  ).toEqual(["timestamp_unreadable"]);
  expect(
    await postAndReadWarnings({ message: { type: "TEXT", text: "hi", timestamp: 1763620802 } }),
  ).toEqual([]);
  expect(received().sentAt).toBe(1_763_620_802_000);
  expect(await postAndReadWarnings({ message: { type: "TEXT", text: "x".repeat(4_001) } })).toEqual(
    ["text_cut", "channel_text_cut"],
  );
  expect(await postAndReadWarnings({ message: { type: "MARKDOWN", content: "*hi*" } })).toEqual([
    "text_built",
  ]);
  expect(
    await postAndReadWarnings({ message: { type: "TEXT", text: "caf\u00e9" } }, (body) =>
      Buffer.from(body, "latin1"),
    ),
  ).toEqual(["not_utf8"]);
  expect((await fixture.messages(id)).at(-1)?.text).toBe("caf\u00e9");
});

test("[BOT-057] without the option the end of a chat is no event for its bot", async () => {
  const { id } = await startBotChat();
  await fixture.waitUntil(() => listEvents(id).length === 1);
  expect((await fixture.parlour.owner.call("POST", `chats/${id}/close`, {})).status).toBe(200);
  await fixture.parlour.settle();
  expect((await fixture.readDeliveries(id)).map((row) => row.event)).toEqual(["CLIENT_MESSAGE"]);
});

test("[CORE-125] [BOT-030] neither the token nor what people wrote stands in the log, whatever is asked", async () => {
  const { id, who } = await startBotChat();
  await fixture.waitUntil(() => listEvents(id).length === 1);
  const secret = "words-that-are-nobody-elses";
  fixture.provider.respondWith(400);
  await fixture.sendBotMessage(id, secret);
  await fixture.postEvent(
    `{"event":"BOT_MESSAGE","chat_id":"${id}","message":{"type":"HTML","text":"${secret}"}}`,
  );
  await fixture.postEvent(
    { event: "BOT_MESSAGE", access_token: "an-access-token" },
    { headers: { authorization: "Bearer an-access-token" } },
  );
  await fixture.parlour.call("POST", `/bot/webhooks/${fixture.bot.providerId}/a-wrong-token`, {});
  await fixture.parlour.call(
    "POST",
    `/bot/webhooks/${fixture.bot.providerId}/${fixture.bot.token}/more`,
    {},
  );
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, secret);
  await fixture.waitUntil(async () =>
    (await fixture.systemMessageCodes(id)).includes("bot_failed"),
  );
  await fixture.parlour.settle();
  const all = logLines.join("\n");
  expect(all).toContain("bot.received");
  for (const hidden of [fixture.bot.token, secret, "an-access-token", "a-wrong-token"])
    expect(all.includes(hidden), hidden).toBe(false);
});
