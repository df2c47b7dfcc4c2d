import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";

/** Every outcome of INVITE_AGENT, in a whole Parlour with a provider. */
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
/** Starts a chat and waits until the provider has received its first message. */
const startBotChat = async (): Promise<{ id: number; who: string }> => {
  const customerKey = `i${++customerCount}`;
  const { id } = await fixture.startChat(customerKey);
  await fixture.waitUntil(() => listEvents(id).length === 1);
  return { id, who: customerKey };
};

test("[BOT-070] [BOT-072] nobody is available: AGENT_UNAVAILABLE at once, and the bot goes on with the customer", async () => {
  const { id, who } = await startBotChat();
  expect([
    (await fixture.inviteOperator(id)).status,
    (await fixture.inviteOperator(id)).status,
  ]).toEqual([200, 200]);
  await fixture.waitUntil(() => listEvents(id).length === 3);
  expect(listEvents(id).slice(1)).toEqual(["AGENT_UNAVAILABLE", "AGENT_UNAVAILABLE"]);
  expect(await fixture.readChat(id)).toMatchObject({
    state: "bot",
    wait: null,
    bot: { attached: true },
  });
  expect((await fixture.sendBotMessage(id, "Please leave your number")).status).toBe(200);
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, "+4930111222");
  await fixture.waitUntil(() => listEvents(id).length === 4);
  expect(listEvents(id).at(-1)).toBe("+4930111222");
});

test("[BOT-070] [BOT-071] [BOT-073] offered once, however often it is asked; who joins has the chat, the bot hears it once and no message more", async () => {
  const operator = await fixture.goOnline();
  const { id, who } = await startBotChat();
  expect(
    (
      await Promise.all([
        fixture.inviteOperator(id),
        fixture.inviteOperator(id),
        fixture.inviteOperator(id),
      ])
    ).map((one) => one.status),
  ).toEqual([200, 200, 200]);
  expect(await fixture.readChat(id)).toMatchObject({ state: "waiting", bot: { attached: true } });
  expect((await fixture.systemMessageCodes(id)).filter((code) => code === "invited")).toHaveLength(
    1,
  );
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, "Anybody?");
  expect((await fixture.sendBotMessage(id, "Somebody comes")).status).toBe(200);

  expect((await fixture.parlour.owner.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  await fixture.waitUntil(() => listEvents(id).length === 2);
  expect((await fixture.inviteOperator(id)).status).toBe(200);
  expect((await fixture.sendBotMessage(id, "And I?")).body.error).toMatchObject({
    code: "invalid_request",
    reason: "chat_handed_over",
  });
  await fixture.parlour.owner.call("POST", `chats/${id}/leave`, {});
  await fixture.parlour.owner.call("POST", `chats/${id}/accept`, {});
  await fixture.parlour.sendCustomerMessage(fixture.channel, who, "Thank you");
  await fixture.parlour.settle();
  expect(listEvents(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(
    (await fixture.messages(id)).filter((one) => one.author.kind === "bot").map((one) => one.text),
  ).toEqual(["Somebody comes"]);
  await operator.close();
});

test("[BOT-005] [BOT-074] a chat of a bot is listed under Bot; who joins it uninvited has it", async () => {
  const { id } = await startBotChat();
  const { body } = await fixture.parlour.owner.call("GET", "chats?view=bot");
  expect((body.items as { id: number }[]).map((one) => one.id)).toContain(id);
  expect((await fixture.parlour.owner.call("POST", `chats/${id}/join`, {})).status).toBe(200);
  await fixture.waitUntil(() => listEvents(id).length === 2);
  expect(listEvents(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await fixture.readChat(id)).toMatchObject({
    state: "open",
    assignee: { id: fixture.parlour.owner.id },
    bot: { attached: false },
  });
  const after = await fixture.parlour.owner.call("GET", "chats?view=bot");
  expect((after.body.items as { id: number }[]).map((one) => one.id)).not.toContain(id);
});

test("[BOT-070] [CORE-092] outside working hours, and with everybody at the limit, nobody is available", async () => {
  const operator = await fixture.goOnline();
  const { owner } = fixture.parlour;
  const ownChat = await startBotChat();
  await owner.call("POST", `chats/${ownChat.id}/accept`, {});
  await owner.call("PATCH", `operators/${owner.id}`, { chat_limit: 1 });
  const full = await startBotChat();
  await fixture.inviteOperator(full.id);
  await fixture.waitUntil(() => listEvents(full.id).length === 2);
  expect(listEvents(full.id)).toEqual(["Hello", "AGENT_UNAVAILABLE"]);
  await owner.call("PATCH", `operators/${owner.id}`, { chat_limit: 0 });

  expect((await owner.call("PATCH", "working-hours", { timezone: "UTC" })).status).toBe(200);
  const closed = await startBotChat();
  await fixture.inviteOperator(closed.id);
  await fixture.waitUntil(() => listEvents(closed.id).length === 2);
  expect(listEvents(closed.id)).toEqual(["Hello", "AGENT_UNAVAILABLE"]);
  await owner.call("PATCH", "working-hours", { timezone: null });
  await operator.close();
});
