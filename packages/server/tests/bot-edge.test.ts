import { afterAll, beforeAll, expect, test } from "vitest";
import { openBotBed, type BotBed } from "./bot-edge-bed.ts";

let bed: BotBed;
beforeAll(async () => {
  bed = await openBotBed();
});
afterAll(() => bed.close());

test("[BOT-004] [BOT-010] [BOT-012] [BOT-080] a customer's message goes to the provider, its answer to the channel", async () => {
  const chat = await bed.chat("nadia", "Where is my parcel?");
  expect(chat).toMatchObject({ state: "bot", bot: { name: "Robo", attached: true } });
  const [event] = await bed.provider.arrived(1);
  expect(event?.path).toBe(`/bot/${bed.bot.token}`);
  const answer = await bed.say(chat.id, "It is on its way.");
  expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);
  await bed.integrator.arrived(1);
  expect(JSON.parse(bed.integrator.received[0]?.body ?? "")).toMatchObject({
    recipient: { id: "nadia" },
    sender: { name: "Robo" },
    message: { type: "text", text: "It is on its way." },
  });
});
