import { readFile } from "node:fs/promises";
import type { TestOperator } from "@parlour/testkit";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  expectFocus,
  messageField,
  openInboxFixture,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, isLongRun, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

let fixture: InboxFixture;
let max: TestOperator;
let annPage: OperatorPage;
let myName = "";
/** A page of another operator, in a long run. */
let otherPage: OperatorPage;
/** A page of the owner, who manages tags and replies of the account, in a long run. */
let ownerPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  max = await fixture.parlour.operator("operator", "Max Weber");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, max.id],
  });
  await fixture.parlour.owner.call("POST", "departments", { name: "Sales", operators: [max.id] });
  myName = ((await fixture.operator.call("GET", "me")).body as { name: string }).name;
  annPage = await fixture.openOperatorPage();
  await waitUntilLive(annPage.page);
  if (!isLongRun) return;
  otherPage = await fixture.openOperatorPage(max);
  ownerPage = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/settings/replies" });
  await Promise.all([otherPage, ownerPage].map(({ page }) => waitUntilLive(page)));
});
afterAll(async () => {
  await annPage.checkAndClose();
  if (isLongRun) {
    await otherPage.checkAndClose();
    await ownerPage.checkAndClose();
  }
  await fixture.close();
});

/** Creates a reply through the API. */
const addReply = async (shortcut: string, text: string, more: object = {}): Promise<void> => {
  const created = await fixture.parlour.owner.call("POST", "canned-replies", {
    scope: "account",
    shortcut,
    text,
    ...more,
  });
  expect(created.status, created.text).toBe(201);
};
/** Creates a chat of a new customer that is assigned to Ann and open on the page. */
async function openChatForAnn(customer: string, name: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, `Hello from ${name}`, {
    sender: { name },
  });
  const { id } = await fixture.parlour.findChat(customer);
  await fixture.operator.call("POST", `chats/${id}/accept`);
  await navigateTo(annPage.page, `/inbox/all/${id}`);
  await messageBubble(annPage.page, `Hello from ${name}`).waitFor();
  await messageField(annPage.page).waitFor();
  return id;
}
const noteField = (page: Page) => page.getByRole("textbox", { name: "Note", exact: true });
const switchToNote = async (page: Page): Promise<void> =>
  page.getByRole("tab", { name: "Note" }).click();
const replyList = (page: Page) => page.getByRole("listbox", { name: "Quick replies" });
const listOption = (page: Page, text: string | RegExp) => page.getByRole("option", { name: text });

/** The owner creates the first reply of the account in the settings. */
async function createFirstReply(): Promise<void> {
  const { page } = ownerPage;
  const { items } = (await fixture.parlour.owner.call("GET", "canned-replies")).body as {
    items: { id: number }[];
  };
  for (const { id } of items) await fixture.parlour.owner.call("DELETE", `canned-replies/${id}`);
  await navigateTo(page, "/settings/replies");
  await page.getByText("No quick replies yet").waitFor();
  expect(await checkScreen(page, "replies-empty")).toEqual([]);
  await page.getByRole("link", { name: "Add quick reply" }).click();
  await page.getByRole("textbox", { name: "Shortcut" }).fill("two words");
  await page.getByRole("button", { name: "Create quick reply" }).click();
  await page.getByText("Enter 1 to 50 characters").first().waitFor();
  await page.getByRole("textbox", { name: "Shortcut" }).fill("hello");
  await page
    .getByRole("textbox", { name: "Text" })
    .fill("Hello {visitor.name|there}, {operator.name} here.{visitor.phone}");
  await page.getByRole("textbox", { name: "Folder" }).fill("Greetings");
  expect(await checkScreen(page, "reply-form")).toEqual([]);
  await page.getByRole("button", { name: "Create quick reply" }).click();
  await page.getByRole("link", { name: "/hello" }).waitFor();
  await addReply("refund", "We refund within {channel.name} in 3 days.", {
    folder: "Orders/Returns",
  });
  await addReply("helpful", "Was this helpful?", { language: "en" });
}

test.runIf(isLongRun)(
  "[API-048] a quick reply is made in the settings, found with a slash, previewed and written filled",
  async () => {
    await createFirstReply();
    const { page } = annPage;
    await openChatForAnn("reply", "Anna Keller");
    await messageField(page).fill("Well, ");
    await messageField(page).press("End");
    await messageField(page).pressSequentially("/he");
    await listOption(page, /\/hello/).waitFor();
    await expect.poll(() => replyList(page).getByRole("option").count()).toBe(2);
    await page.getByRole("region", { name: "Preview" }).getByText("Anna Keller").waitFor();
    expect(await checkScreen(page, "reply-picker", { views: usualViews })).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { selected: true, name: /\/helpful|\/hello/ }).waitFor();
    await page.keyboard.press("Escape");
    await replyList(page).waitFor({ state: "hidden" });
    await expect.poll(() => messageField(page).inputValue()).toBe("Well, /he");
    // The list stays closed for this word; another one opens it again.
    await messageField(page).fill("Well, ");
    await messageField(page).press("End");
    await messageField(page).pressSequentially("/hel");
    await listOption(page, /\/hello/).waitFor();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => messageField(page).inputValue())
      .toBe(`Well, Hello Anna Keller, ${myName} here.`);
    await page.keyboard.press("Enter");
    await messageBubble(page, `Well, Hello Anna Keller, ${myName} here.`).waitFor();
    // Replies that were inserted before come first; folder and text are searched too.
    await messageField(page).pressSequentially("/");
    await expect
      .poll(async () => replyList(page).getByRole("option").first().textContent())
      .toContain("/hello");
    await messageField(page).pressSequentially("retur");
    await listOption(page, /\/refund/).waitFor();
    await messageField(page).fill("");
  },
);

/** Exports the replies as CSV. Returns the content of the file. */
async function exportReplies(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Import or export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export as CSV" }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

test.runIf(isLongRun)(
  "[API-048] an import says every fault with its line and changes nothing; a good file is imported; an export is a file",
  async () => {
    const { page } = ownerPage;
    await navigateTo(page, "/settings/replies");
    const open = async (): Promise<void> => {
      await page.getByRole("button", { name: "Import or export" }).click();
      await page.getByRole("menuitem", { name: "Import" }).click();
    };
    await open();
    const dialog = page.getByRole("dialog", { name: "Import quick replies" });
    const choose = (text: string) =>
      dialog
        .getByLabel("File")
        .setInputFiles({ name: "replies.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await choose("shortcut,text\nbad one,x\nok,{who.knows}\n");
    await dialog.getByText("2 errors").waitFor();
    await dialog.getByText("Line 3").waitFor();
    expect(await checkScreen(page, "reply-import")).toEqual([]);
    await choose("shortcut,text,folder\nshipping,We ship daily.,Orders\n");
    await dialog.getByText("1 reply will be added", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("link", { name: "/shipping" }).waitFor();
    if (isLongRun) expect(await checkScreen(page, "replies")).toEqual([]);
    expect(await exportReplies(page)).toContain("account,,Orders,shipping,,We ship daily.");
  },
);

test.runIf(isLongRun)("[API-048] an export of the replies is a file", async () => {
  const { page } = ownerPage;
  await addReply("warranty", "Two years.", { folder: "Orders" });
  await navigateTo(page, "/settings/replies");
  await page.getByRole("link", { name: "/warranty" }).waitFor();
  expect(await exportReplies(page)).toContain("account,,Orders,warranty,,Two years.");
});

test.runIf(isLongRun)(
  "[API-048] [CORE-001] an operator has replies of his own, and reads the others",
  async () => {
    const { page } = otherPage;
    await addReply("of-the-house", "We are open from nine to five.");
    await navigateTo(page, "/settings/replies");
    await page.getByRole("link", { name: "/of-the-house" }).click();
    await page.getByText("Only admins and owners can change it").waitFor();
    await navigateTo(page, "/settings/replies/new");
    await page.getByRole("textbox", { name: "Shortcut" }).fill("mine");
    await page.getByRole("textbox", { name: "Text" }).fill("My own words");
    await page.getByRole("button", { name: "Create quick reply" }).click();
    await page.getByRole("link", { name: "/mine" }).waitFor();
    await navigateTo(page, "/settings/channels");
    expect(await page.getByRole("heading", { name: "Chat API" }).count()).toBe(0);
    await navigateTo(page, "/inbox/all");
  },
);

/** The owner creates two tags in the settings. */
async function createTags(): Promise<void> {
  const { page } = ownerPage;
  await navigateTo(page, "/settings/tags");
  await page.getByText("No tags yet").waitFor();
  // A page with an unsaved form for a new resource asks before it is left.
  await page.getByRole("link", { name: "Add tag" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Refun");
  const away = page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Inbox" });
  await away.click();
  const asking = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await asking.getByText("Name").waitFor();
  await asking.getByRole("button", { name: "Stay here" }).click();
  await asking.waitFor({ state: "hidden" });
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Refun");
  await away.click();
  await asking.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Quick replies", exact: true }).waitFor();
  await navigateTo(page, "/settings/tags");
  for (const name of ["Refund", "VIP"]) {
    await page.getByRole("link", { name: "Add tag" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Name" }).press("Enter");
    await page.getByRole("link", { name, exact: true }).waitFor();
    // The focused element was removed with its page.
    await expectFocus(page.getByRole("heading", { name: "Tags", level: 1 }));
  }
  if (isLongRun) expect(await checkScreen(page, "tags")).toEqual([]);
}

test.runIf(isLongRun)(
  "[API-044] tags are made in the settings, put on a chat and taken off; the chat says so",
  async () => {
    await createTags();
    const { page } = annPage;
    await openChatForAnn("tags", "Tom Tag");
    const panel = page
      .getByRole("complementary", { name: "Visitor" })
      .or(page.locator("aside.panel"));
    await panel.getByRole("button", { name: "Edit tags" }).click();
    const dialog = page.getByRole("dialog", { name: "Tags of this chat" });
    await dialog.getByRole("checkbox", { name: "Refund" }).check();
    await dialog.getByRole("checkbox", { name: "VIP" }).check();
    expect(await checkScreen(page, "tag-dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Save tags" }).click();
    await conversationPane(page).getByText(`${myName} added tags: Refund, VIP`).waitFor();
    await panel.getByText("VIP", { exact: true }).waitFor();
    if (isLongRun) expect(await checkScreen(page, "chat-tags")).toEqual([]);
    await panel.getByRole("button", { name: "Remove tag VIP" }).click();
    await conversationPane(page).getByText(`${myName} removed tags: VIP`).waitFor();
  },
);

test.runIf(isLongRun)(
  "[API-046] a colleague named in a note is told, sees it at the chat, and no longer when he has read it",
  async () => {
    const id = await openChatForAnn("named", "Nora Named");
    const { page } = annPage;
    await switchToNote(page);
    await noteField(page).pressSequentially("@max");
    await listOption(page, /Max Weber/).waitFor();
    expect(await checkScreen(page, "mention-picker")).toEqual([]);
    await page.keyboard.press("Tab");
    await noteField(page).pressSequentially("please look");
    const focusBefore = await otherPage.page.evaluate(() => document.activeElement?.tagName);
    const mentionNotice = otherPage.page
      .locator(".toast")
      .getByText("mentioned you in the chat with Nora Named")
      .waitFor();
    await page.keyboard.press("Enter");
    await Promise.all([
      mentionNotice,
      conversationPane(page).locator(".msg.note").getByText("@Max Weber").waitFor(),
    ]);
    expect(await otherPage.page.evaluate(() => document.activeElement?.tagName)).toBe(focusBefore);
    await chatRow(otherPage.page, "Nora Named")
      .getByText("You were mentioned in a note")
      .waitFor({ state: "attached" });
    // It is still there after a reload.
    await otherPage.page.reload();
    await waitUntilLive(otherPage.page);
    await chatRow(otherPage.page, "Nora Named")
      .getByText("You were mentioned in a note")
      .waitFor({ state: "attached" });
    await otherPage.page.bringToFront();
    await navigateTo(otherPage.page, `/inbox/all/${id}`);
    await conversationPane(otherPage.page).locator(".msg.note").getByText("@Max Weber").waitFor();
    await chatRow(otherPage.page, "Nora Named")
      .getByText("You were mentioned in a note")
      .waitFor({ state: "detached" });
    await fixture.parlour.settle();
    expect(fixture.integrator.messages().some(({ body }) => body.includes("please look"))).toBe(
      false,
    );
  },
);

test.runIf(isLongRun)(
  "[API-045] a draft survives a reload, another tab, another device and the end of the browser, and is gone everywhere when sent",
  async () => {
    const id = await openChatForAnn("draft", "Dora Draft");
    const { page } = annPage;
    await messageField(page).fill("Half a sentence");
    await page.reload();
    await waitUntilLive(page);
    await expect.poll(() => messageField(page).inputValue()).toBe("Half a sentence");
    const tab = await annPage.openTab(`/inbox/all/${id}`);
    await expect.poll(() => messageField(tab).inputValue()).toBe("Half a sentence");
    // Another device: its storage is empty.
    const phone = await fixture.openOperatorPage(undefined, { path: `/inbox/all/${id}` });
    await expect.poll(() => messageField(phone.page).inputValue()).toBe("Half a sentence");
    await messageField(page).fill("Half a sentence, and more");
    await expect
      .poll(() => messageField(phone.page).inputValue())
      .toBe("Half a sentence, and more");
    await expect.poll(() => messageField(tab).inputValue()).toBe("Half a sentence, and more");
    // Focus and caret of another device stay where they are.
    await messageField(phone.page).focus();
    await messageField(phone.page).evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange(4, 4);
      // At once, not one frame later: the next letter may arrive before it.
      window.requestAnimationFrame = () => 0;
    });
    await messageField(page).fill("Half a sentence, and even more");
    await expect
      .poll(() => messageField(phone.page).inputValue())
      .toBe("Half a sentence, and even more");
    expect(
      await messageField(phone.page).evaluate((field: HTMLTextAreaElement) => [
        document.activeElement === field,
        field.selectionStart,
      ]),
    ).toEqual([true, 4]);
    // The renderer crashes shortly after key presses.
    await messageField(phone.page).press("End");
    await messageField(phone.page).pressSequentially("!");
    const crashed = phone.page.waitForEvent("crash");
    await phone.page.goto("chrome://crash").catch(() => undefined);
    await crashed;
    const again = await phone.openTab(`/inbox/all/${id}`);
    await expect
      .poll(() => messageField(again).inputValue())
      .toBe("Half a sentence, and even more!");
    await expect
      .poll(() => messageField(page).inputValue())
      .toBe("Half a sentence, and even more!");
    await messageField(page).press("Enter");
    await messageBubble(page, "Half a sentence, and even more!").waitFor();
    await expect.poll(() => messageField(again).inputValue()).toBe("");
    await expect.poll(() => messageField(tab).inputValue()).toBe("");
    await phone.context.close();
    // The whole browser has ended: a new one asks the server.
    await messageField(page).fill("For later");
    await expect
      .poll(async () => JSON.stringify((await fixture.operator.call("GET", "drafts")).body))
      .toContain("For later");
    const fresh = await fixture.openOperatorPage(undefined, { path: `/inbox/all/${id}` });
    await expect.poll(() => messageField(fresh.page).inputValue()).toBe("For later");
    await fresh.checkAndClose();
    await tab.close();
  },
);

test("[API-045] drafts typed on two devices without a connection are both there afterwards; notes and replies stay apart", async () => {
  const id = await openChatForAnn("apart", "Paul Apart");
  const { page } = annPage;
  const phone = await fixture.openOperatorPage(undefined, { path: `/inbox/all/${id}`, cuts: true });
  await waitUntilLive(phone.page);
  await messageField(phone.page).waitFor();
  await phone.context.setOffline(true);
  await messageField(phone.page).fill("from the train");
  await messageField(page).fill("from the desk");
  await expect
    .poll(async () => JSON.stringify((await fixture.operator.call("GET", "drafts")).body))
    .toContain("from the desk");
  await phone.context.setOffline(false);
  await expect
    .poll(() => messageField(phone.page).inputValue())
    .toBe("from the desk\nfrom the train");
  await expect.poll(() => messageField(page).inputValue()).toBe("from the desk\nfrom the train");
  await switchToNote(page);
  await expect.poll(() => noteField(page).inputValue()).toBe("");
  await noteField(page).fill("only for us");
  await switchToNote(phone.page);
  await expect.poll(() => noteField(phone.page).inputValue()).toBe("only for us");
  await phone.context.close();
});

test.runIf(isLongRun)(
  "[API-045] a slow tab that notes what the server has of a draft takes back nothing that was typed meanwhile in another tab",
  async () => {
    await openChatForAnn("tabs", "Tess Tabs");
    const { page } = annPage;
    const slow = await annPage.openTab("/inbox/all");
    await waitUntilLive(slow);
    const pausedRoutes: Route[] = [];
    await slow.route("**/hold", (route) => void pausedRoutes.push(route));
    await slow.evaluate(pauseDraftWrites);
    const readStoredDrafts = async (): Promise<string> =>
      JSON.stringify((await fixture.operator.call("GET", "drafts")).body);
    /** Types while the slow tab is between reading and writing the record of the draft. */
    const typeMeanwhile = async (text: string): Promise<void> => {
      await expect.poll(() => pausedRoutes.length).toBe(1);
      await messageField(page).pressSequentially(text);
      await pausedRoutes.pop()?.fulfill({ body: "" });
    };
    await messageField(page).fill("Thank you");
    await typeMeanwhile(" very much");
    await expect.poll(readStoredDrafts).toContain("Thank you very much");
    expect(await messageField(page).inputValue()).toBe("Thank you very much");
    // Emptied by sending the message, and written again.
    await slow.evaluate(() => Object.assign(window, { holdsDraft: true }));
    await messageField(page).press("Enter");
    await messageBubble(page, "Thank you very much").waitFor();
    await typeMeanwhile("Fine :thumbs");
    await page.getByRole("listbox", { name: "Emoji" }).waitFor();
    await expect.poll(readStoredDrafts).toContain("Fine :thumbs");
    expect(await messageField(page).inputValue()).toBe("Fine :thumbs");
    await slow.close();
  },
);

/**
 * Runs in a page: blocks its next write of a draft, and the whole page, until `/hold` is answered;
 * once more after `holdsDraft` is set.
 */
function pauseDraftWrites(): void {
  const state = Object.assign(window, { holdsDraft: true });
  const write = localStorage.setItem.bind(localStorage);
  Storage.prototype.setItem = (name, value) => {
    if (name.startsWith("parlour.draft.") && state.holdsDraft) {
      state.holdsDraft = false;
      const request = new XMLHttpRequest();
      request.open("GET", "/hold", false);
      request.send();
    }
    write(name, value);
  };
}

test.runIf(isLongRun)(
  "[API-047] a transcript is saved from the menu; in a chat API channel a rating cannot be asked, and the menu says why",
  async () => {
    const id = await openChatForAnn("transcript", "Tina Transcript");
    const { page } = annPage;
    await page.reload();
    await waitUntilLive(page);
    await conversationPane(page).getByRole("button", { name: "More" }).first().click();
    await page
      .getByRole("menuitem", { name: /Ask for a rating.*not available in chat API channels/ })
      .click();
    await page.locator(".toast").getByText("chat API channels do not support ratings").waitFor();
    await conversationPane(page).getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Save transcript" }).click();
    const dialog = page.getByRole("dialog", { name: "Save transcript" });
    expect(await checkScreen(page, "transcript")).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: "Save" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`chat-${id}.txt`);
    expect(await readFile(await download.path(), "utf8")).toContain(
      "Tina Transcript (visitor): Hello from Tina Transcript",
    );
  },
);
