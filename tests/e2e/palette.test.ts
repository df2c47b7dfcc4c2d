import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasFocus, openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";
import { look, usual } from "./look.ts";
import { go } from "./places.ts";
import { playScene, type Scene } from "./scene.ts";

let desk: Desk;
let scene: Scene;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  scene = await playScene(desk);
  await desk.parlour.owner.call("POST", `chats/${scene.id("priya")}/close`, {});
  await desk.parlour.settle();
  seat = await desk.sit(scene.ivan, { path: `/inbox/all/${scene.id("marie")}`, cuts: true });
  await ready(seat.page);
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => dialog(page).getByRole("combobox", { name: "Search" });
const group = (page: Page, name: string) => dialog(page).getByRole("group", { name, exact: true });
const titles = (page: Page) =>
  dialog(page)
    .getByRole("group")
    .evaluateAll((groups) => groups.map((one) => one.getAttribute("aria-label")));
const selected = (page: Page) => dialog(page).getByRole("option", { selected: true });
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+k");
  await hasFocus(field(page));
};

test.runIf(isLongRun)("[CORE-036] in a chat the actions of this chat come first; each chat has its state and last line", async () => {
  const { page } = seat;
  page.setDefaultTimeout(9_000);
  await ready(page);
  await talk(page).getByRole("heading", { name: "Marie Dubois" }).waitFor();
  await openPalette(page);
  await expect.poll(() => titles(page)).toEqual(["This chat", "Recent", "Go to"]);
  await selected(page).getByText("Note").waitFor();
  await group(page, "This chat")
    .getByRole("option", { name: /Close the chat/ })
    .first()
    .waitFor();
  const wrong = [...(await look(page, "palette-empty", { views: usual }))];
  await page.keyboard.press("Escape");
  const sofia = await desk.sit();
  await openPalette(page);
  await field(page).fill("sofia");
  await group(page, "This chat")
    .getByRole("option", { name: /^Transfer to Sofia Lind.*online/ })
    .waitFor();
  await group(page, "This chat").getByRole("option", { name: "Invite Sofia Lind" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for Sofia Lind to accept the transfer.").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Ivan Petrov withdrew the transfer to Sofia Lind").first().waitFor();
  await sofia.leave();
  await openPalette(page);
  await field(page).fill("kov");
  await group(page, "Chats")
    .getByRole("option", { name: /Anna Kovács.*The refund of €48\.00 is on its way\..*Open · Sofia/ })
    .waitFor();
  await group(page, "People")
    .getByRole("option", { name: /Anna Kovács.*anna\.kovacs@example\.com.*1 chat/ })
    .waitFor();
  await expect.poll(() => dialog(page).locator("mark").allTextContents()).toContain("Kov");
  wrong.push(...(await look(page, "palette-found", { views: usual })));
  await field(page).fill("priya");
  await group(page, "Chats")
    .getByRole("option", { name: /Priya Shah.*Closed/ })
    .waitFor();
  expect(wrong.join("\n")).toBe("");
  await page.keyboard.press("Escape");
  await expect.poll(() => field(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

test("[API-120] on another screen a phone in any spelling puts the person first, and Enter opens the visitor", async () => {
  const { page } = seat;
  await go(page, "/archive");
  await openPalette(page);
  for (const phone of ["020 7946 0958", "+442079460958", "0044 20/7946-0958"]) {
    await field(page).fill(phone);
    await group(page, "People")
      .getByRole("option", { name: /Anna Kovács.*\+44 20 7946 0958/ })
      .waitFor();
    await expect.poll(() => titles(page)).toEqual(["People", "Chats"]);
  }
  await expect.poll(() => selected(page).innerText()).toMatch(/Anna Kovács/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/visitors\/\d+/);
  await page.getByRole("heading", { name: "Anna Kovács" }).first().waitFor();
});

test("[API-120] [CORE-036] keys: groups, messages at their place, all results in the archive", async () => {
  const { page } = seat;
  await go(page, "/visitors");
  await openPalette(page);
  await field(page).fill("parcel");
  await group(page, "Messages").getByRole("option").first().waitFor();
  await expect.poll(() => selected(page).innerText()).toContain("parcel");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/archive\/\d+\?.*q=parcel/);
  await talk(page).locator(".bubble[data-hit]").waitFor();
  await openPalette(page);
  await field(page).fill("anna");
  await group(page, "People").getByRole("option").first().waitFor();
  await page.keyboard.press("PageDown");
  await expect.poll(() => group(page, "People").getByRole("option", { selected: true }).count()).toBe(1);
  await page.keyboard.press("PageUp");
  await expect.poll(() => group(page, "Chats").getByRole("option", { selected: true }).count()).toBe(1);
  await page.keyboard.press("Shift+Enter");
  await page.waitForURL(/\/archive\?q=anna$/);
});

test.runIf(isLongRun)("[API-120] [CORE-156] all people found are shown above their chats in the archive", async () => {
  const { page } = seat;
  const names = ["Zora Adler", "Zora Brandt", "Zora Clemens", "Zora Dietz"];
  for (const name of names) await desk.parlour.sendCustomerMessage(desk.channel, name, "Hello", { sender: { name } });
  await desk.parlour.settle();
  await go(page, "/inbox/all");
  await openPalette(page);
  await field(page).fill("zora");
  await group(page, "People").getByRole("option", { name: "Show all: People" }).click();
  await page.waitForURL(/\/archive\?q=zora&people=all$/);
  const strip = page.getByRole("region", { name: /^People/ });
  await expect.poll(() => strip.getByRole("button", { name: /^Zora/ }).count()).toBe(4);
  const tops = () =>
    strip.getByRole("listitem").evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().top)).size);
  expect(await tops()).toBeGreaterThan(1);
  const wrong = [...(await look(page, "archive-all-people", { views: usual }))];

  // One button opens and closes the panel. The address stores its state, so Back undoes it and the
  // next chat keeps it.
  const button = (name: string) => strip.getByRole("button", { name, exact: true });
  await button("Show in one line").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/archive\?q=zora$/);
  expect(await tops()).toBe(1);
  await hasFocus(button("Show all"));
  expect(await button("Show all").getAttribute("aria-expanded")).toBe("false");
  wrong.push(...(await look(page, "archive-people-line", { views: usual })));
  await page.keyboard.press("Enter");
  await expect.poll(tops).toBeGreaterThan(1);
  expect(await button("Show in one line").getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await hasFocus(strip.getByRole("button", { name: /^Zora/ }).first());
  await page.goBack();
  await page.waitForURL(/\/archive\?q=zora$/);
  await expect.poll(tops).toBe(1);
  await page.goForward();
  await page.getByRole("list", { name: "Found" }).getByRole("link").first().click();
  await page.waitForURL(/\/archive\/\d+\?q=zora&people=all/);
  expect(await tops()).toBeGreaterThan(1);
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)("[API-120] nothing found, no connection, and a failed search each say so and keep what this device has", async () => {
  const { page } = seat;
  await go(page, "/inbox/all");
  await openPalette(page);
  await field(page).fill("zzzz kovasc");
  await dialog(page).getByText("Nothing found for “zzzz kovasc”").waitFor();
  await dialog(page).getByRole("button", { name: "Search the archive, all time" }).waitFor();
  const wrong = [...(await look(page, "palette-none", { views: usual }))];
  await page.route("**/api/v1/search?*", (route) => route.abort("connectionfailed"));
  await field(page).fill("anna kov");
  await dialog(page).getByText("Search is not available right now.").waitFor();
  await group(page, "Chats")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  wrong.push(...(await look(page, "palette-failed", { views: usual })));
  await page.unroute("**/api/v1/search?*");
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await group(page, "People")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  desk.proxy?.setMode("cut");
  await dialog(page).getByText("You are offline").waitFor();
  await group(page, "On this device")
    .getByRole("option", { name: /Anna Kovács/ })
    .waitFor();
  wrong.push(...(await look(page, "palette-offline", { views: usual })));
  desk.proxy?.setMode("pass");
  expect(wrong.join("\n")).toBe("");
  await dialog(page).getByText("You are offline").waitFor({ state: "detached" });
});
