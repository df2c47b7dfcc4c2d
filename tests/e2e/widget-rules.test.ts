import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Department, PagesWithOwnRules } from "@parlour/protocol/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/** Triggers on a foreign page with a fake clock. */
let fixture: WidgetSite;
const invitation = "Need help with your order?";
beforeAll(async () => {
  fixture = await openWidgetSite();
  const sales = await fixture.callApi<Department>("POST", "departments", {
    name: "Sales",
    operators: [fixture.parlour.owner.id],
  });
  const widget = await fixture.createWidget();
  await fixture.callApi("POST", "triggers", {
    name: "Cart help",
    if: {
      all: [
        { type: "url", value: "/cart" },
        { type: "time_on_page", value: 200 },
      ],
    },
    do: [{ type: "invitation", text: invitation, department_id: sales.id }],
  });
  await fixture.callApi("POST", "triggers", {
    name: "Members only",
    if: {
      all: [
        { type: "url", value: "/members" },
        { not: { type: "variable", name: "plan", value: "pro" } },
      ],
    },
    do: [{ type: "hide" }],
  });
  const head = "<script>window.loads=0;function widget_onLoadCallback(){loads++}</script>";
  for (const path of ["/cart", "/own/cart", "/members"])
    fixture.setPage(path, widget, { head, body: "<label>Search <input></label>" });
});
afterAll(() => fixture.close());
/**
 * Opens a page with a fake clock, which moves by more than the machine's own time can add, after
 * the first response of its server.
 */
const openPageWithClock = async (
  path: string,
): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> => {
  const context = await openContext(fixture.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.clock.install();
  await page.goto(fixture.site.url + path);
  await page.waitForFunction("loads === 1");
  await page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");
  return { page, faults, close: () => context.close() };
};
const getState = (page: Page) =>
  page.locator("parlour-widget [data-state]").first().getAttribute("data-state");

test("[WG-051] [WG-052] [WG-053] [WG-060] [WG-088] an invitation by rule opens the window when its time has come, takes no focus, and a reply goes to its department", async () => {
  const { page, faults, close } = await openPageWithClock("/cart");
  await page.getByLabel("Search").focus();
  await page.clock.fastForward(50_000);
  expect(await getState(page)).toBe("label");
  await page.clock.fastForward(151_000);
  const frame = page.frameLocator("parlour-widget iframe");
  await frame.getByText(invitation).waitFor();
  await expect.poll(() => getState(page)).toBe("chat");
  expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
  await frame.getByRole("textbox", { name: "Message" }).fill("Yes, please.");
  await frame.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(async () =>
      (await fixture.listChats("waiting")).map(({ department }) => department?.name),
    )
    .toEqual(["Sales"]);
  expect(faults).toEqual([]);
  await close();
});

test("[WG-050] [WG-054] setRules puts the page's own rules in the place of the account's; who writes triggers reads where", async () => {
  const { page, faults, close } = await openPageWithClock("/own/cart");
  expect(
    await page.evaluate(
      `widget_api.setRules({rules:[{do:[{type:"open"}],if:{type:"scroll",value:0}}]})`,
    ),
  ).toEqual({
    result: "fail",
    reason: "rules[0].if.value: must be a whole number from 1 to 100",
  });
  expect(
    await page.evaluate(
      `widget_api.setRules({rules:[{if:{type:"time_on_page",value:400},do:[{type:"label",text:"Ask us"},{type:"open"}]}]})`,
    ),
  ).toEqual({
    result: "ok",
  });
  await page.clock.fastForward(250_000);
  expect(await getState(page)).toBe("label");
  await page.clock.fastForward(151_000);
  await expect.poll(() => getState(page)).toBe("chat");
  const frame = page.frameLocator("parlour-widget iframe");
  await frame.getByRole("textbox").first().waitFor();
  expect(await frame.getByText(invitation).count()).toBe(0);
  await expect
    .poll(async () =>
      (await fixture.callApi<PagesWithOwnRules>("GET", "triggers/replaced")).pages.map(
        ({ url }) => url,
      ),
    )
    .toEqual([`${fixture.site.url}/own/cart`]);
  expect(await page.evaluate(`widget_api.setRules("x")`)).toEqual({
    result: "fail",
    reason: "Rules must be object.",
  });
  expect(faults).toEqual([]);
  await close();
});

test("[WG-270] [WG-271] a rule hides the widget from the first moment on, until the page sets a variable", async () => {
  const { page, faults, close } = await openPageWithClock("/members");
  const button = page.locator("parlour-widget button.l");
  expect(await button.isVisible()).toBe(false);
  await page.evaluate(`widget_api.setClientAttributes({plan:"pro"})`);
  await button.waitFor();
  await page.evaluate(`widget_api.setClientAttributes({plan:"free"})`);
  await button.waitFor({ state: "hidden" });
  expect(faults).toEqual([]);
  await close();
});
