import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { createSampleChats } from "./sample-chats.ts";
import { checkScreen, takeScreenshot } from "./screen-check.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

test(
  "[BOARD-003] [BOARD-010] a chat that waits appears on the board, in both themes, on a phone and on a wall",
  { meta: { pin: "journey of the live board" } },
  async () => {
    const { parlour, channel } = fixture;
    await createSampleChats(fixture, parlour.owner);
    await parlour.owner.call("PATCH", `operators/${parlour.owner.id}`, { chat_limit: 6 });
    const operatorPage = await fixture.openOperatorPage(parlour.owner, { path: "/reports" });
    const { page } = operatorPage;
    await page.getByRole("link", { name: "Live board" }).click();
    const waiting = page.locator(".board .numbers > :first-child .v");
    const expectShown = async (): Promise<number> => {
      const { items } = (await parlour.owner.call("GET", "chats?state=waiting")).body;
      await expect.poll(() => waiting.textContent()).toBe(String(items.length));
      return items.length;
    };
    const before = await expectShown();
    await parlour.sendCustomerMessage(channel, "late", "Where is my order?");
    expect(await expectShown()).toBe(before + 1);
    const problems = await checkScreen(page, "board", { views: ["light", "dark", "phone"] });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await takeScreenshot(page, "board-wall");
    expect(problems).toEqual([]);
    await operatorPage.checkAndClose();
  },
);
