import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  readConversation,
  waitUntilLive,
  chatRow,
  getUnreadCount,
  type InboxFixture,
  reconnect,
} from "./inbox-fixture.ts";

const customers = ["Anna Keller", "Ben Okafor", "Chloé Martin", "Daniyar Akhmetov", "Eva Lind"];
/**
 * Seconds without a connection in a long run. Otherwise the outage lasts as long as the messages
 * take.
 */
const outageSeconds = process.env["LONG"] === undefined ? 0 : 60;

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
});
afterAll(() => fixture.close());

let round = 0;
let firstChatId = 0;
const sendMessage = async (index: number, text: string): Promise<void> => {
  const answer = await fixture.parlour.sendCustomerMessage(
    fixture.channel,
    `${round}-${index}`,
    text,
    {
      sender: { name: `${customers[index]} ${round}` },
    },
  );
  expect(answer.status).toBe(200);
};
const listReplies = (): string[] =>
  fixture.integrator
    .messages()
    .map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text);
/** Creates five chats of the operator. The first has a conversation taller than its pane. */
async function createFiveChats(): Promise<void> {
  round++;
  for (let n = 1; n <= 40; n++) await sendMessage(0, `earlier ${n}`);
  for (let index = 1; index < customers.length; index++)
    await sendMessage(index, `hello from ${index}`);
  const ids = await Promise.all(
    customers.map(async (_, index) => (await fixture.parlour.findChat(`${round}-${index}`)).id),
  );
  for (const id of ids)
    expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  firstChatId = ids[0] ?? 0;
}
/** Removes the chats of a test from the list of the next one, which has a connection. */
afterEach(async () => {
  fixture.proxy?.setMode("pass");
  for (let index = 0; index < customers.length && firstChatId !== 0; index++)
    await fixture.operator.call(
      "POST",
      `chats/${(await fixture.parlour.findChat(`${round}-${index}`)).id}/close`,
      {},
    );
  firstChatId = 0;
});
/** Waits until the page has reported to the server that the visible messages are read. */
const waitUntilRead = () => expect.poll(() => getUnreadCount(fixture, `${round}-0`)).toBe(0);
const waitForOfflineBanner = (page: Page) =>
  page.getByRole("button", { name: /^Offline since/ }).waitFor();
async function sendFiftyMessages(): Promise<void> {
  for (let n = 1; n <= 10; n++)
    for (let index = 0; index < customers.length; index++)
      await sendMessage(index, `during ${n} in ${index}`);
  if (outageSeconds > 0) await new Promise((resolve) => setTimeout(resolve, outageSeconds * 1_000));
}
/**
 * Reads the rows: name, last message and unread count, without times, which change. A row shows a
 * draft only while its chat is not open.
 */
const readRows = (page: Page): Promise<string[]> =>
  page.getByRole("row").evaluateAll((all) =>
    all.map((one) =>
      [".visitorname", ".last:not(:has(.draft))", ".badge"]
        .map((part) => one.querySelector(part)?.textContent ?? "")
        .join(" | ")
        .replace("during 10 in 0", ""),
    ),
  );
/** Returns a value after four reads in a row, some frames apart, were equal. */
async function waitUntilStable<T>(page: Page, readValue: () => Promise<T>): Promise<T> {
  for (let [before, same] = [await readValue(), 0]; ;) {
    await page.evaluate(async () => {
      for (let n = 0; n < 4; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    const now = await readValue();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    if (same === 3) return now;
    before = now;
  }
}
async function expectSameAsFreshLoad(page: Page, fresh: Page): Promise<void> {
  await waitUntilLive(fresh);
  await chatRow(fresh, `${customers[0]} ${round}`).waitFor();
  await expect
    .poll(async () => {
      const [shownLines, freshLines] = [await readRows(page), await readRows(fresh)];
      return shownLines.length === customers.length &&
        shownLines.join("\n") === freshLines.join("\n")
        ? "equal"
        : [...shownLines, "and", ...freshLines].join("\n");
    })
    .toBe("equal");
  await chatRow(fresh, `${customers[0]} ${round}`).click();
  await messageBubble(fresh, "during 10 in 0").waitFor();
  const [shownLines, freshLines] = [await readConversation(page), await readConversation(fresh)];
  expect(shownLines).toEqual(freshLines);
  const numberedLines = shownLines.filter((line) => /^(earlier|during)/.test(line));
  expect(numberedLines).toEqual([
    ...Array.from({ length: 40 }, (_, i) => `earlier ${i + 1}`),
    ...Array.from({ length: 10 }, (_, i) => `during ${i + 1} in 0`),
  ]);
  expect(new Set(shownLines).size).toBe(shownLines.length);
}

test(
  "[CORE-045] [API-101] a cut network leaves draft, focus, caret, scroll and choice as they were, and the missed is there once, in order",
  { meta: { pin: "nothing lost when the network is cut" } },
  async () => {
    await createFiveChats();
    const operatorPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/mine/${firstChatId}`,
      cuts: true,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await messageBubble(page, "earlier 40").waitFor();
    await messageField(page).fill("We can offer a replacement");
    await messageField(page).evaluate((field: HTMLTextAreaElement) =>
      field.setSelectionRange(6, 9),
    );
    const log = page.locator("section.conversation .log");
    await waitUntilRead();
    await log.hover();
    await page.mouse.wheel(0, -700);
    await page.getByRole("button", { name: "Jump to latest" }).waitFor();
    const state = () =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLTextAreaElement;
        const box = document.querySelector(".conversation .log");
        // Complete articles in view, with their distance from the upper edge.
        const top = box?.getBoundingClientRect().top ?? 0;
        const line = [...(box?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])].find(
          (one) => one.getBoundingClientRect().top >= top,
        );
        return {
          focus: field.getAttribute("aria-label"),
          draft: field.value,
          caret: [field.selectionStart, field.selectionEnd],
          address: location.pathname,
          scroll: box?.scrollTop,
          line: line?.textContent,
          at: Math.round((line?.getBoundingClientRect().top ?? 0) - top),
        };
      });
    await expect.poll(async () => (await state()).line).toContain("earlier");
    // Scrolling has ended, and the newly visible articles are measured.
    const before = await waitUntilStable(page, state);
    expect(before).toMatchObject({
      focus: "Message",
      draft: "We can offer a replacement",
      caret: [6, 9],
    });

    await operatorPage.context.setOffline(true);
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await sendFiftyMessages();
    await expect.poll(state).toEqual(before);
    fixture.proxy?.setMode("pass");
    await operatorPage.context.setOffline(false);
    await waitUntilLive(page);
    await page.getByRole("button", { name: "10 new" }).waitFor();
    await expect.poll(state).toEqual(before);

    await expectSameAsFreshLoad(page, await operatorPage.openTab("/inbox/mine"));
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] [CORE-044] what is typed while the server is out of reach goes out once, in order, when it is back",
  async () => {
    await createFiveChats();
    const operatorPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/mine/${firstChatId}`,
      cuts: true,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    // The test does not wait for the read mark, which may be under way when the network fails.
    await messageBubble(page, "earlier 40").waitFor();
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    const mine = Array.from({ length: 5 }, (_, i) => `reply ${round}.${i + 1}`);
    await messageField(page).focus();
    for (const text of mine) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await messageBubble(page, text).getByText("Sending").waitFor();
    }
    await page.getByText("5 replies wait on this device and go out in order").waitFor();
    await chatRow(page, `${customers[0]} ${round}`).getByText("reply").waitFor();
    await sendFiftyMessages();
    fixture.proxy?.setMode("pass");
    // The page may have reconnected by itself.
    await reconnect(page);
    await waitUntilLive(page);
    for (const text of mine)
      await messageBubble(page, text).getByText("Delivered", { exact: true }).waitFor();
    expect(listReplies().filter((text) => text.startsWith(`reply ${round}.`))).toEqual(mine);
    const stored = (await fixture.parlour.messages(firstChatId))
      .filter(({ author }) => author.kind === "operator")
      .map(({ text }) => text);
    expect(stored).toEqual(mine);
    // Another tab starts from the read mark that the server has at that time.
    await waitUntilRead();
    await expectSameAsFreshLoad(page, await operatorPage.openTab("/inbox/mine"));
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] [CORE-483] [API-025] without a connection what rings has no time that runs and nothing to press; on a phone the banner has its place above the screen",
  async () => {
    const max = await fixture.parlour.operator("operator", "Max Weber");
    await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
      operators: [fixture.operator.id, max.id],
    });
    await sendMessage(9, "Hello");
    const { id } = await fixture.parlour.findChat(`${round}-9`);
    expect((await max.call("POST", `chats/${id}/accept`)).status).toBe(200);
    const operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
    const { page } = operatorPage;
    await waitUntilLive(page);
    expect(
      (await max.call("POST", `chats/${id}/transfer`, { operator_id: fixture.operator.id })).status,
    ).toBe(200);
    const card = page.getByRole("region", { name: /^Max Weber wants to transfer the chat/ });
    await card.getByText(/^\d+:\d\d$/).waitFor();
    fixture.proxy?.setMode("cut");
    await card.getByText("Offline", { exact: true }).waitFor();
    for (const name of ["Accept", "Decline"])
      expect(await card.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
    expect(await card.getByText(/^\d+:\d\d$/).count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    const banner = page.locator(".banners").getByText(/^Offline since/);
    await banner.waitFor();
    const [banners, screen] = await Promise.all(
      [".banners", "#screen"].map(
        async (selector) => (await page.locator(selector).boundingBox())!,
      ),
    );
    expect(banners!.y + banners!.height).toBeLessThanOrEqual(screen!.y + 1);
    fixture.proxy?.setMode("pass");
    // The page may have reconnected by itself, which removes the button with the banner.
    await page
      .getByRole("button", { name: "Retry now" })
      .evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
    await banner.waitFor({ state: "hidden" });
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] [CORE-037] what could not be read beside the chats is read when the server is back: a line then says whom a chat was offered to",
  async () => {
    const { name } = (await fixture.operator.call("GET", "me")).body as { name: string };
    const names = "**/api/v1/operators*";
    const operatorPage = await fixture.openOperatorPage(undefined, {
      cuts: true,
      setUpContext: async (context) => void (await context.route(names, (route) => route.abort())),
    });
    const { page, context } = operatorPage;
    await waitUntilLive(page);
    await sendMessage(8, "Hello");
    const { id } = await fixture.parlour.findChat(`${round}-8`);
    await page.goto(`${fixture.url}/inbox/all/${id}`);
    await waitUntilLive(page);
    await page.getByText(/^Waiting .* · offered to 1 operator$/).waitFor();
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await context.unroute(names);
    fixture.proxy?.setMode("pass");
    await reconnect(page);
    await page.getByText(new RegExp(`^Waiting .* · offered to ${name}$`)).waitFor();
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] what was opened without a connection is there when it is back: the list of closed chats, a chat of it and its messages; what ends meanwhile comes into the list",
  async () => {
    round++;
    const close = async (index: number): Promise<void> => {
      const { id } = await fixture.parlour.findChat(`${round}-${index}`);
      expect((await fixture.operator.call("POST", `chats/${id}/close`, {})).status).toBe(200);
    };
    for (const index of [0, 1, 2]) await sendMessage(index, "long ago");
    await close(0);
    const operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
    const { page } = operatorPage;
    await waitUntilLive(page);
    const more = page.getByRole("button", { name: /More views$/ });
    const closed = page.getByRole("menuitemradio", { name: "Closed" });
    // The menu is opened once before: without a worker the page loads its code from the network.
    await more.click();
    await closed.waitFor();
    await page.keyboard.press("Escape");
    await closed.waitFor({ state: "hidden" });
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await more.click();
    await closed.click();
    await page.getByText("The list could not be loaded.").waitFor();
    fixture.proxy?.setMode("pass");
    await chatRow(page, `${customers[0]} ${round}`).waitFor();
    await close(1);
    await chatRow(page, `${customers[1]} ${round}`).waitFor();
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await close(2);
    await chatRow(page, `${customers[0]} ${round}`).click();
    await page.getByText("The conversation could not be loaded.").waitFor();
    fixture.proxy?.setMode("pass");
    await messageBubble(page, "long ago").waitFor();
    await chatRow(page, `${customers[2]} ${round}`).waitFor();
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] a part of the page and a screen that were never opened take nothing away without a connection, and come when it is back",
  async () => {
    round++;
    await sendMessage(0, "Hello");
    const { id } = await fixture.parlour.findChat(`${round}-0`);
    expect((await fixture.operator.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
    const operatorPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/mine/${id}`,
      cuts: true,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await messageField(page).fill("half written");
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await page.getByRole("button", { name: "Emoji" }).click();
    await messageBubble(page, "Hello").waitFor();
    expect(await messageField(page).inputValue()).toBe("half written");
    fixture.proxy?.setMode("pass");
    await page.getByRole("dialog", { name: "Emoji" }).waitFor();
    await page.keyboard.press("Escape");
    fixture.proxy?.setMode("cut");
    await waitForOfflineBanner(page);
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await messageBubble(page, "Hello").waitFor();
    fixture.proxy?.setMode("pass");
    await page.getByRole("heading", { name: "Search", level: 2 }).waitFor();
    expect(await page.evaluate(() => "stayed" in globalThis)).toBe(true);
    expect((await fixture.operator.call("POST", `chats/${id}/close`, {})).status).toBe(200);
    await operatorPage.checkAndClose();
  },
);
