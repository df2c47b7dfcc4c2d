import { readFile } from "node:fs/promises";
import type { TestOperator } from "@parlour/testkit";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, hasFocus, message, openDesk, ready, row, talk, type Desk, type Seat } from "./desk.ts";
import { look, narrow, isLongRun, usual } from "./look.ts";
import { go } from "./places.ts";

let desk: Desk;
let max: TestOperator;
let ann: Seat;
let myName = "";
let other: Seat;
/** A page of the owner, who manages tags and replies of the account. */
let boss: Seat;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
  await desk.parlour.owner.call("POST", "departments", { name: "Sales", operators: [max.id] });
  myName = ((await desk.operator.call("GET", "me")).body as { name: string }).name;
  ann = await desk.sit();
  other = await desk.sit(max);
  boss = await desk.sit(desk.parlour.owner, { path: "/settings/replies" });
  await Promise.all([ann, other, boss].map(({ page }) => ready(page)));
});
afterAll(async () => {
  await ann.leave();
  await other.leave();
  await boss.leave();
  await desk.close();
});

/** Creates a reply through the API. */
const addReply = async (shortcut: string, text: string, more: object = {}): Promise<void> => {
  const made = await desk.parlour.owner.call("POST", "canned-replies", { scope: "account", shortcut, text, ...more });
  expect(made.status, made.text).toBe(201);
};
/** Creates a chat of a new customer that is assigned to Ann and open on the page. */
async function annHas(customer: string, name: string): Promise<number> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, `Hello from ${name}`, { sender: { name } });
  const { id } = await desk.parlour.findChat(customer);
  await desk.operator.call("POST", `chats/${id}/accept`);
  await go(ann.page, `/inbox/all/${id}`);
  await bubble(ann.page, `Hello from ${name}`).waitFor();
  await message(ann.page).waitFor();
  return id;
}
const note = (page: Page) => page.getByRole("textbox", { name: "Note", exact: true });
const toNote = async (page: Page): Promise<void> => page.getByRole("tab", { name: "Note" }).click();
const replies = (page: Page) => page.getByRole("listbox", { name: "Quick replies" });
const option = (page: Page, text: string | RegExp) => page.getByRole("option", { name: text });

/** The owner creates the first reply of the account in the settings. */
async function makeReply(): Promise<void> {
  const { page } = boss;
  const { items } = (await desk.parlour.owner.call("GET", "canned-replies")).body as { items: { id: number }[] };
  for (const { id } of items) await desk.parlour.owner.call("DELETE", `canned-replies/${id}`);
  await go(page, "/settings/replies");
  await page.getByText("No quick replies yet").waitFor();
  expect(await look(page, "replies-empty")).toEqual([]);
  await page.getByRole("link", { name: "Add quick reply" }).click();
  await page.getByRole("textbox", { name: "Shortcut" }).fill("two words");
  await page.getByRole("button", { name: "Create quick reply" }).click();
  await page.getByText("Give it a shortcut of 1 to 50 characters").first().waitFor();
  await page.getByRole("textbox", { name: "Shortcut" }).fill("hello");
  await page.getByRole("textbox", { name: "Text" }).fill("Hello {visitor.name|there}, {operator.name} here.{visitor.phone}");
  await page.getByRole("textbox", { name: "Folder" }).fill("Greetings");
  expect(await look(page, "reply-form")).toEqual([]);
  await page.getByRole("button", { name: "Create quick reply" }).click();
  await page.getByRole("link", { name: "/hello" }).waitFor();
  await addReply("refund", "We refund within {channel.name} in 3 days.", { folder: "Orders/Returns" });
  await addReply("helpful", "Was this helpful?", { language: "en" });
}

test("[API-048] a quick reply is made in the settings, found with a slash, previewed and written filled", async () => {
  await makeReply();
  const { page } = ann;
  await annHas("reply", "Anna Keller");
  await message(page).fill("Well, ");
  await message(page).press("End");
  await message(page).pressSequentially("/he");
  await option(page, /\/hello/).waitFor();
  await expect.poll(() => replies(page).getByRole("option").count()).toBe(2);
  await page.getByRole("region", { name: "What will be written" }).getByText("Anna Keller").waitFor();
  expect(await look(page, "reply-picker", { views: isLongRun ? usual : narrow })).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { selected: true, name: /\/helpful|\/hello/ }).waitFor();
  await page.keyboard.press("Escape");
  await replies(page).waitFor({ state: "hidden" });
  await expect.poll(() => message(page).inputValue()).toBe("Well, /he");
  // The list stays closed for this word; another one opens it again.
  await message(page).fill("Well, ");
  await message(page).press("End");
  await message(page).pressSequentially("/hel");
  await option(page, /\/hello/).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => message(page).inputValue()).toBe(`Well, Hello Anna Keller, ${myName} here.`);
  await page.keyboard.press("Enter");
  await bubble(page, `Well, Hello Anna Keller, ${myName} here.`).waitFor();
  // Replies that were inserted before come first; folder and text are searched too.
  await message(page).pressSequentially("/");
  await expect.poll(async () => replies(page).getByRole("option").first().textContent()).toContain("/hello");
  await message(page).pressSequentially("retur");
  await option(page, /\/refund/).waitFor();
  await message(page).fill("");
});

test("[API-048] an import says every fault with its line and changes nothing; a good file is imported; an export is a file", async () => {
  const { page } = boss;
  await go(page, "/settings/replies");
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: "Import or export" }).click();
    await page.getByRole("menuitem", { name: "Import" }).click();
  };
  await open();
  const dialog = page.getByRole("dialog", { name: "Import quick replies" });
  const choose = (text: string) =>
    dialog.getByLabel("File").setInputFiles({ name: "replies.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("shortcut,text\nbad one,x\nok,{who.knows}\n");
  await dialog.getByText("2 faults").waitFor();
  await dialog.getByText("Line 3").waitFor();
  expect(await look(page, "reply-import")).toEqual([]);
  await choose("shortcut,text,folder\nshipping,We ship daily.,Orders\n");
  await dialog
    .getByText("One reply is added", { exact: false })
    .or(dialog.getByText("1 reply is added", { exact: false }))
    .waitFor();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("link", { name: "/shipping" }).waitFor();
  if (isLongRun) expect(await look(page, "replies")).toEqual([]);
  await page.getByRole("button", { name: "Import or export" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Export as CSV" }).click()]);
  expect(await readFile(await download.path(), "utf8")).toContain("account,,Orders,shipping,,We ship daily.");
});

test("[API-048] [CORE-001] an operator has replies of his own, and reads the others", async () => {
  const { page } = other;
  await addReply("of-the-house", "We are open from nine to five.");
  await go(page, "/settings/replies");
  await page.getByRole("link", { name: "/of-the-house" }).click();
  await page.getByText("Who manages the account changes it").waitFor();
  await go(page, "/settings/replies/new");
  await page.getByRole("textbox", { name: "Shortcut" }).fill("mine");
  await page.getByRole("textbox", { name: "Text" }).fill("My own words");
  await page.getByRole("button", { name: "Create quick reply" }).click();
  await page.getByRole("link", { name: "/mine" }).waitFor();
  await go(page, "/settings/channels");
  expect(await page.getByRole("heading", { name: "Chat API" }).count()).toBe(0);
  await go(page, "/inbox/all");
});

/** The owner creates two tags in the settings. */
async function makeTags(): Promise<void> {
  const { page } = boss;
  await go(page, "/settings/tags");
  await page.getByText("No tags yet").waitFor();
  // A page with an unsaved form for a new resource asks before it is left.
  await page.getByRole("link", { name: "Add tag" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Refun");
  const away = page.getByRole("link", { name: "Quick replies" }).last();
  await away.click();
  const asking = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await asking.getByText("Name").waitFor();
  await asking.getByRole("button", { name: "Stay" }).click();
  await asking.waitFor({ state: "hidden" });
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Refun");
  await away.click();
  await asking.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Quick replies", exact: true }).waitFor();
  await go(page, "/settings/tags");
  for (const name of ["Refund", "VIP"]) {
    await page.getByRole("link", { name: "Add tag" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Name" }).press("Enter");
    await page.getByRole("link", { name, exact: true }).waitFor();
    // The focused element was removed with its page.
    await hasFocus(page.getByRole("heading", { name: "Tags", level: 1 }));
  }
  if (isLongRun) expect(await look(page, "tags")).toEqual([]);
}

test("[API-044] tags are made in the settings, put on a chat and taken off; the chat says so", async () => {
  await makeTags();
  const { page } = ann;
  await annHas("tags", "Tom Tag");
  const panel = page.getByRole("complementary", { name: "Visitor" }).or(page.locator("aside.panel"));
  await panel.getByRole("button", { name: "Change tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags of this chat" });
  await dialog.getByRole("checkbox", { name: "Refund" }).check();
  await dialog.getByRole("checkbox", { name: "VIP" }).check();
  expect(await look(page, "tag-dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Set tags" }).click();
  await talk(page).getByText(`${myName} added: Refund, VIP`).waitFor();
  await panel.getByText("VIP", { exact: true }).waitFor();
  if (isLongRun) expect(await look(page, "chat-tags")).toEqual([]);
  await panel.getByRole("button", { name: "Remove the tag VIP" }).click();
  await talk(page).getByText(`${myName} removed: VIP`).waitFor();
});

test("[API-046] a colleague named in a note is told, sees it at the chat, and no longer when he has read it", async () => {
  const id = await annHas("named", "Nora Named");
  const { page } = ann;
  await toNote(page);
  await note(page).pressSequentially("@max");
  await option(page, /Max Weber/).waitFor();
  expect(await look(page, "mention-picker")).toEqual([]);
  await page.keyboard.press("Tab");
  await note(page).pressSequentially("please look");
  const focusBefore = await other.page.evaluate(() => document.activeElement?.tagName);
  const told = other.page.locator(".toast").getByText("mentioned you in the chat with Nora Named").waitFor();
  await page.keyboard.press("Enter");
  await Promise.all([told, talk(page).locator(".msg.note").getByText("@Max Weber").waitFor()]);
  expect(await other.page.evaluate(() => document.activeElement?.tagName)).toBe(focusBefore);
  await row(other.page, "Nora Named").getByText("You are mentioned in a note").waitFor({ state: "attached" });
  // It is still there after a reload.
  await other.page.reload();
  await ready(other.page);
  await row(other.page, "Nora Named").getByText("You are mentioned in a note").waitFor({ state: "attached" });
  await other.page.bringToFront();
  await go(other.page, `/inbox/all/${id}`);
  await talk(other.page).locator(".msg.note").getByText("@Max Weber").waitFor();
  await row(other.page, "Nora Named").getByText("You are mentioned in a note").waitFor({ state: "detached" });
  await desk.parlour.settle();
  expect(desk.integrator.messages().some(({ body }) => body.includes("please look"))).toBe(false);
});

test.runIf(isLongRun)(
  "[API-045] a draft survives a reload, another tab, another device and the end of the browser, and is gone everywhere when sent",
  async () => {
    const id = await annHas("draft", "Dora Draft");
    const { page } = ann;
    await message(page).fill("Half a sentence");
    await page.reload();
    await ready(page);
    await expect.poll(() => message(page).inputValue()).toBe("Half a sentence");
    const tab = await ann.tab(`/inbox/all/${id}`);
    await expect.poll(() => message(tab).inputValue()).toBe("Half a sentence");
    // Another device: its storage is empty.
    const phone = await desk.sit(undefined, { path: `/inbox/all/${id}` });
    await expect.poll(() => message(phone.page).inputValue()).toBe("Half a sentence");
    await message(page).fill("Half a sentence, and more");
    await expect.poll(() => message(phone.page).inputValue()).toBe("Half a sentence, and more");
    await expect.poll(() => message(tab).inputValue()).toBe("Half a sentence, and more");
    // Focus and caret of another device stay where they are.
    await message(phone.page).focus();
    await message(phone.page).evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange(4, 4);
      // At once, not one frame later: the next letter may arrive before it.
      window.requestAnimationFrame = () => 0;
    });
    await message(page).fill("Half a sentence, and even more");
    await expect.poll(() => message(phone.page).inputValue()).toBe("Half a sentence, and even more");
    expect(
      await message(phone.page).evaluate((field: HTMLTextAreaElement) => [document.activeElement === field, field.selectionStart]),
    ).toEqual([true, 4]);
    // The renderer crashes shortly after key presses.
    await message(phone.page).press("End");
    await message(phone.page).pressSequentially("!");
    const crashed = phone.page.waitForEvent("crash");
    await phone.page.goto("chrome://crash").catch(() => undefined);
    await crashed;
    const again = await phone.tab(`/inbox/all/${id}`);
    await expect.poll(() => message(again).inputValue()).toBe("Half a sentence, and even more!");
    await expect.poll(() => message(page).inputValue()).toBe("Half a sentence, and even more!");
    await message(page).press("Enter");
    await bubble(page, "Half a sentence, and even more!").waitFor();
    await expect.poll(() => message(again).inputValue()).toBe("");
    await expect.poll(() => message(tab).inputValue()).toBe("");
    await phone.context.close();
    // The whole browser has ended: a new one asks the server.
    await message(page).fill("For later");
    await expect.poll(async () => JSON.stringify((await desk.operator.call("GET", "drafts")).body)).toContain("For later");
    const fresh = await desk.sit(undefined, { path: `/inbox/all/${id}` });
    await expect.poll(() => message(fresh.page).inputValue()).toBe("For later");
    await fresh.leave();
    await tab.close();
  },
);

test("[API-045] drafts typed on two devices without a connection are both there afterwards; notes and replies stay apart", async () => {
  const id = await annHas("apart", "Paul Apart");
  const { page } = ann;
  const phone = await desk.sit(undefined, { path: `/inbox/all/${id}`, cuts: true });
  await ready(phone.page);
  await message(phone.page).waitFor();
  await phone.context.setOffline(true);
  await message(phone.page).fill("from the train");
  await message(page).fill("from the desk");
  await expect.poll(async () => JSON.stringify((await desk.operator.call("GET", "drafts")).body)).toContain("from the desk");
  await phone.context.setOffline(false);
  await expect.poll(() => message(phone.page).inputValue()).toBe("from the desk\nfrom the train");
  await expect.poll(() => message(page).inputValue()).toBe("from the desk\nfrom the train");
  await toNote(page);
  await expect.poll(() => note(page).inputValue()).toBe("");
  await note(page).fill("only for us");
  await toNote(phone.page);
  await expect.poll(() => note(phone.page).inputValue()).toBe("only for us");
  await phone.context.close();
});

test.runIf(isLongRun)(
  "[API-045] a slow tab that notes what the server has of a draft takes back nothing that was typed meanwhile in another tab",
  async () => {
    await annHas("tabs", "Tess Tabs");
    const { page } = ann;
    const slow = await ann.tab("/inbox/all");
    await ready(slow);
    const held: Route[] = [];
    await slow.route("**/hold", (route) => void held.push(route));
    await slow.evaluate(holdDraftWrites);
    const kept = async (): Promise<string> => JSON.stringify((await desk.operator.call("GET", "drafts")).body);
    /** Types while the slow tab is between reading and writing the record of the draft. */
    const typeMeanwhile = async (text: string): Promise<void> => {
      await expect.poll(() => held.length).toBe(1);
      await message(page).pressSequentially(text);
      await held.pop()?.fulfill({ body: "" });
    };
    await message(page).fill("Thank you");
    await typeMeanwhile(" very much");
    await expect.poll(kept).toContain("Thank you very much");
    expect(await message(page).inputValue()).toBe("Thank you very much");
    // Emptied by sending the message, and written again.
    await slow.evaluate(() => Object.assign(window, { holdsDraft: true }));
    await message(page).press("Enter");
    await bubble(page, "Thank you very much").waitFor();
    await typeMeanwhile("Fine :thumbs");
    await page.getByRole("listbox", { name: "Emoji" }).waitFor();
    await expect.poll(kept).toContain("Fine :thumbs");
    expect(await message(page).inputValue()).toBe("Fine :thumbs");
    await slow.close();
  },
);

/**
 * Runs in a page: blocks its next write of a draft, and the whole page, until `/hold` is answered;
 * once more after `holdsDraft` is set.
 */
function holdDraftWrites(): void {
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

test("[API-047] a transcript is saved from the menu; in a chat API channel a rating cannot be asked, and the menu says why", async () => {
  const id = await annHas("transcript", "Tina Transcript");
  const { page } = ann;
  await page.reload();
  await ready(page);
  await talk(page).getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: /Ask for a rating.*not in chat API channels/ }).click();
  await page.locator(".toast").getByText("the chat API has no rating").waitFor();
  await talk(page).getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Save transcript" }).click();
  const dialog = page.getByRole("dialog", { name: "Save transcript" });
  expect(await look(page, "transcript")).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("link", { name: "Save" }).click()]);
  expect(download.suggestedFilename()).toBe(`chat-${id}.txt`);
  expect(await readFile(await download.path(), "utf8")).toContain("Tina Transcript (visitor): Hello from Tina Transcript");
});
