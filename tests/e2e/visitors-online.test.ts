import { afterAll, beforeAll, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import { startHostSite, type HostSite } from "@parlour/testkit";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { FrameLocator, Page } from "playwright-core";
import { openDesk, type Desk, type Seat } from "./desk.ts";
import { look, narrow, isLongRun, usual } from "./look.ts";

let desk: Desk;
let site: HostSite;
let seat: Seat;
let widget: Channel;
beforeAll(async () => {
  [desk, site] = await Promise.all([openDesk(), startHostSite()]);
  const { owner } = desk.parlour;
  const made = await owner.call("POST", "channels", { kind: "widget", name: "Shop", operators: [desk.operator.id] });
  expect(made.status, made.text).toBe(201);
  widget = made.body as Channel;
  for (const [path, title] of [
    ["/", "Home"],
    ["/tea", "Speckled bowl <img src=x onerror=__hit=1>"],
    ["/oak", "Oak board"],
  ] as const)
    site.setPage(
      path,
      `<!doctype html><html lang="en"><title>${title.replaceAll("<", "&lt;")}</title><h1>Shop</h1>${widget.snippet ?? ""}</html>`,
    );
  expect((await owner.call("POST", "departments", { name: "Glazes and care", operators: [desk.operator.id] })).status).toBe(201);
  const reply = { scope: "account", shortcut: "glaze", language: "en", text: "Choosing a glaze, {visitor.name|dear visitor}?" };
  expect((await owner.call("POST", "canned-replies", reply)).status).toBe(201);
  seat = await desk.sit(undefined, { path: "/visitors" });
});
afterAll(async () => {
  await seat.leave();
  await site.close();
  await desk.close();
});

/** Opens a page of the site as a new visitor. */
async function visit(path: string): Promise<{ page: Page; frame: FrameLocator; leave: () => Promise<void> }> {
  const context = await openContext(desk.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}${path}`);
  const leave = async () => {
    expect(faults).toEqual([]);
    await context.close();
  };
  return { page, frame: page.frameLocator("iframe"), leave };
}
const rows = () => seat.page.locator("table.here tbody tr");
const pane = () => seat.page.locator("aside.one");
/** Removes pointer and focus from the list, which does not move while they are in it. */
async function handOff(): Promise<void> {
  await seat.page.mouse.move(5, 5);
  await seat.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test.runIf(isLongRun)(
  "[API-030] [WG-060] [CORE-052] a page shows up within two seconds, moves, is invited by keyboard and answers; replies are Delivered, then Seen",
  async () => {
    const { page } = seat;
    await page.goto(`${desk.url}/visitors`);
    await page.getByText("Nobody is on the site").waitFor();
    const wrong: string[] = [...(await look(page, "online-empty"))];
    await handOff();
    const anna = await visit("/?utm_source=newsletter&utm_campaign=autumn-tea");
    await rows().filter({ hasText: "Home" }).waitFor();
    await rows().filter({ hasText: "autumn-tea" }).filter({ hasText: "Browsing" }).waitFor();
    await anna.page.goto(`${site.url}/tea`);
    await rows().filter({ hasText: "Speckled bowl" }).waitFor();
    await expect.poll(() => rows().count()).toBe(1);

    await rows()
      .getByRole("button", { name: /^Invite/ })
      .focus();
    await page.keyboard.press("Enter");
    const text = pane().getByRole("textbox", { name: "Invitation" });
    await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
    await pane().getByText("Home", { exact: false }).first().waitFor();
    await pane().getByRole("button", { name: "Quick replies" }).click();
    await page.getByRole("menuitem", { name: /glaze/ }).click();
    await expect.poll(() => text.inputValue()).toBe("Choosing a glaze, dear visitor?");
    await pane().getByRole("combobox", { name: "Department" }).selectOption({ label: "Glazes and care" });
    wrong.push(...(await look(page, "online-invite", { views: usual })));
    await pane().getByRole("button", { name: "Invite", exact: true }).click();
    await pane().getByRole("button", { name: "Invite again" }).waitFor();
    // A page without a chat window polls every 25 s, and when it becomes visible (WG-103).
    await anna.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await anna.frame.getByText("Choosing a glaze, dear visitor?").first().waitFor();
    await rows()
      .filter({ hasText: /Invited \d+:\d\d ago/ })
      .waitFor();
    if (isLongRun) wrong.push(...(await look(page, "online-invited", { views: ["light"] })));
    await text.fill("Once more");
    await pane().getByRole("button", { name: "Invite again" }).click();
    await pane().getByText("invited as often as the widget allows", { exact: false }).waitFor();

    await anna.frame.getByRole("textbox", { name: "Message" }).fill("The blue one?");
    await anna.frame.getByRole("button", { name: "Send", exact: true }).click();
    await handOff();
    await rows().filter({ hasText: "Waiting for an answer" }).waitFor();
    const [chat] = (
      (await desk.operator.call("GET", "chats?state=waiting")).body as { items: { id: number; department: { name: string } | null }[] }
    ).items;
    expect(chat?.department?.name).toBe("Glazes and care");
    await rows()
      .getByRole("link", { name: /^Open the chat/ })
      .click();
    await page.getByText("The blue one?").first().waitFor();
    await page.getByText("Choosing a glaze, dear visitor?").first().waitFor();
    await page.locator("aside.panel summary").filter({ hasText: "Visits" }).click();
    await page.locator("aside.panel .visitline").first().waitFor();
    wrong.push(...(await look(page, "widget-chat")));

    const write = async (words: string) => {
      await page.getByRole("textbox", { name: "Message" }).fill(words);
      await page.keyboard.press("Enter");
    };
    const bubble = (words: string) => page.locator(".bubble").filter({ hasText: words });
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
    expect(wrong.join("\n")).toBe("");
  },
);

test("[WG-060] [API-030] an invitation comes up in the tab that is looked at and in no other; the operator sees how far it came and takes it back", async () => {
  const { page } = seat;
  const dora = await visit("/oak");
  const numberOf = (tab: Page) =>
    tab.evaluate<number>("new Promise((done) => widget_api.getVisitorNumber((fault, number) => done(number)))");
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
  await page.goto(`${desk.url}/visitors/${number}`);
  await pane().getByRole("textbox", { name: "Invitation" }).fill("One of two?");
  await pane().getByRole("button", { name: "Invite", exact: true }).click();
  await pane().getByText("not shown yet").waitFor();
  await turn(dora.page, "visible");
  await dora.frame.getByText("One of two?").first().waitFor();
  await pane().getByText("· shown").waitFor();
  await behind.evaluate(`window.opened=0;widget_api.on("open",function(){opened++})`);
  await turn(behind, "visible");
  expect(await isOpen(dora.page)).toBe(true);
  await pane().getByRole("button", { name: "Withdraw" }).click();
  await page.getByText(/^The invitation to .+ was withdrawn$/).waitFor();
  await expect.poll(() => isOpen(dora.page)).toBe(false);
  // By now both tabs have received the server's messages about it.
  expect([await numberOf(behind), await behind.evaluate("opened"), await isOpen(behind)]).toEqual([number, 0, false]);
  await pane().getByRole("button", { name: "Withdraw" }).waitFor({ state: "detached" });
  await expect
    .poll(() =>
      pane()
        .getByRole("textbox", { name: "Invitation" })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await dora.leave();
});

test.runIf(isLongRun)(
  "[API-030] [CORE-070] while the pointer is in the list nothing moves; a visitor without a chat is blocked from here",
  async () => {
    const { page } = seat;
    await page.goto(`${desk.url}/visitors`);
    // Visitors who left stay in the list for some seconds. Their removal would be the first change,
    // and the list would wait with the next.
    await handOff();
    await page.getByText("Nobody is on the site").waitFor();
    const first = await visit("/");
    const home = rows().filter({ hasText: "Home" });
    await home.waitFor();
    await home.hover();
    const place = await home.boundingBox();
    const second = await visit("/oak");
    // A row that is added at the end moves nothing under the pointer, so it appears (CORE-146).
    await rows().filter({ hasText: "Oak board" }).waitFor();
    expect(await home.boundingBox()).toEqual(place);
    await rows().filter({ hasText: "Oak board" }).getByRole("rowheader").getByRole("link").click();
    await pane().getByRole("button", { name: "Block" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Block/ })
      .click();
    await pane()
      .getByText(/^Blocked until/)
      .waitFor();
    await handOff();
    await rows().filter({ hasText: "Oak board" }).filter({ hasText: "Blocked" }).waitFor();
    await expect.poll(() => rows().filter({ hasText: "Oak board" }).getByRole("button").count()).toBe(0);
    await page.keyboard.press("Escape");
    await pane().waitFor({ state: "detached" });
    expect((await look(page, "online", { views: isLongRun ? usual : narrow })).join("\n")).toBe("");
    await page.getByRole("button", { name: "Everybody" }).click();
    await page.getByRole("region", { name: "Visitors, newest activity first" }).waitFor();
    await page.getByRole("button", { name: "On the site" }).click();
    await Promise.all([first.leave(), second.leave()]);
  },
);
