import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  openInboxFixture,
  advanceTime,
  recordReadMarks,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { createMessageEditor } from "../../packages/server/tests/message-editor.ts";

let fixture: InboxFixture;
const editor = createMessageEditor();
beforeAll(async () => {
  fixture = await openInboxFixture({ hooks: editor.hooks });
  for (let n = 0; n < 30; n++)
    await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", `line ${n}`, {
      sender: { name: "Anna Keller" },
    });
  const { id } = await fixture.parlour.findChat("anna");
  await fixture.operator.call("POST", `chats/${id}/accept`);
});
afterAll(() => fixture.close());

const getUnreadOf = async (customer: string): Promise<number> => {
  const { id } = await fixture.parlour.findChat(customer);
  return (await fixture.operator.call("GET", `chats/${id}`)).body.unread;
};

test("[API-029] a message is read when it was on the screen half a second in a visible, focused window, and not before", async () => {
  const { id } = await fixture.parlour.findChat("anna");
  const operatorPage = await fixture.openOperatorPage(undefined, {
    path: `/inbox/all/${id}`,
    clock: true,
  });
  const { page } = operatorPage;
  await waitUntilLive(page);
  await messageBubble(page, "line 29").waitFor();
  await expect.poll(() => getUnreadOf("anna")).toBe(0);

  // The window loses the focus: a new message is visible but not read.
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "while away");
  await messageBubble(page, "while away").waitFor();
  const marks = recordReadMarks(page);
  await advanceTime(page, 1_200);
  expect(marks).toEqual([]);
  expect(await getUnreadOf("anna")).toBe(1);
  // Another device read the message meanwhile.
  const unread = chatRow(page, "Anna Keller").getByText("1 unread");
  await unread.waitFor({ state: "attached" });
  expect((await fixture.operator.call("PUT", `chats/${id}/read`, { seq: 999 })).status).toBe(204);
  await unread.waitFor({ state: "detached" });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "still away");
  await messageBubble(page, "still away").waitFor();
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  await advanceTime(page, 1_200);
  await expect.poll(() => marks.length).toBeGreaterThan(0);
  await expect.poll(() => getUnreadOf("anna")).toBe(0);

  // The pane is scrolled up, so a new message is below the visible part.
  await conversationPane(page)
    .locator(".log")
    .evaluate((log) => {
      log.scrollTop = 0;
    });
  // A message that arrives before the page has handled the scroll event still scrolls to the end.
  await conversationPane(page).getByRole("button", { name: "Jump to latest" }).waitFor();
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "below the screen");
  await conversationPane(page).getByRole("button", { name: "1 new" }).waitFor();
  marks.length = 0;
  await advanceTime(page, 1_200);
  expect(marks).toEqual([]);
  expect(await getUnreadOf("anna")).toBe(1);
  await conversationPane(page).getByRole("button", { name: "1 new" }).click();
  await messageBubble(page, "below the screen").waitFor();
  await expect.poll(() => getUnreadOf("anna")).toBe(0);
  await operatorPage.checkAndClose();
});

test.runIf(isLongRun)(
  "[CORE-284] [CORE-283] [CORE-287] [CH-123] an edited message shows the new text, and the earlier ones on demand; reports of the integrator change the state of an answer",
  async () => {
    const { parlour, channel, operator } = fixture;
    await parlour.sendCustomerMessage(channel, "eva", "Please send it on Monday", {
      sender: { name: "Eva Lind" },
    });
    const { id } = await parlour.findChat("eva");
    await operator.call("POST", `chats/${id}/accept`);
    const operatorPage = await fixture.openOperatorPage(undefined, { path: `/inbox/mine/${id}` });
    const { page } = operatorPage;
    await waitUntilLive(page);
    const sent = await operator.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "It ships today",
      client_id: "c1",
    });
    const answer = messageBubble(page, "It ships today");
    await answer.getByText("Delivered").waitFor();
    const { randomString, publicId } = channel;
    await parlour.call("POST", `/channel/${randomString}/${publicId}`, {
      sender: { id: "eva" },
      message: { type: "seen", id: sent.body.id },
    });
    await answer.getByText("Seen").waitFor();

    const [written] = await parlour.messages(id);
    for (const [n, text] of ["Please send it on Tuesday", "Please send it on Wednesday"].entries())
      await editor.edit(parlour, id, written?.seq ?? 0, { text, editedAt: Date.now() + n });
    const bubble = messageBubble(page, "Please send it on Wednesday");
    const mark = bubble.getByRole("button", { name: "Edited" });
    await mark.waitFor();
    expect(await conversationPane(page).getByText("on Monday").count()).toBe(0);
    expect(await mark.getAttribute("aria-expanded")).toBe("false");
    await mark.focus();
    await page.keyboard.press("Enter");
    const earlier = bubble.getByRole("list", { name: "Earlier texts" });
    expect(await earlier.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("Please send it on Monday"),
      expect.stringContaining("Please send it on Tuesday"),
    ]);
    expect(await mark.getAttribute("aria-expanded")).toBe("true");
    expect(await checkScreen(page, "edited-message")).toEqual([]);
    await page.keyboard.press("Enter");
    await earlier.waitFor({ state: "detached" });
    await operatorPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[API-020] lists are narrowed by channel, department, operator, tag; a saved filter stays with its person in this browser",
  async () => {
    const sales = (
      await fixture.parlour.owner.call("POST", "departments", {
        name: "Sales",
        operators: [fixture.operator.id],
      })
    ).body as {
      id: number;
    };
    const tag = (await fixture.parlour.owner.call("POST", "tags", { name: "refund" })).body as {
      id: number;
    };
    await fixture.parlour.sendCustomerMessage(fixture.channel, "ben", "For sales", {
      sender: { name: "Ben Okafor" },
    });
    await fixture.parlour.sendCustomerMessage(fixture.channel, "cleo", "Money back", {
      sender: { name: "Cleo Brandt" },
    });
    const [ben, cleo] = await Promise.all([
      fixture.parlour.findChat("ben"),
      fixture.parlour.findChat("cleo"),
    ]);
    await fixture.operator.call("POST", `chats/${ben.id}/accept`);
    await fixture.operator.call("POST", `chats/${ben.id}/transfer`, { department_id: sales.id });
    expect(
      (await fixture.operator.call("PUT", `chats/${cleo.id}/tags`, { tags: [tag.id] })).status,
    ).toBe(200);

    const operatorPage = await fixture.openOperatorPage();
    const { page } = operatorPage;
    await waitUntilLive(page);
    await chatRow(page, "Anna Keller").waitFor();
    const narrow = async (): Promise<void> => {
      await page.getByRole("button", { name: /^(Filters|A filter is on)$/ }).click();
      await page.getByRole("menuitemradio", { name: "Channel, department, operator, tag" }).click();
    };
    await narrow();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByRole("combobox", { name: "Department" }).selectOption({ label: "Sales" });
    await dialog.getByRole("textbox", { name: "Save as" }).fill("My sales");
    expect(await checkScreen(page, "filter-dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await chatRow(page, "Ben Okafor").waitFor();
    await chatRow(page, "Cleo Brandt").waitFor({ state: "detached" });
    expect(await checkScreen(page, "list-narrowed")).toEqual([]);

    await page.reload();
    await waitUntilLive(page);
    await chatRow(page, "Ben Okafor").waitFor();
    expect(await chatRow(page, "Anna Keller").count()).toBe(0);
    await page.getByRole("button", { name: "Remove Sales" }).click();
    await chatRow(page, "Anna Keller").waitFor();

    await narrow();
    await dialog.getByRole("combobox", { name: "Tag" }).selectOption({ label: "refund" });
    await dialog.getByRole("button", { name: "Apply" }).click();
    await chatRow(page, "Cleo Brandt").waitFor();
    await chatRow(page, "Ben Okafor").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More", exact: false }).first().waitFor();

    await page.getByRole("button", { name: "A filter is on" }).click();
    await page.getByRole("menuitemradio", { name: "My sales" }).click();
    await chatRow(page, "Ben Okafor").waitFor();
    // The server filters closed chats.
    await fixture.operator.call("POST", `chats/${ben.id}/close`);
    await fixture.operator.call("POST", `chats/${cleo.id}/close`);
    await page.goto(`${fixture.url}/inbox/closed`);
    await chatRow(page, "Ben Okafor").waitFor();
    expect(await chatRow(page, "Cleo Brandt").count()).toBe(0);
    await page.goto(`${fixture.url}/inbox/mine`);
    await page.getByRole("heading", { name: "No chats match" }).waitFor();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await chatRow(page, "Anna Keller").waitFor();
    await operatorPage.checkAndClose();
  },
);
