import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  messageField,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { isLongRun } from "./screen-check.ts";
import { createPng } from "./media-samples.ts";

/**
 * Focus, caret and visible text stay in place whatever arrives. A recorder in the page compares
 * them in every frame.
 */

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let page: Page;
let ivan: TestOperator;
let id: number;
let stormCount = 0;
/** Frames of the server that the page has received. */
const receivedFrames: string[] = [];

beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  fixture.integrator.respondWith(({ method }) =>
    method === "GET"
      ? { headers: { "content-type": "image/png" }, body: createPng(640, 480) }
      : "ok",
  );
  const { parlour, channel } = fixture;
  ivan = await parlour.operator("operator", "Ivan");
  await parlour.owner.call("PATCH", `channels/${channel.id}`, {
    operators: [parlour.owner.id, ivan.id],
  });
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
    await parlour.sendCustomerMessage(channel, `other ${n}`, `I am number ${n}`, {
      sender: { name: `Other ${n}` },
    });
  const photo = {
    type: "photo",
    file: `${fixture.integrator.url}/p/0.png`,
    thumb: `${fixture.integrator.url}/t/0.png`,
    width: 640,
    height: 480,
  };
  await parlour.call("POST", `/channel/${channel.randomString}/${channel.publicId}`, {
    sender: { id: "anna" },
    message: photo,
  });
  await parlour.settle();
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, { cuts: true });
  operatorPage.context.on("page", (one) =>
    one.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => void receivedFrames.push(payload.toString())),
    ),
  );
  page = await operatorPage.openTab(`/inbox/all/${id}`);
  await waitUntilLive(page);
  await messageField(page).waitFor();
  await conversationPane(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .waitFor();
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

// Some tests leave the inbox.
beforeEach(async () => {
  if (new URL(page.url()).pathname === `/inbox/all/${id}`) return;
  await page.goto(`${fixture.url}/inbox/all/${id}`);
  await waitUntilLive(page);
  await messageField(page).waitFor();
});

/** Number of repetitions; `npm run test:long` has more. */
const rounds = isLongRun ? 3 : 2;

/** Sends everything that can arrive, several times. Resolves when the page has received it. */
async function sendEverything(midway: () => void = () => undefined): Promise<void> {
  const { parlour, channel, integrator } = fixture;
  const { randomString, publicId } = channel;
  const no = ++stormCount;
  const customer = (sender: string, message: object) =>
    parlour.call("POST", `/channel/${randomString}/${publicId}`, {
      sender: { id: sender, name: `${sender} ${no}` },
      message: message,
    });
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
    await customer("anna", {
      type: "document",
      file: `${integrator.url}/d/${no}-${n}`,
      file_name: "list.pdf",
    });
    await ivan.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: `Ivan ${no}.${n}`,
      client_id: `s${no}-${n}`,
    });
    await ivan.call("POST", `chats/${id}/messages`, {
      kind: "note",
      text: `Only us ${no}.${n}`,
      client_id: `n${no}-${n}`,
    });
    await customer(`other ${no + n}`, { type: "text", text: `and again ${no}` });
    await customer(`new ${no}-${n}`, { type: "text", text: "Is anybody here?" });
    const fresh = await parlour.findChat(`new ${no}-${n}`);
    if (n > 0) await ivan.call("POST", `chats/${fresh.id}/accept`);
    if (n === rounds - 1) await ivan.call("POST", `chats/${fresh.id}/close`, {});
  }
  await customer("anna", { type: "typeout" });
  await parlour.settle();
  const end = `end of storm ${no}`;
  expect(
    (
      await ivan.call("POST", `chats/${id}/messages`, {
        kind: "text",
        text: end,
        client_id: `e${no}`,
      })
    ).status,
  ).toBe(201);
  await parlour.settle();
  await expect.poll(() => receivedFrames.some((frame) => frame.includes(`${end}"`))).toBe(true);
  if (await page.locator(".rows").isVisible())
    await chatRow(page, "end of storm").getByText(end, { exact: true }).waitFor();
  await waitFrames(20);
}

/** Waits until the page has rendered a number of frames. */
const waitFrames = (many: number): Promise<void> =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
  }, many);
/**
 * Waits until effects of the test's own input have ended: lists are measured, responses have
 * arrived.
 */
async function waitUntilStill(): Promise<void> {
  const readPositions = (): Promise<string> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".log, .rows, .scroll, .foundpane, .body")]
        .flatMap((one) => [one.scrollTop, one.scrollHeight, one.clientHeight])
        .join(),
    );
  await expect
    .poll(async () => {
      const before = await readPositions();
      await waitFrames(6);
      return (
        before === (await readPositions()) && (await page.locator("[aria-busy=true]").count()) === 0
      );
    })
    .toBe(true);
}

interface ViewState {
  readonly focus: string;
  readonly caret: string;
  readonly reading: string;
  readonly list: string;
}
/**
 * Starts recording each frame. The returned function stops and returns all distinct states, one if
 * nothing moved.
 */
async function recordViewStates(): Promise<() => Promise<readonly ViewState[]>> {
  await waitUntilStill();
  await page.evaluate(() => {
    const log = document.querySelector<HTMLElement>("section.conversation .log");
    const rows = document.querySelector<HTMLElement>(".rows");
    const home = document.activeElement;
    const others = [
      ...document.querySelectorAll<HTMLElement>(
        "aside.panel .scroll, .foundpane, .visitors .scroll, .body, [role='dialog'] .scroll",
      ),
    ];
    const top = log?.getBoundingClientRect().top ?? 0;
    const atEnd = log === null || log.scrollHeight - log.scrollTop - log.clientHeight <= 80;
    const article = atEnd
      ? null
      : [...log.querySelectorAll<HTMLElement>("[data-article]")].find(
          (one) => one.getBoundingClientRect().top > top + 20,
        );
    const key = article?.dataset["article"];
    const states: object[] = [];
    const state = () => {
      const active = document.activeElement;
      const field =
        active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement ? active : null;
      const shown = key === undefined ? null : document.querySelector(`[data-article="${key}"]`);
      return {
        focus: active === home ? "same" : `moved to ${active?.outerHTML.slice(0, 120)}`,
        caret: field
          ? `${field.selectionStart}-${field.selectionEnd} of ${field.value.length}`
          : "",
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
    const recordState = () => {
      const now = state();
      if (JSON.stringify(now) !== JSON.stringify(states.at(-1))) states.push(now);
      frame = requestAnimationFrame(recordState);
    };
    let frame = 0;
    recordState();
    Object.assign(window, {
      stopWatch: () => {
        cancelAnimationFrame(frame);
        return states;
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { stopWatch(): ViewState[] }).stopWatch());
}

async function expectNothingMoved(): Promise<void> {
  const stop = await recordViewStates();
  await sendEverything();
  const states = await stop();
  expect(states, JSON.stringify(states, null, 1)).toHaveLength(1);
}

test("while one writes at the end of the conversation, and again with words selected", async () => {
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  await messageField(page).fill("Half a sentence about the tea pot");
  await messageField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await expectNothingMoved();
  await messageField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 15));
  await expectNothingMoved();
  // At the end, the scroll position stays at the end.
  await expect
    .poll(() =>
      conversationPane(page)
        .locator(".log")
        .evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight),
    )
    .toBeLessThan(2);
});

test("while one reads earlier messages and writes", async () => {
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 2));
  await waitUntilStill();
  await messageField(page).focus();
  await expectNothingMoved();
  await conversationPane(page).getByRole("button", { name: /new$/ }).waitFor();
});

test("while an earlier message has the focus", async () => {
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 3));
  await waitUntilStill();
  await conversationPane(page)
    .locator("[data-article]:visible")
    .nth(3)
    .evaluate((article: HTMLElement) => article.focus({ preventScroll: true }));
  await expectNothingMoved();
});

test("while a button inside a message has the focus that new ones push out of sight", async () => {
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  // Until the end is rendered, the last photo of the page is one of the earlier messages.
  await waitUntilStill();
  await conversationPane(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .focus();
  const under = () =>
    page.evaluate(() => {
      const top =
        document.querySelector("section.conversation .log")?.getBoundingClientRect().top ?? 0;
      return (document.activeElement?.getBoundingClientRect().bottom ?? top) - top;
    });
  expect(await under()).toBeGreaterThan(0);
  for (let n = 0; n < (isLongRun ? 3 : 1); n++) await expectNothingMoved();
  await expect.poll(under).toBeLessThan(0);
});

test("while the list has the focus and is scrolled", async () => {
  const rows = page.locator(".rows");
  await rows.evaluate((list) => (list.scrollTop = 200));
  await chatRow(page, "Other 9")
    .first()
    .evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await expectNothingMoved();
});

test("while the emoji, a photo, the tray or a dialog is open", async () => {
  await messageField(page).fill("");
  await messageField(page).pressSequentially("Fine :thumbs");
  await page.getByRole("listbox", { name: "Emoji" }).waitFor();
  await expectNothingMoved();
  expect(await page.getByRole("listbox", { name: "Emoji" }).count()).toBe(1);
  await page.keyboard.press("Escape");

  if (isLongRun) {
    await page.getByRole("button", { name: "Emoji" }).click();
    await page.getByRole("searchbox", { name: "Search emoji" }).fill("tea");
    await expectNothingMoved();
    await page.keyboard.press("Escape");
  }

  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: createPng(64, 64) });
  await page.getByText("Ready to send").waitFor();
  await page.getByRole("button", { name: "Remove a.png" }).focus();
  await expectNothingMoved();
  await page.getByRole("button", { name: "Remove a.png" }).click();

  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight));
  await waitUntilStill();
  await conversationPane(page)
    .getByRole("button", { name: /^Photo/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("img").waitFor();
  await expectNothingMoved();
  await page.keyboard.press("Escape");
});

test("while the connection is lost and comes back with all that was missed", async () => {
  await messageField(page).fill("Half a sentence");
  await messageField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 5));
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => (log.scrollTop = log.scrollHeight / 2));
  await waitUntilStill();
  await messageField(page).focus();
  const stop = await recordViewStates();
  fixture.proxy?.setMode("cut");
  await page.getByRole("button", { name: /^Offline since/ }).waitFor();
  await sendEverything(() => fixture.proxy?.setMode("pass"));
  const states = await stop();
  // Banners move the conversation as a whole; nothing inside it moves.
  expect(
    new Set(states.map(({ focus, caret }) => `${focus} ${caret}`)),
    JSON.stringify(states, null, 1),
  ).toEqual(new Set(["same 5-5 of 15"]));
  expect(
    new Set(states.map(({ reading }) => reading)),
    JSON.stringify(states, null, 1),
  ).toHaveLength(1);
});

test("while the panel is scrolled and a fold of it has the focus, and while the palette or the card of a new chat has it", async () => {
  await page.goto(`${fixture.url}/inbox/all/${id}`);
  await waitUntilLive(page);
  const panel = page.locator("aside.panel .scroll");
  const fold = panel.locator("summary").filter({ hasText: "Previous chats" });
  await fold.waitFor();
  await waitUntilStill();
  await panel.evaluate((one) => (one.scrollTop = 60));
  await fold.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await expectNothingMoved();
  if (isLongRun) {
    await page.getByRole("button", { name: /^(Filters|A filter is on)$/ }).click();
    await page.getByRole("menu").first().waitFor();
    await expectNothingMoved();
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("other 1");
  await expectNothingMoved();
  await page.keyboard.press("Escape");
  await offerCard(page).getByRole("button", { name: "Skip" }).focus();
  await expectNothingMoved();
});

test("on other screens: a filter typed among visitors, results read in the archive, a row open in the delivery log, a form half filled", async () => {
  await page.goto(`${fixture.url}/visitors`);
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
  await expectNothingMoved();
  if (isLongRun) {
    await page
      .locator(".visitors .scroll")
      .first()
      .evaluate((list) => (list.scrollTop = 150));
    await page
      .locator(".visitors tbody a")
      .nth(6)
      .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
    await expectNothingMoved();
  }

  await page.goto(`${fixture.url}/archive?q=number`);
  const found = page.locator(".foundpane [data-step]");
  await found.nth(4).waitFor();
  await page.locator(".foundpane").evaluate((list) => (list.scrollTop = 120));
  await found.nth(4).evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await expectNothingMoved();

  await page.goto(`${fixture.url}/integrations/deliveries`);
  await page.locator(".expand").nth(3).click();
  await page.getByRole("button", { name: "Copy as curl" }).first().waitFor();
  await page.locator(".body").evaluate((body) => (body.scrollTop = 80));
  await expectNothingMoved();

  await page.goto(`${fixture.url}/settings/account`);
  const name = page.getByRole("textbox", { name: "Name" }).first();
  await name.fill("Half a name");
  await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  await expectNothingMoved();
  await page.getByRole("button", { name: "Discard" }).click();
});
