import { afterAll, beforeAll, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import { startHostSite, type HostSite } from "@parlour/testkit";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { FrameLocator, Page } from "playwright-core";
import { openInboxFixture, type InboxFixture, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, isLongRun, usualViews } from "./screen-check.ts";

let fixture: InboxFixture;
let site: HostSite;
let operatorPage: OperatorPage;
let widget: Channel;
beforeAll(async () => {
  [fixture, site] = await Promise.all([openInboxFixture(), startHostSite()]);
  const { owner } = fixture.parlour;
  const created = await owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [fixture.operator.id],
  });
  expect(created.status, created.text).toBe(201);
  widget = created.body as Channel;
  for (const [path, title] of [
    ["/", "Home"],
    ["/tea", "Speckled bowl <img src=x onerror=__hit=1>"],
    ["/oak", "Oak board"],
  ] as const)
    site.setPage(
      path,
      `<!doctype html><html lang="en"><title>${title.replaceAll("<", "&lt;")}</title><h1>Shop</h1>${widget.snippet ?? ""}</html>`,
    );
  expect(
    (
      await owner.call("POST", "departments", {
        name: "Glazes and care",
        operators: [fixture.operator.id],
      })
    ).status,
  ).toBe(201);
  const reply = {
    scope: "account",
    shortcut: "glaze",
    language: "en",
    text: "Choosing a glaze, {visitor.name|dear visitor}?",
  };
  expect((await owner.call("POST", "canned-replies", reply)).status).toBe(201);
  operatorPage = await fixture.openOperatorPage(undefined, { path: "/visitors" });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await site.close();
  await fixture.close();
});

/** Opens a page of the site as a new visitor. */
async function openVisit(
  path: string,
): Promise<{ page: Page; frame: FrameLocator; leave: () => Promise<void> }> {
  const context = await openContext(fixture.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}${path}`);
  const leave = async () => {
    expect(faults).toEqual([]);
    await context.close();
  };
  return { page, frame: page.frameLocator("iframe"), leave };
}
const visitorRows = () => operatorPage.page.locator("table.here tbody tr");
const visitorPane = () => operatorPage.page.locator("aside.one");
/** Removes pointer and focus from the list, which does not move while they are in it. */
async function releaseList(): Promise<void> {
  await operatorPage.page.mouse.move(5, 5);
  await operatorPage.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test.runIf(isLongRun)(
  "[API-030] [WG-060] [CORE-052] a page shows up within two seconds, moves, is invited by keyboard and answers; replies are Delivered, then Seen",
  async () => {
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/visitors`);
    await page.getByText("Nobody is on your site").waitFor();
    const problems: string[] = [...(await checkScreen(page, "online-empty"))];
    await releaseList();
    const anna = await openVisit("/?utm_source=newsletter&utm_campaign=autumn-tea");
    await visitorRows().filter({ hasText: "Home" }).waitFor();
    await visitorRows().filter({ hasText: "autumn-tea" }).filter({ hasText: "Browsing" }).waitFor();
    await anna.page.goto(`${site.url}/tea`);
    await visitorRows().filter({ hasText: "Speckled bowl" }).waitFor();
    await expect.poll(() => visitorRows().count()).toBe(1);

    await visitorRows()
      .getByRole("button", { name: /^Invite/ })
      .focus();
    await page.keyboard.press("Enter");
    const text = visitorPane().getByRole("textbox", { name: "Invitation" });
    await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
    await visitorPane().getByText("Home", { exact: false }).first().waitFor();
    await visitorPane().getByRole("button", { name: "Quick replies" }).click();
    await page.getByRole("menuitem", { name: /glaze/ }).click();
    await expect.poll(() => text.inputValue()).toBe("Choosing a glaze, dear visitor?");
    await visitorPane()
      .getByRole("combobox", { name: "Department" })
      .selectOption({ label: "Glazes and care" });
    problems.push(...(await checkScreen(page, "online-invite", { views: usualViews })));
    await visitorPane().getByRole("button", { name: "Invite", exact: true }).click();
    await visitorPane().getByRole("button", { name: "Invite again" }).waitFor();
    // A page without a chat window polls every 25 s, and when it becomes visible (WG-215).
    await anna.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await anna.frame.getByText("Choosing a glaze, dear visitor?").first().waitFor();
    await visitorRows()
      .filter({ hasText: /Invited \d+:\d\d ago/ })
      .waitFor();
    if (isLongRun)
      problems.push(...(await checkScreen(page, "online-invited", { views: ["light"] })));
    await text.fill("Once more");
    await visitorPane().getByRole("button", { name: "Invite again" }).click();
    await visitorPane().getByText("limit of invitations for one visit", { exact: false }).waitFor();

    await anna.frame.getByRole("textbox", { name: "Message" }).fill("The blue one?");
    await anna.frame.getByRole("button", { name: "Send", exact: true }).click();
    await releaseList();
    await visitorRows().filter({ hasText: "Waiting for a reply" }).waitFor();
    const [chat] = (
      (await fixture.operator.call("GET", "chats?state=waiting")).body as {
        items: { id: number; department: { name: string } | null }[];
      }
    ).items;
    expect(chat?.department?.name).toBe("Glazes and care");
    await visitorRows()
      .getByRole("link", { name: /^Open the chat/ })
      .click();
    await page.getByText("The blue one?").first().waitFor();
    await page.getByText("Choosing a glaze, dear visitor?").first().waitFor();
    await page.locator("aside.panel summary").filter({ hasText: "Visits" }).click();
    await page.locator("aside.panel .visitline").first().waitFor();
    problems.push(...(await checkScreen(page, "widget-chat")));

    const write = async (messageText: string) => {
      await page.getByRole("textbox", { name: "Message" }).fill(messageText);
      await page.keyboard.press("Enter");
    };
    const bubble = (messageText: string) =>
      page.locator(".bubble").filter({ hasText: messageText });
    await write("Yes, the blue one.");
    await bubble("Yes, the blue one.").getByText("Seen").waitFor();
    await anna.frame.getByRole("button", { name: /Minimise|Minimize/ }).click();
    const opener = anna.page.getByRole("button", { name: /Chat|unread/i }).first();
    await opener.waitFor();
    await write("It is in stock.");
    await bubble("It is in stock.").getByText("Delivered").waitFor();
    await opener.click();
    await bubble("It is in stock.").getByText("Seen").waitFor();
    await anna.leave();
    expect(problems.join("\n")).toBe("");
  },
);

test("[WG-060] [API-030] [WG-207] [WG-208] an invitation comes up in the tab that is looked at and in no other; the operator sees how far it came and takes it back", async () => {
  const { page } = operatorPage;
  const dora = await openVisit("/oak");
  const numberOf = (tab: Page) =>
    tab.evaluate<number>(
      "new Promise((done) => widget_api.getVisitorNumber((fault, number) => done(number)))",
    );
  const number = await numberOf(dora.page);
  const behind = await dora.page.context().newPage();
  await behind.goto(`${site.url}/tea`);
  expect(await numberOf(behind)).toBe(number);
  const turn = (tab: Page, how: "hidden" | "visible") =>
    tab.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, how);
  const isOpen = async (tab: Page) => (await tab.locator("parlour-widget .p.o").count()) === 1;
  for (const tab of [dora.page, behind]) await turn(tab, "hidden");
  await page.goto(`${fixture.url}/visitors/${number}`);
  await visitorPane().getByRole("textbox", { name: "Invitation" }).fill("One of two?");
  await visitorPane().getByRole("button", { name: "Invite", exact: true }).click();
  await visitorPane().getByText("not shown yet").waitFor();
  await turn(dora.page, "visible");
  await dora.frame.getByText("One of two?").first().waitFor();
  await visitorPane().getByText("· shown").waitFor();
  await behind.evaluate(`window.opened=0;widget_api.on("open",function(){opened++})`);
  await turn(behind, "visible");
  expect(await isOpen(dora.page)).toBe(true);
  await visitorPane().getByRole("button", { name: "Withdraw" }).click();
  await page.getByText(/^The invitation to .+ was withdrawn$/).waitFor();
  await expect.poll(() => isOpen(dora.page)).toBe(false);
  // By now both tabs have received the server's messages about it.
  expect([await numberOf(behind), await behind.evaluate("opened"), await isOpen(behind)]).toEqual([
    number,
    0,
    false,
  ]);
  await visitorPane().getByRole("button", { name: "Withdraw" }).waitFor({ state: "detached" });
  await expect
    .poll(() =>
      visitorPane()
        .getByRole("textbox", { name: "Invitation" })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await dora.leave();
});

test.runIf(isLongRun)(
  "[API-030] [CORE-070] while the pointer is in the list nothing moves; a visitor without a chat is blocked from here",
  async () => {
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/visitors`);
    // Visitors who left stay in the list for some seconds. Their removal would be the first change,
    // and the list would wait with the next.
    await releaseList();
    await page.getByText("Nobody is on your site").waitFor();
    const first = await openVisit("/");
    const home = visitorRows().filter({ hasText: "Home" });
    await home.waitFor();
    await home.hover();
    const box = await home.boundingBox();
    const second = await openVisit("/oak");
    // A row that is added at the end moves nothing under the pointer, so it appears (CORE-146).
    await visitorRows().filter({ hasText: "Oak board" }).waitFor();
    expect(await home.boundingBox()).toEqual(box);
    await visitorRows()
      .filter({ hasText: "Oak board" })
      .getByRole("rowheader")
      .getByRole("link")
      .click();
    await visitorPane().getByRole("button", { name: "Block" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Block/ })
      .click();
    await visitorPane()
      .getByText(/^Blocked until/)
      .waitFor();
    await releaseList();
    await visitorRows().filter({ hasText: "Oak board" }).filter({ hasText: "Blocked" }).waitFor();
    await expect
      .poll(() => visitorRows().filter({ hasText: "Oak board" }).getByRole("button").count())
      .toBe(0);
    await page.keyboard.press("Escape");
    await visitorPane().waitFor({ state: "detached" });
    expect((await checkScreen(page, "online", { views: usualViews })).join("\n")).toBe("");
    await page.getByRole("button", { name: "Everybody" }).click();
    await page.getByRole("region", { name: "Visitors, newest activity first" }).waitFor();
    await page.getByRole("button", { name: "On the site" }).click();
    await Promise.all([first.leave(), second.leave()]);
  },
);
