import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";

let fixture: InboxFixture;
let sampleChats: SampleChats;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  sampleChats = await createSampleChats(fixture);
  await fixture.parlour.owner.call("POST", `chats/${sampleChats.chatId("priya")}/close`, {});
  await fixture.parlour.settle();
  operatorPage = await fixture.openOperatorPage(sampleChats.ivan, {
    path: `/inbox/all/${sampleChats.chatId("marie")}`,
    cuts: true,
  });
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

const searchDialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
const searchField = (page: Page) => searchDialog(page).getByRole("combobox", { name: "Search" });
const resultGroup = (page: Page, name: string) =>
  searchDialog(page).getByRole("group", { name, exact: true });
const getGroupTitles = (page: Page) =>
  searchDialog(page)
    .getByRole("group")
    .evaluateAll((groups) => groups.map((one) => one.getAttribute("aria-label")));
const selectedOption = (page: Page) => searchDialog(page).getByRole("option", { selected: true });
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+k");
  await expectFocus(searchField(page));
};

test("[CORE-036] in a chat the actions of this chat come first; each chat has its state and last line", async () => {
  const { page } = operatorPage;
  await waitUntilLive(page);
  await conversationPane(page).getByRole("heading", { name: "Marie Dubois" }).waitFor();
  await openPalette(page);
  await expect
    .poll(() => getGroupTitles(page))
    .toEqual(["This chat", "Recent", "Reminders", "Go to"]);
  await selectedOption(page).getByText("Note").waitFor();
  await resultGroup(page, "This chat")
    .getByRole("option", { name: /Close the chat/ })
    .first()
    .waitFor();
  const problems = [...(await checkScreen(page, "palette-empty", { views: usualViews }))];
  await page.keyboard.press("Escape");
  const sofia = await fixture.openOperatorPage();
  await openPalette(page);
  await searchField(page).fill("sofia");
  await resultGroup(page, "This chat")
    .getByRole("option", { name: /^Transfer to Sofia Lind.*online/ })
    .waitFor();
  await resultGroup(page, "This chat").getByRole("option", { name: "Invite Sofia Lind" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for Sofia Lind to accept the transfer.").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Ivan Petrov withdrew the transfer to Sofia Lind").first().waitFor();
  await sofia.checkAndClose();
  await openPalette(page);
  await searchField(page).fill("kov");
  await resultGroup(page, "Chats")
    .getByRole("option", {
      name: /Anna Kovács.*The refund of €48\.00 is on its way\..*Open · Sofia/,
    })
    .waitFor();
  await resultGroup(page, "People")
    .getByRole("option", { name: /Anna Kovács.*anna\.kovacs@example\.com.*1 chat/ })
    .waitFor();
  await expect.poll(() => searchDialog(page).locator("mark").allTextContents()).toContain("Kov");
  problems.push(...(await checkScreen(page, "palette-found", { views: usualViews })));
  await searchField(page).fill("priya");
  await resultGroup(page, "Chats")
    .getByRole("option", { name: /Priya Shah.*Closed/ })
    .waitFor();
  expect(problems.join("\n")).toBe("");
  await page.keyboard.press("Escape");
  await expect.poll(() => searchField(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await searchDialog(page).waitFor({ state: "detached" });
});

test("[API-120] [CORE-156] all people found are shown above their chats in the archive", async () => {
  const { page } = operatorPage;
  const names = ["Zora Adler", "Zora Brandt", "Zora Clemens", "Zora Dietz"];
  for (const name of names)
    await fixture.parlour.sendCustomerMessage(fixture.channel, name, "Hello", {
      sender: { name },
    });
  await fixture.parlour.settle();
  await navigateTo(page, "/inbox/all");
  await openPalette(page);
  await searchField(page).fill("zora");
  await resultGroup(page, "People").getByRole("option", { name: "Show all: People" }).click();
  await page.waitForURL(/\/archive\?q=zora&people=all$/);
  const strip = page.getByRole("region", { name: /^People/ });
  await expect.poll(() => strip.getByRole("button", { name: /^Zora/ }).count()).toBe(4);
  const tops = () =>
    strip
      .getByRole("listitem")
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().top)).size);
  expect(await tops()).toBeGreaterThan(1);
  const problems = [...(await checkScreen(page, "archive-all-people", { views: usualViews }))];

  // One button opens and closes the panel. The address stores its state, so Back undoes it and
  // the next chat keeps it.
  const button = (name: string) => strip.getByRole("button", { name, exact: true });
  await button("Show in one line").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/archive\?q=zora$/);
  expect(await tops()).toBe(1);
  await expectFocus(button("Show all"));
  expect(await button("Show all").getAttribute("aria-expanded")).toBe("false");
  problems.push(...(await checkScreen(page, "archive-people-line", { views: usualViews })));
  await page.keyboard.press("Enter");
  await expect.poll(tops).toBeGreaterThan(1);
  expect(await button("Show in one line").getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await expectFocus(strip.getByRole("button", { name: /^Zora/ }).first());
  await page.goBack();
  await page.waitForURL(/\/archive\?q=zora$/);
  await expect.poll(tops).toBe(1);
  await page.goForward();
  await page.getByRole("list", { name: "Results" }).getByRole("link").first().click();
  await page.waitForURL(/\/archive\/\d+\?q=zora&people=all/);
  expect(await tops()).toBeGreaterThan(1);
  expect(problems.join("\n")).toBe("");
});

test("[API-120] nothing found, no connection, and a failed search each say so and keep what this device has", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/inbox/all");
  await openPalette(page);
  await searchField(page).fill("zzzz kovasc");
  await searchDialog(page).getByText("No results for “zzzz kovasc”").waitFor();
  await searchDialog(page).getByRole("button", { name: "Search all chats, all time" }).waitFor();
  const problems = [...(await checkScreen(page, "palette-none", { views: usualViews }))];
  await page.route("**/api/v1/search?*", (route) => route.abort("connectionfailed"));
  await searchField(page).fill("anna kov");
  await searchDialog(page).getByText("Search is not available right now.").waitFor();
  await resultGroup(page, "Chats")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  problems.push(...(await checkScreen(page, "palette-failed", { views: usualViews })));
  await page.unroute("**/api/v1/search?*");
  await searchDialog(page).getByRole("button", { name: "Try again" }).click();
  await resultGroup(page, "People")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  fixture.proxy?.setMode("cut");
  await searchDialog(page).getByText("You are offline").waitFor();
  await resultGroup(page, "On this device")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  problems.push(...(await checkScreen(page, "palette-offline", { views: usualViews })));
  fixture.proxy?.setMode("pass");
  expect(problems.join("\n")).toBe("");
  await searchDialog(page).getByText("You are offline").waitFor({ state: "detached" });
});
