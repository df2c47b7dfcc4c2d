import type { BrowserContext, Locator, Page } from "playwright-core";
import { message, ring, talk } from "./desk.ts";

/** Actions of an operator, by mouse or by keyboard. Each resolves when its effect is visible. */
export interface Hands {
  readonly page: Page;
  /** Accepts a waiting chat; returns the visitor's name, or null if no chat is waiting any more. */
  take(): Promise<string | null>;
  /** Opens one of the operator's own chats from the list. */
  open(name: string): Promise<void>;
  reply(text: string): Promise<void>;
  note(text: string): Promise<void>;
  attach(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void>;
  close(): Promise<void>;
  block(): Promise<void>;
  /** Offers the open chat to another operator. */
  transfer(colleague: string): Promise<void>;
  /** Accepts the transfer in front, which is for one of these chats; returns the visitor's name. */
  acceptTransfer(names: readonly string[]): Promise<string>;
}

/** Waits until the chat of one of these visitors is open; returns the visitor's name. */
async function opened(page: Page, names: readonly string[]): Promise<string> {
  const taken = heading(page).getByText(new RegExp(`^(?:${names.join("|")})$`));
  await taken.waitFor();
  await message(page).waitFor();
  return (await taken.textContent()) ?? "";
}

/** A simulated operator with their page. */
export interface Seat {
  readonly n: number;
  readonly name: string;
  readonly context: BrowserContext;
  readonly hands: Hands;
  readonly faults: string[];
}

const heading = (page: Page) => talk(page).locator("#talk-h");
const bubble = (page: Page, text: string) => talk(page).locator(".bubble").filter({ hasText: text }).last();
const idOf = (page: Page): string => /\/inbox\/\w+\/(\d+)/.exec(page.url())?.[1] ?? "";

const lost = (page: Page) => page.getByText(/was faster|was not taken/).first();
/**
 * Waits for the result of accepting a chat: it is open and assigned to this operator, or another
 * operator was faster (null).
 */
async function taken(page: Page, before: string): Promise<string | null> {
  await page.waitForFunction((was) => {
    const id = /\/inbox\/\w+\/(\d+)/.exec(location.pathname)?.[1] ?? "";
    const shown = document.querySelector<HTMLElement>("section.talk");
    return (
      (id !== was && shown?.dataset["chat"] === id) || /was faster|was not taken/.test(document.querySelector(".toasts")?.textContent ?? "")
    );
  }, before);
  if (await lost(page).isVisible()) return null;
  await message(page).waitFor();
  return heading(page).textContent();
}
const own = (page: Page, name: string) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });
async function isOpen(page: Page, name: string): Promise<boolean> {
  return (await heading(page).isVisible()) && (await heading(page).textContent()) === name;
}
async function send(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await bubble(page, text).waitFor();
}

/** Waits until a dialog is closed and the focus is back, which takes one more animation frame. */
async function gone(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: "hidden" });
  await dialog.page().evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

const closes = (page: Page) =>
  talk(page)
    .getByText(/^This chat closes/)
    .waitFor();

/**
 * Clicks a control that disappears if another operator is faster; returns whether it was still
 * there.
 */
const pressed = (what: Locator): Promise<boolean> =>
  what.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );

/** `list`: accepts from the list of waiting chats instead of the card. */
export function mouse(page: Page, list: boolean): Hands {
  const press = (name: string) => talk(page).getByRole("button", { name, exact: true }).click();
  return {
    page,
    async take() {
      const before = idOf(page);
      // A notice of the previous attempt would be mistaken for one of this attempt.
      if (await lost(page).isVisible()) return null;
      if (list) {
        const views = page.getByRole("navigation", { name: "Views" });
        await views.getByRole("link", { name: /^Waiting/ }).click();
        const first = page.getByRole("grid").getByRole("row").first();
        if (!(await first.isVisible()) || !(await pressed(first))) {
          await views.getByRole("link", { name: /^Mine/ }).click();
          return null;
        }
        const reply = talk(page).locator("header").getByRole("button", { name: "Reply", exact: true });
        await reply
          .or(message(page))
          .or(talk(page).getByRole("button", { name: "Join", exact: true }))
          .first()
          .waitFor();
        // Another operator accepted it meanwhile.
        if (!(await reply.isVisible()) || !(await pressed(reply))) return null;
        await message(page).or(lost(page)).first().waitFor();
        if (await lost(page).isVisible()) return null;
        return heading(page).textContent();
      }
      const button = ring(page).getByRole("button", { name: /^Reply/ });
      if (!(await button.isVisible())) return null;
      return (await pressed(button)) ? taken(page, before) : null;
    },
    async open(name) {
      if (await isOpen(page, name)) return;
      const mine = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Mine/ });
      if ((await mine.getAttribute("aria-current")) === null) await mine.click();
      await own(page, name).click();
      await heading(page).getByText(name, { exact: true }).waitFor();
    },
    async reply(text) {
      await message(page).click();
      await send(page, text);
    },
    async note(text) {
      await page.getByRole("tab", { name: "Note" }).click();
      await page.getByRole("textbox", { name: "Note", exact: true }).click();
      await send(page, text);
      await page.getByRole("tab", { name: "Reply" }).click();
    },
    async attach(file) {
      await page.locator("input[type=file]").first().setInputFiles(file);
      await page.getByRole("list", { name: "Files to send" }).getByText("Ready to send").waitFor();
      await message(page).press("Enter");
      await talk(page).getByText(file.name).last().waitFor();
    },
    async close() {
      await press("Close");
      await closes(page);
    },
    async block() {
      await talk(page).getByRole("button", { name: "More actions" }).first().click();
      await page.getByRole("menuitem", { name: /^Block/ }).click();
      const dialog = page.getByRole("dialog", { name: /^Block/ });
      await dialog.getByRole("textbox", { name: "Reason" }).fill("Spam");
      await dialog.getByRole("button", { name: "Block", exact: true }).click();
      await gone(dialog);
    },
    async transfer(colleague) {
      await press("Transfer");
      const dialog = page.getByRole("dialog", { name: /^Transfer/ });
      await dialog.getByRole("radio", { name: new RegExp(colleague) }).check();
      await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
      await gone(dialog);
    },
    async acceptTransfer(names) {
      await page
        .getByRole("region", { name: new RegExp(`wants to transfer the chat with (?:${names.join("|")}) to you$`) })
        .getByRole("button", { name: "Accept" })
        .click();
      return opened(page, names);
    },
  };
}

/** Uses no pointer. */
export function keyboard(page: Page): Hands {
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const field = document.activeElement;
      const labels = field instanceof HTMLInputElement ? field.labels : null;
      return (field?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? field?.textContent ?? "").trim();
    });
  const until = async (name: string | RegExp, press: string, most = 60): Promise<void> => {
    for (let n = 0; n < most; n++) {
      const now = await focused();
      if (typeof name === "string" ? now === name : name.test(now)) return;
      await key(press);
    }
    throw new Error(`${press} never leads to ${name}; the focus is on ${await focused()}`);
  };
  /** Letter keys act only outside of fields. */
  const leave = async (): Promise<void> => {
    for (let n = 0; n < 3 && (await page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement)); n++) await key("Escape");
  };
  const write = async (letter: string, field: string): Promise<void> => {
    if ((await focused()) === field) return;
    await leave();
    await key(letter);
    await page.waitForFunction((wanted) => document.activeElement?.getAttribute("aria-label") === wanted, field);
  };
  return {
    page,
    async take() {
      if (!(await ring(page).isVisible()) || (await lost(page).isVisible())) return null;
      const before = idOf(page);
      // If another operator is faster than the key, the page ignores the key.
      await page.evaluate(() => {
        const isTaken = new Promise<boolean>((done) => {
          const heard = (event: KeyboardEvent): void => {
            if (event.key !== "j") return;
            removeEventListener("keydown", heard, true);
            setTimeout(() => done(event.defaultPrevented));
          };
          addEventListener("keydown", heard, true);
        });
        Object.assign(window, { isTaken });
      });
      await key("Control+j");
      const isTaken = await page.evaluate(() => (window as unknown as { isTaken: Promise<boolean> }).isTaken);
      return isTaken ? taken(page, before) : null;
    },
    async open(name) {
      if (await isOpen(page, name)) return;
      await key("Control+k");
      await page.getByRole("combobox").first().waitFor();
      await page.keyboard.type(name);
      await page
        .getByRole("option", { name: new RegExp(name) })
        .first()
        .waitFor();
      await key("Enter");
      await heading(page).getByText(name, { exact: true }).waitFor();
      await message(page).waitFor();
    },
    async reply(text) {
      await write("r", "Message");
      await send(page, text);
    },
    async note(text) {
      await write("n", "Note");
      await send(page, text);
      await write("r", "Message");
    },
    attach: () => Promise.reject(new Error("choosing a file is the browser's own window")),
    async close() {
      await leave();
      await key("e");
      await closes(page);
    },
    async block() {
      await leave();
      await key("b");
      const dialog = page.getByRole("dialog", { name: /^Block/ });
      await dialog.waitFor();
      await until("Block", "Tab");
      await key("Enter");
      await gone(dialog);
    },
    async transfer(colleague) {
      await leave();
      await key("t");
      const dialog = page.getByRole("dialog", { name: /^Transfer/ });
      await dialog.waitFor();
      await page.waitForFunction(
        () => document.activeElement?.matches("[role=dialog] input[type=radio], dialog input[type=radio]") === true,
      );
      await until(new RegExp(colleague), "ArrowDown");
      await key("Space");
      await until("Transfer", "Tab");
      await key("Enter");
      await gone(dialog);
    },
    async acceptTransfer(names) {
      await leave();
      await until("Accept", "Tab", 80);
      await key("Enter");
      return opened(page, names);
    },
  };
}
