import type { BrowserContext, Locator, Page } from "playwright-core";
import { messageField, offerCard, conversationPane } from "./inbox-fixture.ts";

/** Actions of an operator, by mouse or by keyboard. Each resolves when its effect is visible. */
export interface OperatorActions {
  readonly page: Page;
  /** Accepts a waiting chat; returns the visitor's name, or null if no chat is waiting any more. */
  acceptNext(): Promise<string | null>;
  /** Opens one of the operator's own chats from the list. */
  openChat(name: string): Promise<void>;
  reply(text: string): Promise<void>;
  note(text: string): Promise<void>;
  attach(file: {
    readonly name: string;
    readonly mimeType: string;
    readonly buffer: Buffer;
  }): Promise<void>;
  close(): Promise<void>;
  block(): Promise<void>;
  /** Offers the open chat to another operator. */
  transfer(colleague: string): Promise<void>;
  /** Accepts the transfer in front, which is for one of these chats; returns the visitor's name. */
  acceptTransfer(names: readonly string[]): Promise<string>;
}

/** Waits until the chat of one of these visitors is open; returns the visitor's name. */
async function waitForOpenChat(page: Page, names: readonly string[]): Promise<string> {
  const openedName = chatHeading(page).getByText(new RegExp(`^(?:${names.join("|")})$`));
  await openedName.waitFor();
  await messageField(page).waitFor();
  return (await openedName.textContent()) ?? "";
}

/** A simulated operator with their page. */
export interface WorkdayOperator {
  readonly n: number;
  readonly name: string;
  readonly context: BrowserContext;
  readonly actions: OperatorActions;
  readonly faults: string[];
}

const chatHeading = (page: Page) => conversationPane(page).locator("#talk-h");
const lastBubble = (page: Page, text: string) =>
  conversationPane(page).locator(".bubble").filter({ hasText: text }).last();
const getChatId = (page: Page): string => /\/inbox\/\w+\/(\d+)/.exec(page.url())?.[1] ?? "";

const lostChatNotice = (page: Page) => page.getByText(/took it first|Could not take/).first();
/**
 * Waits for the result of accepting a chat: it is open and assigned to this operator, or another
 * operator was faster (null).
 */
async function waitForAcceptance(page: Page, before: string): Promise<string | null> {
  await page.waitForFunction((was) => {
    const id = /\/inbox\/\w+\/(\d+)/.exec(location.pathname)?.[1] ?? "";
    const shown = document.querySelector<HTMLElement>("section.conversation");
    return (
      (id !== was && shown?.dataset["chat"] === id) ||
      /took it first|Could not take/.test(document.querySelector(".toasts")?.textContent ?? "")
    );
  }, before);
  if (await lostChatNotice(page).isVisible()) return null;
  await messageField(page).waitFor();
  return chatHeading(page).textContent();
}
const ownChatRow = (page: Page, name: string) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });
async function isChatOpen(page: Page, name: string): Promise<boolean> {
  return (await chatHeading(page).isVisible()) && (await chatHeading(page).textContent()) === name;
}
async function typeAndSend(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await lastBubble(page, text).waitFor();
}

/** Waits until a dialog is closed and the focus is back, which takes one more animation frame. */
async function waitForDialogClose(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: "hidden" });
  await dialog
    .page()
    .evaluate(
      () =>
        new Promise<void>((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done())),
        ),
    );
}

const waitForClosingNotice = (page: Page) =>
  conversationPane(page)
    .getByText(/^(Closing in|Will close)/)
    .waitFor();

/**
 * Clicks a control that disappears if another operator is faster; returns whether it was still
 * there.
 */
const tryClick = (locator: Locator): Promise<boolean> =>
  locator.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );

/** `list`: accepts from the list of waiting chats instead of the card. */
export function createMouseActions(page: Page, list: boolean): OperatorActions {
  const press = (name: string) =>
    conversationPane(page).getByRole("button", { name, exact: true }).click();
  return {
    page,
    async acceptNext() {
      const before = getChatId(page);
      // A notice of the previous attempt would be mistaken for one of this attempt.
      if (await lostChatNotice(page).isVisible()) return null;
      if (list) {
        const views = page.getByRole("navigation", { name: "Views" });
        await views.getByRole("link", { name: /^Waiting/ }).click();
        const first = page.getByRole("grid").getByRole("row").first();
        if (!(await first.isVisible()) || !(await tryClick(first))) {
          await views.getByRole("link", { name: /^Mine/ }).click();
          return null;
        }
        const reply = conversationPane(page)
          .locator("header")
          .getByRole("button", { name: "Reply", exact: true });
        await reply
          .or(messageField(page))
          .or(conversationPane(page).getByRole("button", { name: "Join", exact: true }))
          .first()
          .waitFor();
        // Another operator accepted it meanwhile.
        if (!(await reply.isVisible()) || !(await tryClick(reply))) return null;
        await messageField(page).or(lostChatNotice(page)).first().waitFor();
        if (await lostChatNotice(page).isVisible()) return null;
        return chatHeading(page).textContent();
      }
      const button = offerCard(page).getByRole("button", { name: /^Reply/ });
      if (!(await button.isVisible())) return null;
      return (await tryClick(button)) ? waitForAcceptance(page, before) : null;
    },
    async openChat(name) {
      if (await isChatOpen(page, name)) return;
      const mine = page
        .getByRole("navigation", { name: "Views" })
        .getByRole("link", { name: /^Mine/ });
      if ((await mine.getAttribute("aria-current")) === null) await mine.click();
      await ownChatRow(page, name).click();
      await chatHeading(page).getByText(name, { exact: true }).waitFor();
    },
    async reply(text) {
      await messageField(page).click();
      await typeAndSend(page, text);
    },
    async note(text) {
      await page.getByRole("tab", { name: "Note" }).click();
      await page.getByRole("textbox", { name: "Note", exact: true }).click();
      await typeAndSend(page, text);
      await page.getByRole("tab", { name: "Reply" }).click();
    },
    async attach(file) {
      await page.locator("input[type=file]").first().setInputFiles(file);
      await page.getByRole("list", { name: "Files to send" }).getByText("Ready to send").waitFor();
      await messageField(page).press("Enter");
      await conversationPane(page).getByText(file.name).last().waitFor();
    },
    async close() {
      await press("Close");
      await waitForClosingNotice(page);
    },
    async block() {
      await conversationPane(page).getByRole("button", { name: "More actions" }).first().click();
      await page.getByRole("menuitem", { name: /^Block/ }).click();
      const dialog = page.getByRole("dialog", { name: /^Block/ });
      await dialog.getByRole("textbox", { name: "Reason" }).fill("Spam");
      await dialog.getByRole("button", { name: "Block", exact: true }).click();
      await waitForDialogClose(dialog);
    },
    async transfer(operatorName) {
      await press("Transfer");
      const dialog = page.getByRole("dialog", { name: /^Transfer/ });
      await dialog.getByRole("radio", { name: new RegExp(operatorName) }).check();
      await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
      await waitForDialogClose(dialog);
    },
    async acceptTransfer(names) {
      await page
        .getByRole("region", {
          name: new RegExp(`wants to transfer the chat with (?:${names.join("|")}) to you$`),
        })
        .getByRole("button", { name: "Accept" })
        .click();
      return waitForOpenChat(page, names);
    },
  };
}

/** Uses no pointer. */
export function createKeyboardActions(page: Page): OperatorActions {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const field = document.activeElement;
      const labels = field instanceof HTMLInputElement ? field.labels : null;
      return (
        field?.getAttribute("aria-label") ??
        labels?.[0]?.textContent ??
        field?.textContent ??
        ""
      ).trim();
    });
  const pressUntilFocused = async (
    name: string | RegExp,
    press: string,
    maxPresses = 60,
  ): Promise<void> => {
    for (let n = 0; n < maxPresses; n++) {
      const now = await focused();
      if (typeof name === "string" ? now === name : name.test(now)) return;
      await key(press);
    }
    throw new Error(`${press} never leads to ${name}; the focus is on ${await focused()}`);
  };
  /** Letter keys act only outside of fields. */
  const leaveField = async (): Promise<void> => {
    for (
      let n = 0;
      n < 3 && (await page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement));
      n++
    )
      await key("Escape");
  };
  const write = async (letter: string, field: string): Promise<void> => {
    if ((await focused()) === field) return;
    await leaveField();
    await key(letter);
    await page.waitForFunction(
      (wanted) => document.activeElement?.getAttribute("aria-label") === wanted,
      field,
    );
  };
  return {
    page,
    async acceptNext() {
      if (!(await offerCard(page).isVisible()) || (await lostChatNotice(page).isVisible()))
        return null;
      const before = getChatId(page);
      // If another operator is faster than the key, the page ignores the key.
      await page.evaluate(() => {
        const isTaken = new Promise<boolean>((done) => {
          const onKeyDown = (event: KeyboardEvent): void => {
            if (event.key !== "j") return;
            removeEventListener("keydown", onKeyDown, true);
            setTimeout(() => done(event.defaultPrevented));
          };
          addEventListener("keydown", onKeyDown, true);
        });
        Object.assign(window, { isTaken });
      });
      await key("Control+j");
      const isTaken = await page.evaluate(
        () => (window as unknown as { isTaken: Promise<boolean> }).isTaken,
      );
      return isTaken ? waitForAcceptance(page, before) : null;
    },
    async openChat(name) {
      if (await isChatOpen(page, name)) return;
      await key("Control+k");
      await page.getByRole("combobox").first().waitFor();
      await page.keyboard.type(name);
      await page
        .getByRole("option", { name: new RegExp(name) })
        .first()
        .waitFor();
      await key("Enter");
      await chatHeading(page).getByText(name, { exact: true }).waitFor();
      await messageField(page).waitFor();
    },
    async reply(text) {
      await write("r", "Message");
      await typeAndSend(page, text);
    },
    async note(text) {
      await write("n", "Note");
      await typeAndSend(page, text);
      await write("r", "Message");
    },
    attach: () => Promise.reject(new Error("choosing a file is the browser's own window")),
    async close() {
      await leaveField();
      await key("e");
      await waitForClosingNotice(page);
    },
    async block() {
      await leaveField();
      await key("b");
      const dialog = page.getByRole("dialog", { name: /^Block/ });
      await dialog.waitFor();
      await pressUntilFocused("Block", "Tab");
      await key("Enter");
      await waitForDialogClose(dialog);
    },
    async transfer(operatorName) {
      await leaveField();
      await key("t");
      const dialog = page.getByRole("dialog", { name: /^Transfer/ });
      await dialog.waitFor();
      await page.waitForFunction(
        () =>
          document.activeElement?.matches(
            "[role=dialog] input[type=radio], dialog input[type=radio]",
          ) === true,
      );
      await pressUntilFocused(new RegExp(operatorName), "ArrowDown");
      await key("Space");
      await pressUntilFocused("Transfer", "Tab");
      await key("Enter");
      await waitForDialogClose(dialog);
    },
    async acceptTransfer(names) {
      await leaveField();
      await pressUntilFocused("Accept", "Tab", 80);
      await key("Enter");
      return waitForOpenChat(page, names);
    },
  };
}
