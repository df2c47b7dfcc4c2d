import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { bubble, message, openDesk, readConversation, ready, row, unreadOf, type Desk } from "./desk.ts";

const customers = ["Anna Keller", "Ben Okafor", "Chloé Martin", "Daniyar Akhmetov", "Eva Lind"];
/**
 * Seconds without a connection in a long run. Otherwise the outage lasts as long as the messages
 * take.
 */
const pause = process.env["LONG"] === undefined ? 0 : 60;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
});
afterAll(() => desk.close());

let round = 0;
let first = 0;
const say = async (who: number, text: string): Promise<void> => {
  const answer = await desk.parlour.sendCustomerMessage(desk.channel, `${round}-${who}`, text, {
    sender: { name: `${customers[who]} ${round}` },
  });
  expect(answer.status).toBe(200);
};
const replies = (): string[] =>
  desk.integrator.messages().map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text);
/** Creates five chats of the operator. The first has a conversation taller than its pane. */
async function fiveChats(): Promise<void> {
  round++;
  for (let n = 1; n <= 40; n++) await say(0, `earlier ${n}`);
  for (let who = 1; who < customers.length; who++) await say(who, `hello from ${who}`);
  const ids = await Promise.all(customers.map(async (_, who) => (await desk.parlour.findChat(`${round}-${who}`)).id));
  for (const id of ids) expect((await desk.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  first = ids[0] ?? 0;
}
/** Removes the chats of a test from the list of the next one. */
afterEach(async () => {
  for (let who = 0; who < customers.length && first !== 0; who++)
    await desk.operator.call("POST", `chats/${(await desk.parlour.findChat(`${round}-${who}`)).id}/close`, {});
  first = 0;
});
/** Waits until the page has reported to the server that the visible messages are read. */
const readHere = () => expect.poll(() => unreadOf(desk, `${round}-0`)).toBe(0);
const offline = (page: Page) => page.getByRole("button", { name: /^Offline since/ }).waitFor();
async function fiftyArrive(): Promise<void> {
  for (let n = 1; n <= 10; n++) for (let who = 0; who < customers.length; who++) await say(who, `during ${n} in ${who}`);
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * 1_000));
}
/**
 * Reads the rows: name, last message and unread count, without times, which change. A row shows a
 * draft only while its chat is not open.
 */
const rows = (page: Page): Promise<string[]> =>
  page.getByRole("row").evaluateAll((all) =>
    all.map((one) =>
      [".who", ".last:not(:has(.draft))", ".badge"]
        .map((part) => one.querySelector(part)?.textContent ?? "")
        .join(" | ")
        .replace("during 10 in 0", ""),
    ),
  );
/** Returns a value after four reads in a row, some frames apart, were equal. */
async function still<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (let [before, same] = [await look(), 0]; ;) {
    await page.evaluate(async () => {
      for (let n = 0; n < 4; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    const now = await look();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    if (same === 3) return now;
    before = now;
  }
}
async function equalsFreshLoad(page: Page, fresh: Page): Promise<void> {
  await ready(fresh);
  await row(fresh, `${customers[0]} ${round}`).waitFor();
  await expect
    .poll(async () => {
      const [here, there] = [await rows(page), await rows(fresh)];
      return here.length === customers.length && here.join("\n") === there.join("\n") ? "equal" : [...here, "and", ...there].join("\n");
    })
    .toBe("equal");
  await row(fresh, `${customers[0]} ${round}`).click();
  await bubble(fresh, "during 10 in 0").waitFor();
  const [here, there] = [await readConversation(page), await readConversation(fresh)];
  expect(here).toEqual(there);
  const said = here.filter((line) => /^(earlier|during)/.test(line));
  expect(said).toEqual([
    ...Array.from({ length: 40 }, (_, i) => `earlier ${i + 1}`),
    ...Array.from({ length: 10 }, (_, i) => `during ${i + 1} in 0`),
  ]);
  expect(new Set(here).size).toBe(here.length);
}

test("[CORE-045] [API-101] a cut network leaves draft, focus, caret, scroll and choice as they were, and the missed is there once, in order", async () => {
  await fiveChats();
  const seat = await desk.sit(undefined, { path: `/inbox/mine/${first}`, cuts: true });
  const { page } = seat;
  await ready(page);
  await bubble(page, "earlier 40").waitFor();
  await message(page).fill("We can offer a replacement");
  await message(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 9));
  const log = page.locator("section.talk .log");
  await readHere();
  await log.hover();
  await page.mouse.wheel(0, -700);
  await page.getByRole("button", { name: "To the newest" }).waitFor();
  const state = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLTextAreaElement;
      const box = document.querySelector(".talk .log");
      // Complete articles in view, with their distance from the upper edge.
      const top = box?.getBoundingClientRect().top ?? 0;
      const line = [...(box?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])].find((one) => one.getBoundingClientRect().top >= top);
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
  const before = await still(page, state);
  expect(before).toMatchObject({ focus: "Message", draft: "We can offer a replacement", caret: [6, 9] });

  await seat.context.setOffline(true);
  desk.proxy?.setMode("cut");
  await offline(page);
  await fiftyArrive();
  await expect.poll(state).toEqual(before);
  desk.proxy?.setMode("pass");
  await seat.context.setOffline(false);
  await ready(page);
  await page.getByRole("button", { name: "10 new" }).waitFor();
  await expect.poll(state).toEqual(before);

  await equalsFreshLoad(page, await seat.tab("/inbox/mine"));
  await seat.leave();
});

test("[CORE-045] [CORE-044] what is typed while the server is out of reach goes out once, in order, when it is back", async () => {
  await fiveChats();
  const seat = await desk.sit(undefined, { path: `/inbox/mine/${first}`, cuts: true });
  const { page } = seat;
  await ready(page);
  // The test does not wait for the read mark, which may be under way when the network fails.
  await bubble(page, "earlier 40").waitFor();
  desk.proxy?.setMode("cut");
  await offline(page);
  const mine = Array.from({ length: 5 }, (_, i) => `reply ${round}.${i + 1}`);
  await message(page).focus();
  for (const text of mine) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await bubble(page, text).getByText("Sending").waitFor();
  }
  await page.getByText("5 replies wait on this device and go out in order").waitFor();
  await row(page, `${customers[0]} ${round}`).getByText("reply").waitFor();
  await fiftyArrive();
  desk.proxy?.setMode("pass");
  // The page may have reconnected by itself.
  await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
  await ready(page);
  for (const text of mine) await bubble(page, text).getByText("Delivered", { exact: true }).waitFor();
  expect(replies().filter((text) => text.startsWith(`reply ${round}.`))).toEqual(mine);
  const stored = (await desk.parlour.messages(first)).filter(({ author }) => author.kind === "operator").map(({ text }) => text);
  expect(stored).toEqual(mine);
  // Another tab starts from the read mark that the server has at that time.
  await readHere();
  await equalsFreshLoad(page, await seat.tab("/inbox/mine"));
  await seat.leave();
});

test.runIf(isLongRun)(
  "[CORE-045] [API-025] without a connection what rings has no time that runs and nothing to press; on a phone the banner is one low line",
  async () => {
    const max = await desk.parlour.operator("operator", "Max Weber");
    await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
    await say(9, "Hello");
    const { id } = await desk.parlour.findChat(`${round}-9`);
    expect((await max.call("POST", `chats/${id}/accept`)).status).toBe(200);
    const seat = await desk.sit(undefined, { cuts: true });
    const { page } = seat;
    await ready(page);
    expect((await max.call("POST", `chats/${id}/transfer`, { operator_id: desk.operator.id })).status).toBe(200);
    const card = page.getByRole("region", { name: /^Max Weber wants to transfer the chat/ });
    await card.getByText(/^\d+:\d\d$/).waitFor();
    desk.proxy?.setMode("cut");
    await card.getByText("Offline", { exact: true }).waitFor();
    for (const name of ["Accept", "Decline"]) expect(await card.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
    expect(await card.getByText(/^\d+:\d\d$/).count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    const banner = page.locator(".banners").getByText(/^Offline since/);
    await banner.waitFor();
    expect(await page.locator(".banners").evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(48);
    desk.proxy?.setMode("pass");
    // The page may have reconnected by itself, which removes the button with the banner.
    await page.getByRole("button", { name: "Try now" }).evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
    await banner.waitFor({ state: "hidden" });
    await seat.leave();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] [CORE-037] what could not be read beside the chats is read when the server is back: a line then says whom a chat was offered to",
  async () => {
    const { name } = (await desk.operator.call("GET", "me")).body as { name: string };
    const names = "**/api/v1/operators*";
    const seat = await desk.sit(undefined, {
      cuts: true,
      before: async (context) => void (await context.route(names, (route) => route.abort())),
    });
    const { page, context } = seat;
    await ready(page);
    await say(8, "Hello");
    const { id } = await desk.parlour.findChat(`${round}-8`);
    await page.goto(`${desk.url}/inbox/all/${id}`);
    await ready(page);
    await page.getByText(/^Waiting .* · offered to 1 operator$/).waitFor();
    desk.proxy?.setMode("cut");
    await offline(page);
    await context.unroute(names);
    desk.proxy?.setMode("pass");
    await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
    await page.getByText(new RegExp(`^Waiting .* · offered to ${name}$`)).waitFor();
    await seat.leave();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] what was opened without a connection is there when it is back: the list of closed chats, a chat of it and its messages; what ends meanwhile comes into the list",
  async () => {
    round++;
    const close = async (who: number): Promise<void> => {
      const { id } = await desk.parlour.findChat(`${round}-${who}`);
      expect((await desk.operator.call("POST", `chats/${id}/close`, {})).status).toBe(200);
    };
    for (const who of [0, 1, 2]) await say(who, "long ago");
    await close(0);
    const seat = await desk.sit(undefined, { cuts: true });
    const { page } = seat;
    await ready(page);
    const more = page.getByRole("button", { name: /More views$/ });
    const closed = page.getByRole("menuitemradio", { name: "Closed" });
    // The menu is opened once before: without a worker the page loads its code from the network.
    await more.click();
    await closed.waitFor();
    await page.keyboard.press("Escape");
    await closed.waitFor({ state: "hidden" });
    desk.proxy?.setMode("cut");
    await offline(page);
    await more.click();
    await closed.click();
    await page.getByText("The list could not be loaded.").waitFor();
    desk.proxy?.setMode("pass");
    await row(page, `${customers[0]} ${round}`).waitFor();
    await close(1);
    await row(page, `${customers[1]} ${round}`).waitFor();
    desk.proxy?.setMode("cut");
    await offline(page);
    await close(2);
    await row(page, `${customers[0]} ${round}`).click();
    await page.getByText("The conversation could not be loaded.").waitFor();
    desk.proxy?.setMode("pass");
    await bubble(page, "long ago").waitFor();
    await row(page, `${customers[2]} ${round}`).waitFor();
    await seat.leave();
  },
);

test.runIf(isLongRun)(
  "[CORE-045] a part of the page and a screen that were never opened take nothing away without a connection, and come when it is back",
  async () => {
    round++;
    await say(0, "Hello");
    const { id } = await desk.parlour.findChat(`${round}-0`);
    expect((await desk.operator.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
    const seat = await desk.sit(undefined, { path: `/inbox/mine/${id}`, cuts: true });
    const { page } = seat;
    await ready(page);
    await message(page).fill("half written");
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
    desk.proxy?.setMode("cut");
    await offline(page);
    await page.getByRole("button", { name: "Emoji" }).click();
    await bubble(page, "Hello").waitFor();
    expect(await message(page).inputValue()).toBe("half written");
    desk.proxy?.setMode("pass");
    await page.getByRole("dialog", { name: "Emoji" }).waitFor();
    await page.keyboard.press("Escape");
    desk.proxy?.setMode("cut");
    await offline(page);
    await page.getByRole("link", { name: "Archive" }).click();
    await bubble(page, "Hello").waitFor();
    desk.proxy?.setMode("pass");
    await page.getByRole("heading", { name: "Archive", level: 2 }).waitFor();
    expect(await page.evaluate(() => "stayed" in globalThis)).toBe(true);
    expect((await desk.operator.call("POST", `chats/${id}/close`, {})).status).toBe(200);
    await seat.leave();
  },
);
