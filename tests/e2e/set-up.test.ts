import { startHostSite, type HostSite } from "@parlour/testkit";
import {
  findAxeViolations,
  openContext,
  useSharedBrowser,
  findHorizontalOverflow,
  collectPageErrors,
} from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageBubble, messageField, waitForKeys } from "./inbox-fixture.ts";
import { openNewInstallation, type NewInstallation } from "./new-installation.ts";
import { expectKeysIn, toPageHtml } from "./widget-site-fixture.ts";

let installation: NewInstallation;
let site: HostSite;
const browser = useSharedBrowser();
beforeAll(async () => {
  [installation, site] = await Promise.all([openNewInstallation(null), startHostSite()]);
});
afterAll(async () => {
  await browser.close();
  await installation.close();
  await site.close();
});

/** Returns the accessible name of the focused element; "" if there is none. */
const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return at === null || at === document.body
      ? ""
      : (at.labels?.[0]?.textContent ?? at.textContent ?? "").trim();
  });

test("[CORE-170] [CORE-171] [CORE-172] [CORE-173] [CORE-175] [API-160] [WG-001] [WG-313] [CORE-210] [CORE-211] [CORE-212] [CORE-391] [CORE-392] from the set-up link of a fresh installation to the first answer, by keyboard alone", async () => {
  const context = await openContext(browser, { width: 1280, height: 900 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(() =>
    addEventListener("pointerdown", () => {
      throw new Error("a pointer was used");
    }),
  );
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const began = performance.now();
  const at = (name: string) => expect.poll(() => getFocusedName(page)).toBe(name);
  const type = async (text: string) => page.keyboard.type(text);
  const tab = async (name: string) => {
    for (let n = 0; n < 12 && (await getFocusedName(page)) !== name; n++)
      await page.keyboard.press("Tab");
    await at(name);
  };

  await page.goto(installation.setupLink);
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await at("Name");
  await waitForKeys(page);
  await type("Sofia Lind");
  await page.keyboard.press("Tab");
  await type("sofia@shop.example");
  await page.keyboard.press("Tab");
  await type("teapot lid violin meadow");
  // A tab with unsaved text asks before it closes.
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => faults.join("\n")).toMatch(/^dialog: beforeunload/);
  faults.length = 0;
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Your shop" }).waitFor();
  await at("Name");
  await type("Teapots & Co");
  await page.keyboard.press("Enter");

  // One line is copied into a page of another site. The row then turns green by itself.
  await page.getByRole("heading", { name: "Add your chat button" }).waitFor();
  await at("Copy");
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(/^<script src="http[^"]+\/widget\/\w{10}\.js" async><\/script>$/);
  await page
    .getByRole("status")
    .getByText("Waiting for your site")
    .or(page.getByText("Waiting for your site"))
    .first()
    .waitFor();
  // The kinds of sites are those of the tab Install, with the plug-in for WordPress.
  await page.getByText("Install it on your kind of site").press("Enter");
  await page.locator(".platforms summary", { hasText: "WordPress" }).press("Enter");
  await page.getByText("parlour-chat.zip").waitFor();
  expect(await page.locator(".platforms").getByRole("link").last().getAttribute("target")).toBe(
    "_blank",
  );
  expect(await findAxeViolations(page)).toEqual([]);
  // The step is done when a page has loaded the line, not when somebody has gone on.
  const step = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  const buttonStep = step.filter({ hasText: "Chat button" });
  await page.getByRole("button", { name: "Do this later" }).press("Enter");
  await at("Open the test page");
  expect(await buttonStep.getByText("Done").count()).toBe(0);
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await page.getByText("Waiting for your site").first().waitFor();
  site.setPage("/bowl", toPageHtml(line));
  // With a list of sites, an unlisted page is named and can be added with one press.
  await page.evaluate(async () => {
    const { items } = (await (await fetch("/api/v1/channels")).json()) as {
      items: { id: number }[];
    };
    const widget = { origins: ["https://www.shop.example"] };
    const headers = { "content-type": "application/json" };
    await fetch(`/api/v1/channels/${items[0]?.id ?? 0}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ widget }),
    });
  });
  const fixture = await context.newPage();
  await fixture.goto(`${site.url}/bowl`);
  await page.bringToFront();
  await page.getByText("This address is not on your list of sites.").waitFor();
  await page.getByRole("button", { name: "Add it" }).press("Enter");
  await page.locator(".seen-row.ok").waitFor();
  await fixture.goto(`${site.url}/bowl?email=anna%40x.example`);
  await fixture.locator("parlour-widget button.l").waitFor();
  await page.bringToFront();
  const host = new URL(site.url).host;
  await page.getByText(`Seen on ${host}`).waitFor();
  await page.getByText(/second(s)? ago, page “Shop”/).waitFor();
  // Only one button is filled.
  await expect.poll(() => page.locator(".btn.primary").allTextContents()).toEqual(["Continue"]);
  await fixture.close();

  await tab("Continue");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Write your first message" }).waitFor();
  await at("Open the test page");
  await buttonStep.getByText("Done").waitFor();
  // Back keeps the typed text.
  await page.keyboard.press("Shift+Tab");
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await page.getByRole("heading", { name: "Add your chat button" }).waitFor();
  await page.getByRole("button", { name: "Back" }).press("Enter");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Name" }).inputValue())
    .toBe("Teapots & Co");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Add your chat button" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await at("Open the test page");
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findHorizontalOverflow(page)).toEqual([]);

  // Until the first chat, the inbox shows its owner the check list. Its first item is complete
  // after the set-up.
  const inbox = await context.newPage();
  await inbox.goto(new URL("/inbox/all", installation.setupLink).href);
  await inbox.getByRole("heading", { name: "Welcome, Sofia. Your inbox is ready." }).waitFor();
  await inbox.getByText("No chats yet").waitFor();
  await expect
    .poll(() => inbox.getByRole("progressbar").getAttribute("aria-valuetext"))
    .toBe("1 of 6 done");
  await inbox
    .getByRole("listitem")
    .filter({ hasText: `Seen on ${host} today at` })
    .waitFor();
  await expect
    .poll(() => inbox.locator(".btn.primary").allTextContents())
    .toEqual([" Open the test page"]);
  expect(await findAxeViolations(inbox)).toEqual([]);
  await inbox.close();

  const [trial] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  const trialFaults = collectPageErrors(trial);
  const field = trial
    .frameLocator("parlour-widget iframe")
    .getByRole("textbox", { name: "Message" });
  await field.waitFor();
  await expectKeysIn(field);
  await trial.keyboard.type("Is the small bowl safe in the oven?");
  await trial.keyboard.press("Enter");

  // The test page links to the waiting message. The link returns to the tab that opened the page
  // and opens no other one.
  await trial
    .getByText("Your message has arrived. It is waiting in the inbox, in the other tab.")
    .waitFor();
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.evaluate(() => {
    window.focus = () => void (document.title = "brought to the front");
  });
  await trial.getByRole("link", { name: "Answer it" }).press("Enter");
  await expect.poll(() => page.title()).toBe("brought to the front");
  expect(context.pages()).toEqual([page, trial]);

  await page.bringToFront();
  await page.getByText("Your first message is in the inbox").waitFor();
  await page.getByText(/“Is the small bowl safe in the oven\?”/).waitFor();
  await expect
    .poll(() => page.locator(".btn.primary").allTextContents())
    .toEqual([expect.stringContaining("Answer it in the inbox")]);
  await at("Answer it in the inbox");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox\/mine\/\d+$/);
  await messageBubble(page, "Is the small bowl safe in the oven?").waitFor();
  await expect
    .poll(() => messageField(page).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await type("Yes, to 220 degrees.");
  await page.keyboard.press("Enter");
  await trial.bringToFront();
  await trial.frameLocator("parlour-widget iframe").getByText("Yes, to 220 degrees.").waitFor();
  const took = (performance.now() - began) / 1000;
  console.info(
    `set-up link to answered message: ${took.toFixed(1)} s without the time a person types`,
  );

  // With a list of sites, an unlisted page is named with a way to add it.
  expect([faults, trialFaults]).toEqual([[], []]);
  await context.close();
});
