import {
  startIntegrator,
  startTestParlour,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { useSharedBrowser } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openMailChannelFixture,
  shopAddress,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import { conversationPane, openOperatorPage, waitUntilLive } from "./inbox-fixture.ts";
import { takeScreenshot } from "./screen-check.ts";
import { seedChats } from "./seed-chats.ts";

/**
 * A part of a working day with 300 chats: 20 tasks by keyboard alone. The first 15 are those of an
 * operator, the others those of the account's owner.
 */
const chatCount = 300;
let parlour: TestParlour;
let operator: TestOperator;
let close: () => Promise<void>;
const browser = useSharedBrowser();
beforeAll(async () => {
  const fixture = await openMailChannelFixture((env) => startTestParlour({ env, clock: "system" }));
  ({ parlour } = fixture);
  const integrator = await startIntegrator();
  close = async () => {
    await browser.close();
    await fixture.close();
    await integrator.close();
  };
  operator = await parlour.operator("operator", "Ann");
  const channel = await parlour.channel(`${integrator.url}/chat`, { operators: [operator.id] });
  await fixture.createChannel("Post", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
  await seedChats(parlour, channel, chatCount, operator);
  const colleague = await parlour.operator("operator", "Max");
  const members = { operators: [operator.id, colleague.id] };
  expect((await parlour.owner.call("PATCH", `channels/${channel.id}`, members)).status).toBe(200);
  const create = async (path: string, body: object): Promise<number> => {
    const answer = await parlour.owner.call("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as number;
  };
  const tag = await create("tags", { name: "parcel" });
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
  await create("statuses", { name: "Lunch", ends_after_s: 2700 });
  await create("sla-policies", {
    name: "Urgent",
    if: { fact: "chat.priority", op: "is", value: "urgent" },
    close_s: 3600,
    hours: "always",
  });
  await create("segments", {
    name: "Everybody",
    if: { fact: "visitor.chats", op: "at_least", value: 1 },
  });
});
afterAll(() => close());

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
  /** Presses a key until the focus is in a part of the page. */
  const pressInto = async (selector: string, key: "F6" | "Shift+Tab"): Promise<void> => {
    const isThere = () =>
      page.evaluate((one) => document.activeElement?.matches(one) === true, selector);
    for (let n = 0; n < 12; n++) {
      if (await isThere()) return;
      await press(key);
    }
    throw new Error(`${key} does not lead to ${selector}, but to ${await readFocus(page)}`);
  };
  return { press, type, pressTo, pressInto, count: () => inputs };
}
type Keyboard = ReturnType<typeof createKeyboard>;
const readFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const label =
      focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
        ? focused.labels?.[0]?.textContent
        : null;
    return (focused?.getAttribute("aria-label") ?? label ?? focused?.textContent ?? "").trim();
  });

test(
  "[ACT-026] [ACT-036] [SNZ-009] [VIEW-011] [LATER-008] [CORE-413] [CORE-434] [PROM-013] [REM-008] [SLA-022] [STATUS-007] [ROLE-011] [RULE-053] [BC-050] [REP-006] 20 tasks among 300 chats are done by keyboard alone",
  { timeout: 600_000 },
  async () => {
    const results = [
      ...(await doTasks(operator, "/inbox/mine", operatorTasks)),
      ...(await doTasks(parlour.owner, "/reports", ownerTasks)),
    ];
    console.log(`inputs per task:\n${results.map(({ line }) => line).join("\n")}`);
    expect(results).toHaveLength(20);
    expect(results.flatMap(({ stop }) => stop ?? [])).toEqual([]);
  },
);

type Tasks = Readonly<Record<string, () => Promise<void>>>;
interface TaskResult {
  readonly line: string;
  /** Why the task could not be done. */
  readonly stop?: string;
}
async function doTasks(
  person: TestOperator,
  path: string,
  createTasks: (page: Page, keyboard: Keyboard) => Tasks,
): Promise<readonly TaskResult[]> {
  const operatorPage = await openOperatorPage(browser, parlour.url, person, { path });
  const { page } = operatorPage;
  await waitUntilLive(page);
  const keyboard = createKeyboard(page);
  const results: TaskResult[] = [];
  for (const [name, run] of Object.entries(createTasks(page, keyboard))) {
    const before = keyboard.count();
    const stop = await run().then(
      () => null,
      (error: unknown) => `${name}: ${String(error).slice(0, 400)}`,
    );
    const line = `${String(keyboard.count() - before).padStart(4)}  ${name}`;
    results.push({ line, ...(stop !== null && { stop }) });
    if (stop === null) continue;
    console.log(stop);
    await takeScreenshot(page, `keyboard-task-${name.replaceAll(" ", "-")}`);
    for (let n = 0; n < 2; n++) await page.keyboard.press("Escape");
  }
  await operatorPage.checkAndClose();
  return results;
}

function operatorTasks(page: Page, { press, type, pressTo, pressInto }: Keyboard): Tasks {
  const pane = conversationPane(page);
  const says = (text: string | RegExp) => pane.getByText(text).last().waitFor();
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name }).waitFor();
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const rows = (count: number) => page.locator(`[role=grid][aria-rowcount="${count}"]`).waitFor();
  const readUrl = () => /\d+$/.exec(new URL(page.url()).pathname)?.[0] ?? "";
  const read = async (id = readUrl()) => (await operator.call("GET", `chats/${id}`)).body;
  const isFocused = (name: RegExp) => expect.poll(() => readFocus(page)).toMatch(name);
  /** Chooses an entry of the palette by a part of its name. */
  const choose = async (text: string, option: RegExp) => {
    await press("Control+k");
    await page.getByRole("combobox").first().waitFor();
    await type(text);
    await page.getByRole("option", { name: option }).first().waitFor();
    await press("Enter");
  };
  let refunded = "";
  return {
    "open a chat by its name": async () => {
      await rows(chatCount);
      await choose("Customer 250", /Customer 250/);
      await pane.getByRole("heading", { name: "Customer 250" }).waitFor();
      await field("Message").waitFor();
    },
    "answer with a quote": async () => {
      await press("Escape", "r");
      await isFocused(/^Message$/);
      await pressInto("[data-article]", "Shift+Tab");
      await press("r");
      await pane.getByRole("region", { name: "Quoted message" }).waitFor();
      await isFocused(/^Message$/);
      await type("It left yesterday");
      await press("Enter");
      await pane.locator(".bubble[data-seq]", { hasText: "It left yesterday" }).waitFor();
    },
    "write a note, and correct it": async () => {
      await press("Escape", "n");
      await isFocused(/^Note$/);
      await type("Ask again");
      await press("Enter");
      // Pending messages have no number yet.
      await pane.locator(".bubble[data-seq]", { hasText: "Ask again" }).waitFor();
      await isFocused(/^Note$/);
      await press("ArrowUp");
      await field("New text").waitFor();
      await type(" on Monday");
      await press("Enter");
      await says("Ask again on Monday");
    },
    "delete the note": async () => {
      await isFocused(/^Note$/);
      await pressInto(".btn.changes", "Shift+Tab");
      await press("Enter");
      await page.getByRole("menuitem", { name: "Delete" }).waitFor();
      await press("End", "Enter");
      await page.getByRole("alertdialog", { name: "Delete this note?" }).waitFor();
      await pressTo(/^Delete$/);
      await press("Enter");
      await expect.poll(() => pane.getByText("Ask again on Monday").count()).toBe(0);
    },
    "promise an answer": async () => {
      await press("Escape", "p");
      await dialog(/^Promise/);
      await type("in 2 h");
      await press("Enter");
      await expect.poll(async () => (await read()).promise?.state).toBe("running");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    },
    "set a reminder about the chat": async () => {
      await choose("remind", /Remind me/);
      await dialog("New reminder");
      await type("Ask the post office");
      await press("Tab");
      await type("tomorrow 9");
      await press("Enter");
      await page
        .getByText(/Reminder set/)
        .first()
        .waitFor();
    },
    "snooze it until tomorrow": async () => {
      await press("Escape", "h");
      await dialog(/^Snooze/);
      await type("tomorrow 9");
      await press("Enter");
      await says(/Snoozed by you until/);
    },
    "run a macro on the next one": async () => {
      const before = readUrl();
      await press("j");
      await page.waitForURL((url) => !url.pathname.endsWith(`/${before}`));
      await field("Message").or(field("Note")).waitFor();
      refunded = readUrl();
      await press("m");
      await page.getByRole("region", { name: "Effect in this chat" }).waitFor();
      await press("1");
      await says("Refunded.");
    },
    "make it urgent": async () => {
      await choose("urgent", /Urgent/);
      await expect.poll(async () => (await read(refunded)).priority).toBe("urgent");
    },
    "sort the list by due time": async () => {
      await press("/");
      await pressTo(/^Order/);
      await press("Enter");
      await page.getByRole("menuitemradio", { name: "Due first" }).waitFor();
      await press("End", "Enter");
      await page.getByRole("button", { name: "Order: Due first" }).waitFor();
    },
    "fill in a field of the visitor": async () => {
      await pressInto("aside.panel *", "F6");
      await pressTo(/^Edit Glaze/);
      await press("Enter");
      await type("Moss");
      await press("Enter");
      await expect
        .poll(async () => (await read(refunded)).visitor.fields?.glaze?.value)
        .toBe("Moss");
    },
    "close what a saved view lists": async () => {
      await press("Escape", "g", "1");
      await rows(1);
      await press("j", "x");
      await page.getByText("1 selected").waitFor();
      await pressTo(/^Close$/);
      await press("Enter");
      await page.getByRole("alertdialog", { name: "Close 1 chat?" }).waitFor();
      await pressTo(/^Close chats/);
      await press("Enter");
      // It starts after the time for Undo.
      await expect.poll(async () => (await read(refunded)).state).toBe("closed");
    },
    "send a reply in the morning": async () => {
      await press("Escape", "4", "j", "r");
      await isFocused(/^Message$/);
      await type("Good morning!");
      await choose("send later", /Send later/);
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
    "go to lunch": async () => {
      await choose("lunch", /Lunch/);
      await expect
        .poll(async () => (await operator.call("GET", "me")).body.status_id)
        .toBeDefined();
    },
  };
}

function ownerTasks(page: Page, { press, type, pressTo }: Keyboard): Tasks {
  const { owner } = parlour;
  const list = async (path: string) =>
    (await owner.call("GET", path)).body.items as readonly Record<string, unknown>[];
  /** Opens a page of the settings by a part of its name, then the form for a new row. */
  const open = async (text: string, add: RegExp) => {
    await press("Control+k");
    await page.getByRole("combobox").first().waitFor();
    await type(text);
    await page
      .getByRole("option", { name: new RegExp(text, "i") })
      .first()
      .waitFor();
    await press("Enter");
    await page.getByRole("link", { name: add }).first().waitFor();
    await pressTo(add);
    await press("Enter");
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await pressTo(/^Name$/);
  };
  return {
    "look at the live board": async () => {
      await press("g", "r");
      await page.getByRole("link", { name: "Live board" }).waitFor();
      await pressTo(/^Live board/);
      await press("Enter");
      await page.locator(".board .now").waitFor();
    },
    "add a role that reads reports": async () => {
      await open("roles", /^Add role/);
      await type("Team lead");
      await pressTo(/^Read reports/);
      await press("Space");
      await pressTo(/^Create role/);
      await press("Enter");
      await expect
        .poll(() => list("roles"))
        .toMatchObject([{ name: "Team lead", permissions: ["reports.read"] }]);
    },
    "add a rule, and try it on the past": async () => {
      await open("rules", /^(Add|New) rule/);
      await type("Angry");
      await pressTo(/^Action/);
      await press("Enter");
      await page.getByRole("combobox", { name: "Choose what to do" }).waitFor();
      await type("close");
      await press("Enter");
      await page.getByRole("group", { name: "Close the chat" }).waitFor();
      await page.getByText(/time(s)? it would have run/).waitFor();
      await pressTo(/^Create rule/);
      await press("Enter");
      await expect.poll(() => list("rules")).toMatchObject([{ name: "Angry" }]);
    },
    "write a broadcast": async () => {
      await open("broadcasts", /^New broadcast/);
      await type("News");
      await press("Tab");
      await type("Everybody");
      await press("Tab");
      await type("Post");
      await press("Tab");
      await type("Tea");
      await press("Tab");
      await type("New tea is here");
      await pressTo(/^Save and preview/);
      await press("Enter");
      await page.getByRole("button", { name: "Start now" }).waitFor();
      await expect.poll(() => list("broadcasts")).toMatchObject([{ name: "News" }]);
    },
    "schedule a report": async () => {
      await open("scheduled reports", /^Add report/);
      await type("Weekly");
      await pressTo(/^Recipients/);
      await type("boss@shop.example");
      await pressTo(/^Create report/);
      await press("Enter");
      await expect.poll(() => list("scheduled-reports")).toMatchObject([{ name: "Weekly" }]);
    },
  };
}
