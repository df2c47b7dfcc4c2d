import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { message, openDesk, ready, ring, row, talk, type Desk, type Seat } from "./desk.ts";
import { isLongRun } from "./look.ts";
import { pictureOf } from "./picture.ts";

/**
 * Focus, caret and visible text stay in place whatever arrives. A recorder in the page compares
 * them in every frame.
 */

let desk: Desk;
let seat: Seat;
let page: Page;
let ivan: TestOperator;
let id: number;
let storms = 0;
/** Frames of the server that the page has received. */
const told: string[] = [];

beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  desk.integrator.respondWith(({ method }) =>
    method === "GET" ? { headers: { "content-type": "image/png" }, body: pictureOf(640, 480) } : "ok",
  );
  const { parlour, channel } = desk;
  ivan = await parlour.operator("operator", "Ivan");
  await parlour.owner.call("PATCH", `channels/${channel.id}`, { operators: [parlour.owner.id, ivan.id] });
  await parlour.sendCustomerMessage(channel, "anna", "Hello", { sender: { name: "Anna" } });
  ({ id } = await parlour.findChat("anna"));
  await parlour.owner.call("POST", `chats/${id}/accept`);
  await ivan.call("POST", `chats/${id}/join`);
  for (let n = 1; n <= 40; n++)
    await parlour.owner.call("POST", `chats/${id}/messages`, {
      kind: n % 4 === 0 ? "note" : "text",
      text: `line ${n} `.repeat(12),
      client_id: `l${n}`,
    });
  for (let n = 1; n <= 20; n++)
    await parlour.sendCustomerMessage(channel, `other ${n}`, `I am number ${n}`, { sender: { name: `Other ${n}` } });
  const photo = { type: "photo", file: `${desk.integrator.url}/p/0.png`, thumb: `${desk.integrator.url}/t/0.png`, width: 640, height: 480 };
  await parlour.call("POST", `/channel/${channel.randomString}/${channel.publicId}`, { sender: { id: "anna" }, message: photo });
  await parlour.settle();
  seat = await desk.sit(desk.parlour.owner, { cuts: true });
  seat.context.on("page", (one) =>
    one.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => void told.push(payload.toString()))),
  );
  page = await seat.tab(`/inbox/all/${id}`);
  await ready(page);
  await message(page).waitFor();
  await talk(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .waitFor();
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

// Some tests leave the inbox.
beforeEach(async () => {
  if (new URL(page.url()).pathname === `/inbox/all/${id}`) return;
  await page.goto(`${desk.url}/inbox/all/${id}`);
  await ready(page);
  await message(page).waitFor();
});

/** Number of repetitions; `npm run test:long` has more. */
const rounds = isLongRun ? 3 : 2;

/** Sends everything that can arrive, several times. Resolves when the page has received it. */
async function storm(midway: () => void = () => undefined): Promise<void> {
  const { parlour, channel, integrator } = desk;
  const { randomString, publicId } = channel;
  const no = ++storms;
  const customer = (who: string, said: object) =>
    parlour.call("POST", `/channel/${randomString}/${publicId}`, { sender: { id: who, name: `${who} ${no}` }, message: said });
  for (let n = 0; n < rounds; n++) {
    if (n === 1) midway();
    await customer("anna", { type: "typein" });
    await ivan.call("POST", `chats/${id}/typing`, { typing: true });
    await ivan.call("PUT", "me/presence", { status: n % 2 === 0 ? "away" : "online" });
    await customer("anna", { type: "text", text: `storm ${no}.${n}` });
    await customer("anna", {
      type: "photo",
      file: `${integrator.url}/p/${no}-${n}.png`,
      thumb: `${integrator.url}/t/${no}-${n}.png`,
      ...(n === 1 ? {} : { width: 640, height: 480 }),
    });
    await customer("anna", { type: "document", file: `${integrator.url}/d/${no}-${n}`, file_name: "list.pdf" });
    await ivan.call("POST", `chats/${id}/messages`, { kind: "text", text: `Ivan ${no}.${n}`, client_id: `s${no}-${n}` });
    await ivan.call("POST", `chats/${id}/messages`, { kind: "note", text: `Only us ${no}.${n}`, client_id: `n${no}-${n}` });
    await customer(`other ${no + n}`, { type: "text", text: `and again ${no}` });
    await customer(`new ${no}-${n}`, { type: "text", text: "Is anybody here?" });
    const fresh = await parlour.findChat(`new ${no}-${n}`);
    if (n > 0) await ivan.call("POST", `chats/${fresh.id}/accept`);
    if (n === rounds - 1) await ivan.call("POST", `chats/${fresh.id}/close`, {});
  }
  await customer("anna", { type: "typeout" });
  await parlour.settle();
  const end = `end of storm ${no}`;
  expect((await ivan.call("POST", `chats/${id}/messages`, { kind: "text", text: end, client_id: `e${no}` })).status).toBe(201);
  await parlour.settle();
  await expect.poll(() => told.some((frame) => frame.includes(`${end}"`))).toBe(true);
  if (await page.locator(".rows").isVisible()) await row(page, "end of storm").getByText(end, { exact: true }).waitFor();
  await frames(20);
}

/** Waits until the page has rendered a number of frames. */
const frames = (many: number): Promise<void> =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
  }, many);
/**
 * Waits until effects of the test's own input have ended: lists are measured, responses have
 * arrived.
 */
async function rests(): Promise<void> {
  const places = (): Promise<string> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".log, .rows, .scroll, .foundpane, .body")]
        .flatMap((one) => [one.scrollTop, one.scrollHeight, one.clientHeight])
        .join(),
    );
  await expect
    .poll(async () => {
      const before = await places();
      await frames(6);
      return before === (await places()) && (await page.locator("[aria-busy=true]").count()) === 0;
    })
    .toBe(true);
}

interface Seen {
  readonly focus: string;
  readonly caret: string;
  readonly reading: string;
  readonly list: string;
}
/**
 * Starts recording each frame. The returned function stops and returns all distinct states, one if
 * nothing moved.
 */
async function watch(): Promise<() => Promise<readonly Seen[]>> {
  await rests();
  await page.evaluate(() => {
    const log = document.querySelector<HTMLElement>("section.talk .log");
    const rows = document.querySelector<HTMLElement>(".rows");
    const home = document.activeElement;
    const others = [
      ...document.querySelectorAll<HTMLElement>("aside.panel .scroll, .foundpane, .visitors .scroll, .body, [role='dialog'] .scroll"),
    ];
    const top = log?.getBoundingClientRect().top ?? 0;
    const atEnd = log === null || log.scrollHeight - log.scrollTop - log.clientHeight <= 80;
    const article = atEnd
      ? null
      : [...log.querySelectorAll<HTMLElement>("[data-article]")].find((one) => one.getBoundingClientRect().top > top + 20);
    const key = article?.dataset["article"];
    const seen: object[] = [];
    const state = () => {
      const active = document.activeElement;
      const field = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement ? active : null;
      const shown = key === undefined ? null : document.querySelector(`[data-article="${key}"]`);
      return {
        focus: active === home ? "same" : `moved to ${active?.outerHTML.slice(0, 120)}`,
        caret: field ? `${field.selectionStart}-${field.selectionEnd} of ${field.value.length}` : "",
        // Measured at the article, since older articles above it may be measured later.
        reading:
          key === undefined
            ? "at the end"
            : shown
              ? `${key} at ${Math.round(shown.getBoundingClientRect().top - (log?.getBoundingClientRect().top ?? 0))}`
              : `${key} is gone`,
        list: `${rows?.scrollTop ?? 0} ${others.map((one) => Math.round(one.scrollTop)).join()}`,
      };
    };
    const look = () => {
      const now = state();
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
      frame = requestAnimationFrame(look);
    };
    let frame = 0;
    look();
    Object.assign(window, {
      stopWatch: () => {
        cancelAnimationFrame(frame);
        return seen;
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { stopWatch(): Seen[] }).stopWatch());
}

async function unmoved(): Promise<void> {
  const stop = await watch();
  await storm();
  const seen = await stop();
  expect(seen, JSON.stringify(seen, null, 1)).toHaveLength(1);
}

test("while one writes at the end of the conversation, and again with words selected", async () => {
  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  await message(page).fill("Half a sentence about the tea pot");
  await message(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await unmoved();
  await message(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 15));
  await unmoved();
  // At the end, the scroll position stays at the end.
  await expect
    .poll(() =>
      talk(page)
        .locator(".log")
        .evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight),
    )
    .toBeLessThan(2);
});

test("while one reads earlier messages and writes", async () => {
  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 2));
  await rests();
  await message(page).focus();
  await unmoved();
  await talk(page).getByRole("button", { name: /new$/ }).waitFor();
});

test("while an earlier message has the focus", async () => {
  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 3));
  await rests();
  await talk(page)
    .locator("[data-article]:visible")
    .nth(3)
    .evaluate((article: HTMLElement) => article.focus({ preventScroll: true }));
  await unmoved();
});

test("while a button inside a message has the focus that new ones push out of sight", async () => {
  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  // Until the end is rendered, the last photo of the page is one of the earlier messages.
  await rests();
  await talk(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .focus();
  const under = () =>
    page.evaluate(() => {
      const top = document.querySelector("section.talk .log")?.getBoundingClientRect().top ?? 0;
      return (document.activeElement?.getBoundingClientRect().bottom ?? top) - top;
    });
  expect(await under()).toBeGreaterThan(0);
  for (let n = 0; n < (isLongRun ? 3 : 1); n++) await unmoved();
  await expect.poll(under).toBeLessThan(0);
});

test("while the list has the focus and is scrolled", async () => {
  const rows = page.locator(".rows");
  await rows.evaluate((list) => (list.scrollTop = 200));
  await row(page, "Other 9")
    .first()
    .evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await unmoved();
});

test("while the emoji, a photo, the tray or a dialog is open", async () => {
  await message(page).fill("");
  await message(page).pressSequentially("Fine :thumbs");
  await page.getByRole("listbox", { name: "Emoji" }).waitFor();
  await unmoved();
  expect(await page.getByRole("listbox", { name: "Emoji" }).count()).toBe(1);
  await page.keyboard.press("Escape");

  if (isLongRun) {
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("searchbox", { name: "Search emoji" }).fill("tea");
    await unmoved();
    await page.keyboard.press("Escape");
  }

  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: pictureOf(64, 64) });
  await page.getByText("Ready to send").waitFor();
  await page.getByRole("button", { name: "Remove a.png" }).focus();
  await unmoved();
  await page.getByRole("button", { name: "Remove a.png" }).click();

  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  await rests();
  await talk(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("img").waitFor();
  await unmoved();
  await page.keyboard.press("Escape");
});

test("while the connection is lost and comes back with all that was missed", async () => {
  await message(page).fill("Half a sentence");
  await message(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5));
  await talk(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 2));
  await rests();
  await message(page).focus();
  const stop = await watch();
  desk.proxy?.setMode("cut");
  await page.getByRole("button", { name: /^Offline since/ }).waitFor();
  await storm(() => desk.proxy?.setMode("pass"));
  const seen = await stop();
  // Banners move the conversation as a whole; nothing inside it moves.
  expect(new Set(seen.map(({ focus, caret }) => `${focus} ${caret}`)), JSON.stringify(seen, null, 1)).toEqual(new Set(["same 5-5 of 15"]));
  expect(new Set(seen.map(({ reading }) => reading)), JSON.stringify(seen, null, 1)).toHaveLength(1);
});

test("while the panel is scrolled and a fold of it has the focus, and while the palette or the card of a new chat has it", async () => {
  await page.goto(`${desk.url}/inbox/all/${id}`);
  await ready(page);
  const panel = page.locator("aside.panel .scroll");
  const fold = panel.locator("summary").filter({ hasText: "Previous chats" });
  await fold.waitFor();
  await rests();
  await panel.evaluate((one) => (one.scrollTop = 60));
  await fold.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await unmoved();
  if (isLongRun) {
    await page.getByRole("button", { name: /^(Narrow the list|The list is narrowed)$/ }).click();
    await page.getByRole("menu").first().waitFor();
    await unmoved();
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("other 1");
  await unmoved();
  await page.keyboard.press("Escape");
  await ring(page).getByRole("button", { name: "Skip" }).focus();
  await unmoved();
});

test("on other screens: a filter typed among visitors, results read in the archive, a row open in the ledger, a form half filled", async () => {
  await page.goto(`${desk.url}/visitors`);
  const filter = page.getByRole("searchbox").first();
  await filter.fill("Other");
  await page.getByRole("table").getByText("Other 9").first().waitFor();
  // The filter hides the other deliveries.
  await page
    .getByRole("table")
    .getByRole("link", { name: /^(Anna|new )/i })
    .first()
    .waitFor({ state: "detached" });
  await filter.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 4));
  await unmoved();
  if (isLongRun) {
    await page
      .locator(".visitors .scroll")
      .first()
      .evaluate((list) => (list.scrollTop = 150));
    await page
      .locator(".visitors tbody a")
      .nth(6)
      .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
    await unmoved();
  }

  await page.goto(`${desk.url}/archive?q=number`);
  const found = page.locator(".foundpane [data-step]");
  await found.nth(4).waitFor();
  await page.locator(".foundpane").evaluate((list) => (list.scrollTop = 120));
  await found.nth(4).evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await unmoved();

  await page.goto(`${desk.url}/integrations/deliveries`);
  await page.locator(".expand").nth(3).click();
  await page.getByRole("button", { name: "Copy as curl" }).first().waitFor();
  await page.locator(".body").evaluate((body) => (body.scrollTop = 80));
  await unmoved();

  await page.goto(`${desk.url}/settings/account`);
  const name = page.getByRole("textbox", { name: "Name" }).first();
  await name.fill("Half a name");
  await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  await unmoved();
  await page.getByRole("button", { name: "Discard" }).click();
});
