import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  messageBubble,
  openInboxFixture,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { recordRenders, takeRenderCounts } from "./count-renders.ts";
import { seedChats } from "./seed-chats.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
const chatCount = 5_000;
beforeAll(async () => {
  fixture = await openInboxFixture();
  await seedChats(fixture.parlour, fixture.channel, chatCount, fixture.operator);
  operatorPage = await fixture.openOperatorPage();
  await recordRenders(operatorPage.page);
  await operatorPage.page.reload();
});
afterAll(() => fixture.close());

/** The second test depends on the list as the first has ordered it. */
describe("one page with 5,000 chats", { shuffle: false }, () => {
  test("[API-020] a list of 5,000 chats is whole, in order, and right while messages come", async () => {
    const { page } = operatorPage;
    await waitUntilLive(page);
    const grid = page.getByRole("grid");
    await page.locator(`[role=grid][aria-rowcount="${chatCount}"]`).waitFor();
    await page.getByRole("link", { name: `All ${chatCount}` }).waitFor();
    // Only visible rows are in the page.
    expect(await grid.getByRole("row").count()).toBeLessThan(60);
    await page.getByRole("button", { name: /^Order:/ }).click();
    await page.getByRole("menuitemradio", { name: "Newest" }).click();
    // Rows under the pointer keep their positions.
    await page.mouse.move(900, 450);

    for (const n of [7, 4_321, 2_500])
      await fixture.parlour.sendCustomerMessage(
        fixture.channel,
        `many-${n}`,
        `Something new from ${n}!`,
      );
    await chatRow(page, "Something new from 2500!").waitFor();
    const first = async () => {
      const texts = await grid
        .getByRole("row")
        .evaluateAll((rows) =>
          rows
            .toSorted(
              (a, b) =>
                Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")),
            )
            .map((one) => one.textContent),
        );
      return texts.slice(0, 3).map((text) => /Something new from (\d+)!/.exec(text ?? "")?.[1]);
    };
    await expect.poll(first).toEqual(["2500", "4321", "7"]);

    // To the end and back by keyboard: the focused row always exists.
    await chatRow(page, "Something new from 2500!").focus();
    await page.keyboard.press("End");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
      .toBe(String(chatCount));
    await page.keyboard.press("Home");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
      .toBe("1");

    await page.keyboard.press("/");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Filter chats");
    await page.keyboard.type("many-4999");
    await page.locator('[role=grid][aria-rowcount="1"]').waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator(`[role=grid][aria-rowcount="${chatCount}"]`).waitFor();

    // From chat to chat, each with its own messages.
    await chatRow(page, "Something new from 4321!").click();
    await messageBubble(page, "Something new from 4321!").waitFor();
    await page.keyboard.press("j");
    await messageBubble(page, "Something new from 7!").waitFor();
    await page.keyboard.press("k");
    await messageBubble(page, "Something new from 4321!").waitFor();
    await messageBubble(page, "Something new from 7!").waitFor({ state: "detached" });
    await conversationPane(page).getByRole("heading", { name: "Customer 4321" }).waitFor();
  });

  test("[API-020] what arrives draws its own row, a switch draws each message once", async () => {
    const { page } = operatorPage;
    const { parlour, channel } = fixture;
    const chatOf = async (text: string) =>
      Number(await chatRow(page, text).getAttribute("data-chat"));
    await letGo(page);
    await parlour.sendCustomerMessage(channel, "many-11", "The second row");
    await parlour.sendCustomerMessage(channel, "many-12", "The first row");
    await chatRow(page, "The first row").waitFor();
    const [first, second] = [await chatOf("The first row"), await chatOf("The second row")];
    await chatRow(page, "Something new from 2500!").click();
    await letGo(page);
    await messageBubble(page, "Something new from 2500!").waitFor();
    await expect
      .poll(() => chatRow(page, "Something new from 2500!").getAttribute("class"))
      .toBe("row");
    await quiet(page);

    // Opening another chat, whose row is already first, renders its row and nothing else.
    await parlour.sendCustomerMessage(channel, "many-12", "Once more from the first");
    await chatRow(page, "Once more from the first").waitFor();
    const arrived = await quiet(page);
    expect(Object.keys(arrived).toSorted()).toEqual([`row ${first}`, `words ${first}`]);
    // The message and the chat's waiting time are two events, which may arrive separately.
    expect(arrived[`words ${first}`]).toBeLessThanOrEqual(2);

    // The moved row shifts other rows, whose content is not rendered again.
    await parlour.sendCustomerMessage(channel, "many-11", "The second becomes the first");
    await chatRow(page, "The second becomes the first").waitFor();
    const moved = await quiet(page);
    expect(Object.keys(moved).toSorted()).toEqual(
      [`row ${first}`, `row ${second}`, `words ${second}`].toSorted(),
    );

    await page.keyboard.press("k");
    await messageBubble(page, "Once more from the first").waitFor();
    await expect
      .poll(() => chatRow(page, "Once more from the first").getAttribute("class"))
      .toBe("row");
    const switched = await quiet(page);
    const lines = Object.entries(switched).filter(([name]) => name.startsWith("bubble "));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(([, times]) => times !== 1)).toEqual([]);
    expect(switched).toMatchObject({ conversation: 1, composer: 1, panel: 1 });
    const renderedRows = Object.keys(switched).filter((name) => name.startsWith("words "));
    expect(renderedRows).toEqual([`words ${first}`]);
    await operatorPage.checkAndClose();
  });

  /** Removes pointer and focus from the list, so that rows may move. */
  async function letGo(page: Page): Promise<void> {
    await page.mouse.move(900, 450);
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      (document.activeElement as HTMLElement | null)?.blur();
    });
  }

  /** Collects renders until two reads half a second apart find none. */
  async function quiet(page: Page): Promise<Record<string, number>> {
    const all: Record<string, number> = {};
    for (let still = 0; still < 2;) {
      const more = Object.entries(await takeRenderCounts(page));
      for (const [name, times] of more) all[name] = (all[name] ?? 0) + times;
      still = more.length === 0 ? still + 1 : 0;
      await page.waitForTimeout(250);
    }
    return all;
  }
});
