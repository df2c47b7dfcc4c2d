import { readFile } from "node:fs/promises";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  shiftPageClock,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";
import { retryUntilVisible } from "./screen-state-checks.ts";

let fixture: InboxFixture;
let sampleChats: SampleChats;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  sampleChats = await createSampleChats(fixture);
  await fixture.operator.call("POST", `chats/${sampleChats.chatId("priya")}/close`, {});
  await fixture.parlour.settle();
  // The last test interrupts the connection of all pages.
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

const searchField = (page: Page) =>
  page.getByRole("combobox", { name: "Search people, chats and messages" });
const resultList = (page: Page) => page.getByRole("list", { name: "Results" });
/** The path of the focused link; its text contains a time that changes. */
const getFocusedLink = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("href") ?? "");
const getMarkedTexts = (page: Page) => resultList(page).locator("mark").allTextContents();

test(
  "[API-070] [CORE-036] [CORE-224] a search shows the words where they are, opens the conversation there, and goes on from it",
  { meta: { pin: "journey of the search screen" } },
  async () => {
    const { page } = operatorPage;
    await waitUntilLive(page);
    await navigateTo(page, "/archive");
    await resultList(page).getByText("Marie Dubois").waitFor();
    await searchField(page).fill("parcel");
    await resultList(page).locator("mark").first().waitFor();
    await expect.poll(() => resultList(page).getByRole("listitem").count()).toBeLessThan(5);
    await expect.poll(async () => new Set(await getMarkedTexts(page))).toEqual(new Set(["parcel"]));
    await page.waitForURL(/q=parcel/);
    const problems = [...(await checkScreen(page, "archive-found"))];

    await resultList(page)
      .getByRole("link", { name: /parcel left our warehouse/ })
      .click();
    await conversationPane(page)
      .locator(".bubble[data-hit]")
      .getByText("The parcel left our warehouse")
      .waitFor();
    await expect.poll(() => page.evaluate(() => CSS.highlights.get("archive-hit")?.size)).toBe(1);
    // The archive is read-only: it has no composer and marks nothing as read.
    expect(await page.getByRole("textbox", { name: "Message" }).count()).toBe(0);
    problems.push(...(await checkScreen(page, "archive-chat")));
    expect(problems.join("\n")).toBe("");

    // Goes through the matches of the chat by button and by key. The address follows.
    await searchField(page).fill("the");
    await page.waitForURL(/q=the/);
    const match = page.getByText(/^Match \d+ of \d+ in this chat$/);
    // The address changes before the matches of the earlier words are gone.
    await expect
      .poll(async () => Number(/of (\d+)/.exec((await match.allInnerTexts()).join())?.[1]))
      .toBeGreaterThan(1);
    const at = () =>
      page.evaluate(() =>
        Number(
          document
            .querySelector<HTMLElement>(".bubble[data-hit]")
            ?.closest<HTMLElement>("[data-seq]")?.dataset["seq"],
        ),
      );
    await expect.poll(at).toBeGreaterThan(0);
    const first = await at();
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(at).not.toBe(first);
    await page.waitForURL((url) => url.searchParams.get("at") !== String(first));
    await conversationPane(page).getByRole("article").last().focus();
    await page.keyboard.press("Shift+N");
    await expect.poll(at).toBe(first);
    await searchField(page).fill("parcel");
    await page.waitForURL(/q=parcel/);
    await page.getByText("Match 1 of 1 in this chat").waitFor();
    expect(await page.getByRole("link", { name: "Open chat" }).getAttribute("href")).toMatch(
      /^\/inbox\/closed\/\d+$/,
    );

    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/inbox\/mine\/\d+$/);
    await conversationPane(page)
      .getByText(/continue/i)
      .first()
      .waitFor();
    await page.goBack();
    await expect.poll(() => searchField(page).inputValue()).toBe("parcel");
  },
);

test.runIf(isLongRun)(
  "[CORE-332] [CORE-471] a chat opened from the palette has the focus in its composer",
  async () => {
    const { page } = operatorPage;
    await waitUntilLive(page);
    for (const start of ["/visitors", "/inbox/mine"]) {
      await navigateTo(page, start);
      await page.keyboard.press("Control+k");
      const dialog = page.getByRole("dialog", { name: "Search" });
      await dialog.getByRole("combobox", { name: "Search" }).fill("anna");
      const found = dialog.getByRole("group", { name: "Chats", exact: true });
      const option = found.getByRole("option", { name: /Anna Kovács/ }).first();
      await option.click();
      await page.waitForURL(`**/inbox/all/${sampleChats.chatId("anna")}`);
      await expectFocus(conversationPane(page).getByRole("textbox").first());
    }
  },
);

test.runIf(isLongRun)(
  "[CORE-156] filters are suggested and become tokens in the field; Backspace selects and removes the last; wrong ones are named",
  async () => {
    const { page } = operatorPage;
    await waitUntilLive(page);
    await navigateTo(page, "/archive");
    await searchField(page).fill("channel:Jo");
    await page.getByRole("option", { name: "Journal" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const tokens = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
    await expect.poll(() => tokens.allInnerTexts()).toEqual(["Channel Journal"]);
    expect(await searchField(page).inputValue()).toBe("");
    await expect
      .poll(() => resultList(page).getByRole("listitem").count())
      .toBe(await countResults("channel:Journal"));
    await page.keyboard.type("rating:good ");
    await page.getByText("rating:good: a rating is positive, negative or none.").waitFor();
    await expect.poll(() => searchField(page).getAttribute("aria-invalid")).toBe("true");
    const problems = [...(await checkScreen(page, "archive-wrong"))];
    await searchField(page).press("Backspace");
    await expect.poll(() => page.locator(".token.on").innerText()).toBe("Rating good");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".token.on").count()).toBe(0);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await expect.poll(() => tokens.allInnerTexts()).toEqual(["Channel Journal"]);
    await page.waitForURL((url) => url.searchParams.get("q") === "channel:Journal");
    await resultList(page).waitFor();
    await page.getByRole("button", { name: "Search syntax" }).click();
    problems.push(...(await checkScreen(page, "archive-tokens")));
    await page.getByRole("menuitem", { name: "from:" }).click();
    await page.getByRole("option", { name: "Visitor" }).click();
    await expect.poll(() => tokens.allInnerTexts()).toEqual(["Channel Journal", "Author Visitor"]);
    await expectFocus(searchField(page));
    await page.getByRole("button", { name: "Remove the filter Author Visitor" }).click();
    await page
      .getByRole("group", { name: "Add a filter" })
      .getByRole("button", { name: "State" })
      .click();
    await page.getByRole("option", { name: "Closed" }).click();
    await page.waitForURL((url) => url.searchParams.get("q") === "channel:Journal state:closed");
    await page.getByRole("button", { name: "Order: Newest first" }).click();
    await page.getByRole("menuitemradio", { name: "Oldest first" }).click();
    await page.waitForURL(/sort=oldest/);
    await page.getByRole("button", { name: "Order: Oldest first" }).waitFor();
    problems.push(...(await checkScreen(page, "archive-filters")));
    await page.getByRole("button", { name: "Clear the search" }).first().click();
    await searchField(page).fill("nothing of this kind was ever said");
    await page.getByText("No results").waitFor();
    problems.push(...(await checkScreen(page, "archive-none")));
    await page.getByRole("main").getByRole("button", { name: "Clear the search" }).last().click();
    await resultList(page).getByText("Marie Dubois").waitFor();
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[API-120] [CORE-223] an operator finds a person by phone, and a press on the card narrows the list to that person; Back widens it",
  async () => {
    const secondPage = await fixture.openOperatorPage(sampleChats.ivan, { path: "/archive" });
    const { page } = secondPage;
    await waitUntilLive(page);
    const people = page.getByRole("region", { name: /^People/ });
    await searchField(page).fill("0044 20/7946-0958");
    await people
      .getByRole("button", { name: /Anna Kovács.*anna\.kovacs@example\.com.*1 chat/ })
      .waitFor();
    await resultList(page).getByText("Anna Kovács").waitFor();
    await searchField(page).fill("example.com");
    const card = people.getByRole("button", { name: /Marie Dubois/ });
    await card.waitFor();
    const problems = [...(await checkScreen(page, "archive-people"))];
    await card.click();
    await page.waitForURL(/visitor(%3A|:)\d+/);
    await expect.poll(() => card.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Remove the filter Person Marie Dubois" }).waitFor();
    await resultList(page).getByText("Open · you").waitFor();
    await page.goBack();
    await page.waitForURL(/q=example\.com$/);
    await expect.poll(() => searchField(page).inputValue()).toBe("example.com");
    expect(problems.join("\n")).toBe("");
    await secondPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[API-070] by keyboard alone: G A, / and words, J K and Enter, Escape",
  async () => {
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/inbox/all`);
    await waitUntilLive(page);
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.waitForURL(/\/archive$/);
    await resultList(page).waitFor();
    await page.keyboard.press("/");
    await expectFocus(searchField(page));
    await page.keyboard.type("parcel");
    await page.keyboard.press("Enter");
    // Waits for the results of the complete word, not of a part of it that was searched while it
    // was typed.
    await page.waitForURL(/q=parcel$/);
    await page.locator('.foundpane[aria-busy="false"]').waitFor();
    await expect.poll(() => getMarkedTexts(page)).toContain("parcel");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => getFocusedLink(page)).toContain("q=parcel");
    const first = await getFocusedLink(page);
    await page.keyboard.press("j");
    await expect.poll(() => getFocusedLink(page)).not.toBe(first);
    await page.keyboard.press("k");
    await expect.poll(() => getFocusedLink(page)).toBe(first);
    await page.keyboard.press("Enter");
    await conversationPane(page).locator(".bubble[data-hit]").waitFor();
    // The focus stays in the list.
    expect(await getFocusedLink(page)).toBe(first);
    await page.keyboard.press("F6");
    await page.keyboard.press("Escape");
    await page.getByText("Choose a chat").waitFor();
    await page.keyboard.press("Control+k");
    await expectFocus(page.getByRole("dialog", { name: "Search" }).getByRole("combobox"));
    await page.keyboard.type("search");
    await page.getByRole("option", { name: /^Search/ }).waitFor();
    await page.keyboard.press("Escape");
  },
);

test.runIf(isLongRun)(
  "[API-070] a viewer reads and takes away, but has no Continue; the file holds what was found",
  async () => {
    const secondPage = await fixture.openOperatorPage(sampleChats.viewer, {
      path: `/archive/${sampleChats.chatId("priya")}?q=warehouse`,
    });
    const { page } = secondPage;
    await waitUntilLive(page);
    await conversationPane(page).getByRole("heading", { name: "Priya Shah" }).waitFor();
    expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
    await resultList(page).locator("mark").first().waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    expect(file).toContain("The parcel left our warehouse this morning");
    expect(download.suggestedFilename()).toMatch(/^parlour-search-.*\.csv$/);
    await secondPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[API-070] without a connection the results stay, with their time where it is an earlier one, and the failure of a search can be repeated",
  async () => {
    const secondPage = await fixture.openOperatorPage(undefined, {
      path: "/archive?q=parcel",
      cuts: true,
    });
    const { page } = secondPage;
    await waitUntilLive(page);
    await resultList(page).locator("mark").first().waitFor();
    await shiftPageClock(page, 120_000);
    fixture.proxy?.setMode("cut");
    await page.getByText(/^As of \d\d:\d\d$/).waitFor();
    expect(await resultList(page).locator("mark").count()).toBeGreaterThan(0);
    await searchField(page).fill("warehouse");
    await page.getByText(/^The search failed\. .+/).waitFor();
    // Earlier results stay on the screen.
    expect(await resultList(page).locator("mark").first().textContent()).toBe("parcel");
    const problems = await checkScreen(page, "archive-offline");
    fixture.proxy?.setMode("pass");
    await retryUntilVisible(
      page,
      resultList(page).locator("mark", { hasText: "warehouse" }).first(),
    );
    await expect.poll(() => getMarkedTexts(page)).toEqual(["warehouse"]);
    expect(problems.join("\n")).toBe("");
    await secondPage.checkAndClose();
  },
);

async function countResults(q: string): Promise<number> {
  const answer = await fixture.parlour.owner.call(
    "GET",
    `search?limit=200&q=${encodeURIComponent(q)}`,
  );
  return (answer.body as { items: unknown[] }).items.length;
}
