import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

/** Every outcome of INVITE_AGENT, in a whole Parlour with a provider. */
let bed: BotBed;
let customers = 0;
beforeAll(async () => {
  bed = await openBotBed();
});
afterAll(() => bed.close());
const heard = (chat: number): readonly string[] =>
  bed.provider.events.filter((one) => one.body.chat_id === String(chat)).map((one) => one.body.message?.text ?? one.body.event);
/** Starts a chat and waits until the provider has received its first message. */
const begun = async (): Promise<{ id: number; who: string }> => {
  const who = `i${++customers}`;
  const { id } = await bed.chat(who);
  await bed.until(() => heard(id).length === 1);
  return { id, who };
};

test("[BOT-070] [BOT-072] nobody is available: AGENT_UNAVAILABLE at once, and the bot goes on with the customer", async () => {
  const { id, who } = await begun();
  expect([(await bed.invite(id)).status, (await bed.invite(id)).status]).toEqual([200, 200]);
  await bed.until(() => heard(id).length === 3);
  expect(heard(id).slice(1)).toEqual(["AGENT_UNAVAILABLE", "AGENT_UNAVAILABLE"]);
  expect(await bed.read(id)).toMatchObject({ state: "bot", wait: null, bot: { attached: true } });
  expect((await bed.say(id, "Please leave your number")).status).toBe(200);
  await bed.parlour.sendCustomerMessage(bed.channel, who, "+4930111222");
  await bed.until(() => heard(id).length === 4);
  expect(heard(id).at(-1)).toBe("+4930111222");
});

test("[BOT-070] [BOT-071] [BOT-073] offered once, however often it is asked; who joins has the chat, the bot hears it once and no message more", async () => {
  const operator = await bed.online();
  const { id, who } = await begun();
  expect((await Promise.all([bed.invite(id), bed.invite(id), bed.invite(id)])).map((one) => one.status)).toEqual([200, 200, 200]);
  expect(await bed.read(id)).toMatchObject({ state: "waiting", bot: { attached: true } });
  expect((await bed.lines(id)).filter((code) => code === "invited")).toHaveLength(1);
  await bed.parlour.sendCustomerMessage(bed.channel, who, "Anybody?");
  expect((await bed.say(id, "Somebody comes")).status).toBe(200);

  expect((await bed.parlour.owner.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  await bed.until(() => heard(id).length === 2);
  expect((await bed.invite(id)).status).toBe(200);
  expect((await bed.say(id, "And I?")).body.error).toMatchObject({ code: "invalid_request", reason: "chat_handed_over" });
  await bed.parlour.owner.call("POST", `chats/${id}/leave`, {});
  await bed.parlour.owner.call("POST", `chats/${id}/accept`, {});
  await bed.parlour.sendCustomerMessage(bed.channel, who, "Thank you");
  await bed.parlour.settle();
  expect(heard(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect((await bed.messages(id)).filter((one) => one.author.kind === "bot").map((one) => one.text)).toEqual(["Somebody comes"]);
  await operator.close();
});

test("[BOT-005] [BOT-074] a chat of a bot is listed under Bot; who joins it uninvited has it", async () => {
  const { id } = await begun();
  const { body } = await bed.parlour.owner.call("GET", "chats?view=bot");
  expect((body.items as { id: number }[]).map((one) => one.id)).toContain(id);
  expect((await bed.parlour.owner.call("POST", `chats/${id}/join`, {})).status).toBe(200);
  await bed.until(() => heard(id).length === 2);
  expect(heard(id)).toEqual(["Hello", "AGENT_JOINED"]);
  expect(await bed.read(id)).toMatchObject({ state: "open", assignee: { id: bed.parlour.owner.id }, bot: { attached: false } });
  const after = await bed.parlour.owner.call("GET", "chats?view=bot");
  expect((after.body.items as { id: number }[]).map((one) => one.id)).not.toContain(id);
});

test("[BOT-070] [CORE-092] outside working hours, and with everybody at the limit, nobody is available", async () => {
  const operator = await bed.online();
  const { owner } = bed.parlour;
  const own = await begun();
  await owner.call("POST", `chats/${own.id}/accept`, {});
  await owner.call("PATCH", `operators/${owner.id}`, { chat_limit: 1 });
  const full = await begun();
  await bed.invite(full.id);
  await bed.until(() => heard(full.id).length === 2);
  expect(heard(full.id)).toEqual(["Hello", "AGENT_UNAVAILABLE"]);
  await owner.call("PATCH", `operators/${owner.id}`, { chat_limit: 0 });

  expect((await owner.call("PATCH", "working-hours", { timezone: "UTC" })).status).toBe(200);
  const closed = await begun();
  await bed.invite(closed.id);
  await bed.until(() => heard(closed.id).length === 2);
  expect(heard(closed.id)).toEqual(["Hello", "AGENT_UNAVAILABLE"]);
  await owner.call("PATCH", "working-hours", { timezone: null });
  await operator.close();
});
