import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { createSampleChats } from "./sample-chats.ts";
import { checkScreen, takeScreenshot } from "./screen-check.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

test("[BOARD-003] [BOARD-010] a chat that waits appears on the board within two seconds, in both themes, on a phone and on a wall", async () => {
  const { parlour, channel } = fixture;
  await createSampleChats(fixture, parlour.owner);
  await parlour.owner.call("PATCH", `operators/${parlour.owner.id}`, { chat_limit: 6 });
  const operatorPage = await fixture.openOperatorPage(parlour.owner, { path: "/reports" });
  const { page } = operatorPage;
  await page.getByRole("link", { name: "Live board" }).click();
  const waiting = page.locator(".board .numbers > :first-child .v");
  await waiting.waitFor();
  const before = Number(await waiting.textContent());
  await parlour.sendCustomerMessage(channel, "late", "Where is my order?");
  await expect.poll(() => waiting.textContent(), { timeout: 2_000 }).toBe(String(before + 1));
  const problems = await checkScreen(page, "board", { views: ["light", "dark", "phone"] });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await takeScreenshot(page, "board-wall");
  expect(problems).toEqual([]);
  await operatorPage.checkAndClose();
});
