import type { Page } from "playwright-core";
import {
  openContext,
  findHorizontalOverflow,
  collectPageErrors,
  isLongRun,
} from "@parlour/testkit/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  messageBubble,
  expectFocus,
  messageField,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  freezeTime,
  conversationPane,
  type InboxFixture,
} from "./inbox-fixture.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "Where is my order?", {
    sender: { name: "Anna Keller" },
  });
  const { id } = await fixture.parlour.findChat("anna");
  expect((await fixture.operator.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
});
afterAll(() => fixture.close());

/** Returns the accessible name of the focused element. */
const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "nothing";
    const name =
      element.getAttribute("aria-label") ??
      (element instanceof HTMLInputElement
        ? element.labels?.[0]?.textContent
        : element.textContent) ??
      "";
    return `${element.getAttribute("role") ?? element.tagName.toLowerCase()}: ${name.trim().slice(0, 60)}`;
  });

/**
 * Watches for a text that the page shows for a moment. Polling could miss it on a busy machine.
 * Resolves once the page watches, to a function that returns whether the text came.
 */
const watchForAnnouncement = async (page: Page, text: string): Promise<() => Promise<boolean>> => {
  const watch = await page.evaluateHandle(
    (announcement) => ({
      shown: new Promise<true>((resolve) => {
        const isShown = (): boolean => document.body.textContent.includes(announcement);
        if (isShown()) return resolve(true);
        new MutationObserver((_changes, observer) => {
          if (!isShown()) return;
          observer.disconnect();
          resolve(true);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    }),
    text,
  );
  return () =>
    Promise.race([
      watch.evaluate(({ shown }) => shown),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 50_000).unref()),
    ]);
};

/** The last test uses the waiting chat of the test before it. */
describe("one shift without a pointer", { shuffle: false }, () => {
  // inbox-keys.test.ts has each step in every run.
  test.runIf(isLongRun)(
    "the whole job without a pointer: sign in, take the newest chat, answer, close, undo, sheet, palette",
    async () => {
      const context = await openContext(fixture.browser);
      await context.clock.install();
      const page = await context.newPage();
      const faults = collectPageErrors(page);
      await page.goto(`${fixture.url}/signin`);
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      const toField = async (expectedName: string): Promise<void> => {
        for (let n = 0; n < 8 && !(await getFocusedName(page)).includes(expectedName); n++)
          await page.keyboard.press("Tab");
        expect(await getFocusedName(page)).toContain(expectedName);
      };
      await toField("Email");
      await page.keyboard.type(fixture.operator.email);
      await page.keyboard.press("Tab");
      await expect.poll(() => getFocusedName(page)).toContain("Password");
      await page.keyboard.type(fixture.operator.password);
      await page.keyboard.press("Enter");
      await waitUntilLive(page);

      await page.keyboard.press("g");
      await page.keyboard.press("a");
      await page.waitForURL(/\/archive/);
      await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("i");
      await page.waitForURL(/\/inbox\/all$/);
      await fixture.parlour.sendCustomerMessage(fixture.channel, "cora", "Where is my parcel?", {
        sender: { name: "Cora Lind" },
      });
      await offerCard(page).getByText("Where is my parcel?").waitFor();
      await page.keyboard.press("Control+j");
      await expect.poll(() => getFocusedName(page)).toBe("textarea: Message");
      await page.keyboard.type("It left our warehouse");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.type("this morning.");
      await page.keyboard.press("Enter");
      await conversationPane(page)
        .locator(".bubble")
        .filter({ hasText: "this morning." })
        .getByText("Delivered", { exact: true })
        .waitFor();
      expect(JSON.parse(fixture.integrator.messages()[0]?.body ?? "")).toMatchObject({
        message: { text: "It left our warehouse\nthis morning." },
      });

      // Letters are text inside the field; Escape returns to the list.
      await page.keyboard.type("e");
      await expect.poll(() => messageField(page).inputValue()).toBe("e");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Escape");
      await expect.poll(() => getFocusedName(page)).toMatch(/^row: .*Cora Lind/);
      // The action can be undone for some seconds.
      const resumeClock = await freezeTime(page);
      await page.keyboard.press("e");
      await page.getByText("Closing chat with Cora Lind.").waitFor();
      await page
        .getByRole("region", { name: "Notifications" })
        .or(page.locator(".toasts"))
        .getByRole("button", { name: "Undo" })
        .focus();
      await page.keyboard.press("Enter");
      await messageField(page).waitFor();
      await resumeClock();
      expect((await fixture.parlour.findChat("cora")).state).toBe("open");

      await page
        .locator("body")
        .evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.getByText("Reply to the ringing chat").waitFor();
      for (let n = 0; n < 4; n++) {
        await page.keyboard.press("Tab");
        expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
          true,
        );
      }
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "hidden" });
      await page.keyboard.press("Control+k");
      await expect.poll(() => getFocusedName(page)).toMatch(/^combobox/);
      await page.keyboard.type("cora");
      await page.getByRole("option", { name: /Cora Lind/ }).waitFor();
      const commands = page.getByRole("dialog", { name: "Search" });
      await page.keyboard.press("Escape");
      await expect.poll(() => commands.getByRole("combobox").inputValue()).toBe("");
      await page.keyboard.press("Escape");
      await commands.waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await expectFocus(commands.getByRole("combobox"));
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
    },
  );

  test("the order of focus follows the eye, lists are one stop each, F6 goes from pane to pane", async () => {
    const chat = await fixture.parlour.findChat("anna");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "ben", "One more question", {
      sender: { name: "Ben Okafor" },
    });
    const operatorPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/all/${chat.id}`,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await chatRow(page, "Ben Okafor").waitFor();
    await offerCard(page).waitFor();
    await conversationPane(page).getByRole("article").first().waitFor();
    await messageField(page).waitFor();
    await page.getByRole("region", { name: "Visitor details" }).waitFor();
    // The focus starts at the title of the screen; the tab order starts before the rail.
    await page.locator("a.skip").focus();
    const stops: string[] = [await getFocusedName(page)];
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Tab");
      const now = await getFocusedName(page);
      if (now === "nothing" || now === stops[0]) break;
      stops.push(now);
    }
    const indexOfStop = (expectedName: RegExp): number => {
      const found = stops.filter((stop) => expectedName.test(stop));
      expect(found, `${expectedName} in ${stops.join(" | ")}`).toHaveLength(1);
      return stops.findIndex((stop) => expectedName.test(stop));
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
    ].map(indexOfStop);
    expect(order).toEqual(order.toSorted((a, b) => a - b));

    await page
      .locator("body")
      .evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const pane = () =>
      page.evaluate(
        () =>
          document.activeElement
            ?.closest(".rail, [data-pane]")
            ?.className.replace(/^pane (\w+).*/, "$1") ?? "none",
      );
    for (const next of ["rail", "list", "conversation", "panel"]) {
      await page.keyboard.press("F6");
      await expect.poll(pane).toBe(next);
    }
    await operatorPage.checkAndClose();
  });

  test("focus, caret and scroll stay when events arrive", async () => {
    const chat = await fixture.parlour.findChat("anna");
    for (let n = 0; n < 30; n++)
      await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", `line ${n}`);
    const operatorPage = await fixture.openOperatorPage(undefined, {
      path: `/inbox/all/${chat.id}`,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await messageBubble(page, "line 29").waitFor();
    await messageField(page).fill("A draft in the making");
    await messageField(page).evaluate((field: HTMLTextAreaElement) =>
      field.setSelectionRange(2, 7),
    );
    const state = () =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLTextAreaElement;
        return [
          field.getAttribute("aria-label"),
          field.value,
          field.selectionStart,
          field.selectionEnd,
          location.pathname,
        ];
      });
    const before = await state();
    const max = await fixture.parlour.operator("operator", "Max");
    const operators = [fixture.operator.id, max.id];
    expect(
      (await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, { operators }))
        .status,
    ).toBe(200);
    for (const [customer, name] of [
      ["anna", "Anna Keller"],
      ["ben", "Ben Okafor"],
      ["new", "Somebody new"],
    ] as const)
      await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Something happens", {
        sender: { name },
      });
    await chatRow(page, "Somebody new").waitFor();
    await messageBubble(page, "Something happens").waitFor();
    // Ben has waited longest.
    await offerCard(page).getByText("Ben Okafor").waitFor();
    const { id: fresh } = await fixture.parlour.findChat("ben");
    const isAnnounced = await watchForAnnouncement(page, "Max took it");
    expect((await max.call("POST", `chats/${fresh}/accept`)).status).toBe(200);
    expect(await isAnnounced()).toBe(true);
    expect(await state()).toEqual(before);

    // Also in the list: the focused row keeps focus and position while others are reordered.
    await chatRow(page, "Ben Okafor").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.getByRole("grid").locator(":focus").waitFor();
    const name = await getFocusedName(page);
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    await fixture.parlour.sendCustomerMessage(fixture.channel, "late", "And me?", {
      sender: { name: "Late Comer" },
    });
    await offerCard(page).getByRole("button", { name: "1 more waiting" }).waitFor();
    expect((await getFocusedName(page)).slice(0, 20)).toBe(name.slice(0, 20));
    expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(
      top,
    );
    await operatorPage.checkAndClose();
  });
});
