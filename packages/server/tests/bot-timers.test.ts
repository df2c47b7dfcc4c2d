import { afterEach, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Timers of bots in a whole Parlour with a provider, across restarts. */
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const open = async (bot: Readonly<Record<string, unknown>> = {}): Promise<BotBed> => {
  const bed = await openBotBed({ bot });
  closers.push(() => bed.close());
  return bed;
};
const texts = (bed: BotBed, chat: number): readonly string[] =>
  bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.body.message?.text ?? one.body.event);

test("[BOT-070] [BOT-071] an invitation survives a restart: at its end the bot hears it first, then what the customer wrote meanwhile", async () => {
  const bed = await open({ invite_wait_s: 30 });
  await bed.online();
  const chat = (await bed.chat("c1")).id;
  await bed.until(() => texts(bed, chat).length === 1);
  expect((await bed.invite(chat)).status).toBe(200);
  expect(await bed.read(chat)).toMatchObject({ state: "waiting", wait: { invited_until: expect.any(String) } });
  await bed.parlour.sendCustomerMessage(bed.channel, "c1", "Anybody?");
  await bed.parlour.sendCustomerMessage(bed.channel, "c1", "Hello?");
  await bed.parlour.settle();
  await bed.parlour.restart();
  await bed.pass(29_000, 1_000);
  expect(texts(bed, chat)).toEqual(["Hello"]);
  expect((await bed.read(chat)).state).toBe("waiting");

  await bed.pass(2_000, 500);
  await bed.until(() => texts(bed, chat).length === 4);
  expect(texts(bed, chat)).toEqual(["Hello", "AGENT_UNAVAILABLE", "Anybody?", "Hello?"]);
  expect(await bed.read(chat)).toMatchObject({ state: "bot", wait: null, bot: { attached: true, missed_at: expect.any(String) } });
  expect(await bed.lines(chat)).toEqual(["bot_started", "invited", "invite_expired"]);
  const { body } = await bed.parlour.owner.call("GET", "chats?view=missed");
  expect((body.items as { id: number }[]).map((one) => one.id)).toEqual([chat]);

  // An operator can still join. After that, the chat does not count as missed.
  expect((await bed.parlour.owner.call("POST", `chats/${chat}/join`, {})).status).toBe(200);
  await bed.until(() => texts(bed, chat).includes("AGENT_JOINED"));
  expect((await bed.parlour.owner.call("GET", "chats?view=missed")).body.items).toEqual([]);
});

test("[CORE-031] [BOT-053] a connection that is switched off leaves its chats to operators, and its provider hears nothing more", async () => {
  const bed = await open();
  const chat = (await bed.chat("c1")).id;
  await bed.until(() => texts(bed, chat).length === 1);
  expect((await bed.parlour.owner.call("PATCH", `bots/${bed.bot.id}`, { enabled: false })).status).toBe(200);
  await bed.until(async () => (await bed.read(chat)).state === "waiting");
  expect(await bed.lines(chat)).toEqual(["bot_started", "bot_off"]);
  await bed.parlour.sendCustomerMessage(bed.channel, "c1", "Still there?");
  await bed.parlour.settle();
  expect(texts(bed, chat)).toEqual(["Hello"]);
  expect((await bed.chat("c2")).state).toBe("waiting");
});

test("[API-051] [CORE-031] [BOT-004] while its endpoint is paused a bot gets no chat, and those it has go to operators", async () => {
  const bed = await open();
  const turn = (what: "pause" | "resume") => bed.parlour.owner.call("POST", `endpoints/${bed.bot.endpointId}/${what}`, {});
  const chat = (await bed.chat("c1")).id;
  await bed.until(() => texts(bed, chat).length === 1);
  expect((await turn("pause")).body).toMatchObject({ state: "paused" });
  await bed.until(async () => (await bed.read(chat)).state === "waiting");
  expect(await bed.lines(chat)).toEqual(["bot_started", "bot_off"]);
  expect((await bed.say(chat, "I am here")).body.error).toMatchObject({ code: "invalid_request", reason: "chat_handed_over" });
  expect(await bed.chat("c2")).toMatchObject({ state: "waiting", bot: null });

  // The provider still receives who took the chat meanwhile, but not the customer's messages.
  await bed.parlour.sendCustomerMessage(bed.channel, "c1", "Anybody?");
  expect((await bed.parlour.owner.call("POST", `chats/${chat}/accept`, {})).status).toBe(200);
  await bed.parlour.settle();
  expect(texts(bed, chat)).toEqual(["Hello"]);
  await turn("resume");
  await bed.until(() => texts(bed, chat).length === 2);
  expect(texts(bed, chat)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await bed.chat("c3")).toMatchObject({ state: "bot", bot: { attached: true } });
});

test("[API-051] [BOT-054] what a paused bot was still owed is dropped when it goes on: operators have the chat", async () => {
  const bed = await open();
  bed.provider.respondWith(503);
  const chat = (await bed.chat("c1")).id;
  await bed.until(async () => (await bed.ledger(chat))[0]?.tries === 1);
  await bed.parlour.owner.call("POST", `endpoints/${bed.bot.endpointId}/pause`, {});
  await bed.until(async () => (await bed.read(chat)).state === "waiting");
  await bed.pass(4_000, 1_000);
  expect(texts(bed, chat)).toEqual(["Hello"]);
  await bed.parlour.owner.call("POST", `endpoints/${bed.bot.endpointId}/resume`, {});
  await bed.until(async () => (await bed.ledger(chat))[0]?.state === "failed");
  expect((await bed.ledger(chat))[0]).toMatchObject({ outcome: "handed_over" });
  expect(texts(bed, chat)).toEqual(["Hello"]);
  expect(await bed.lines(chat)).toEqual(["bot_started", "bot_off"]);
});

test("[BOT-077] a provider that takes the message and says nothing loses the chat when its time is over", async () => {
  const bed = await open({ silent_s: 20 });
  const chat = (await bed.chat("c1")).id;
  await bed.until(() => texts(bed, chat).length === 1);
  await bed.pass(19_000, 1_000);
  expect((await bed.read(chat)).state).toBe("bot");
  await bed.pass(2_000, 500);
  await bed.until(async () => (await bed.read(chat)).state === "waiting");
  expect(await bed.lines(chat)).toEqual(["bot_started", "bot_silent"]);
  expect((await bed.say(chat, "Sorry, I am late")).body.error).toMatchObject({ reason: "chat_handed_over" });
});
