import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { addBot, type TestBot } from "./integrators.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

let fixture: InboxFixture;
let bot: TestBot;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  bot = await addBot(fixture, "Shop assistant", { invite_wait_s: 600 });
  operatorPage = await fixture.openOperatorPage();
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await bot.provider.close();
  await fixture.close();
});

let postedCount = 0;
/** Posts a message of the bot to a customer's chat. */
async function postBotMessage(chatId: number, content: object): Promise<void> {
  const status = await bot.post({
    id: `e${++postedCount}`,
    client_id: "c",
    chat_id: String(chatId),
    event: "BOT_MESSAGE",
    message: { timestamp: 1_795_000_000, ...content },
  });
  expect(status).toBe(200);
}

test("[BOT-005] [BOT-042] [BOT-045] [BOT-061] [BOT-074] a chat with a bot reads well and an operator joins it", async () => {
  const { page } = operatorPage;
  await waitUntilLive(page);
  await navigateTo(page, "/inbox/bot");
  await page.getByText("No bot chats").waitFor();
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "Where is my order?", {
    sender: { name: "Anna Kovács" },
  });
  const chat = await fixture.parlour.findChat("anna");
  await expect.poll(() => bot.provider.eventNames(chat.id).length).toBe(1);
  await postBotMessage(chat.id, { type: "TEXT", text: "Hello Anna, let me look." });
  await postBotMessage(chat.id, {
    type: "MARKDOWN",
    content:
      "It is **on its way**, see [the *tracking* page](https://track.example/7781) <b>now</b>",
    text: "It is on its way.",
  });
  await postBotMessage(chat.id, {
    type: "BUTTONS",
    title: "Which order?",
    text: "Order 7781 or 7790?",
    buttons: [
      { text: "Order 7781", id: "o1" },
      { text: "Order 7790", id: "o2" },
    ],
  });
  // The channel cannot show buttons, so the customer gets a text with numbers (BOT-091).
  await postBotMessage(chat.id, {
    type: "BUTTONS",
    title: "Anything else?",
    buttons: [{ text: "No, thanks", id: "n" }],
  });
  await chatRow(page, "Anna Kovács").click();
  await conversationPane(page).getByText("Shop assistant (bot)").first().waitFor();
  await messageBubble(page, "Hello Anna, let me look.").waitFor();
  const marked = conversationPane(page)
    .locator(".bubble")
    .filter({ hasText: "on its way" })
    .first();
  expect(await marked.locator("strong").textContent()).toBe("on its way");
  expect(await marked.locator(".freetext a").getAttribute("href")).toBe(
    "https://track.example/7781",
  );
  expect(await marked.locator(".freetext a").getAttribute("rel")).toBe(
    "noopener noreferrer nofollow",
  );
  expect(await marked.locator("b").count()).toBe(0);
  await conversationPane(page).locator(".bubble").filter({ hasText: "Anything else?" }).waitFor();
  expect(await conversationPane(page).getByText("Not shown to the customer").count()).toBe(0);
  expect(
    await conversationPane(page)
      .getByRole("list", { name: "Buttons shown to the visitor" })
      .first()
      .getByRole("listitem")
      .allTextContents(),
  ).toEqual(["Order 7781", "Order 7790"]);
  // While a bot answers, operators can only write notes.
  await conversationPane(page)
    .getByText("Shop assistant (bot) is handling this chat. You can join at any time.")
    .waitFor();
  expect(await messageField(page).count()).toBe(0);
  const problems = [...(await checkScreen(page, "bot-chat"))];
  await conversationPane(page).getByRole("button", { name: "Join" }).first().click();
  await messageField(page).waitFor();
  await messageField(page).fill("Sofia here, I take it from the bot.");
  await messageField(page).press("Enter");
  await messageBubble(page, "Sofia here, I take it from the bot.")
    .getByText("Delivered", { exact: true })
    .waitFor();
  await expect.poll(() => bot.provider.eventNames(chat.id).at(-1)).toBe("AGENT_JOINED");
  problems.push(...(await checkScreen(page, "bot-joined")));
  expect(problems.join("\n")).toBe("");
});

test("[BOT-070] [BOT-053] an invited chat shows its time and is taken; a bot that fails is handed over with the reason", async () => {
  const { page } = operatorPage;
  await waitUntilLive(page);
  await navigateTo(page, "/inbox/all");
  await fixture.parlour.sendCustomerMessage(fixture.channel, "ben", "I want a person", {
    sender: { name: "Ben Ode" },
  });
  const chat = await fixture.parlour.findChat("ben");
  expect(
    await bot.post({ id: "i1", client_id: "c", chat_id: String(chat.id), event: "INVITE_AGENT" }),
  ).toBe(200);
  await openChat(page, chat.id);
  const card = conversationPane(page).getByRole("region", {
    name: "Shop assistant (bot) needs an operator",
  });
  await card.getByText(/^\d:\d\d left\. Then the bot continues alone\.$/).waitFor();
  await chatRow(page, "Ben Ode").getByText("Bot needs help", { exact: true }).waitFor();
  const problems = [...(await checkScreen(page, "bot-invited"))];
  await card.getByRole("button", { name: "Reply" }).click();
  await messageField(page).waitFor();
  await card.waitFor({ state: "detached" });
  bot.provider.respondWith(400);
  await fixture.parlour.sendCustomerMessage(fixture.channel, "carla", "Hello bot", {
    sender: { name: "Carla Ruiz" },
  });
  await navigateTo(page, "/inbox/waiting");
  await chatRow(page, "Carla Ruiz").click();
  await conversationPane(page)
    .getByText(/^Handed over: the bot did not respond/)
    .waitFor();
  await messageField(page).waitFor();
  problems.push(...(await checkScreen(page, "bot-failed")));
  expect(problems.join("\n")).toBe("");
  bot.provider.respondWith("ok");
});
