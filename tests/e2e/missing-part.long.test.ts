import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

test("[CORE-336] a search dialog and a menu that cannot be loaded say so, and the next press opens them", async () => {
  const files = /\/(?:CommandPalette|menu-button)-[^/]+\.js$/;
  const opened = await fixture.openOperatorPage(undefined, {
    setUpContext: async (context) =>
      void (await context.route(files, (route) => route.fulfill({ status: 503 }))),
  });
  const { page, context } = opened;
  await waitUntilLive(page);
  const notice = page.getByRole("alert").getByText("This part of the page could not be loaded.");
  const closeNotices = async () => {
    for (const button of await page.locator(".toast button").all()) await button.click();
    await notice.waitFor({ state: "detached" });
  };
  await page.keyboard.press("Control+k");
  await notice.waitFor();
  await closeNotices();
  const menu = page.getByRole("button", { name: /Change status$/ }).first();
  await menu.click();
  await notice.waitFor();
  await closeNotices();
  await context.unroute(files);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.press("Escape");
  await menu.click();
  await page.getByRole("menu").waitFor();
  expect(opened.page.url()).toContain("/inbox");
});
