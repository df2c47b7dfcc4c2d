import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotFixture, type BotFixture, type TestBot } from "./bot-edge-fixture.ts";

/** Several bots of a channel, chosen by condition and working hours, in a whole Parlour. */
let fixture: BotFixture;
let night: TestBot;
let help: TestBot;
beforeAll(async () => {
  fixture = await openBotFixture();
  night = await fixture.connectBot({
    token: "night-night-night-night",
    name: "Night",
    hours: "outside",
    precedence: 1,
  });
  help = await fixture.connectBot({
    token: "help-help-help-help-help",
    name: "Help",
    if: { fact: "visitor.email", op: "ends", value: "@partner.example" },
    precedence: 2,
  });
});
afterAll(() => fixture.close());
/** Starts a chat, and waits until a bot has received the message. Returns the name of that bot. */
async function startChat(customer: string, email = "a@example.test"): Promise<string | undefined> {
  const before = fixture.provider.events.length;
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello", {
    sender: { email },
  });
  const { bot } = await fixture.parlour.findChat(customer);
  const event = (await fixture.provider.waitForEvents(before + 1)).at(-1);
  const tokens = { Robo: fixture.bot.token, Night: night.token, Help: help.token };
  expect(event?.path).toBe(`/bot/${tokens[bot?.name as keyof typeof tokens]}`);
  return bot?.name;
}

test("[BOT-112] the first bot in order whose condition and hours fit starts the chat", async () => {
  // The clock begins on a Monday at 9:00 UTC.
  const setHours = (interval: string) =>
    fixture.parlour.owner.call("PATCH", "working-hours", {
      timezone: "UTC",
      week: { mon: [interval] },
    });
  expect((await setHours("08:00-18:00")).status).toBe(200);
  expect(await startChat("day")).toBe("Robo");
  expect(await startChat("partner", "zoe@partner.example")).toBe("Help");
  expect((await setHours("12:00-18:00")).status).toBe(200);
  expect(await startChat("night")).toBe("Night");
  expect(await startChat("night partner", "max@partner.example")).toBe("Help");
});

test("[BOT-112] [FLD-017] a condition can name a field, which then cannot be removed; null or an unknown fact is refused", async () => {
  const { owner } = fixture.parlour;
  const field = await owner.call("POST", "fields", {
    object: "visitor",
    key: "plan",
    kind: "text",
    name: "Plan",
  });
  const condition = { fact: "visitor.plan", op: "is", value: "pro" };
  const patched = await owner.call("PATCH", `bots/${help.id}`, { if: condition });
  expect(patched.body["if"]).toEqual(condition);
  const removed = await owner.call("DELETE", `fields/${String(field.body["id"])}`);
  expect(removed.body.error).toMatchObject({
    code: "in_use",
    message: expect.stringContaining('the bot "Help"'),
  });
  for (const [value, at] of [
    [null, "if"],
    [{ fact: "chat.mood", op: "is", value: "good" }, "if.fact"],
  ] as const)
    expect(await owner.call("PATCH", `bots/${help.id}`, { if: value })).toMatchObject({
      status: 400,
      body: { error: { field: at } },
    });
});
