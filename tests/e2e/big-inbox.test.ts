import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, openDesk, ready, row, talk, type Desk } from "./desk.ts";
import { seedChats } from "./many.ts";

let desk: Desk;
const many = 5_000;
beforeAll(async () => {
  desk = await openDesk();
  await seedChats(desk.parlour, desk.channel, many);
}, 120_000);
afterAll(() => desk.close());

test("[API-020] a list of 5,000 chats is whole, in order, and right while messages come", { timeout: 120_000 }, async () => {
  const seat = await desk.sit();
  const { page } = seat;
  await ready(page);
  const grid = page.getByRole("grid");
  await page.locator(`[role=grid][aria-rowcount="${many}"]`).waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: `All ${many}` }).waitFor();
  // Only rows in sight stand in the page.
  expect(await grid.getByRole("row").count()).toBeLessThan(60);
  await page.getByRole("button", { name: /^Order:/ }).click();
  await page.getByRole("menuitemradio", { name: "Newest" }).click();
  // Under the pointer rows keep their places.
  await page.mouse.move(900, 450);

  for (const n of [7, 4_321, 2_500]) await desk.parlour.say(desk.channel, `many-${n}`, `Something new from ${n}!`);
  await row(page, "Something new from 2500!").waitFor();
  const first = await grid
    .getByRole("row")
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")))
        .map((one) => one.textContent),
    );
  expect(first.slice(0, 3).map((text) => /Something new from (\d+)!/.exec(text ?? "")?.[1])).toEqual(["2500", "4321", "7"]);

  // To the end and back by keyboard: the focused row is always there.
  await row(page, "Something new from 2500!").focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe(String(many));
  await page.keyboard.press("Home");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("1");

  await page.keyboard.press("/");
  await page.keyboard.type("many-4999");
  await page.locator('[role=grid][aria-rowcount="1"]').waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator(`[role=grid][aria-rowcount="${many}"]`).waitFor();

  // From chat to chat, each with its own messages.
  await row(page, "Something new from 4321!").click();
  await bubble(page, "Something new from 4321!").waitFor();
  await page.keyboard.press("j");
  await bubble(page, "Something new from 7!").waitFor();
  await page.keyboard.press("k");
  await bubble(page, "Something new from 4321!").waitFor();
  expect(await bubble(page, "Something new from 7!").count()).toBe(0);
  await talk(page).getByRole("heading", { name: "Customer 4321" }).waitFor();
  await seat.leave();
});
