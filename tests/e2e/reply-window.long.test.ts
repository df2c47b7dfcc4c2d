import { useSharedBrowser } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startWhatsApp,
  type WhatsAppFixture,
} from "../../packages/server/tests/whatsapp-fixture.ts";
import { openOperatorPage, waitUntilLive, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

const hour = 3_600_000;
const late = { name: "Late Lena", userId: "DE.71", phone: "491700000071" };
const recent = { name: "Recent Rosa", userId: "DE.72", phone: "491700000072" };
let age = 0;
let whatsapp: WhatsAppFixture;
let operatorPage: OperatorPage;
const browser = useSharedBrowser();
beforeAll(async () => {
  whatsapp = await startWhatsApp({ clock: "system", service: { now: () => Date.now() - age } });
  age = 25 * hour;
  await whatsapp.write(late, "Where is my order?");
  age = 22.5 * hour;
  await whatsapp.write(recent, "Do you have it in blue?");
  age = 0;
  const { parlour } = whatsapp;
  operatorPage = await openOperatorPage(browser, parlour.url, parlour.owner);
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await browser.close();
  await whatsapp.close();
});

test("[CON-050] the composer shows the rest of the window", async () => {
  const { page } = operatorPage;
  await navigateTo(page, `/inbox/all/${(await whatsapp.findChat(recent)).id}`);
  await page.getByText(/Replies are possible for 1 h \d+ min\./).waitFor();
  expect(await checkScreen(page, "reply window open", { views: usualViews, axe: true })).toEqual(
    [],
  );
});

test("[CON-051] after the window, an operator sends a template with values", async () => {
  const { page } = operatorPage;
  await navigateTo(page, `/inbox/all/${(await whatsapp.findChat(late)).id}`);
  await page.getByText(/Late Lena has not written for 24 hours/).waitFor();
  expect(
    await checkScreen(page, "reply window closed", {
      views: usualViews,
      axe: true,
    }),
  ).toEqual([]);
  await page.getByRole("button", { name: "Send template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Send a template" }).waitFor();
  await dialog.getByText("Message", { exact: true }).waitFor();
  expect(await checkScreen(page, "template dialog", { views: usualViews, axe: true })).toEqual([]);
  const before = whatsapp.service.messages.length;
  for (const field of await dialog.getByRole("textbox").all()) await field.fill("Lena");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => whatsapp.service.messages.slice(before).map(({ body }) => body["type"]))
    .toEqual(["template"]);
});
