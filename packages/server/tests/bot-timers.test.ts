import { afterEach, expect, test } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Timers of bots in a whole Parlour with a provider, across restarts. */
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const openFixture = async (bot: Readonly<Record<string, unknown>> = {}): Promise<BotFixture> => {
  const fixture = await openBotFixture({ bot });
  closers.push(() => fixture.close());
  return fixture;
};
const listCustomerTexts = (fixture: BotFixture, chat: number): readonly string[] =>
  fixture.provider.events
    .filter((one) => one.body.chat_id === String(chat))
    .map((one) => one.body.message?.text ?? one.body.event);

test("[BOT-070] [BOT-071] an invitation survives a restart: at its end the bot hears it first, then what the customer wrote meanwhile", async () => {
  const fixture = await openFixture({ invite_wait_s: 30 });
  await fixture.goOnline();
  const chat = (await fixture.startChat("c1")).id;
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 1);
  expect((await fixture.inviteOperator(chat)).status).toBe(200);
  expect(await fixture.readChat(chat)).toMatchObject({
    state: "waiting",
    wait: { invited_until: expect.any(String) },
  });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "c1", "Anybody?");
  await fixture.parlour.sendCustomerMessage(fixture.channel, "c1", "Hello?");
  await fixture.parlour.settle();
  await fixture.parlour.restart();
  await fixture.advanceClock(29_000, 1_000);
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello"]);
  expect((await fixture.readChat(chat)).state).toBe("waiting");

  await fixture.advanceClock(2_000, 500);
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 4);
  expect(listCustomerTexts(fixture, chat)).toEqual([
    "Hello",
    "AGENT_UNAVAILABLE",
    "Anybody?",
    "Hello?",
  ]);
  expect(await fixture.readChat(chat)).toMatchObject({
    state: "bot",
    wait: null,
    bot: { attached: true, missed_at: expect.any(String) },
  });
  expect(await fixture.systemMessageCodes(chat)).toEqual([
    "bot_started",
    "invited",
    "invite_expired",
  ]);
  const { body } = await fixture.parlour.owner.call("GET", "chats?view=missed");
  expect((body.items as { id: number }[]).map((one) => one.id)).toEqual([chat]);

  // An operator can still join. After that, the chat does not count as missed.
  expect((await fixture.parlour.owner.call("POST", `chats/${chat}/join`, {})).status).toBe(200);
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).includes("AGENT_JOINED"));
  expect((await fixture.parlour.owner.call("GET", "chats?view=missed")).body.items).toEqual([]);
});

test("[CORE-031] [BOT-053] a connection that is switched off leaves its chats to operators, and its provider hears nothing more", async () => {
  const fixture = await openFixture();
  const chat = (await fixture.startChat("c1")).id;
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 1);
  expect(
    (await fixture.parlour.owner.call("PATCH", `bots/${fixture.bot.id}`, { enabled: false }))
      .status,
  ).toBe(200);
  await fixture.waitUntil(async () => (await fixture.readChat(chat)).state === "waiting");
  expect(await fixture.systemMessageCodes(chat)).toEqual(["bot_started", "bot_off"]);
  await fixture.parlour.sendCustomerMessage(fixture.channel, "c1", "Still there?");
  await fixture.parlour.settle();
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello"]);
  expect((await fixture.startChat("c2")).state).toBe("waiting");
});

test("[API-051] [CORE-031] [BOT-004] [BOT-101] [API-331] while its endpoint is paused a bot gets no chat, and those it has go to operators", async () => {
  const fixture = await openFixture();
  const postEndpointAction = (action: "pause" | "resume") =>
    fixture.parlour.owner.call("POST", `endpoints/${fixture.bot.endpointId}/${action}`, {});
  const chat = (await fixture.startChat("c1")).id;
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 1);
  expect((await postEndpointAction("pause")).body).toMatchObject({ state: "paused" });
  await fixture.waitUntil(async () => (await fixture.readChat(chat)).state === "waiting");
  expect(await fixture.systemMessageCodes(chat)).toEqual(["bot_started", "bot_off"]);
  expect((await fixture.sendBotMessage(chat, "I am here")).body.error).toMatchObject({
    code: "invalid_request",
    reason: "chat_handed_over",
  });
  expect(await fixture.startChat("c2")).toMatchObject({ state: "waiting", bot: null });

  // The provider is informed who took the chat, but does not receive the customer's messages.
  await fixture.parlour.sendCustomerMessage(fixture.channel, "c1", "Anybody?");
  expect((await fixture.parlour.owner.call("POST", `chats/${chat}/accept`, {})).status).toBe(200);
  await fixture.parlour.settle();
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello"]);
  await postEndpointAction("resume");
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 2);
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await fixture.startChat("c3")).toMatchObject({ state: "bot", bot: { attached: true } });
});

test("[API-051] [BOT-054] what a paused bot was still owed is dropped when it goes on: operators have the chat", async () => {
  const fixture = await openFixture();
  fixture.provider.respondWith(503);
  const chat = (await fixture.startChat("c1")).id;
  await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.attempts === 1);
  await fixture.parlour.owner.call("POST", `endpoints/${fixture.bot.endpointId}/pause`, {});
  await fixture.waitUntil(async () => (await fixture.readChat(chat)).state === "waiting");
  await fixture.advanceClock(4_000, 1_000);
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello"]);
  await fixture.parlour.owner.call("POST", `endpoints/${fixture.bot.endpointId}/resume`, {});
  await fixture.waitUntil(async () => (await fixture.readDeliveries(chat))[0]?.state === "failed");
  expect((await fixture.readDeliveries(chat))[0]).toMatchObject({ outcome: "handed_over" });
  expect(listCustomerTexts(fixture, chat)).toEqual(["Hello"]);
  expect(await fixture.systemMessageCodes(chat)).toEqual(["bot_started", "bot_off"]);
});

test("[BOT-077] a provider that takes the message and says nothing loses the chat when its time is over", async () => {
  const fixture = await openFixture({ silent_s: 20 });
  const chat = (await fixture.startChat("c1")).id;
  await fixture.waitUntil(() => listCustomerTexts(fixture, chat).length === 1);
  await fixture.advanceClock(19_000, 1_000);
  expect((await fixture.readChat(chat)).state).toBe("bot");
  await fixture.advanceClock(2_000, 500);
  await fixture.waitUntil(async () => (await fixture.readChat(chat)).state === "waiting");
  expect(await fixture.systemMessageCodes(chat)).toEqual(["bot_started", "bot_silent"]);
  expect((await fixture.sendBotMessage(chat, "Sorry, I am late")).body.error).toMatchObject({
    reason: "chat_handed_over",
  });
});
