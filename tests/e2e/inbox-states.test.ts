import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, message, openDesk, ready, row, talk, type Desk, type Seat } from "./desk.ts";
import { every, look, narrow, isLongRun, usual, type View } from "./look.ts";
import { go, openChat } from "./places.ts";
import { moods } from "./states.ts";
import { openWindow, type VisitorWindow } from "./visitor-window.ts";

/**
 * List, chat and panel of the inbox in the states of the state table (product.md 3): loading,
 * failed and empty. Also the two lists of a visitor's own page. Other states: screens.test.ts and
 * conversation-states.long.test.ts (offline, catching up, read-only), screen-states.test.ts
 * (tables, forms).
 */

let desk: Desk;
let seat: Seat;
let maya: VisitorWindow;
/** Chat ids. */
let anna: number;
let closed: number;
let unnamed: number;
let onSite: number;

beforeAll(async () => {
  desk = await openDesk();
  const { parlour, channel } = desk;
  const ask = async <T>(method: string, path: string, body?: object, who = desk.operator): Promise<T> => {
    const answer = await who.call(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body as T;
  };
  // All chats are accepted: no chat waits, and no card covers the list.
  const begin = async (customer: string, text: string, sender: object): Promise<number> => {
    await parlour.sendCustomerMessage(channel, customer, text, { sender });
    const { id } = await parlour.findChat(customer);
    await ask("POST", `chats/${id}/accept`, {});
    return id;
  };
  anna = await begin("anna", "Where is my order?", { name: "Anna Kovács", email: "anna@example.com" });
  unnamed = await begin("unnamed", "Do you also sell the lid alone?", {});
  closed = await begin("tom", "Please send me the size chart.", { name: "Tom Becker" });
  await ask("POST", `chats/${closed}/close`, {});

  // A visitor on a site in their second chat: only such visitors have visits.
  seat = await desk.sit();
  await ready(seat.page);
  const site = { kind: "widget", name: "Site", operators: [desk.operator.id] };
  const widget = await ask<{ id: number; public_id: string }>("POST", "channels", site, parlour.owner);
  maya = await openWindow(parlour.url, widget.public_id, "Maya Lindqvist");
  const write = async (ref: string, text: string): Promise<number> => {
    await maya.ask({ type: "say", ref, text });
    const { items } = await ask<{ items: { id: number }[] }>("GET", `chats?channel=${widget.id}&state=waiting`);
    expect(items).toHaveLength(1);
    const id = items[0]?.id ?? 0;
    await ask("POST", `chats/${id}/accept`, {});
    return id;
  };
  await ask("POST", `chats/${await write("first", "Is the blue teapot back?")}/close`, {});
  onSite = await write("second", "And the green one?");
});
afterAll(async () => {
  maya.close();
  await seat.leave();
  await desk.close();
});

const lists = /\/api\/v1\/chats\?(?=.*\bview=(?:all|closed)\b)/;
const conversations = /\/api\/v1\/chats\/\d+(?:\/messages\b|$)/;
const sections = /\/api\/v1\/(?:chats\?(?=.*\bvisitor=)|visitors\/\d+\/visits\b)/;

/** The reason that follows each failure text, and its details. */
const why = "The server could not do this. Try again; if it happens again, copy the details for your administrator.";
const smallPrint = /^overloaded · HTTP 503 · r-77 · /;

const list = (page: Page) => page.getByRole("region", { name: "Chat list" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Visitor", exact: true });
const fold = (page: Page, title: string) =>
  panel(page)
    .getByRole("group")
    .filter({ has: page.locator("summary").filter({ hasText: title }) });
const retry = (where: Locator) => where.getByRole("button", { name: "Retry" });

/** Views for states with texts of their own. */
const worded: readonly View[] = isLongRun ? every : narrow;
/** Views for skeletons, and for texts that another test already checks elsewhere. */
const once: readonly View[] = isLongRun ? every : ["light"];
/** Views for one sentence in an empty pane. */
const sentence: readonly View[] = isLongRun ? every : ["phone"];

/** Checks that `container` shows which load failed, why, the details, and the Retry button. */
async function isTold(where: Locator, what: string): Promise<void> {
  await where.getByText(`${what} ${why}`, { exact: true }).waitFor();
  expect(await where.getByText(smallPrint).count()).toBe(1);
  expect(await where.getByRole("button", { name: "Copy details" }).count()).toBe(1);
  expect(await retry(where).count()).toBe(1);
}
/** Presses Retry. Resolves when `target` is visible and the error is removed. */
async function retried(where: Locator, what: string, stands: Locator): Promise<void> {
  await retry(where).click();
  await stands.waitFor();
  await where.getByText(what).waitFor({ state: "detached" });
}

/** Runs in the page: records each value of the chat list's `aria-busy` once. */
function keepBusyStates(): void {
  const busyStates: (string | null)[] = [];
  new MutationObserver(() => {
    const pane = document.querySelector(".pane.list");
    if (pane !== null && !busyStates.includes(pane.ariaBusy)) busyStates.push(pane.ariaBusy);
  }).observe(document, { subtree: true, childList: true, attributes: true });
  Object.assign(window, { busyStates });
}

test("[API-020] [API-002] the list: eight grey rows while it is read; what went wrong and Retry when it cannot be; rows that were there stay", async () => {
  const page = await seat.tab("/favicon.svg");
  const answers = await moods(page, lists);
  const wrong: string[] = [];
  const what = "The list could not be loaded.";
  await answers.is("waits");
  await page.addInitScript(keepBusyStates);
  await page.goto(`${desk.url}/inbox/all`);
  await expect.poll(() => list(page).locator(".bonerow").count()).toBe(8);
  // From the first frame on, also while the request for chats waits for the connection.
  expect(await page.evaluate(() => (window as unknown as { busyStates: string[] }).busyStates)).toEqual(["true"]);
  await list(page).getByRole("status").getByText("Loading chats", { exact: true }).waitFor();
  wrong.push(...(await look(page, "list-loading", { views: once })));

  await answers.is("fails");
  // The first connection without a list is closed once. The second one reads the list again and
  // stays open, so from then on only Retry reads it.
  await ready(page);
  await isTold(list(page), what);
  wrong.push(...(await look(page, "list-failed", { views: isLongRun ? every : usual })));
  await answers.is("answers");
  await retried(list(page), what, row(page, "Anna Kovács"));

  await go(page, "/inbox/closed");
  await row(page, "Tom Becker").waitFor();
  await go(page, "/inbox/all");
  await row(page, "Anna Kovács").waitFor();
  await answers.is("fails");
  await go(page, "/inbox/closed");
  await isTold(list(page), what);
  await row(page, "Tom Becker").waitFor();
  wrong.push(...(await look(page, "list-failed-later", { views: once })));
  await answers.is("answers");
  await retried(list(page), what, row(page, "Tom Becker"));
  await page.close();
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)(
  "[API-020] [CORE-173] nobody waits: the list says so; below it an owner finds what to do before visitors come",
  async () => {
    const { page: operators } = seat;
    await operators.goto(`${desk.url}/inbox/waiting`);
    await list(operators).getByText("No one is waiting", { exact: true }).waitFor();
    const boss = await desk.sit(desk.parlour.owner, { path: "/inbox/waiting" });
    const { page } = boss;
    await ready(page);
    await list(page).getByText("No one is waiting", { exact: true }).waitFor();
    await list(page).getByText("A new chat appears here and plays a sound.").waitFor();
    // After the first chat the check list is one line that opens a dialog. An event can tick an
    // item while it is open.
    await list(page).getByRole("progressbar", { name: "Get ready for visitors" }).waitFor();
    const wrong = [...(await look(page, "list-empty", { views: isLongRun ? every : narrow }))];
    expect(await list(operators).getByRole("progressbar").count()).toBe(0);
    await list(page).getByRole("button", { name: "Show", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Get ready for visitors" });
    const hours = dialog.getByRole("listitem").filter({ hasText: "Set your hours" });
    await hours.getByRole("link", { name: "Set hours" }).waitFor();
    wrong.push(...(await look(page, "check-list", { views: narrow })));
    expect((await desk.parlour.owner.call("PATCH", "working-hours", { timezone: null })).status).toBe(200);
    await hours.getByText("Always open").waitFor();
    await dialog.getByRole("button", { name: "Hide" }).click();
    await expect.poll(() => list(page).getByRole("progressbar").count()).toBe(0);
    await page.goto(`${desk.url}/settings/start`);
    await page.getByRole("listitem").filter({ hasText: "Test your alerts" }).getByRole("link", { name: "Test" }).click();
    await page.getByRole("heading", { name: /Will you hear it/ }).waitFor();
    await boss.leave();
    expect(wrong.join("\n")).toBe("");
  },
);

test("[API-022] [API-002] a chat of the list: grey lines while it is read; what went wrong and Retry when it cannot be; read once, it stands there at once", async () => {
  const page = await seat.tab();
  const answers = await moods(page, conversations);
  const wrong: string[] = [];
  const what = "The conversation could not be loaded.";
  const bones = talk(page).locator(".log[aria-busy=true] .talkbones");
  await ready(page);
  await row(page, "Anna Kovács").waitFor();
  await answers.is("waits");
  await openChat(page, anna);
  await bones.waitFor();
  wrong.push(...(await look(page, "chat-loading", { views: once })));

  await answers.is("fails");
  await isTold(talk(page), what);
  wrong.push(...(await look(page, "chat-failed", { views: worded })));
  await answers.is("answers");
  await retried(talk(page), what, bubble(page, "Where is my order?"));

  await go(page, "/inbox/all");
  await talk(page).getByText("Choose a chat", { exact: true }).waitFor();
  await answers.is("waits");
  await openChat(page, anna);
  await bubble(page, "Where is my order?").waitFor();
  expect(await bones.count()).toBe(0);
  await page.close();
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)(
  "[API-021] [API-002] a chat that only its link names: the same, and a link to nothing says that there is none",
  async () => {
    const page = await seat.tab();
    const answers = await moods(page, conversations);
    const wrong: string[] = [];
    const what = "The conversation could not be loaded.";
    await ready(page);
    await answers.is("waits");
    await go(page, `/inbox/all/${closed}`);
    await talk(page).locator(".log[aria-busy=true] .talkbones").waitFor();
    wrong.push(...(await look(page, "link-loading", { views: once })));

    await answers.is("fails");
    await isTold(talk(page), what);
    wrong.push(...(await look(page, "link-failed", { views: once })));
    await answers.is("answers");
    await retried(talk(page), what, bubble(page, "Please send me the size chart."));
    await talk(page).getByRole("heading", { name: "Tom Becker", level: 2 }).waitFor();

    await go(page, "/inbox/all/999999999999");
    await talk(page).getByText("This chat does not exist, or it is not yours to see.", { exact: true }).waitFor();
    expect(await retry(talk(page)).count()).toBe(0);
    wrong.push(...(await look(page, "link-lost", { views: sentence })));
    await page.close();
    expect(wrong.join("\n")).toBe("");
  },
);

/** Opens the panel, also on a phone, where it is a drawer over the chat. */
async function drawOut(page: Page): Promise<void> {
  await panel(page).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await talk(page).getByRole("button", { name: "Visitor details" }).click();
  await panel(page).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
}
const unfold = (page: Page, title: string): Promise<void> => fold(page, title).locator("summary").click();

test.runIf(isLongRun)(
  "[CORE-020] [CH-045] the panel of somebody who told nothing says so, and that this is his first chat; what he then tells takes its place",
  async () => {
    const page = await seat.tab();
    await ready(page);
    await openChat(page, unnamed);
    await drawOut(page);
    const nothing = panel(page).getByText("Nothing known yet", { exact: true });
    await nothing.waitFor();
    await panel(page).getByText("Contacts appear when the visitor, the page or your server tells them.", { exact: true }).waitFor();
    await panel(page).getByText("No page known", { exact: true }).waitFor();
    await unfold(page, "Previous chats");
    await fold(page, "Previous chats").getByText("This is the first chat.", { exact: true }).waitFor();
    const wrong = await look(page, "panel-empty", { views: worded });
    await desk.parlour.sendCustomerMessage(desk.channel, "unnamed", "My name is Mia.", { sender: { email: "mia@example.com" } });
    await panel(page).getByRole("link", { name: "mia@example.com" }).waitFor();
    await nothing.waitFor({ state: "detached" });
    await page.close();
    expect(wrong.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[API-030] [API-002] visits and previous chats in the panel: lines while they are read; each says for itself that it cannot be and has its own Retry",
  async () => {
    const { owner } = desk.parlour;
    const { visitor } = (await owner.call("GET", `chats/${onSite}`)).body as { visitor: { number: number } };
    await expect.poll(async () => (await owner.call("GET", `visitors/${visitor.number}/visits`)).body.items.length).toBe(1);
    const page = await seat.tab();
    const answers = await moods(page, sections);
    const wrong: string[] = [];
    const titles = ["Visits", "Previous chats"];
    await ready(page);
    await answers.is("waits");
    await openChat(page, onSite);
    await bubble(page, "And the green one?").waitFor();
    await drawOut(page);
    for (const title of titles) {
      await unfold(page, title);
      await expect.poll(() => fold(page, title).locator(".bone").count()).toBeGreaterThan(0);
    }
    wrong.push(...(await look(page, "panel-loading", { views: once })));

    await answers.is("fails");
    await isTold(fold(page, "Visits"), "The visits could not be read.");
    await isTold(fold(page, "Previous chats"), "Previous chats could not be loaded.");
    expect(await panel(page).locator(".bone").count()).toBe(0);
    // Content beside them does not change.
    expect(await panel(page).getByText("Maya Lindqvist", { exact: true }).count()).toBeGreaterThan(0);
    wrong.push(...(await look(page, "panel-failed", { views: worded })));
    await answers.is("answers");
    await retried(fold(page, "Visits"), "The visits could not be read.", fold(page, "Visits").locator(".visitline"));
    await isTold(fold(page, "Previous chats"), "Previous chats could not be loaded.");
    await retried(
      fold(page, "Previous chats"),
      "Previous chats could not be loaded.",
      fold(page, "Previous chats").getByRole("listitem").getByRole("link"),
    );
    await page.close();
    expect(wrong.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[API-030] [API-002] the page of one visitor: his visits and his chats, too, say each for itself that they cannot be read, with a Retry",
  async () => {
    const { visitor } = (await desk.operator.call("GET", `chats/${onSite}`)).body as { visitor: { number: number } };
    const page = await seat.tab();
    const answers = await moods(page, sections);
    await ready(page);
    await answers.is("waits");
    await go(page, `/visitors/${visitor.number}`);
    const known = page.getByRole("complementary", { name: "Maya Lindqvist" });
    const section = (title: string) => known.locator("section.sect").filter({ has: page.getByRole("heading", { name: title }) });
    await expect.poll(() => section("Chats").locator(".bone").count()).toBeGreaterThan(0);

    await answers.is("fails");
    await isTold(section("Visits"), "The visits could not be read.");
    await isTold(section("Chats"), "The chats could not be read.");
    const wrong = await look(page, "visitor-failed", { views: worded });
    await answers.is("answers");
    await retried(section("Visits"), "The visits could not be read.", section("Visits").locator(".visitline"));
    await isTold(section("Chats"), "The chats could not be read.");
    await retried(section("Chats"), "The chats could not be read.", section("Chats").getByRole("listitem").getByRole("link").first());
    await page.close();
    expect(wrong.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[API-028] [CORE-031] a chat in which nobody wrote yet says so below its first line, until somebody does",
  async () => {
    const again = await desk.operator.call("POST", `chats/${closed}/continue`, {});
    expect(again.status, again.text).toBe(201);
    const { id } = again.body as { id: number };
    const page = await seat.tab();
    await ready(page);
    await openChat(page, id);
    const hello = talk(page).getByText("Say hello", { exact: true });
    await hello.waitFor();
    await talk(page).getByText("Nothing was written in this chat yet.", { exact: true }).waitFor();
    const wrong = await look(page, "chat-empty", { views: worded });
    await message(page).fill("Hello Tom, here is the chart.");
    await message(page).press("Enter");
    await bubble(page, "Hello Tom, here is the chart.").waitFor();
    await hello.waitFor({ state: "detached" });
    await page.close();
    expect(wrong.join("\n")).toBe("");
  },
);
