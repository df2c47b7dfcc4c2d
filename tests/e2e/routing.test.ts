import type { TestOperator } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDesk, ready, ring, row, talk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";
import { go } from "./places.ts";

let desk: Desk;
let max: TestOperator;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.parlour.owner.id, max.id] });
  // Limits that a test can wait for.
  await desk.parlour.owner.call("PATCH", "routing", { warn_s: 1, overdue_s: 2 });
  seat = await desk.sit();
  await ready(seat.page);
});
// What one test leaves rings with nobody in the next.
afterEach(async () => {
  const { items } = (await desk.parlour.owner.call("GET", "chats?limit=50")).body as { items: { id: number }[] };
  for (const { id } of items) await desk.parlour.owner.call("POST", `chats/${id}/close`, {});
  await desk.parlour.owner.call("PATCH", "routing", { mode: "all", channel_s: 120, warn_s: 1, overdue_s: 2 });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

test("[CORE-033] [CORE-035] settings of routing: times in plain words, what is wrong at its field, the preview follows", async () => {
  const { page } = seat;
  await go(page, "/settings/routing");
  await page.getByRole("heading", { name: "Routing", level: 1 }).waitFor();
  const preview = page.getByRole("region", { name: "What a visitor meets" });
  await preview.getByText("At once the chat rings with everybody who can answer.").waitFor();
  expect(await look(page, "routing")).toEqual([]);

  await page.getByRole("combobox", { name: "Offer it to" }).selectOption("least_busy");
  await preview.getByText("At once it rings with one person, the least busy first. After 30 s with the next.").waitFor();
  const channel = page.getByRole("textbox", { name: "Ask everybody on the channel after" });
  await channel.fill("20 s");
  await page.keyboard.press("Control+s");
  await page.getByText("This comes after “Ask the whole department after”").first().waitFor();
  expect(await look(page, "routing-faults")).toEqual([]);
  await channel.fill("3 min");
  await page.getByRole("textbox", { name: "Turns amber after" }).fill("1 s");
  await page.getByRole("textbox", { name: "Turns red after" }).fill("2 s");
  await page.keyboard.press("Control+s");
  const saved = { mode: "least_busy", channel_s: 180, offer_s: 30, warn_s: 1, overdue_s: 2 };
  await expect.poll(async () => (await desk.parlour.owner.call("GET", "routing")).body).toMatchObject(saved);
  // A page whose answer has not come yet asks before it goes.
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => channel.inputValue()).toBe("3 min");
});

test("[CORE-035] [API-041] several chats ring one at a time, the newest on top, red at the account's limit; a card under the pointer stays; Skip goes on to the next", async () => {
  const { page } = seat;
  await page.goto(`${desk.url}/inbox/all`);
  await ready(page);
  await desk.parlour.say(desk.channel, "anna", "Where is my order?", { sender: { name: "Anna Keller" } });
  await ring(page).getByText("Where is my order?").waitFor();
  await Promise.all([row(page, "Anna Keller").locator(".timer.bad").waitFor(), ring(page).locator(".timer.bad").waitFor()]);
  await page.evaluate(() => document.body.focus());
  await desk.parlour.say(desk.channel, "ben", "Do you ship to Norway?", { sender: { name: "Ben Okafor" } });
  await ring(page).getByText("Do you ship to Norway?").waitFor();
  await ring(page).getByRole("link", { name: "1 more waits for you" }).waitFor();
  await ring(page).getByRole("button", { name: "Skip" }).hover();
  await desk.parlour.say(desk.channel, "cleo", "Hello?", { sender: { name: "Cleo Brandt" } });
  await ring(page).getByRole("link", { name: "2 more wait for you" }).waitFor();
  expect(await ring(page).getByText("Do you ship to Norway?").count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  expect(await look(page, "ring-queue")).toEqual([]);
  await page.mouse.move(700, 300);
  await ring(page).getByText("Hello?").waitFor();
  await ring(page).getByRole("button", { name: "Skip" }).click();
  await page.mouse.move(700, 300);
  await ring(page).getByText("Do you ship to Norway?").waitFor();
  await ring(page)
    .getByRole("button", { name: /^Reply/ })
    .click();
  await talk(page).getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await page.mouse.move(700, 300);
  await ring(page).getByText("Where is my order?").waitFor();
});

test("[CORE-037] why a chat is here stands beside the line of its offer and in the panel", async () => {
  const { page } = seat;
  await desk.parlour.say(desk.channel, "emma", "Where is my order?", { sender: { name: "Emma Keller" } });
  await go(page, `/inbox/all/${(await desk.parlour.chatOf("emma")).id}`);
  await row(page, "Emma Keller").getByText("Where is my order?").waitFor();
  await page.getByRole("complementary").getByText("Why here?").click();
  await page.getByRole("complementary").getByText("Offered to everybody who may answer here").waitFor();
  await talk(page).getByRole("button", { name: "Why here?" }).first().click();
  const why = page.getByRole("dialog", { name: "Why here?" });
  await why.getByText("Offered to everybody who may answer here").waitFor();
  await why.getByText("Ann", { exact: true }).waitFor();
  await why.getByText("Max Weber").waitFor();
  await why.getByText("offline").waitFor();
  expect(await look(page, "why-here")).toEqual([]);
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "detached" });
});

test("[CORE-033] a chat that is offered to one rings with him alone and says how long", async () => {
  await desk.parlour.owner.call("PATCH", "routing", { mode: "least_busy" });
  await desk.parlour.say(desk.channel, "fay", "Hello");
  expect((await desk.parlour.owner.call("POST", `chats/${(await desk.parlour.chatOf("fay")).id}/accept`)).status).toBe(200);
  await go(seat.page, "/inbox/all");
  const other = await desk.sit(max);
  await ready(other.page);
  await desk.parlour.say(desk.channel, "dora", "Is the lid sold alone?", { sender: { name: "Dora Lind" } });
  // Ann has open chats, Max none.
  await ring(other.page).getByText("Is the lid sold alone?").waitFor();
  await ring(other.page)
    .getByText(/Offered to you,/)
    .waitFor();
  await row(seat.page, "Dora Lind").waitFor();
  expect(await ring(seat.page).count()).toBe(0);
  // Whoever only closes his browser counts as there for a while.
  const gone = await other.context.request.put(`${desk.url}/api/v1/me/presence`, {
    data: { status: "offline" },
    headers: { origin: desk.url },
  });
  expect(gone.status()).toBe(200);
  await other.leave();
});
