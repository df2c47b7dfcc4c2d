import type { Page } from "playwright-core";
import { openContext, findHorizontalOverflow, collectPageErrors } from "@parlour/testkit/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bubble, hasFocus, message, openDesk, ready, ring, row, stopTime, talk, type Desk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "nothing";
    const name =
      element.getAttribute("aria-label") ??
      (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent) ??
      "";
    return `${element.getAttribute("role") ?? element.tagName.toLowerCase()}: ${name.trim().slice(0, 60)}`;
  });

/** Waits for an announcement. Polling could miss it on a busy machine, because it is short. */
const saysOnce = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = (): boolean => document.body.textContent.includes(wanted);
        if (look()) return resolve();
        new MutationObserver((_changes, observer) => {
          if (!look()) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );

/**
 * The later tests use the list order and focus of the chat that the first one accepts and answers.
 */
describe("one shift without a pointer", { shuffle: false }, () => {
  test("the whole job without a pointer: sign in, take the newest chat, answer, close, undo, sheet, palette", async () => {
    const context = await openContext(desk.browser);
    await context.clock.install();
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    await page.goto(`${desk.url}/signin`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const toField = async (wanted: string): Promise<void> => {
      for (let n = 0; n < 8 && !(await focused(page)).includes(wanted); n++) await page.keyboard.press("Tab");
      expect(await focused(page)).toContain(wanted);
    };
    await toField("E-mail");
    await page.keyboard.type(desk.operator.email);
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toContain("Password");
    await page.keyboard.type(desk.operator.password);
    await page.keyboard.press("Enter");
    await ready(page);

    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.waitForURL(/\/archive/);
    await page.getByRole("heading", { name: "Archive", level: 1 }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.waitForURL(/\/inbox\/all$/);
    await desk.parlour.sendCustomerMessage(desk.channel, "anna", "Where is my order?", { sender: { name: "Anna Keller" } });
    await ring(page).getByText("Where is my order?").waitFor();
    await page.keyboard.press("Control+j");
    await expect.poll(() => focused(page)).toBe("textarea: Message");
    await page.keyboard.type("It left our warehouse");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("this morning.");
    await page.keyboard.press("Enter");
    await talk(page).locator(".bubble").filter({ hasText: "this morning." }).getByText("Delivered", { exact: true }).waitFor();
    expect(JSON.parse(desk.integrator.messages()[0]?.body ?? "")).toMatchObject({
      message: { text: "It left our warehouse\nthis morning." },
    });

    // Letters are text inside the field; Escape returns to the list.
    await page.keyboard.type("e");
    await expect.poll(() => message(page).inputValue()).toBe("e");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toMatch(/^row: .*Anna Keller/);
    // The action can be undone for some seconds.
    const goOn = await stopTime(page);
    await page.keyboard.press("e");
    await page.getByText("Chat with Anna Keller closed.").waitFor();
    await page.getByRole("region", { name: "Notices" }).or(page.locator(".toasts")).getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await message(page).waitFor();
    await goOn();
    expect((await desk.parlour.findChat("anna")).state).toBe("open");

    await page.locator("body").evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard" });
    await sheet.getByText("Reply to the chat that rings").waitFor();
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press("Tab");
      expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+k");
    await expect.poll(() => focused(page)).toMatch(/^combobox/);
    await page.keyboard.type("anna");
    await page.getByRole("option", { name: /Anna Keller/ }).waitFor();
    const commands = page.getByRole("dialog", { name: "Search" });
    await page.keyboard.press("Escape");
    await expect.poll(() => commands.getByRole("combobox").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await commands.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await hasFocus(commands.getByRole("combobox"));
    await page.keyboard.type("profile");
    await commands
      .getByRole("option", { selected: true })
      .getByText(/profile/i)
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/me$/);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the order of focus follows the eye, lists are one stop each, F6 goes from pane to pane", async () => {
    const chat = await desk.parlour.findChat("anna");
    await desk.parlour.sendCustomerMessage(desk.channel, "ben", "One more question", { sender: { name: "Ben Okafor" } });
    const seat = await desk.sit(undefined, { path: `/inbox/all/${chat.id}` });
    const { page } = seat;
    await ready(page);
    await row(page, "Ben Okafor").waitFor();
    await ring(page).waitFor();
    await talk(page).getByRole("article").first().waitFor();
    await message(page).waitFor();
    await page.getByRole("region", { name: "Visitor details" }).waitFor();
    // The focus starts at the title of the screen; the tab order starts before the rail.
    await page.locator("a.skip").focus();
    const stops: string[] = [await focused(page)];
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      if (now === "nothing" || now === stops[0]) break;
      stops.push(now);
    }
    const place = (wanted: RegExp): number => {
      const found = stops.filter((stop) => wanted.test(stop));
      expect(found, `${wanted} in ${stops.join(" | ")}`).toHaveLength(1);
      return stops.findIndex((stop) => wanted.test(stop));
    };
    const order = [
      /^a: Skip to content/,
      /^a: Inbox/,
      /^a: Mine/,
      /^input: Filter chats/,
      /^row: /,
      /^button: (Reply|Reply *Ctrl)/,
      /^button: Close/,
      /^article: /,
      /^tab: Reply/,
      /^textarea: Message/,
      /^section: Visitor details/,
    ].map(place);
    expect(order).toEqual(order.toSorted((a, b) => a - b));

    await page.locator("body").evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const pane = () =>
      page.evaluate(() => document.activeElement?.closest(".rail, [data-pane]")?.className.replace(/^pane (\w+).*/, "$1") ?? "none");
    for (const next of ["rail", "list", "talk", "panel"]) {
      await page.keyboard.press("F6");
      await expect.poll(pane).toBe(next);
    }
    await seat.leave();
  });

  test("focus, caret and scroll stay when events arrive", async () => {
    const chat = await desk.parlour.findChat("anna");
    for (let n = 0; n < 30; n++) await desk.parlour.sendCustomerMessage(desk.channel, "anna", `line ${n}`);
    const seat = await desk.sit(undefined, { path: `/inbox/all/${chat.id}` });
    const { page } = seat;
    await ready(page);
    await bubble(page, "line 29").waitFor();
    await message(page).fill("A draft in the making");
    await message(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 7));
    const state = () =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLTextAreaElement;
        return [field.getAttribute("aria-label"), field.value, field.selectionStart, field.selectionEnd, location.pathname];
      });
    const before = await state();
    const max = await desk.parlour.operator("operator", "Max");
    await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
    for (const [customer, name] of [
      ["anna", "Anna Keller"],
      ["ben", "Ben Okafor"],
      ["new", "Somebody new"],
    ] as const)
      await desk.parlour.sendCustomerMessage(desk.channel, customer, "Something happens", { sender: { name } });
    await row(page, "Somebody new").waitFor();
    await bubble(page, "Something happens").waitFor();
    // Ben has waited longest.
    await ring(page).getByText("Ben Okafor").waitFor();
    const { id: fresh } = await desk.parlour.findChat("ben");
    await Promise.all([saysOnce(page, "Max took it"), max.call("POST", `chats/${fresh}/accept`)]);
    expect(await state()).toEqual(before);

    // Also in the list: the focused row keeps focus and position while others are reordered.
    await row(page, "Ben Okafor").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.getByRole("grid").locator(":focus").waitFor();
    const name = await focused(page);
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    await desk.parlour.sendCustomerMessage(desk.channel, "late", "And me?", { sender: { name: "Late Comer" } });
    await ring(page).getByRole("button", { name: "1 more waiting" }).waitFor();
    expect((await focused(page)).slice(0, 20)).toBe(name.slice(0, 20));
    expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(top);
    await seat.leave();
  });
});
