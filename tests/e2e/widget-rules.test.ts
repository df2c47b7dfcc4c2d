import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, shareBrowser, watchPage, type SharedBrowser } from "@parlour/testkit/browser";
import { startSite, startTestParlour, type Site, type TestParlour } from "@parlour/testkit";
import type { Channel, Chat } from "@parlour/protocol";
import type { Department, TriggersReplaced } from "@parlour/protocol/api";
import type { Page } from "playwright-core";
import { WebSocket } from "ws";

/** Triggers on a foreign page, whose time is moved. */
let parlour: TestParlour;
let site: Site;
let browser: SharedBrowser;
let widget: Channel;
let sales: Department;
let operator: WebSocket;
const invitation = "Need help with your order?";
beforeAll(async () => {
  browser = shareBrowser();
  [parlour, site] = await Promise.all([startTestParlour({ clock: "system" }), startSite()]);
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const made = await parlour.owner.call("POST", path, body);
    expect(made.status, made.text).toBe(201);
    return made.body as T;
  };
  // Somebody is there, so that the window is a chat.
  operator = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  await new Promise((resolve, reject) => {
    operator
      .once("error", reject)
      .once("message", resolve)
      .once("open", () => operator.send('{"type":"hello","after":null}'));
  });
  await parlour.owner.call("PUT", "me/presence", { status: "online" });
  sales = await ask<Department>("departments", { name: "Sales", operators: [parlour.owner.id] });
  widget = await ask<Channel>("channels", { kind: "widget", name: "Shop", operators: [parlour.owner.id] });
  await ask("triggers", {
    name: "Cart help",
    if: {
      all: [
        { type: "url", value: "/cart" },
        { type: "time_on_page", value: 20 },
      ],
    },
    do: [{ type: "invitation", text: invitation, department_id: sales.id }],
  });
  const page = (title: string): string =>
    `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><label>Search <input></label>
<script>window.loads=0;function widget_onLoadCallback(){loads++}</script>${widget.snippet ?? ""}</html>`;
  site.page("/cart", page("Cart"));
  site.page("/own/cart", page("Own"));
});
afterAll(async () => {
  operator.terminate();
  await browser.close();
  await site.close();
  await parlour.close();
});
/** A page whose clock stands at the moment of its load, until it is moved. */
const open = async (path: string): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> => {
  const context = await openContext(browser);
  const page = await context.newPage();
  const faults = watchPage(page);
  await page.clock.install();
  await page.goto(site.url + path);
  await page.waitForFunction("loads === 1");
  return { page, faults, close: () => context.close() };
};
const state = (page: Page) => page.locator("parlour-widget [data-state]").first().getAttribute("data-state");

test("[WG-051] [WG-052] [WG-053] [WG-060] [WG-088] an invitation by rule opens the window when its time has come, takes no focus, and a reply goes to its department", async () => {
  const { page, faults, close } = await open("/cart");
  await page.getByLabel("Search").focus();
  await page.clock.fastForward(10_000);
  expect(await state(page)).toBe("label");
  await page.clock.fastForward(11_000);
  const frame = page.frameLocator("parlour-widget iframe");
  await frame.getByText(invitation).waitFor();
  expect(await state(page)).toBe("chat");
  expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
  await frame.getByRole("textbox", { name: "Message" }).fill("Yes, please.");
  await frame.getByRole("button", { name: "Send" }).click();
  const waiting = async (): Promise<Chat[]> => ((await parlour.owner.call("GET", "chats?state=waiting")).body as { items: Chat[] }).items;
  await expect.poll(async () => (await waiting()).map(({ department }) => department?.name)).toEqual(["Sales"]);
  expect(faults).toEqual([]);
  await close();
});

test("[WG-050] [WG-054] setRules puts the page's own rules in the place of the account's; who writes triggers reads where", async () => {
  const { page, faults, close } = await open("/own/cart");
  expect(await page.evaluate(`widget_api.setRules({rules:[{do:[{type:"open"}],if:{type:"scroll",value:0}}]})`)).toEqual({
    result: "fail",
    reason: "rules[0].if.value: must be a whole number from 1 to 100",
  });
  expect(
    await page.evaluate(
      `widget_api.setRules({rules:[{if:{type:"time_on_page",value:40},do:[{type:"label",text:"Ask us"},{type:"open"}]}]})`,
    ),
  ).toEqual({
    result: "ok",
  });
  await page.clock.fastForward(25_000);
  expect(await state(page)).toBe("label");
  await page.clock.fastForward(20_000);
  await expect.poll(() => state(page)).toBe("chat");
  const frame = page.frameLocator("parlour-widget iframe");
  await frame.getByRole("textbox").first().waitFor();
  expect(await frame.getByText(invitation).count()).toBe(0);
  await expect
    .poll(async () => ((await parlour.owner.call("GET", "triggers/replaced")).body as TriggersReplaced).pages.map(({ url }) => url))
    .toEqual([`${site.url}/own/cart`]);
  expect(await page.evaluate(`widget_api.setRules("x")`)).toEqual({ result: "fail", reason: "Rules must be object." });
  expect(faults).toEqual([]);
  await close();
});
