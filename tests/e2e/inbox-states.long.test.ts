import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { allViews, checkScreen, narrowViews } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";
import { interceptReads } from "./screen-state-checks.ts";
import { openVisitorWindow, type VisitorWindow } from "./visitor-window.ts";

/**
 * List, chat and panel of the inbox in the states of the state table (product.md 3): loading,
 * failed and empty, in all views. Also the two lists of a visitor's own page. A short run has the
 * list and a chat on a page without layout (packages/operator/src/screens/inbox). Other states:
 * screens.test.ts and conversation-states.long.test.ts (offline, catching up, read-only),
 * screen-states.test.ts (tables, forms).
 */

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let maya: VisitorWindow;
/** Chat ids. */
let anna: number;
let closed: number;
let unnamed: number;
let onSite: number;

beforeAll(async () => {
  fixture = await openInboxFixture();
  const { parlour, channel } = fixture;
  const ask = async <T>(
    method: string,
    path: string,
    body?: object,
    actor = fixture.operator,
  ): Promise<T> => {
    const answer = await actor.call(method, path, body);
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
  anna = await begin("anna", "Where is my order?", {
    name: "Anna Kovács",
    email: "anna@example.com",
  });
  unnamed = await begin("unnamed", "Do you also sell the lid alone?", {});
  closed = await begin("tom", "Please send me the size chart.", { name: "Tom Becker" });
  await ask("POST", `chats/${closed}/close`, {});

  // A visitor on a site in their second chat: only such visitors have visits.
  operatorPage = await fixture.openOperatorPage();
  await waitUntilLive(operatorPage.page);
  const site = { kind: "widget", name: "Site", operators: [fixture.operator.id] };
  const widget = await ask<{ id: number; public_id: string }>(
    "POST",
    "channels",
    site,
    parlour.owner,
  );
  maya = await openVisitorWindow(parlour.url, widget.public_id, "Maya Lindqvist");
  const write = async (ref: string, text: string): Promise<number> => {
    await maya.sendAndWait({ type: "say", ref, text });
    const { items } = await ask<{ items: { id: number }[] }>(
      "GET",
      `chats?channel=${widget.id}&state=waiting`,
    );
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
  await operatorPage.checkAndClose();
  await fixture.close();
});

const listRequests = /\/api\/v1\/chats\?(?=.*\bview=(?:all|closed)\b)/;
const conversationRequests = /\/api\/v1\/chats\/\d+(?:\/messages\b|$)/;
const sectionRequests = /\/api\/v1\/(?:chats\?(?=.*\bvisitor=)|visitors\/\d+\/visits\b)/;

/** The reason that follows each failure text, and its details. */
const failureReason =
  "Something went wrong on the server. Try again. If it happens again, copy the details for your administrator.";
const failureDetails = /^overloaded · HTTP 503 · r-77 · /;

const chatList = (page: Page) => page.getByRole("region", { name: "Chat list" });
const visitorPanel = (page: Page) =>
  page.getByRole("complementary", { name: "Visitor", exact: true });
const panelSection = (page: Page, title: string) =>
  visitorPanel(page)
    .getByRole("group")
    .filter({ has: page.locator("summary").filter({ hasText: title }) });
const retryButton = (container: Locator) => container.getByRole("button", { name: "Retry" });

/** Checks that `container` shows which load failed, why, the details, and the Retry button. */
async function expectFailureMessage(container: Locator, failureText: string): Promise<void> {
  await container.getByText(`${failureText} ${failureReason}`, { exact: true }).waitFor();
  expect(await container.getByText(failureDetails).count()).toBe(1);
  expect(await container.getByRole("button", { name: "Copy details" }).count()).toBe(1);
  expect(await retryButton(container).count()).toBe(1);
}
/** Presses Retry. Resolves when `target` is visible and the error is removed. */
async function retryAndWait(
  container: Locator,
  failureText: string,
  target: Locator,
): Promise<void> {
  await retryButton(container).click();
  await target.waitFor();
  await container.getByText(failureText).waitFor({ state: "detached" });
}

/** Runs in the page: records each value of the chat list's `aria-busy` once. */
function recordBusyStates(): void {
  const busyStates: (string | null)[] = [];
  new MutationObserver(() => {
    const pane = document.querySelector(".pane.list");
    if (pane !== null && !busyStates.includes(pane.ariaBusy)) busyStates.push(pane.ariaBusy);
  }).observe(document, { subtree: true, childList: true, attributes: true });
  Object.assign(window, { busyStates });
}

test("[API-020] [API-002] the list: eight grey rows while it is read; what went wrong and Retry when it cannot be; rows that were there stay", async () => {
  const page = await operatorPage.openTab("/favicon.svg");
  const answers = await interceptReads(page, listRequests);
  const problems: string[] = [];
  const what = "The list could not be loaded.";
  await answers.setMode("waits");
  await page.addInitScript(recordBusyStates);
  await page.goto(`${fixture.url}/inbox/all`);
  await expect.poll(() => chatList(page).locator(".bonerow").count()).toBe(8);
  // From the first frame on, also while the request for chats waits for the connection.
  expect(
    await page.evaluate(() => (window as unknown as { busyStates: string[] }).busyStates),
  ).toEqual(["true"]);
  await chatList(page).getByRole("status").getByText("Loading chats", { exact: true }).waitFor();
  problems.push(...(await checkScreen(page, "list-loading", { views: allViews })));

  await answers.setMode("fails");
  // The first connection without a list is closed once. The second one reads the list again and
  // stays open, so from then on only Retry reads it.
  await waitUntilLive(page);
  await expectFailureMessage(chatList(page), what);
  problems.push(...(await checkScreen(page, "list-failed", { views: allViews })));
  await answers.setMode("answers");
  await retryAndWait(chatList(page), what, chatRow(page, "Anna Kovács"));

  await navigateTo(page, "/inbox/closed");
  await chatRow(page, "Tom Becker").waitFor();
  await navigateTo(page, "/inbox/all");
  await chatRow(page, "Anna Kovács").waitFor();
  await answers.setMode("fails");
  await navigateTo(page, "/inbox/closed");
  await expectFailureMessage(chatList(page), what);
  await chatRow(page, "Tom Becker").waitFor();
  problems.push(...(await checkScreen(page, "list-failed-later", { views: allViews })));
  await answers.setMode("answers");
  await retryAndWait(chatList(page), what, chatRow(page, "Tom Becker"));
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-020] [CORE-173] nobody waits: the list says so; below it an owner finds what to do before visitors come", async () => {
  const { page: operators } = operatorPage;
  await operators.goto(`${fixture.url}/inbox/waiting`);
  await chatList(operators).getByText("No one is waiting", { exact: true }).waitFor();
  const boss = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/inbox/waiting" });
  const { page } = boss;
  await waitUntilLive(page);
  await chatList(page).getByText("No one is waiting", { exact: true }).waitFor();
  await chatList(page).getByText("A new chat appears here and plays a sound.").waitFor();
  // After the first chat the check list is one line that opens a dialog. An event can tick an
  // item while it is open.
  await chatList(page).getByRole("progressbar", { name: "Get ready for visitors" }).waitFor();
  const problems = [...(await checkScreen(page, "list-empty", { views: allViews }))];
  expect(await chatList(operators).getByRole("progressbar").count()).toBe(0);
  await chatList(page).getByRole("button", { name: "Show", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Get ready for visitors" });
  const hours = dialog.getByRole("listitem").filter({ hasText: "Set your hours" });
  await hours.getByRole("link", { name: "Set hours" }).waitFor();
  problems.push(...(await checkScreen(page, "check-list", { views: narrowViews })));
  expect(
    (await fixture.parlour.owner.call("PATCH", "working-hours", { timezone: null })).status,
  ).toBe(200);
  await hours.getByText("Always open").waitFor();
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect.poll(() => chatList(page).getByRole("progressbar").count()).toBe(0);
  await page.goto(`${fixture.url}/settings/start`);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Test your alerts" })
    .getByRole("link", { name: "Test" })
    .click();
  await page.getByRole("heading", { name: /Test your alerts/ }).waitFor();
  await boss.checkAndClose();
  expect(problems.join("\n")).toBe("");
});

test("[API-022] [API-002] a chat of the list: grey lines while it is read; what went wrong and Retry when it cannot be; read once, it stands there at once", async () => {
  const page = await operatorPage.openTab();
  const answers = await interceptReads(page, conversationRequests);
  const problems: string[] = [];
  const what = "The conversation could not be loaded.";
  const bones = conversationPane(page).locator(".log[aria-busy=true] .talkbones");
  await waitUntilLive(page);
  await chatRow(page, "Anna Kovács").waitFor();
  await answers.setMode("waits");
  await openChat(page, anna);
  await bones.waitFor();
  problems.push(...(await checkScreen(page, "chat-loading", { views: allViews })));

  await answers.setMode("fails");
  await expectFailureMessage(conversationPane(page), what);
  problems.push(...(await checkScreen(page, "chat-failed", { views: allViews })));
  await answers.setMode("answers");
  await retryAndWait(conversationPane(page), what, messageBubble(page, "Where is my order?"));

  await navigateTo(page, "/inbox/all");
  await conversationPane(page).getByText("Choose a chat", { exact: true }).waitFor();
  await answers.setMode("waits");
  await openChat(page, anna);
  await messageBubble(page, "Where is my order?").waitFor();
  expect(await bones.count()).toBe(0);
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-021] [API-002] a chat that only its link names: the same, and a link to nothing says that there is none", async () => {
  const page = await operatorPage.openTab();
  const answers = await interceptReads(page, conversationRequests);
  const problems: string[] = [];
  const what = "The conversation could not be loaded.";
  await waitUntilLive(page);
  await answers.setMode("waits");
  await navigateTo(page, `/inbox/all/${closed}`);
  await conversationPane(page).locator(".log[aria-busy=true] .talkbones").waitFor();
  problems.push(...(await checkScreen(page, "link-loading", { views: allViews })));

  await answers.setMode("fails");
  await expectFailureMessage(conversationPane(page), what);
  problems.push(...(await checkScreen(page, "link-failed", { views: allViews })));
  await answers.setMode("answers");
  await retryAndWait(
    conversationPane(page),
    what,
    messageBubble(page, "Please send me the size chart."),
  );
  await conversationPane(page).getByRole("heading", { name: "Tom Becker", level: 2 }).waitFor();

  await navigateTo(page, "/inbox/all/999999999999");
  await conversationPane(page)
    .getByText("Chat not found, or you do not have access.", { exact: true })
    .waitFor();
  expect(await retryButton(conversationPane(page)).count()).toBe(0);
  problems.push(...(await checkScreen(page, "link-lost", { views: allViews })));
  await page.close();
  expect(problems.join("\n")).toBe("");
});

/** Opens the panel, also on a phone, where it is a drawer over the chat. */
async function openPanel(page: Page): Promise<void> {
  await visitorPanel(page).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await conversationPane(page).getByRole("button", { name: "Visitor details" }).click();
  await visitorPanel(page).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
}
const expandSection = (page: Page, title: string): Promise<void> =>
  panelSection(page, title).locator("summary").click();

test("[CORE-020] [CH-045] the panel of somebody who told nothing says so, and that this is his first chat; what he then tells takes its place", async () => {
  const page = await operatorPage.openTab();
  await waitUntilLive(page);
  await openChat(page, unnamed);
  await openPanel(page);
  const nothing = visitorPanel(page).getByText("No details yet", { exact: true });
  await nothing.waitFor();
  await visitorPanel(page)
    .getByText("Contact details appear when the visitor, the page or your server provides them.", {
      exact: true,
    })
    .waitFor();
  await visitorPanel(page).getByText("Unknown", { exact: true }).waitFor();
  await expandSection(page, "Previous chats");
  await panelSection(page, "Previous chats")
    .getByText("This is the first chat.", { exact: true })
    .waitFor();
  const problems = await checkScreen(page, "panel-empty", { views: allViews });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "unnamed", "My name is Mia.", {
    sender: { email: "mia@example.com" },
  });
  await visitorPanel(page).getByRole("link", { name: "mia@example.com" }).waitFor();
  await nothing.waitFor({ state: "detached" });
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-030] [API-002] visits and previous chats in the panel: lines while they are read; each says for itself that it cannot be and has its own Retry", async () => {
  const { owner } = fixture.parlour;
  const { visitor } = (await owner.call("GET", `chats/${onSite}`)).body as {
    visitor: { number: number };
  };
  await expect
    .poll(
      async () => (await owner.call("GET", `visitors/${visitor.number}/visits`)).body.items.length,
    )
    .toBe(1);
  const page = await operatorPage.openTab();
  const answers = await interceptReads(page, sectionRequests);
  const problems: string[] = [];
  const titles = ["Visits", "Previous chats"];
  await waitUntilLive(page);
  await answers.setMode("waits");
  await openChat(page, onSite);
  await messageBubble(page, "And the green one?").waitFor();
  await openPanel(page);
  for (const title of titles) {
    await expandSection(page, title);
    await expect.poll(() => panelSection(page, title).locator(".bone").count()).toBeGreaterThan(0);
  }
  problems.push(...(await checkScreen(page, "panel-loading", { views: allViews })));

  await answers.setMode("fails");
  await expectFailureMessage(panelSection(page, "Visits"), "Visits could not be loaded.");
  await expectFailureMessage(
    panelSection(page, "Previous chats"),
    "Previous chats could not be loaded.",
  );
  expect(await visitorPanel(page).locator(".bone").count()).toBe(0);
  // Content beside them does not change.
  expect(
    await visitorPanel(page).getByText("Maya Lindqvist", { exact: true }).count(),
  ).toBeGreaterThan(0);
  problems.push(...(await checkScreen(page, "panel-failed", { views: allViews })));
  await answers.setMode("answers");
  await retryAndWait(
    panelSection(page, "Visits"),
    "Visits could not be loaded.",
    panelSection(page, "Visits").locator(".visitline"),
  );
  await expectFailureMessage(
    panelSection(page, "Previous chats"),
    "Previous chats could not be loaded.",
  );
  await retryAndWait(
    panelSection(page, "Previous chats"),
    "Previous chats could not be loaded.",
    panelSection(page, "Previous chats").getByRole("listitem").getByRole("link"),
  );
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-030] [API-002] the page of one visitor: his visits and his chats, too, say each for itself that they cannot be read, with a Retry", async () => {
  const { visitor } = (await fixture.operator.call("GET", `chats/${onSite}`)).body as {
    visitor: { number: number };
  };
  const page = await operatorPage.openTab();
  const answers = await interceptReads(page, sectionRequests);
  await waitUntilLive(page);
  await answers.setMode("waits");
  await navigateTo(page, `/visitors/${visitor.number}`);
  const visitorDetails = page.getByRole("complementary", { name: "Maya Lindqvist" });
  const section = (title: string) =>
    visitorDetails
      .locator("section.sect")
      .filter({ has: page.getByRole("heading", { name: title }) });
  await expect.poll(() => section("Chats").locator(".bone").count()).toBeGreaterThan(0);

  await answers.setMode("fails");
  await expectFailureMessage(section("Visits"), "Visits could not be loaded.");
  await expectFailureMessage(section("Chats"), "Chats could not be loaded.");
  const problems = await checkScreen(page, "visitor-failed", { views: allViews });
  await answers.setMode("answers");
  await retryAndWait(
    section("Visits"),
    "Visits could not be loaded.",
    section("Visits").locator(".visitline"),
  );
  await expectFailureMessage(section("Chats"), "Chats could not be loaded.");
  await retryAndWait(
    section("Chats"),
    "Chats could not be loaded.",
    section("Chats").getByRole("listitem").getByRole("link").first(),
  );
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-028] [CORE-031] a chat in which nobody wrote yet says so below its first line, until somebody does", async () => {
  const again = await fixture.operator.call("POST", `chats/${closed}/continue`, {});
  expect(again.status, again.text).toBe(201);
  const { id } = again.body as { id: number };
  const page = await operatorPage.openTab();
  await waitUntilLive(page);
  await openChat(page, id);
  const hello = conversationPane(page).getByText("Say hello", { exact: true });
  await hello.waitFor();
  await conversationPane(page)
    .getByText("No messages in this chat yet.", { exact: true })
    .waitFor();
  const problems = await checkScreen(page, "chat-empty", { views: allViews });
  await messageField(page).fill("Hello Tom, here is the chart.");
  await messageField(page).press("Enter");
  await messageBubble(page, "Hello Tom, here is the chart.").waitFor();
  await hello.waitFor({ state: "detached" });
  await page.close();
  expect(problems.join("\n")).toBe("");
});
