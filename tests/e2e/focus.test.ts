import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  getDescription,
  expectFocus,
  messageField,
  openInboxFixture,
  advanceTime,
  freezeTime,
  waitForKeys,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { isLongRun } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** The focus is always on an element, and a key acts on the chat that is on the screen. */

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let page: Page;
const names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay"] as const;

beforeAll(async () => {
  fixture = await openInboxFixture();
  for (const name of names)
    await fixture.parlour.sendCustomerMessage(fixture.channel, name, `Hello from ${name}`, {
      sender: { name },
    });
  // Half of the chats are accepted, so that some rows offer to reply and others to accept.
  for (const name of names.slice(0, 4))
    await fixture.operator.call(
      "POST",
      `chats/${(await fixture.parlour.findChat(name)).id}/accept`,
    );
  operatorPage = await fixture.openOperatorPage(undefined, { clock: true });
  ({ page } = operatorPage);
  await waitUntilLive(page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

const isOnBody = (target = page) =>
  target.evaluate(
    () => document.activeElement === null || document.activeElement === document.body,
  );
const expectFocusSomewhere = (target = page) =>
  expect.poll(() => isOnBody(target), { message: "the focus is on nothing" }).toBe(false);
const getFocusedName = () =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute("aria-label") ??
      document.activeElement?.outerHTML.slice(0, 200),
  );
/** Returns the chats of the address, of the conversation and of the focused row. */
const readChatIds = () =>
  page.evaluate(() => {
    const number = (text: string | undefined) => Number(text) || null;
    const active = document.activeElement;
    return {
      asked: number(location.pathname.split("/")[3]),
      shown: number(
        document.querySelector<HTMLElement>("section.conversation[data-chat]")?.dataset["chat"],
      ),
      row: number(active?.closest<HTMLElement>("[role=row][data-chat]")?.dataset["chat"]),
      /** The chat of the field with the caret. */
      field:
        active?.matches(".composer textarea") === true
          ? number(active.closest<HTMLElement>("[data-chat]")?.dataset["chat"])
          : null,
      isInbox: location.pathname.startsWith("/inbox"),
    };
  });
/** Waits until the conversation on the screen is the one of the address. */
async function waitUntilSettled(): Promise<Awaited<ReturnType<typeof readChatIds>>> {
  await expect
    .poll(
      async () => readChatIds().then(({ asked, shown, isInbox }) => !isInbox || asked === shown),
      {
        message: "the address and the screen differ",
      },
    )
    .toBe(true);
  return readChatIds();
}

describe("the focus is somewhere", () => {
  test("[CORE-145] after a load, after the sign-in and on each screen that a key leads to", async () => {
    const others = isLongRun ? ["/archive", "/visitors", "/calls", "/offline", "/me"] : [];
    for (const path of ["/inbox/all", "/settings/replies", ...others]) {
      const tab = await operatorPage.openTab(path);
      await expect
        .poll(() => tab.getByRole("heading", { level: 1 }).count(), {
          message: `${path} has no title`,
        })
        .toBeGreaterThan(0);
      await expectFocusSomewhere(tab);
      await tab.close();
    }
    for (const [key, heading] of [
      ["a", "Search"],
      ["v", "Visitors"],
      ["i", "Inbox"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await expectFocusSomewhere();
    }
    const fresh = await fixture.browser.newContext();
    const door = await fresh.newPage();
    await door.goto(`${fixture.url}/signin`);
    await door.getByRole("textbox", { name: "Email" }).fill(fixture.operator.email);
    await door.getByLabel("Password", { exact: true }).fill(fixture.operator.password);
    await door.keyboard.press("Enter");
    await waitUntilLive(door);
    await expectFocusSomewhere(door);
    await fresh.close();
  });

  test("[CORE-145] views that are screens of their own lead there", async () => {
    for (const view of ["calls", "offline"]) {
      await navigateTo(page, `/inbox/${view}`);
      await page.waitForURL(`**/${view}`);
    }
  });

  test("[CORE-145] the focus stays in its pane when the field with it goes, and a closed menu gives it back", async () => {
    await navigateTo(page, `/inbox/all/${(await fixture.parlour.findChat("Anna")).id}`);
    await messageField(page).waitFor();
    await page.getByRole("button", { name: "More actions" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(getFocusedName).toBe("More actions");
    // The close can be undone for some seconds.
    const resumeClock = await freezeTime(page);
    await page.keyboard.press("e");
    await page.getByText("Closing chat with Anna.").waitFor();
    await expectFocusSomewhere();
    await page.keyboard.press("z");
    await messageField(page).waitFor();
    await resumeClock();
    await expectFocusSomewhere();
  });
});

describe("keys act on the chat on the screen", () => {
  test("[CORE-145] J J Enter writes to the chat that J J came to, however fast; Enter on it again too", async () => {
    await page.goto(`${fixture.url}/inbox/all`);
    await chatRow(page, "Fay").waitFor();
    await waitForKeys(page);
    await expect.poll(() => page.getByRole("row").count()).toBe(names.length);
    const ids = await page
      .getByRole("row")
      .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset["chat"])));
    for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
    expect(await waitUntilSettled()).toMatchObject({ shown: ids[1] });
    await expectFocus(messageField(page));
    expect((await readChatIds()).field).toBe(ids[1]);
    for (let n = 0; n < 2; n++) {
      await page.keyboard.press("Escape");
      await expect.poll(async () => (await readChatIds()).row).toBe(ids[1]);
      await page.keyboard.press("Enter");
      await expectFocus(messageField(page));
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    const { shown } = await waitUntilSettled();
    expect(shown).toBe(ids[2]);
  });

  test("[CORE-145] in the lists of other screens J and K lead to rows, and Enter opens the one with the ring", async () => {
    await navigateTo(page, "/archive?q=hello");
    const matchSteps = page.locator(".foundpane [data-step]");
    await matchSteps.nth(2).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expectFocus(matchSteps.nth(1));
    const href = await matchSteps.nth(1).getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL(
      (url) => `${url.pathname}${url.search}` === href || url.pathname === href?.split("?")[0],
    );
    await expectFocusSomewhere();

    await navigateTo(page, "/visitors");
    const visitors = page.locator("tbody [data-step]");
    await visitors.nth(2).waitFor();
    for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
    await expectFocus(visitors.nth(1));
    const visitor = await visitors.nth(1).getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === visitor?.split("?")[0]);
    await expectFocusSomewhere();
  });

  test("[CORE-145] after any sequence of keys: the focus is somewhere, and what is sent goes to the chat on the screen", async () => {
    const keys = [
      "j",
      "k",
      "Shift+j",
      "ArrowDown",
      "ArrowUp",
      "Home",
      "End",
      "Enter",
      "r",
      "n",
      "Escape",
      "]",
      "F6",
      "Tab",
      "1",
      "3",
      "4",
      "u",
      "g i",
      "g a",
      "g v",
      "send",
    ];
    let sent = 0;
    const press = async (key: string): Promise<void> => {
      const before = await readChatIds();
      if (key === "send") {
        if (before.field === null) return;
        const text = `sent ${++sent}`;
        // Keys before may have written into the field.
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(text);
        await page.keyboard.press("Enter");
        const { shown } = await waitUntilSettled();
        expect(shown).toBe(before.field);
        await conversationPane(page).locator(".bubble").getByText(text, { exact: true }).waitFor();
        await expect
          .poll(async () =>
            (await fixture.parlour.messages(shown ?? 0)).some((one) => one.text === text),
          )
          .toBe(true);
        return;
      }
      for (const one of key.split(" ")) await page.keyboard.press(one);
      await expectFocusSomewhere();
      const after = await waitUntilSettled();
      // The field that gets the typed text belongs to the chat on the screen.
      if (after.field !== null) expect(after.field).toBe(after.shown);
      if (key === "Enter" && before.row !== null)
        expect(after.shown, "Enter opened another row").toBe(before.row);
      const typed = before.field !== null;
      if (/j$|k$/.test(key) && !typed && after.isInbox && after.row !== null)
        expect(after.row, `${key} left the focus behind`).toBe(after.shown);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...keys), { minLength: 4, maxLength: 14 }),
        async (sequence) => {
          await page.goto(`${fixture.url}/inbox/all`);
          await chatRow(page, "Fay").waitFor();
          await waitForKeys(page);
          for (const key of sequence) await press(key);
        },
      ),
      { seed: 20_261_123, numRuns: isLongRun ? 150 : 2, endOnFailure: true },
    );
  });
});

describe("notices and buttons explain themselves", () => {
  test.runIf(isLongRun)(
    "[CORE-148] a failure in a chat names its visitor, leads there, and disappears after 20 s",
    async () => {
      const secondPage = await fixture.openOperatorPage(undefined, {
        clock: true,
        path: `/inbox/all/${(await fixture.parlour.findChat("Ben")).id}`,
        cuts: true,
      });
      await waitUntilLive(secondPage.page);
      await messageField(secondPage.page).waitFor();
      await secondPage.page.route("**/api/v1/chats/*/read", (route) =>
        route.fulfill({ status: 500, body: "{}" }),
      );
      await secondPage.page.keyboard.press("u");
      const notice = secondPage.page.getByRole("alert").filter({ hasText: "Ben:" });
      await notice.waitFor();
      await chatRow(secondPage.page, "Cleo").click();
      await secondPage.page.waitForURL(`**/${(await fixture.parlour.findChat("Cleo")).id}`);
      await notice.getByRole("link", { name: "Open chat" }).click();
      await secondPage.page.waitForURL(`**/${(await fixture.parlour.findChat("Ben")).id}`);
      await notice.waitFor({ state: "detached" });
      await secondPage.page.keyboard.press("Escape");
      await secondPage.page.keyboard.press("u");
      await secondPage.page.keyboard.press("j");
      await secondPage.page.keyboard.press("u");
      await secondPage.page.getByRole("alert").first().waitFor();
      await advanceTime(secondPage.page, 21_000);
      await secondPage.page.getByRole("alert").first().waitFor({ state: "detached" });
      await secondPage.context.close();
    },
  );

  test("[CORE-148] a button that cannot be pressed yet is readable under the pointer, takes the focus and says why", async () => {
    const max = await fixture.parlour.operator("operator", "Max Weber");
    await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
      operators: [fixture.operator.id, max.id],
    });
    await fixture.parlour.sendCustomerMessage(fixture.channel, "Gus", "Hello from Gus", {
      sender: { name: "Gus" },
    });
    const { id } = await fixture.parlour.findChat("Gus");
    expect((await max.call("POST", `chats/${id}/accept`)).status).toBe(200);
    await navigateTo(page, "/inbox/all");
    expect(
      (await max.call("POST", `chats/${id}/transfer`, { operator_id: fixture.operator.id })).status,
    ).toBe(200);
    const card = page
      .getByRole("region")
      .filter({ has: page.getByRole("button", { name: "Decline" }) })
      .last();
    await card.getByRole("button", { name: "Decline" }).click();
    const asking = page.getByRole("dialog", { name: "Decline the transfer?" });
    const decline = asking.getByRole("button", { name: "Decline" });
    await decline.hover();
    await asking.getByText("Enter a reason to decline.").waitFor();
    expect(await decline.getAttribute("aria-disabled")).toBe("true");
    expect(await getDescription(decline)).toBe("Enter a reason to decline.");
    expect(await decline.evaluate(getContrast)).toBeGreaterThanOrEqual(4.5);
    await decline.focus();
    await expectFocus(decline);
  });
});

/** Returns the contrast between an element's text and its background (WCAG 2.2, 1.4.3). */
function getContrast(element: Element): number {
  const { color, backgroundColor } = getComputedStyle(element);
  const light = (text: string): number => {
    const parts = (text.match(/[\d.]+/g) ?? [])
      .slice(0, 3)
      .map((part) => Number(part) / (text.startsWith("color(") ? 1 : 255));
    const [r = 0, g = 0, b = 0] = parts.map((part) =>
      part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(color), light(backgroundColor)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
