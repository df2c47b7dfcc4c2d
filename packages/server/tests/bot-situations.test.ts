import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiResponse } from "@parlour/testkit";
import { openBotBed, type BotBed, type TestBot } from "./bot-edge-bed.ts";

/** Less common cases of a chat with a bot: the order of checks, removed connections, log lines. */
let bed: BotBed;
let customers = 0;
const log: string[] = [];
beforeAll(async () => {
  bed = await openBotBed({ logTo: (line) => log.push(line) });
});
afterAll(() => bed.close());
beforeEach(async () => {
  bed.provider.respondWith("ok");
  // Refills the rate limits.
  await bed.pass(5_000, 1_000);
});
const heard = (chat: number): readonly string[] =>
  bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.body.message?.text ?? one.body.event);
const begun = async (): Promise<{ id: number; who: string }> => {
  const who = `s${++customers}`;
  const { id } = await bed.chat(who);
  return { id, who };
};
const error = ({ status, body }: ApiResponse): unknown => [status, (body as { error?: { code: string } }).error?.code];

test("[BOT-083] each check comes before the next: what is wrong in two ways is told by the first", async () => {
  const access = { token_url: bed.provider.tokenUrl, client_id: "cid", client_secret: "s3cret" };
  bed.provider.respondToToken({ body: '{"access_token":"the-right-access-token","expires_in":3600}' });
  const bot = await bed.connect({ token: "tok3n-of-the-order-of-checks", authorization: access });
  const { id: chat } = await begun();
  await bed.until(() => heard(chat).length === 1);
  const right = { authorization: "Bearer the-right-access-token" };
  const text = { "content-type": "text/plain" };
  const door = `/bot/providers/${bot.providerId}/${bot.token}`;
  const send = (path: string, body: unknown, headers: Record<string, string> = {}, method = "POST") =>
    bed.parlour.call(method, path, body, headers);
  const enable = (enabled: boolean) => bed.parlour.owner.call("PATCH", `bots/${bot.id}`, { enabled });

  // The path is checked before the method, the method before the token.
  expect(error(await send(`/bot/providers/${bot.providerId}`, undefined, {}, "PUT"))).toEqual([404, "not_found"]);
  expect(error(await send(`${door}x`, undefined, {}, "PUT"))).toEqual([405, "invalid_request"]);
  // The token is checked first, then repeated credentials, then wrong credentials, then access.
  const twice = `${door}x?access_token=a`;
  expect(error(await send(twice, "{", right))).toEqual([401, "invalid_client"]);
  await enable(false);
  expect(error(await send(`${door}?access_token=a`, "{", { authorization: "Bearer wrong" }))).toEqual([400, "invalid_request"]);
  expect(error(await send(door, "{", { ...text, authorization: "Bearer wrong" }))).toEqual([401, "unauthorized_client"]);
  expect(error(await send(door, "{", { ...right, ...text }))).toEqual([403, "access_denied"]);
  await enable(true);
  // Access is checked before the content type, the content type before the JSON.
  expect(error(await send(door, "{", { ...right, ...text }))).toEqual([415, "invalid_request"]);
  expect(error(await send(door, "{", right))).toEqual([400, "invalid_request"]);
  // Credentials in the body are checked before the event, the event before its fields, the fields
  // before the chat.
  expect(error(await send(door, { access_token: "a", event: "DANCE" }, right))).toEqual([400, "invalid_request"]);
  expect(error(await send(door, { event: "DANCE", chat_id: "0" }, right))).toEqual([405, "invalid_request"]);
  const nowhere = await send(door, { event: "BOT_MESSAGE", chat_id: "4711", message: { type: "HTML" } }, right);
  expect(error(nowhere)).toEqual([400, "invalid_request"]);
  expect((nowhere.body as { error: { reason?: string } }).error.reason).toBeUndefined();
  const unknown = await send(door, { event: "BOT_MESSAGE", chat_id: "4711", message: { type: "TEXT", text: "x" } }, right);
  expect((unknown.body as { error: object }).error).toMatchObject({ code: "invalid_request", reason: "chat_not_found" });
  await bed.parlour.owner.call("DELETE", `bots/${bot.id}`);
});

test("[BOT-083] [BOT-084] rate comes after access and before the content type", async () => {
  const flood = (headers: Record<string, string>) => Promise.all(Array.from({ length: 700 }, () => bed.post("{", { headers })));
  const answers = await flood({ "content-type": "text/plain" });
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([415, 429]));
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { enabled: false });
  expect(error(await bed.post("{"))).toEqual([403, "access_denied"]);
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { enabled: true });
});

test("[BOT-070] [BOT-053] [BOT-055] invited inside the request that then fails, where answers settle nothing: operators keep the chat, the provider hears of the join alone", async () => {
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: false });
  const operator = await bed.online();
  let isFirst = true;
  bed.provider.respondWith(async (event) => {
    if (!isFirst) return "ok" as const;
    isFirst = false;
    expect((await bed.invite(Number(event.body.chat_id))).status).toBe(200);
    return 400;
  });
  const { id, who } = await begun();
  await bed.until(async () => (await bed.lines(id)).includes("bot_failed"));
  const chat = await bed.read(id);
  expect(chat).toMatchObject({ state: "waiting", bot: { attached: false } });
  expect(chat.wait).not.toHaveProperty("invited_until");
  await bed.parlour.sendCustomerMessage(bed.channel, who, "Anybody?");
  await bed.pass(70_000, 10_000);
  expect(await bed.read(id)).toMatchObject({ state: "waiting" });
  await bed.parlour.owner.call("POST", `chats/${id}/join`, {});
  await bed.until(() => heard(id).length === 2);
  await bed.parlour.settle();
  expect(heard(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await bed.lines(id)).toEqual(["bot_started", "invited", "bot_failed", "offered", "accepted"]);
  await operator.close();
  await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { answers_settle: true });
});

test("[CORE-031] [BOT-001] [BOT-003] a connection that is deleted, and one whose provider is suspended, leave their chats to operators", async () => {
  const token = "tok3n-of-one-that-will-go";
  let gone: TestBot = await bed.connect({ token, channels: [bed.channel.id] });
  const { owner } = bed.parlour;
  const provide = (state: string) => owner.call("PATCH", `bot-providers/${bed.bot.providerId}`, { state });
  const { id: first } = await begun();
  await bed.until(() => heard(first).length === 1);
  await provide("suspended");
  await bed.until(async () => (await bed.read(first)).state === "waiting");
  expect(await bed.lines(first)).toEqual(["bot_started", "bot_off"]);
  expect((await begun().then(({ id }) => bed.read(id))).bot).toBeNull();
  await provide("active");

  const { id: second, who } = await begun();
  await bed.until(() => heard(second).length === 1);
  expect((await bed.read(second)).bot).toMatchObject({ id: gone.id });
  await owner.call("DELETE", `bots/${gone.id}`);
  await bed.until(async () => (await bed.read(second)).state === "waiting");
  await bed.parlour.sendCustomerMessage(bed.channel, who, "Anybody?");
  await bed.parlour.settle();
  expect(heard(second)).toEqual(["Hello"]);
  const said = { event: "BOT_MESSAGE", chat_id: String(second), message: { type: "TEXT", text: "hi" } };
  expect(error(await bed.post(said, { bot: gone }))).toEqual([401, "invalid_client"]);
  // A new connection with the same token is a different bot, so the chat does not belong to it.
  gone = await bed.connect({ token, channels: [bed.channel.id] });
  expect((await bed.post(said, { bot: gone })).body).toMatchObject({ error: { reason: "chat_not_found" } });
  await owner.call("DELETE", `bots/${gone.id}`);
});

test("[BOT-013] [BOT-025] [BOT-026] [BOT-044] [BOT-061] what is taken with a doubt is noted", async () => {
  const { id } = await begun();
  const noted = async (more: object, as: (body: string) => string | Uint8Array = (body) => body): Promise<unknown> => {
    const body = JSON.stringify({ event: "BOT_MESSAGE", id: "b", chat_id: String(id), message: { type: "TEXT", text: "hi" }, ...more });
    expect((await bed.post(as(body))).status).toBe(200);
    return received().warnings;
  };
  const received = (): { warnings?: unknown; sentAt?: unknown } =>
    JSON.parse(log.findLast((line) => line.includes('"bot.received"')) ?? "{}") as object;
  const { visitor } = await bed.read(id);
  expect(await noted({ client_id: visitor.id })).toEqual([]);
  expect(await noted({ client_id: "5" })).toEqual(["client_id_ignored"]);
  expect(await noted({ client_id: "nobody" })).toEqual(["client_id_ignored"]);
  expect(await noted({ message: { type: "TEXT", text: "hi", timestamp: "soon" } })).toEqual(["timestamp_unreadable"]);
  expect(await noted({ message: { type: "TEXT", text: "hi", timestamp: 1763620802 } })).toEqual([]);
  expect(received().sentAt).toBe(1_763_620_802_000);
  expect(await noted({ message: { type: "TEXT", text: "x".repeat(4_001) } })).toEqual(["text_cut", "channel_text_cut"]);
  expect(await noted({ message: { type: "MARKDOWN", content: "*hi*" } })).toEqual(["text_built"]);
  expect(await noted({ message: { type: "TEXT", text: "caf\u00e9" } }, (body) => Buffer.from(body, "latin1"))).toEqual(["not_utf8"]);
  expect((await bed.messages(id)).at(-1)?.text).toBe("caf\u00e9");
});

test("[BOT-057] without the option the end of a chat is no event for its bot", async () => {
  const { id } = await begun();
  await bed.until(() => heard(id).length === 1);
  expect((await bed.parlour.owner.call("POST", `chats/${id}/close`, {})).status).toBe(200);
  await bed.parlour.settle();
  expect((await bed.ledger(id)).map((row) => row.event)).toEqual(["CLIENT_MESSAGE"]);
});

test("[CORE-125] [BOT-030] neither the token nor what people wrote stands in the log, whatever is asked", async () => {
  const { id, who } = await begun();
  await bed.until(() => heard(id).length === 1);
  const secret = "words-that-are-nobody-elses";
  bed.provider.respondWith(400);
  await bed.say(id, secret);
  await bed.post(`{"event":"BOT_MESSAGE","chat_id":"${id}","message":{"type":"HTML","text":"${secret}"}}`);
  await bed.post({ event: "BOT_MESSAGE", access_token: "an-access-token" }, { headers: { authorization: "Bearer an-access-token" } });
  await bed.parlour.call("POST", `/bot/webhooks/${bed.bot.providerId}/a-wrong-token`, {});
  await bed.parlour.call("POST", `/bot/webhooks/${bed.bot.providerId}/${bed.bot.token}/more`, {});
  await bed.parlour.sendCustomerMessage(bed.channel, who, secret);
  await bed.until(async () => (await bed.lines(id)).includes("bot_failed"));
  await bed.parlour.settle();
  const all = log.join("\n");
  expect(all).toContain("bot.received");
  for (const hidden of [bed.bot.token, secret, "an-access-token", "a-wrong-token"]) expect(all.includes(hidden), hidden).toBe(false);
});
