import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
  messageBubble,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  shiftPageClock,
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
  operatorPage = await fixture.openOperatorPage(undefined, { path: "/visitors", cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

beforeEach(async () => {
  const { items } = (await fixture.parlour.owner.call("GET", "blacklist")).body as {
    items: { id: number }[];
  };
  for (const { id } of items) await fixture.parlour.owner.call("DELETE", `blacklist/${id}`);
});

const visitorList = (page: Page) =>
  page.getByRole("region", { name: "Visitors, newest activity first" });
const getNames = (page: Page): Promise<string[]> =>
  visitorList(page).locator("tbody th a").allTextContents();
const visitorPane = (page: Page) => page.locator("aside.one");
const getVisitorNumber = async (customer: string): Promise<number> => {
  const chat = (await fixture.operator.call("GET", `chats/${sampleChats.chatId(customer)}`))
    .body as { visitor: { number: number } };
  return chat.visitor.number;
};

/** One page for all tasks: its filter and the pointer position are kept. */
describe("one page of visitors", { shuffle: false }, () => {
  test("[API-030] [CORE-020] visitors, one of them and the block list read well in both themes and on a phone", async () => {
    const { owner } = fixture.parlour;
    await fixture.operator.call("PATCH", `visitors/${await getVisitorNumber("anna")}`, {
      name: "Anna Kovács-Lind",
      description: "Teapots; calls after six",
    });
    await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "Another thing", {
      sender: { name: "Anna Kovács", phone: "+44 20 7946 0000" },
    });
    for (const [kind, value, more] of [
      ["email", "spam@offers.example", { reason: "Offers, five times a day" }],
      ["range", "198.51.100.0/24", {}],
      [
        "customer",
        "bot-7781",
        {
          channel_id: fixture.channel.id,
          until: new Date(Date.now() + 86_400_000).toISOString(),
        },
      ],
      ["country", "AQ", {}],
    ] as const)
      expect((await owner.call("POST", "blacklist", { kind, value, ...more })).status).toBe(201);
    const entries = (await owner.call("GET", "blacklist")).body as { items: { id: number }[] };
    await owner.call("DELETE", `blacklist/${entries.items[0]?.id}`);

    const { page } = operatorPage;
    const problems: string[] = [];
    await navigateTo(page, "/visitors");
    await page.getByRole("link", { name: "Anna Kovács-Lind", exact: true }).waitFor();
    problems.push(...(await checkScreen(page, "visitors", { views: usualViews })));
    await navigateTo(page, `/visitors/${await getVisitorNumber("anna")}`);
    await visitorPane(page).getByText("edited by Sofia Lind").first().waitFor();
    // The value of the channel is shown below, with its source.
    await visitorPane(page).getByText("Anna Kovács", { exact: true }).waitFor();
    problems.push(...(await checkScreen(page, "visitor")));
    await navigateTo(page, "/visitors/999999");
    await page.getByText("Visitor not found, or you do not have access.").waitFor();
    await page.getByRole("searchbox", { name: "Filter visitors" }).fill("nobody of this name");
    await page.getByText("No matching visitors").waitFor();
    problems.push(...(await checkScreen(page, "visitors-none")));

    const settings = await fixture.openOperatorPage(owner, { path: "/settings/blocklist" });
    const blocks = settings.page;
    await blocks.getByRole("rowheader", { name: /spam@offers/ }).waitFor();
    problems.push(...(await checkScreen(blocks, "blocklist")));
    await blocks.getByRole("combobox", { name: "Show" }).selectOption("all");
    await blocks
      .getByText(/unblocked by Olga/)
      .first()
      .waitFor();
    await blocks.getByRole("button", { name: "Block a visitor" }).click();
    await blocks
      .getByRole("dialog")
      .getByRole("combobox", { name: "Block by" })
      .selectOption("customer");
    problems.push(...(await checkScreen(blocks, "blocklist-new")));
    await settings.checkAndClose();
    // Clears the filter.
    await navigateTo(page, "/inbox/all");
    for (const { id } of entries.items) await owner.call("DELETE", `blacklist/${id}`);
    expect(problems.join("\n")).toBe("");
  });

  test("[API-030] while the pointer is in the list nothing moves; what changed is counted and comes when asked for", async () => {
    const { page } = operatorPage;
    await navigateTo(page, "/visitors");
    await page.getByRole("link", { name: "Lukas Weber", exact: true }).waitFor();
    await visitorList(page).locator("tbody tr").nth(2).hover();
    const before = await getNames(page);
    await fixture.parlour.sendCustomerMessage(fixture.channel, "marie", "One more question", {});
    await fixture.parlour.settle();
    const changes = page.getByRole("button", { name: /^Show \d+ changes?$/ });
    await changes.waitFor();
    expect(await getNames(page)).toEqual(before);
    // The first press may show earlier changes; the next one shows the change of this visitor.
    await expect
      .poll(async () => {
        if (await changes.isVisible()) await changes.click();
        return (await getNames(page))[0];
      })
      .toBe("Marie Dubois");
    // Without pointer and focus the list updates by itself.
    await page.mouse.move(5, 5);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await fixture.parlour.sendCustomerMessage(fixture.channel, "jonas", "And one from me", {});
    await fixture.parlour.settle();
    await expect.poll(() => getNames(page).then((now) => now[0])).toBe("Jonas Berg");
  });

  test("[API-027] [CORE-070] [CORE-071] by keyboard: found, blocked with a reason, unheard, lifted", async () => {
    const { page } = operatorPage;
    await navigateTo(page, "/inbox/all");
    await waitUntilLive(page);
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("heading", { name: "Visitors" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("nadia");
    const link = visitorList(page).getByRole("link", { name: "Nadia Ross", exact: true });
    await expect.poll(() => getNames(page)).toEqual(["Nadia Ross"]);
    await link.focus();
    await page.keyboard.press("Enter");
    await visitorPane(page).getByRole("button", { name: "Block" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /Reason/ }).fill("shouts");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await visitorPane(page).getByText("shouts", { exact: true }).waitFor();
    await visitorPane(page)
      .getByText(/^Blocked until/)
      .waitFor();
    expect(
      (await fixture.operator.call("GET", `chats/${sampleChats.chatId("nadia")}`)).body,
    ).toMatchObject({
      state: "closed",
      blacklisted: true,
    });

    await fixture.parlour.sendCustomerMessage(fixture.channel, "nadia", "LISTEN TO ME", {});
    await navigateTo(page, "/inbox/all");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "marie", "Said after it", {});
    await chatRow(page, "Marie Dubois").getByText("Said after it").waitFor();
    expect(await offerCard(page).filter({ hasText: "Nadia" }).count()).toBe(0);
    const chat = (await fixture.operator.call("GET", `chats/${sampleChats.chatId("nadia")}`))
      .body as {
      unread: number;
      last_message: object;
    };
    expect(chat).toMatchObject({
      unread: 3,
      last_message: { text: "LISTEN TO ME", blacklisted: true },
    });

    await navigateTo(page, `/inbox/closed/${sampleChats.chatId("nadia")}`);
    await messageBubble(page, "LISTEN TO ME").getByText("Sent while blocked").waitFor();
    await page.locator("aside.panel").getByText("shouts", { exact: true }).waitFor();
    expect((await checkScreen(page, "chat-blocked")).join("\n")).toBe("");

    await navigateTo(page, `/visitors/${await getVisitorNumber("nadia")}`);
    await visitorPane(page).getByRole("button", { name: "Unblock" }).click();
    await page.getByText("Nadia Ross can write again").waitFor();
    await visitorPane(page)
      .getByText(/^Blocked/)
      .waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/visitors");
  });
});

test("[API-030] without a connection the list stays, and says since when", async () => {
  const away = await fixture.openOperatorPage(sampleChats.ivan, {
    path: "/visitors",
    cuts: true,
  });
  const { page } = away;
  await page.getByRole("link", { name: "Marie Dubois", exact: true }).waitFor();
  const before = await getNames(page);
  await shiftPageClock(page, 120_000);
  fixture.proxy?.setMode("cut");
  const age = page.getByText(/^As of \d\d:\d\d$/);
  await age.waitFor();
  expect(await getNames(page)).toEqual(before);
  fixture.proxy?.setMode("pass");
  await age.waitFor({ state: "detached" });
  await away.checkAndClose();
});

test("[CORE-001] a viewer sees visitors and changes nothing; the block list is not his", async () => {
  const viewer = await fixture.openOperatorPage(sampleChats.viewer, {
    path: `/visitors/${await getVisitorNumber("anna")}`,
  });
  const { page } = viewer;
  await visitorPane(page).getByRole("heading", { name: "Last visit" }).waitFor();
  await waitUntilLive(page);
  await expect.poll(() => visitorPane(page).getByRole("button").allTextContents()).toEqual([""]);
  await page.goto(`${fixture.url}/settings/blocklist`);
  await page.getByText(/^Your role does not allow this/).waitFor();
  await viewer.checkAndClose();
});
