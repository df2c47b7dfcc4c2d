import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  expectFocus,
  messageField,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
  reconnect,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";
import { createPng } from "./media-samples.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let ivan: TestOperator;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  ivan = await fixture.parlour.operator("operator", "Ivan");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, ivan.id],
  });
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

async function openNewChat(
  customer: string,
  page: Page = operatorPage.page,
): Promise<{ id: number; page: Page }> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello", {
    sender: { name: customer },
  });
  const { id } = await fixture.parlour.findChat(customer);
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  await openChat(page, id);
  await messageField(page).waitFor();
  return { id, page };
}
const listOperatorMessages = async (id: number): Promise<readonly string[]> =>
  (await fixture.parlour.messages(id))
    .filter(({ author }) => author.kind === "operator")
    .map(({ text, author }) => `${author.name}: ${text}`);

test("a colon and two letters offer emoji; Enter takes one, Esc closes, Undo takes it back, and the focus never leaves the field", async () => {
  const { page } = await openNewChat("emoji");
  const field = messageField(page);
  await field.click();
  await page.keyboard.type("Fine :thumbs");
  const list = page.getByRole("listbox", { name: "Emoji" });
  await list.getByRole("option", { name: "thumbs up" }).waitFor();
  const active = list.getByRole("option", { selected: true });
  const isActive = async () =>
    (await field.getAttribute("aria-activedescendant")) === (await active.getAttribute("id"));
  await expect.poll(() => active.textContent()).toContain("thumbs up");
  await expect.poll(isActive).toBe(true);
  expect(await checkScreen(page, "emoji-suggest")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => active.textContent()).toContain("thumbs down");
  await expect.poll(isActive).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => active.textContent()).toContain("thumbs up");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toMatch(/^Fine 👍\ufe0f? $/u);
  await page.keyboard.press("Control+z");
  await expect.poll(() => field.inputValue()).toBe("Fine :thumbs");
  await page.keyboard.press("End");
  await list.waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await expectFocus(field);
  // The list stays closed for this word, and Enter sends the text unchanged.
  await page.keyboard.press("Enter");
  await messageBubble(page, "Fine :thumbs").waitFor();
  await page.keyboard.type("at 10:30 :) see https://x.example/:ab");
  expect(await list.count()).toBe(0);
});

test.runIf(isLongRun)(
  "the emoji button opens all of them by keyboard; the chosen one goes to the caret",
  async () => {
    const { page } = await openNewChat("picker");
    const field = messageField(page);
    await field.fill("Thank you, Anna");
    await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(9, 9));
    await page.getByRole("button", { name: "Emoji" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Choose an emoji" });
    await dialog.getByRole("searchbox", { name: "Search emoji" }).fill("teapot");
    await dialog.getByText("🫖 teapot").waitFor();
    expect(await checkScreen(page, "emoji")).toEqual([]);
    // At once, not one frame later: the next letter may arrive before it.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await dialog.getByRole("searchbox", { name: "Search emoji" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => field.inputValue()).toBe("Thank you🫖, Anna");
    await expect
      .poll(() =>
        field.evaluate((area: HTMLTextAreaElement) => [
          area === document.activeElement,
          area.selectionStart,
        ]),
      )
      .toEqual([true, 11]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => field.inputValue()).toBe("Thank you, Anna");
  },
);

test("who takes a waiting chat writes at once: what is typed before the answer is the reply's, not the page's keys", async () => {
  await fixture.parlour.sendCustomerMessage(fixture.channel, "taken", "Hello", {
    sender: { name: "taken" },
  });
  const { id } = await fixture.parlour.findChat("taken");
  const { page } = operatorPage;
  await navigateTo(page, `/inbox/waiting/${id}`);
  await waitUntilLive(page);
  const accepted = Promise.withResolvers<void>();
  await page.route("**/accept", async (route) => {
    await accepted.promise;
    await route.continue();
  });
  await conversationPane(page)
    .locator("header")
    .getByRole("button", { name: "Reply", exact: true })
    .click();
  await page.keyboard.type("eb]");
  accepted.resolve();
  await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await expectFocus(messageField(page));
  expect(await messageField(page).inputValue()).toBe("eb]");
  await page.unroute("**/accept");
  // The key for a note focuses its field before the next key can arrive.
  const into = await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "n", code: "KeyN", bubbles: true, cancelable: true }),
    );
    return document.activeElement?.getAttribute("aria-label");
  });
  expect(into).toBe("Note");
});

test.runIf(isLongRun)(
  "Enter sends nothing while an input method composes, whichever key sends",
  async () => {
    const { id, page } = await openNewChat("ime");
    const field = messageField(page);
    const keys = await page.context().newCDPSession(page);
    await field.click();
    await keys.send("Input.imeSetComposition", {
      text: "にほん",
      selectionStart: 3,
      selectionEnd: 3,
    });
    await field.dispatchEvent("keydown", {
      key: "Enter",
      keyCode: 229,
      isComposing: true,
      bubbles: true,
    });
    await page.keyboard.press("Enter");
    expect(await listOperatorMessages(id)).toEqual([]);
    await keys.send("Input.insertText", { text: "日本" });
    await expect.poll(() => field.inputValue()).toContain("日本");
    await field.fill("one");
    await page.evaluate(() =>
      localStorage.setItem("parlour.preferences", JSON.stringify({ sendKey: "mod_enter" })),
    );
    await page.reload();
    await waitUntilLive(page);
    await messageField(page).fill("first line");
    await messageField(page).press("Enter");
    await page.keyboard.type("second line");
    await expect.poll(() => messageField(page).inputValue()).toBe("first line\nsecond line");
    await messageField(page).press("Control+Enter");
    await conversationPane(page)
      .locator(".bubble", { hasText: "second line" })
      .getByText("Delivered", { exact: true })
      .waitFor();
    expect(await listOperatorMessages(id)).toEqual(["Ann: first line\nsecond line"]);
    await page.evaluate(() => localStorage.removeItem("parlour.preferences"));
  },
);

test.runIf(isLongRun)(
  "[CH-074] a long reply goes out as two messages; a long text folds at 20 lines and opens by hand",
  async () => {
    const { id, page } = await openNewChat("long");
    await messageField(page).fill(`${"a".repeat(600)}. ${"b".repeat(600)}`);
    await page.getByRole("button", { name: "Send as 2 messages" }).click();
    await expect.poll(async () => (await listOperatorMessages(id)).length).toBe(2);
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "long",
      Array.from({ length: 40 }, (_, n) => `line ${n + 1}`).join("\n"),
    );
    const messageText = conversationPane(page).locator(".freetext", { hasText: "line 1" });
    await messageText.waitFor();
    const height = (): Promise<number> =>
      messageText.evaluate((element) =>
        Math.round(
          element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
        ),
      );
    await expect.poll(height).toBe(20);
    await conversationPane(page).getByRole("button", { name: "Show all" }).press("Enter");
    await expect.poll(height).toBe(40);
    await conversationPane(page).getByRole("button", { name: "Show less" }).press("Enter");
    await expect.poll(height).toBe(20);
  },
);

test.runIf(isLongRun)(
  "[CORE-045] a colleague answered while this one was offline: each queued reply waits for Send anyway, Edit or Discard",
  async () => {
    const { id, page } = await openNewChat("held", await operatorPage.openTab());
    expect((await ivan.call("POST", `chats/${id}/join`)).status).toBe(200);
    fixture.proxy?.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    for (const text of ["send me anyway", "edit me", "discard me"]) {
      await messageField(page).fill(text);
      await messageField(page).press("Enter");
      await messageBubble(page, text).getByText("Sending").waitFor();
    }
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "late.png", mimeType: "image/png", buffer: createPng(64, 64) });
    await page.getByRole("list", { name: "Files to send" }).getByText("late.png").waitFor();
    await messageField(page).fill("the picture");
    await messageField(page).press("Enter");
    await messageBubble(page, "the picture").getByText("late.png").waitFor();
    const messageText = await ivan.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "I have it",
      client_id: "ivan-1",
    });
    expect(messageText.status).toBe(201);
    fixture.proxy?.setMode("pass");
    await reconnect(page);
    await messageBubble(page, "I have it").waitFor();
    const pendingMessage = (text: string) =>
      page.locator("li.conflict").filter({ has: page.getByText(text, { exact: true }) });
    for (const text of ["send me anyway", "edit me", "discard me", "the picture"])
      await expect
        .poll(() => pendingMessage(text).getByRole("heading").textContent())
        .toMatch(/Ivan has answered since you began\. Your reply was not sent\.$/);
    expect(await listOperatorMessages(id)).toEqual(["Ivan: I have it"]);
    expect(await checkScreen(page, "held")).toEqual([]);
    // A reload does not change this.
    await page.reload();
    await pendingMessage("send me anyway").getByRole("button", { name: "Send anyway" }).click();
    await messageBubble(page, "send me anyway").getByText("Delivered", { exact: true }).waitFor();
    await pendingMessage("edit me").getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => messageField(page).inputValue()).toBe("edit me");
    await expectFocus(messageField(page));
    await pendingMessage("discard me").getByRole("button", { name: "Discard" }).click();
    await page.getByText("Your reply was discarded.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => messageField(page).inputValue()).toBe("discard me\nedit me");
    await pendingMessage("the picture").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("list", { name: "Files to send" }).getByText("Ready to send").waitFor();
    await expect
      .poll(() => messageField(page).inputValue())
      .toBe("the picture\ndiscard me\nedit me");
    await messageField(page).fill("edited");
    await messageField(page).press("Enter");
    await messageBubble(page, "edited").getByText("Delivered", { exact: true }).waitFor();
    expect(await listOperatorMessages(id)).toEqual([
      "Ivan: I have it",
      "Ann: send me anyway",
      "Ann: edited",
    ]);
    await expect.poll(() => page.locator("li.conflict").count()).toBe(0);
    await page.close();
  },
);
