import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Chats that operators and rules give to a bot, in a whole Parlour with a provider. */
let fixture: BotFixture;
let customerCount = 0;
beforeAll(async () => {
  fixture = await openBotFixture();
});
afterAll(() => fixture.close());
const listEvents = (chat: number): readonly string[] =>
  fixture.provider.events
    .filter((one) => one.body.chat_id === String(chat))
    .map((one) => one.body.message?.text ?? one.body.event);
const call = (path: string, body: object = {}) => fixture.parlour.owner.call("POST", path, body);
const assign = (chat: number, body: object) => call(`chats/${chat}/assign`, body);
const write = (customer: string, text: string) =>
  fixture.parlour.sendCustomerMessage(fixture.channel, customer, text);
let messageCount = 0;
const say = async (chat: number, body: object): Promise<void> => {
  const clientId = `answer-${++messageCount}`;
  const sent = await call(`chats/${chat}/messages`, { client_id: clientId, kind: "text", ...body });
  expect(sent.status).toBe(201);
};
/** Starts a chat with the bot that the owner accepts. */
async function startOpenChat(): Promise<{ readonly id: number; readonly customer: string }> {
  const customer = `r${++customerCount}`;
  const { id } = await fixture.startChat(customer);
  await fixture.waitUntil(() => listEvents(id).length === 1);
  expect((await call(`chats/${id}/accept`)).status).toBe(200);
  await fixture.waitUntil(() => listEvents(id).at(-1) === "AGENT_JOINED");
  return { id, customer };
}

test("[BOT-110] [BOT-111] an operator gives a chat to the bot, which gets what nobody answered, and answers as before", async () => {
  const { id, customer } = await startOpenChat();
  await say(id, { text: "One moment" });
  await write(customer, "Where is my parcel?");
  await say(id, { kind: "note", text: "The bot knows" });
  await write(customer, "Order 1001");
  const given = await assign(id, { bot_id: fixture.bot.id, comment: "Only the state" });
  expect(given.body).toMatchObject({
    state: "bot",
    assignee: null,
    participants: [],
    wait: null,
    bot: { id: fixture.bot.id, attached: true, returned_at: expect.any(String) },
  });
  await fixture.waitUntil(() => listEvents(id).length === 3);
  expect(listEvents(id)).toEqual(["Hello", "AGENT_JOINED", "Where is my parcel?\nOrder 1001"]);
  expect((await fixture.messages(id)).at(-1)).toMatchObject({
    line: {
      code: "transferred_to_bot",
      by: { id: fixture.parlour.owner.id },
      to: { id: fixture.bot.id, name: "Robo" },
      detail: "Only the state",
    },
  });
  expect((await fixture.sendBotMessage(id, "It arrives today")).status).toBe(200);
  await write(customer, "Thanks");
  await fixture.waitUntil(() => listEvents(id).at(-1) === "Thanks");
  // The bot can lose the chat again, and learns it again.
  expect((await call(`chats/${id}/join`)).body).toMatchObject({
    state: "open",
    bot: { attached: false },
  });
  await fixture.waitUntil(() => listEvents(id).at(-1) === "AGENT_JOINED");
  expect((await fixture.readChat(id)).bot).not.toHaveProperty("returned_at");
});

test("[BOT-111] a bot gets nothing that was answered; the next message of the customer goes to it", async () => {
  const { id, customer } = await startOpenChat();
  await say(id, { text: "It arrives today" });
  expect((await assign(id, { bot_id: fixture.bot.id })).status).toBe(200);
  await fixture.parlour.settle();
  expect(listEvents(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect((await fixture.readDeliveries(id)).at(-1)).toMatchObject({
    event: "CLIENT_MESSAGE",
    outcome: "withdrawn",
  });
  await write(customer, "Thanks");
  await fixture.waitUntil(() => listEvents(id).at(-1) === "Thanks");
});

test("[BOT-111] a bot that does not accept the messages loses the chat, and is told who joins", async () => {
  const { id, customer } = await startOpenChat();
  await write(customer, "Where is my parcel?");
  fixture.provider.respondWith({ status: 400 });
  await assign(id, { bot_id: fixture.bot.id });
  await fixture.waitUntil(async () => (await fixture.readChat(id)).state === "waiting");
  fixture.provider.respondWith("ok");
  await call(`chats/${id}/accept`);
  await fixture.waitUntil(() => listEvents(id).at(-1) === "AGENT_JOINED");
  expect(await fixture.systemMessageCodes(id)).toEqual([
    "bot_started",
    "accepted",
    "transferred_to_bot",
    "bot_failed",
    "accepted",
  ]);
});

test("[BOT-110] refused: an unknown bot, two targets, a closed chat, and one whose bot invites operators; a repeat changes nothing", async () => {
  const { id } = await startOpenChat();
  const bot = { bot_id: fixture.bot.id };
  for (const body of [{ bot_id: 999_999 }, { ...bot, department_id: 1 }])
    expect(await assign(id, body)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "bot_id" } },
    });
  expect((await assign(id, bot)).status).toBe(200);
  const { seq } = await fixture.readChat(id);
  expect((await assign(id, bot)).body).toMatchObject({ state: "bot", seq });
  const operator = await fixture.goOnline();
  await fixture.inviteOperator(id);
  expect((await assign(id, bot)).body.error).toMatchObject({ code: "not_open" });
  await operator.close();
  await call(`chats/${id}/close`);
  expect((await assign(id, bot)).body.error).toMatchObject({ code: "chat_closed" });
});

test("[ACT-015] the action hand_to_bot gives a chat to the bot that it had", async () => {
  const { id } = await startOpenChat();
  const macro = await call("macros", { name: "To the bot", do: [{ type: "hand_to_bot" }] });
  const run = async () =>
    (await call(`chats/${id}/run-macro`, { macro_id: macro.body["id"] })).body["results"];
  expect(await run()).toEqual([{ type: "hand_to_bot", result: "done" }]);
  expect(await fixture.readChat(id)).toMatchObject({ state: "bot", bot: { id: fixture.bot.id } });
  expect(await run()).toEqual([{ type: "hand_to_bot", result: "unchanged" }]);
});
