import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, message, openDesk, ready, row, talk, type Desk, type Seat } from "./desk.ts";
import { addBot, type DeskBot } from "./integrators.ts";
import { look } from "./look.ts";
import { go, openChat } from "./places.ts";

let desk: Desk;
let bot: DeskBot;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  bot = await addBot(desk, "Shop assistant", { invite_wait_s: 600 });
  seat = await desk.sit();
});
afterAll(async () => {
  await seat.leave();
  await bot.provider.close();
  await desk.close();
});

let posted = 0;
/** Posts a message of the bot to a customer's chat. */
async function botSays(chatId: number, content: object): Promise<void> {
  const status = await bot.post({
    id: `e${++posted}`,
    client_id: "c",
    chat_id: String(chatId),
    event: "BOT_MESSAGE",
    message: { timestamp: 1_795_000_000, ...content },
  });
  expect(status).toBe(200);
}

test("[BOT-005] [BOT-042] [BOT-045] [BOT-061] [BOT-074] a chat with a bot reads well and an operator joins it", async () => {
  const { page } = seat;
  await ready(page);
  await go(page, "/inbox/bot");
  await page.getByText("No bot is talking").waitFor();
  await desk.parlour.sendCustomerMessage(desk.channel, "anna", "Where is my order?", { sender: { name: "Anna Kovács" } });
  const chat = await desk.parlour.findChat("anna");
  await expect.poll(() => bot.provider.eventNames(chat.id).length).toBe(1);
  await botSays(chat.id, { type: "TEXT", text: "Hello Anna, let me look." });
  await botSays(chat.id, {
    type: "MARKDOWN",
    content: "It is **on its way**, see [the *tracking* page](https://track.example/7781) <b>now</b>",
    text: "It is on its way.",
  });
  await botSays(chat.id, {
    type: "BUTTONS",
    title: "Which order?",
    text: "Order 7781 or 7790?",
    buttons: [
      { text: "Order 7781", id: "o1" },
      { text: "Order 7790", id: "o2" },
    ],
  });
  // The channel cannot show buttons, so the customer gets a text with numbers (BOT-091).
  await botSays(chat.id, { type: "BUTTONS", title: "Anything else?", buttons: [{ text: "No, thanks", id: "n" }] });
  await row(page, "Anna Kovács").click();
  await talk(page).getByText("Shop assistant (bot)").first().waitFor();
  await bubble(page, "Hello Anna, let me look.").waitFor();
  const marked = talk(page).locator(".bubble").filter({ hasText: "on its way" }).first();
  expect(await marked.locator("strong").textContent()).toBe("on its way");
  expect(await marked.locator(".said a").getAttribute("href")).toBe("https://track.example/7781");
  expect(await marked.locator(".said a").getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await marked.locator("b").count()).toBe(0);
  await talk(page).locator(".bubble").filter({ hasText: "Anything else?" }).waitFor();
  expect(await talk(page).getByText("Not shown to the customer").count()).toBe(0);
  expect(
    await talk(page).getByRole("list", { name: "Buttons shown to the customer" }).first().getByRole("listitem").allTextContents(),
  ).toEqual(["Order 7781", "Order 7790"]);
  // While a bot answers, operators can only write notes.
  await talk(page).getByText("Shop assistant (bot) answers this chat. You can join at any time.").waitFor();
  expect(await message(page).count()).toBe(0);
  const wrong = [...(await look(page, "bot-chat"))];
  await talk(page).getByRole("button", { name: "Join" }).first().click();
  await message(page).waitFor();
  await message(page).fill("Sofia here, I take it from the bot.");
  await message(page).press("Enter");
  await bubble(page, "Sofia here, I take it from the bot.").getByText("Delivered", { exact: true }).waitFor();
  await expect.poll(() => bot.provider.eventNames(chat.id).at(-1)).toBe("AGENT_JOINED");
  wrong.push(...(await look(page, "bot-joined")));
  expect(wrong.join("\n")).toBe("");
});

test("[BOT-070] [BOT-053] an invited chat shows its time and is taken; a bot that fails is handed over with the reason", async () => {
  const { page } = seat;
  await ready(page);
  await go(page, "/inbox/all");
  await desk.parlour.sendCustomerMessage(desk.channel, "ben", "I want a person", { sender: { name: "Ben Ode" } });
  const chat = await desk.parlour.findChat("ben");
  expect(await bot.post({ id: "i1", client_id: "c", chat_id: String(chat.id), event: "INVITE_AGENT" })).toBe(200);
  await openChat(page, chat.id);
  const card = talk(page).getByRole("region", { name: "Shop assistant (bot) asks for an operator" });
  await card.getByText(/^\d:\d\d left\. After that the bot goes on alone\.$/).waitFor();
  await row(page, "Ben Ode").getByText("Bot asks", { exact: true }).waitFor();
  const wrong = [...(await look(page, "bot-invited"))];
  await card.getByRole("button", { name: "Reply" }).click();
  await message(page).waitFor();
  await card.waitFor({ state: "detached" });
  bot.provider.respondWith(400);
  await desk.parlour.sendCustomerMessage(desk.channel, "carla", "Hello bot", { sender: { name: "Carla Ruiz" } });
  await go(page, "/inbox/waiting");
  await row(page, "Carla Ruiz").click();
  await talk(page)
    .getByText(/^Handed over: the bot did not answer/)
    .waitFor();
  await message(page).waitFor();
  wrong.push(...(await look(page, "bot-failed")));
  expect(wrong.join("\n")).toBe("");
  bot.provider.respondWith("ok");
});
