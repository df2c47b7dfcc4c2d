import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFocus, openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { owner } = fixture.parlour;
  for (const name of ["vip", "supplier"]) await owner.call("POST", "tags", { name });
  for (const customer of ["anna", "ben"])
    await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello");
  const { id } = await fixture.parlour.findChat("anna");
  const [vip] = (await owner.call("GET", "tags")).body.items as readonly { id: number }[];
  await owner.call("PUT", `chats/${id}/tags`, { tags: [vip?.id] });
});
afterAll(() => fixture.close());

test("[CND-050] [CND-051] [VIEW-010] a view is written by keyboard alone, in both themes and on a phone", async () => {
  const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/views/new",
  });
  const { page } = operatorPage;
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.getByRole("textbox", { name: "Name" }).fill("VIPs");
  await page.getByRole("button", { name: "Condition", exact: true }).focus();
  // The fact, then its value, which opens by itself.
  await keyboard.press("Enter");
  await expectFocus(page.getByRole("combobox", { name: "Choose what to compare" }));
  await keyboard.type("tags");
  await keyboard.press("Enter");
  await expectFocus(page.getByRole("combobox", { name: "Tags: value" }));
  await keyboard.type("vip");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await page.getByRole("group", { name: "Tags have any of vip" }).waitFor();
  await expect.poll(focused).toBe("vip");
  await page.getByText("1 chat now").waitFor();
  await page.getByText("tag:vip").waitFor();
  // A second line, excluded, in a group of its own.
  for (const key of ["ArrowDown", "ArrowLeft", "ArrowLeft", "Enter"]) await keyboard.press(key);
  await expectFocus(page.getByRole("combobox", { name: "Choose what to compare" }));
  await keyboard.type("state");
  await keyboard.press("Enter");
  await expectFocus(page.getByRole("combobox", { name: "State: value" }));
  await keyboard.type("closed");
  await keyboard.press("Enter");
  await page.getByRole("group", { name: "State is Closed" }).waitFor();
  await expect.poll(focused).toBe("Closed");
  await keyboard.press("!");
  await page.getByRole("group", { name: "Not: State is Closed" }).waitFor();
  await expect.poll(focused).toBe("State");
  await page.getByText("tag:vip -state:closed").waitFor();
  for (let n = 0; n < 3; n++) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Put into a group" }).press("Enter");
  await page.getByRole("group", { name: "Any of these" }).waitFor();
  const views = ["light", "dark", "phone"] as const;
  expect(await checkScreen(page, "view-editor", { views, axe: true })).toEqual([]);
  const chip = page.getByRole("button", { name: "vip", exact: true });
  await chip.press("Enter");
  await page.getByRole("listbox", { name: "Tags: value" }).waitFor();
  expect(await checkScreen(page, "view-editor-values", { views, axe: true })).toEqual([]);
  await keyboard.press("Escape");
  await expect.poll(focused).toBe("vip");
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await page.getByRole("link", { name: "VIPs" }).waitFor();
  await operatorPage.checkAndClose();
});

test("[CND-050] the focus returns to the chip of the last list, also if an earlier list is still closing", async () => {
  const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/views/new",
  });
  const { page } = operatorPage;
  const { keyboard } = page;
  // Each list stays until the test ends its animation.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
  await page.getByRole("button", { name: "Condition", exact: true }).press("Enter");
  for (const [list, option] of [
    ["Choose what to compare", "tags"],
    ["Tags: value", "vip"],
  ] as const) {
    await expectFocus(page.getByRole("combobox", { name: list }));
    await keyboard.type(option);
    await keyboard.press("Enter");
  }
  await keyboard.press("Enter");
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await page.getByRole("combobox", { name: "Tags: value" }).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("vip");
  await operatorPage.checkAndClose();
});
