import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bubble, hasFocus, openDesk, ready, ring, row, setForward, type Desk, type Seat } from "./desk.ts";
import { look, usual } from "./look.ts";
import { go } from "./places.ts";
import { playScene, type Scene } from "./scene.ts";

let desk: Desk;
let scene: Scene;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  scene = await playScene(desk);
  seat = await desk.sit(undefined, { path: "/visitors", cuts: true });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

beforeEach(async () => {
  const { items } = (await desk.parlour.owner.call("GET", "blacklist")).body as { items: { id: number }[] };
  for (const { id } of items) await desk.parlour.owner.call("DELETE", `blacklist/${id}`);
});

const list = (page: Page) => page.getByRole("region", { name: "Visitors, newest activity first" });
const names = (page: Page): Promise<string[]> => list(page).locator("tbody th a").allTextContents();
const pane = (page: Page) => page.locator("aside.one");
const numberOf = async (customer: string): Promise<number> => {
  const chat = (await desk.operator.call("GET", `chats/${scene.id(customer)}`)).body as { visitor: { number: number } };
  return chat.visitor.number;
};

/** One page for all tasks: its filter and the pointer position are kept. */
describe("one page of visitors", { shuffle: false }, () => {
  test.runIf(isLongRun)(
    "[API-030] [CORE-020] visitors, one of them and the block list read well in both themes and on a phone",
    async () => {
      const { owner } = desk.parlour;
      await desk.operator.call("PATCH", `visitors/${await numberOf("anna")}`, {
        name: "Anna Kovács-Lind",
        description: "Teapots; calls after six",
      });
      await desk.parlour.sendCustomerMessage(desk.channel, "anna", "Another thing", {
        sender: { name: "Anna Kovács", phone: "+44 20 7946 0000" },
      });
      for (const [kind, value, more] of [
        ["email", "spam@offers.example", { reason: "Offers, five times a day" }],
        ["range", "198.51.100.0/24", {}],
        ["customer", "bot-7781", { channel_id: desk.channel.id, until: new Date(Date.now() + 86_400_000).toISOString() }],
        ["country", "AQ", {}],
      ] as const)
        expect((await owner.call("POST", "blacklist", { kind, value, ...more })).status).toBe(201);
      const entries = (await owner.call("GET", "blacklist")).body as { items: { id: number }[] };
      await owner.call("DELETE", `blacklist/${entries.items[0]?.id}`);

      const { page } = seat;
      const wrong: string[] = [];
      await go(page, "/visitors");
      await page.getByRole("link", { name: "Anna Kovács-Lind", exact: true }).waitFor();
      wrong.push(...(await look(page, "visitors", { views: usual })));
      await go(page, `/visitors/${await numberOf("anna")}`);
      await pane(page).getByText("edited by Sofia Lind").first().waitFor();
      // The value of the channel is shown below, with its source.
      await pane(page).getByText("Anna Kovács", { exact: true }).waitFor();
      wrong.push(...(await look(page, "visitor")));
      await go(page, "/visitors/999999");
      await page.getByText("There is no such visitor, or you may not see him.").waitFor();
      await page.getByRole("searchbox", { name: "Filter visitors" }).fill("nobody of this name");
      await page.getByText("Nobody matches").waitFor();
      wrong.push(...(await look(page, "visitors-none")));

      const settings = await desk.sit(owner, { path: "/settings/blocklist" });
      const blocks = settings.page;
      await blocks.getByRole("rowheader", { name: /spam@offers/ }).waitFor();
      wrong.push(...(await look(blocks, "blocklist")));
      await blocks.getByRole("combobox", { name: "Which entries" }).selectOption("all");
      await blocks
        .getByText(/lifted by Olga/)
        .first()
        .waitFor();
      await blocks.getByRole("button", { name: "Block somebody" }).click();
      await blocks.getByRole("dialog").getByRole("combobox", { name: "By" }).selectOption("customer");
      wrong.push(...(await look(blocks, "blocklist-new")));
      await settings.leave();
      // Clears the filter.
      await go(page, "/inbox/all");
      for (const { id } of entries.items) await owner.call("DELETE", `blacklist/${id}`);
      expect(wrong.join("\n")).toBe("");
    },
  );

  test.runIf(isLongRun)(
    "[API-030] while the pointer is in the list nothing moves; what changed is counted and comes when asked for",
    async () => {
      const { page } = seat;
      await go(page, "/visitors");
      await page.getByRole("link", { name: "Lukas Weber", exact: true }).waitFor();
      await list(page).locator("tbody tr").nth(2).hover();
      const before = await names(page);
      await desk.parlour.sendCustomerMessage(desk.channel, "marie", "One more question", {});
      await desk.parlour.settle();
      const changes = page.getByRole("button", { name: /^\d+ changes?: show$/ });
      await changes.waitFor();
      expect(await names(page)).toEqual(before);
      // The first press may show earlier changes; the next one shows the change of this visitor.
      await expect
        .poll(async () => {
          if (await changes.isVisible()) await changes.click();
          return (await names(page))[0];
        })
        .toBe("Marie Dubois");
      // Without pointer and focus the list updates by itself.
      await page.mouse.move(5, 5);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await desk.parlour.sendCustomerMessage(desk.channel, "jonas", "And one from me", {});
      await desk.parlour.settle();
      await expect.poll(() => names(page).then((now) => now[0])).toBe("Jonas Berg");
    },
  );

  test("[API-027] [CORE-070] [CORE-071] by keyboard: found, blocked with a reason, unheard, lifted", async () => {
    const { page } = seat;
    await go(page, "/inbox/all");
    await ready(page);
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("heading", { name: "Visitors" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("nadia");
    const link = list(page).getByRole("link", { name: "Nadia Ross", exact: true });
    await expect.poll(() => names(page)).toEqual(["Nadia Ross"]);
    await link.focus();
    await page.keyboard.press("Enter");
    await pane(page).getByRole("button", { name: "Block" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /Reason/ }).fill("shouts");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await pane(page).getByText("shouts", { exact: true }).waitFor();
    await pane(page)
      .getByText(/^Blocked until/)
      .waitFor();
    expect((await desk.operator.call("GET", `chats/${scene.id("nadia")}`)).body).toMatchObject({ state: "closed", blacklisted: true });

    await desk.parlour.sendCustomerMessage(desk.channel, "nadia", "LISTEN TO ME", {});
    await go(page, "/inbox/all");
    await desk.parlour.sendCustomerMessage(desk.channel, "marie", "Said after it", {});
    await row(page, "Marie Dubois").getByText("Said after it").waitFor();
    expect(await ring(page).filter({ hasText: "Nadia" }).count()).toBe(0);
    const chat = (await desk.operator.call("GET", `chats/${scene.id("nadia")}`)).body as { unread: number; last_message: object };
    expect(chat).toMatchObject({ unread: 3, last_message: { text: "LISTEN TO ME", blacklisted: true } });

    await go(page, `/inbox/closed/${scene.id("nadia")}`);
    await bubble(page, "LISTEN TO ME").getByText("Blocked: nobody was told").waitFor();
    await page.locator("aside.panel").getByText("shouts", { exact: true }).waitFor();
    expect((await look(page, "chat-blocked")).join("\n")).toBe("");

    await go(page, `/visitors/${await numberOf("nadia")}`);
    await pane(page).getByRole("button", { name: "Lift" }).click();
    await page.getByText("Nadia Ross may write again").waitFor();
    await pane(page)
      .getByText(/^Blocked/)
      .waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/visitors");
  });
});

test("[CORE-070] [API-041] [API-042] Settings, Block list: asked, added, lifted, put back", async () => {
  const settings = await desk.sit(desk.parlour.owner, { path: "/settings/blocklist" });
  const { page } = settings;
  await page.getByText("Nobody is blocked").waitFor();
  const ask = page.getByRole("complementary", { name: "Would this be blocked?" });
  await ask.getByRole("textbox", { name: "Value" }).fill("Eve@Example.com");
  await ask.getByRole("button", { name: "Check" }).click();
  await ask.getByText("No entry blocks this.").waitFor();

  await page.getByRole("button", { name: "Block somebody" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await dialog.getByText("Say who is blocked.").waitFor();
  await dialog.getByRole("textbox", { name: "Value" }).fill("no address");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await dialog.getByText("This is no e-mail address.").waitFor();
  await dialog.getByRole("textbox", { name: "Value" }).fill("eve@example.com");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Fraud");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  const entry = page.getByRole("row").filter({ hasText: "eve@example.com" });
  await entry.getByText("Fraud").waitFor();
  await ask.getByRole("button", { name: "Check" }).click();
  await ask.getByText("Yes, by e-mail eve@example.com").waitFor();

  await entry.getByRole("button", { name: "Lift the block of eve@example.com" }).press("Enter");
  await entry.waitFor({ state: "detached" });
  // The focused row was removed, and no row is left.
  await hasFocus(page.getByRole("heading", { name: "Block list", level: 1 }));
  await page.getByRole("button", { name: "Undo" }).click();
  await entry.waitFor();
  expect((await desk.parlour.owner.call("GET", "blacklist?state=in_force")).body).toMatchObject({ items: [{ value: "eve@example.com" }] });
  await settings.leave();
});

test.runIf(isLongRun)("[API-030] without a connection the list stays, and says since when", async () => {
  const away = await desk.sit(scene.ivan, { path: "/visitors", cuts: true });
  const { page } = away;
  await page.getByRole("link", { name: "Marie Dubois", exact: true }).waitFor();
  const before = await names(page);
  await setForward(page, 120_000);
  desk.proxy?.setMode("cut");
  const age = page.getByText(/^As of \d\d:\d\d$/);
  await age.waitFor();
  expect(await names(page)).toEqual(before);
  desk.proxy?.setMode("pass");
  await age.waitFor({ state: "detached" });
  await away.leave();
});

test.runIf(isLongRun)("[CORE-001] a viewer sees visitors and changes nothing; the block list is not his", async () => {
  const viewer = await desk.sit(scene.viewer, { path: `/visitors/${await numberOf("anna")}` });
  const { page } = viewer;
  await pane(page).getByRole("heading", { name: "Last visit" }).waitFor();
  await ready(page);
  await expect.poll(() => pane(page).getByRole("button").allTextContents()).toEqual([""]);
  await page.goto(`${desk.url}/settings/blocklist`);
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/inbox/);
  await viewer.leave();
});
