import type { TestChannel } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";
import { openVisitorWindow } from "./visitor-window.ts";

let fixture: InboxFixture;
let messenger: TestChannel;
let annPage: OperatorPage;
let chats: { readonly shop: number; readonly messenger: number };
let numbers: { readonly shop: number; readonly messenger: number };
beforeAll(async () => {
  fixture = await openInboxFixture({ clock: "manual" });
  const { parlour, integrator, channel, operator } = fixture;
  messenger = await parlour.channel(`${integrator.url}/messenger`, {
    name: "Messenger",
    operators: [operator.id],
  });
  const write = async (from: TestChannel, customer: string, sender: object) => {
    await parlour.sendCustomerMessage(from, customer, `Hello from ${customer}`, { sender });
    return parlour.findChat(customer);
  };
  const first = await write(channel, "anna-shop", {
    name: "Anna Keller",
    email: "anna@keller.example",
  });
  const second = await write(messenger, "anna-phone", {
    name: "Anna K.",
    email: "Anna@Keller.example",
    phone: "+49 30 901820",
  });
  chats = { shop: first.id, messenger: second.id };
  numbers = { shop: first.visitor.number, messenger: second.visitor.number };
  await parlour.settle();
  annPage = await fixture.openOperatorPage();
  await waitUntilLive(annPage.page);
});
afterAll(async () => {
  await annPage.checkAndClose();
  await fixture.close();
});

const suggestion = (page: Page) => page.getByRole("region", { name: "Same person?" });
const person = (page: Page) => page.getByRole("region", { name: "One person, 2 visitors" });
/** Presses a button with the keyboard, and waits until the focus is on the sections again. */
async function pressKey(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
  await button.waitFor({ state: "detached" });
  await expectFocus(page.locator(".persons"));
}

test("[CORE-295] [CORE-290] [CORE-291] [CORE-292] a suggestion in the panel is dismissed, restored, merged and undone with the keyboard", async () => {
  const { page } = annPage;
  await navigateTo(page, `/inbox/all/${chats.shop}`);
  await suggestion(page).getByText("Same email address: anna@keller.example").waitFor();
  expect(await suggestion(page).innerText()).toContain(
    `#${numbers.shop}: your channel server · #${numbers.messenger}: your channel server`,
  );
  expect(await checkScreen(page, "person suggested", { axe: true, tall: true })).toEqual([]);

  await pressKey(page, /^Not the same person as Anna K\./);
  await page.getByText(/Anna Keller \(#\d+\) and Anna K\. \(#\d+\) are different people/).waitFor();
  await page.keyboard.press("z");
  await suggestion(page).waitFor();

  // Another operator's page shows the change without a reload.
  const other = await annPage.openTab(`/visitors/${numbers.messenger}`);
  await suggestion(other).getByRole("link", { name: "Anna Keller" }).waitFor();
  await pressKey(page, /^Merge with Anna K\./);
  await person(page).waitFor();
  await person(other).waitFor();
  const text = await person(page).innerText();
  expect(text).toContain(`#${numbers.messenger} · Messenger`);
  expect(text).toContain("+49 30 901820");
  expect(text).toMatch(new RegExp(`#${numbers.shop} and #${numbers.messenger} merged by Ann`));
  await page.getByText("Previous chats").click();
  await page.getByRole("link", { name: "Hello from anna-phone Messenger" }).waitFor();
  for (const one of [page, other])
    expect(
      await checkScreen(one, `person merged ${one === page}`, { axe: true, tall: true }),
    ).toEqual([]);
  await other.getByRole("link", { name: "Hello from anna-shop" }).waitFor();
  await other.close();

  await pressKey(page, /^Undo merge of/);
  await suggestion(page).waitFor();
  expect(await person(page).count()).toBe(0);
  await page.getByRole("link", { name: "Hello from anna-phone" }).waitFor({ state: "detached" });
});

test("[CORE-295] [CORE-290] a value that a visitor only typed is marked as not verified, and a viewer sees no buttons", async () => {
  const { parlour } = fixture;
  const widget = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Site",
    operators: [parlour.owner.id],
  });
  expect(widget.status, widget.text).toBe(201);
  const visitor = await openVisitorWindow(fixture.url, widget.body.public_id as string, "Claimed");
  const contacts = { email: "anna@keller.example" };
  await visitor.sendAndWait({ type: "contacts", ref: "c", contacts, by: "visitor" });
  await visitor.sendAndWait({ type: "say", ref: "s", text: "It is me" });
  visitor.close();
  await parlour.settle();
  const viewer = await parlour.operator("viewer", "Vic");
  const viewerPage = await fixture.openOperatorPage(viewer, {
    path: `/visitors/${numbers.shop}`,
  });
  const { page } = viewerPage;
  const text = suggestion(page).filter({ hasText: "Not verified. Check before you merge." });
  await text.getByRole("link", { name: "Claimed" }).waitFor();
  expect(await text.innerText()).toContain("typed by the visitor");
  expect(await suggestion(page).getByRole("button").count()).toBe(0);
  await viewerPage.checkAndClose();
});
