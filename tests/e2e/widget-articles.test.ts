import type { Channel, Chat } from "@parlour/protocol";
import {
  collectPageErrors,
  findAxeViolations,
  findHorizontalOverflow,
  openContext,
} from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeScreenshot } from "./screen-check.ts";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/** Articles in the chat window: found, read, and asked about. */
let fixture: WidgetSite;
let widget: Channel;
beforeAll(async () => {
  fixture = await openWidgetSite();
  widget = await fixture.createWidget();
});
afterAll(() => fixture.close());

const getUrl = (): string =>
  `${fixture.parlour.url.replace("127.0.0.1", "localhost")}/chat/${widget.public_id}`;
async function openWindow(options: Parameters<typeof openContext>[1] = {}) {
  const context = await openContext(fixture.browser, { width: 380, height: 620, ...options });
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  await page.goto(getUrl());
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return { context, page, faults, files };
}
async function check(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, `widget-articles-${name}`);
  expect(await findAxeViolations(page), name).toEqual([]);
  expect(await findHorizontalOverflow(page), name).toEqual([]);
}

test("[WG-310] [WG-312] without the setting or an article, the window loads nothing of articles", async () => {
  const { context, page, files } = await openWindow();
  await page
    .getByText(/Usually|Ready to help/)
    .first()
    .waitFor();
  expect(files.filter((url) => /articles/i.test(url))).toEqual([]);
  const json = await page.request.get(getUrl().replace("/chat/", "/widget/articles/"));
  expect(json.status()).toBe(404);
  await context.close();
});

test("[WG-310] [WG-311] with the keyboard alone, a visitor searches, reads, votes and asks, and operators see the article", async () => {
  const section = await fixture.callApi<{ id: number }>("POST", "article-sections", {
    name: "Care",
  });
  const write = (title: string, body: string) =>
    fixture.callApi("POST", "articles", {
      section_id: section.id,
      language: "en",
      title,
      body,
      state: "published",
    });
  await write("Wash and dry", "Wash by hand.");
  await write(
    "Oven and dishwasher",
    "Most pieces can go in the oven.\n\n## Which pieces\n\n| Piece | Oven |\n|-|-|\n| Bowl | Yes |\n\n1. See [washing](/help/en/wash-and-dry).\n2. <b>Never</b> with gold.",
  );
  await fixture.callApi("PATCH", "help-center", { in_window: true });
  const { context, page, faults } = await openWindow();
  const composer = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("button", { name: "Oven and dishwasher" }).waitFor();
  // The message field keeps the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await check(page, "home");
  await page.getByRole("button", { name: "Search our articles" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Help" });
  const field = dialog.getByRole("searchbox", { name: "Search our articles" });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.insertText("zebra");
  await dialog.getByText("No articles found. Write to us instead.").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("oven");
  const result = dialog.getByRole("button", { name: /Oven and dishwasher/ });
  await result.waitFor();
  await check(page, "search");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.getByRole("heading", { name: "Oven and dishwasher" }).waitFor();
  // Markup of an article is text.
  await dialog.getByText("<b>Never</b> with gold.").waitFor();
  await check(page, "article");
  await dialog.getByRole("button", { name: "Yes" }).press("Enter");
  await dialog.getByText("Thank you").waitFor();
  await dialog.getByRole("link", { name: "washing" }).press("Enter");
  await dialog.getByRole("heading", { name: "Wash and dry" }).waitFor();
  await dialog.getByRole("button", { name: "Back" }).press("Enter");
  expect(await field.inputValue()).toBe("oven");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await composer.isVisible()).toBe(true);

  await page.getByRole("button", { name: "Oven and dishwasher" }).press("Enter");
  await dialog.getByRole("heading", { name: "Oven and dishwasher" }).waitFor();
  await dialog.getByRole("button", { name: "Ask us" }).press("Enter");
  await page.getByText("Oven and dishwasher").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await check(page, "asked");
  await page.keyboard.insertText("Also the bowls of 2018?");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await fixture.listChats("waiting")).length).toBe(1);
  const [chat] = (await fixture.listChats("waiting")) as readonly Chat[];
  expect(chat?.page).toMatchObject({
    title: "Oven and dishwasher",
    url: expect.stringMatching(/\/help\/en\/oven-and-dishwasher$/),
  });
  await fixture.parlour.settle();
  expect(faults).toEqual([]);
  await context.close();
});

test("[WG-310] the window is the same in the dark and on a phone, and says if the search fails", async () => {
  for (const [name, options] of [
    ["dark", { dark: true }],
    ["phone", { width: 390, height: 700 }],
  ] as const) {
    const { context, page } = await openWindow(options);
    await page.getByRole("button", { name: "Oven and dishwasher" }).press("Enter");
    await page.getByRole("heading", { name: "Oven and dishwasher" }).waitFor();
    await check(page, name);
    await context.close();
  }
  const { context, page } = await openWindow();
  await page.route(/\/articles\/.*q=\w/, (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("button", { name: "Search our articles" }).press("Enter");
  await page.getByRole("searchbox", { name: "Search our articles" }).fill("oven");
  await page.getByText("Search is not available. Write to us instead.").waitFor();
  await page.getByRole("button", { name: "Ask us" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await context.close();
});
