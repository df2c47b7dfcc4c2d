import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  conversationPane,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
} from "./inbox-fixture.ts";
import { takeScreenshot } from "./screen-check.ts";
import { seedChats } from "./seed-chats.ts";

/** A part of a working day with 300 chats: 20 tasks of an operator, by keyboard alone. */
const chatCount = 300;
let fixture: InboxFixture;
let tag: number;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { parlour, channel, operator } = fixture;
  await seedChats(parlour, channel, chatCount, operator);
  const colleague = await parlour.operator("operator", "Max");
  const members = { operators: [operator.id, colleague.id] };
  expect((await parlour.owner.call("PATCH", `channels/${channel.id}`, members)).status).toBe(200);
  const create = async (path: string, body: object): Promise<number> => {
    const answer = await parlour.owner.call("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as number;
  };
  tag = await create("tags", { name: "parcel" });
  await create("macros", {
    name: "Refund",
    shared: "all",
    do: [
      { type: "tag", tag_id: tag },
      { type: "note", text: "Refunded." },
    ],
  });
  await create("fields", { object: "visitor", key: "glaze", kind: "text", name: "Glaze" });
  await create("views", {
    name: "Parcels",
    shared: "all",
    if: { fact: "chat.tags", op: "any_of", value: [tag] },
  });
});
afterAll(() => fixture.close());

/** Counts what the operator presses. A character of a text is an input too. */
function createKeyboard(page: Page) {
  let inputs = 0;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      inputs++;
      await page.keyboard.press(key);
    }
  };
  const type = async (text: string): Promise<void> => {
    inputs += text.length;
    await page.keyboard.type(text);
  };
  /** Presses Tab until the focus is on a control. */
  const pressTo = async (name: RegExp): Promise<void> => {
    for (let n = 0; n < 40; n++) {
      if (name.test(await readFocus(page))) return;
      await press("Tab");
    }
    throw new Error(`Tab does not lead to ${name}, but to ${await readFocus(page)}`);
  };
  return { press, type, pressTo, count: () => inputs };
}
const readFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : null;
    return (focused?.getAttribute("aria-label") ?? label ?? focused?.textContent ?? "").trim();
  });

test(
  "[ACT-026] [ACT-036] [SNZ-009] [VIEW-011] [LATER-008] [CORE-413] 20 tasks among 300 chats are done by keyboard alone",
  { timeout: 300_000 },
  async () => {
    const { operator } = fixture;
    const operatorPage = await fixture.openOperatorPage(operator, { path: "/inbox/mine" });
    const { page } = operatorPage;
    page.setDefaultTimeout(15_000);
    await waitUntilLive(page);
    await page.locator(`[role=grid][aria-rowcount="${chatCount}"]`).waitFor();
    const keyboard = createKeyboard(page);
    const { press, type, pressTo } = keyboard;
    const pane = conversationPane(page);
    const says = (text: string | RegExp) => pane.getByText(text).last().waitFor();
    const heading = (name: string) => pane.getByRole("heading", { name }).waitFor();
    const dialog = (name: string | RegExp) => page.getByRole("dialog", { name }).waitFor();
    const readUrl = () => /\d+$/.exec(new URL(page.url()).pathname)?.[0] ?? "";
    /** Opens the next chat of the list. Returns its id. */
    const openNext = async (): Promise<string> => {
      const before = readUrl();
      await press("j");
      await page.waitForURL((url) => !url.pathname.endsWith(`/${before}`));
      await field("Message").or(field("Note")).waitFor();
      return readUrl();
    };
    const read = async (id: string) => (await operator.call("GET", `chats/${id}`)).body;
    let snoozed = "";
    let refunded = "";
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const isFocused = (name: RegExp) =>
      expect.poll(() => readFocus(page), { timeout: 10_000 }).toMatch(name);

    const tasks: Readonly<Record<string, () => Promise<void>>> = {
      "open a chat by its name": async () => {
        await press("Control+k");
        await page.getByRole("combobox").first().waitFor();
        await type("Customer 250");
        await page
          .getByRole("option", { name: /Customer 250/ })
          .first()
          .waitFor();
        await press("Enter");
        await heading("Customer 250");
      },
      "answer it": async () => {
        await field("Message").waitFor();
        await press("Escape", "r");
        await type("It left yesterday");
        await press("Enter");
        await says("It left yesterday");
      },
      "write a note": async () => {
        await press("Escape", "n");
        await isFocused(/^Note$/);
        await type("Ask again on Monday");
        await press("Enter");
        // Pending messages have no number yet.
        await pane.locator(".bubble[data-seq]", { hasText: "Ask again on Monday" }).waitFor();
      },
      "correct the note": async () => {
        await isFocused(/^Note$/);
        await press("ArrowUp");
        await field("New text").waitFor();
        await type(", please");
        await press("Enter");
        await says("Ask again on Monday, please");
      },
      "snooze it until tomorrow": async () => {
        await isFocused(/^Note$/);
        await press("Escape", "h");
        await dialog(/^Snooze/);
        await type("tomorrow 9");
        await press("Enter");
        await says(/Snoozed by you until/);
      },
      "undo the snooze": async () => {
        await press("z");
        await expect.poll(async () => (await read(readUrl())).snoozed).toBeUndefined();
      },
      "snooze the next one for three hours": async () => {
        snoozed = await openNext();
        await press("h");
        await dialog(/^Snooze/);
        await type("in 3 h");
        await press("Enter");
        await expect.poll(async () => (await read(snoozed)).snoozed).toBeDefined();
      },
      "list what is snoozed, and wake it up": async () => {
        await press("7");
        await page.locator('[role=grid][aria-rowcount="1"]').waitFor();
        await pressTo(/^Wake up/);
        await press("Enter");
        await expect.poll(async () => (await read(snoozed)).snoozed).toBeUndefined();
      },
      "tag a chat": async () => {
        await press("1");
        await page.locator(`[role=grid][aria-rowcount="${chatCount}"]`).waitFor();
        await press("l");
        await dialog("Tags of this chat");
        await pressTo(/parcel/);
        await press("Space");
        await pressTo(/^Save tags/);
        await press("Enter");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
        await expect.poll(async () => (await read(readUrl())).tags).toMatchObject([{ id: tag }]);
      },
      "run a macro": async () => {
        refunded = await openNext();
        await press("m");
        await page.getByRole("region", { name: "Effect in this chat" }).waitFor();
        await press("Enter");
        await says("Refunded.");
      },
      "make it urgent": async () => {
        await press("Control+k");
        await page.getByRole("combobox").first().waitFor();
        await type("urgent");
        await page
          .getByRole("option", { name: /Urgent/ })
          .first()
          .waitFor();
        await press("Enter");
        await expect.poll(async () => (await read(refunded)).priority).toBe("urgent");
      },
      "open the view of parcels": async () => {
        await press("g", "1");
        await page.locator('[role=grid][aria-rowcount="2"]').waitFor();
      },
      "fill in a field of the visitor": async () => {
        const isInPanel = () =>
          page.evaluate(() => document.activeElement?.closest("aside.panel") != null);
        for (let n = 0; n < 6 && !(await isInPanel()); n++) await press("F6");
        await pressTo(/^Edit Glaze/);
        await press("Enter");
        await type("Moss");
        await press("Enter");
        await expect
          .poll(async () => (await read(refunded)).visitor.fields?.glaze?.value)
          .toBe("Moss");
      },
      "select the chats of the view": async () => {
        await press("Escape", "j");
        await press("x", "Control+a");
        await page.getByText("2 selected").waitFor();
      },
      "set their priority": async () => {
        await pressTo(/^Priority/);
        await press("Enter");
        await dialog(/^Priority of 2/);
        await type("low");
        await press("Enter");
        // It starts after the time for Undo.
        await expect
          .poll(async () => (await read(refunded)).priority, { timeout: 20_000 })
          .toBe("low");
      },
      "go back to all chats": async () => {
        await press("Escape", "4");
        await page.locator(`[role=grid][aria-rowcount="${chatCount}"]`).waitFor();
      },
      "send a reply in the morning": async () => {
        await press("r");
        await isFocused(/^Message$/);
        await type("Good morning!");
        await press("Control+k");
        await page.getByRole("combobox").first().waitFor();
        await type("send later");
        await page
          .getByRole("option", { name: /Send later/ })
          .first()
          .waitFor();
        await press("Enter");
        await dialog(/^Send later/);
        await type("tomorrow 8");
        await press("Enter");
        await page.locator(".laterbox").getByText("Good morning!").waitFor();
      },
      "assign a chat": async () => {
        await press("Escape", "a");
        await page.getByRole("dialog").waitFor();
        await type("max");
        await page.getByRole("option", { name: /Max/ }).first().waitFor();
        await press("Enter");
        await expect.poll(async () => page.getByRole("dialog").count()).toBe(0);
      },
      "answer and close the next one": async () => {
        await press("j", "r");
        await isFocused(/^Message$/);
        await type("You are welcome");
        await press("Control+Shift+Enter");
        await says(/^(Closing in|Will close)/);
      },
      "keep it open": async () => {
        await press("Escape", "z");
        await pane.getByText(/^(Closing in|Will close)/).waitFor({ state: "hidden" });
      },
    };

    const report: string[] = [];
    const stops: string[] = [];
    for (const [name, run] of Object.entries(tasks)) {
      const before = keyboard.count();
      await run().catch(async (error: unknown) => {
        stops.push(`${name}: ${String(error).slice(0, 400)}`);
        console.log(stops.at(-1));
        await takeScreenshot(page, `keyboard-task-${Object.keys(tasks).indexOf(name) + 1}`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
      });
      report.push(`${String(keyboard.count() - before).padStart(4)}  ${name}`);
    }
    console.log(`inputs per task:\n${report.join("\n")}`);
    expect(Object.keys(tasks)).toHaveLength(20);
    expect(stops).toEqual([]);
    await operatorPage.checkAndClose();
  },
);
