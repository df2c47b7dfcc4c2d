import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestOperator } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  bubble,
  hasFocus,
  message,
  openDesk,
  pass,
  readMarks,
  ready,
  ring,
  row,
  stopTime,
  talk,
  unreadOf,
  type Desk,
  type Seat,
} from "./desk.ts";
import { go, openChat } from "./places.ts";

let desk: Desk;
let max: TestOperator;
let seat: Seat;
let other: Seat;
let page: Page;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
  seat = await desk.sit(undefined, { clock: true });
  other = await desk.sit(max);
  page = seat.page;
  await Promise.all([ready(page), ready(other.page)]);
  // A pointer must not be used in this file.
  await page.addInitScript(() => {
    for (const name of ["pointerdown", "mousedown", "click"])
      window.addEventListener(
        name,
        (event) => {
          if ((event as PointerEvent).pointerType === "mouse" && event.isTrusted && (event as MouseEvent).detail > 0)
            throw new Error(`a pointer was used: ${name}`);
        },
        true,
      );
  });
});
afterAll(async () => {
  await seat.leave();
  await other.leave();
  await desk.close();
});
beforeEach(() => page.bringToFront());

const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "nothing";
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
    const labels = isField ? element.labels : null;
    return (element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "").trim().slice(0, 60);
  });
/** Presses Tab until the focus is on the wanted element. */
async function tabTo(wanted: string): Promise<void> {
  for (let n = 0; n < 20 && !(await focused()).includes(wanted); n++) await page.keyboard.press("Tab");
  expect(await focused()).toContain(wanted);
}
/** Letter keys act outside of fields: Escape moves the focus from the composer to the list. */
async function leaveField(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
/** Creates a chat of a new customer that is assigned to Ann and open on the page, without focus. */
async function own(customer: string, name: string): Promise<number> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, `Hello from ${name}`, { sender: { name } });
  const { id } = await desk.parlour.findChat(customer);
  await desk.operator.call("POST", `chats/${id}/accept`);
  await openChat(page, id);
  await bubble(page, `Hello from ${name}`).waitFor();
  await talk(page).getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await leaveField();
  return id;
}

/**
 * One page without a pointer. Each task starts with the focus and the chats of the previous one.
 */
describe("twelve tasks of one shift", { shuffle: false }, () => {
  test("[CORE-033] task 1 by keyboard: accept the waiting chat that rings (Ctrl J)", async () => {
    await desk.parlour.sendCustomerMessage(desk.channel, "anna", "Where is my order?", { sender: { name: "Anna Keller" } });
    await ring(page).getByText("Where is my order?").waitFor();
    await page.keyboard.press("Control+j");
    await expect.poll(focused).toBe("Message");
    await expect.poll(async () => (await desk.parlour.findChat("anna")).assignee?.id).toBe(desk.operator.id);
  });

  test("[API-023] task 2 by keyboard: reply (R, Enter)", async () => {
    await own("ben", "Ben Okafor");
    await page.keyboard.press("r");
    await expect.poll(focused).toBe("Message");
    await page.keyboard.type("It left our warehouse this morning.");
    await page.keyboard.press("Enter");
    await bubble(page, "It left our warehouse this morning.").getByText("Delivered", { exact: true }).waitFor();
  });

  test("[API-023] task 3 by keyboard: write a note (N)", async () => {
    await own("cleo", "Cleo Brandt");
    await page.keyboard.press("n");
    await expect.poll(focused).toBe("Note");
    await page.keyboard.type("Third cracked lid in this batch.");
    await page.keyboard.press("Enter");
    await talk(page).locator(".note .bubble").getByText("Third cracked lid in this batch.").waitFor();
  });

  test("[API-025] task 4 by keyboard: transfer to a colleague (T)", async () => {
    await own("dora", "Dora Lind");
    await page.keyboard.press("t");
    await page.getByRole("dialog", { name: "Transfer Dora Lind" }).waitFor();
    await expect.poll(focused).toContain("Max Weber");
    await page.keyboard.press("Space");
    await tabTo("Comment");
    await page.keyboard.type("Speaks German");
    await tabTo("Transfer");
    await page.keyboard.press("Enter");
    await talk(page).getByText("Waiting for Max Weber to accept the transfer.").waitFor();
    await other.page
      .getByRole("region", { name: /wants to transfer the chat with Dora Lind to you/ })
      .getByText("Speaks German")
      .waitFor();
  });

  test("[API-025] task 5 by keyboard: invite a colleague (I)", async () => {
    await own("eve", "Eve Moss");
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Invite a colleague" }).waitFor();
    await expect.poll(focused).toContain("Max Weber");
    await page.keyboard.press("Space");
    // A pointer that rests where the notice appears does not keep it open, because it would cover
    // what the notice is about.
    await page.mouse.move(720, 90);
    await page.keyboard.press("Enter");
    const notice = page.locator(".toast").filter({ hasText: "Max Weber was asked to join." });
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((toast) => toast.matches(":hover"))).toBe(true);
    await pass(page, 6_000);
    await notice.waitFor({ state: "detached" });
  });

  test("[CORE-038] task 6 by keyboard: close, and undo it (E)", async () => {
    const id = await own("finn", "Finn Ode");
    // The undo button is available for some seconds, in which Tab does not reach it.
    const goOn = await stopTime(page);
    await page.keyboard.press("e");
    await page.getByText("Chat with Finn Ode closed.").waitFor();
    await leaveField();
    await page.keyboard.press("z");
    await message(page).waitFor();
    await goOn();
    expect((await desk.operator.call("GET", `chats/${id}`)).body.state).toBe("open");
  });

  test("[API-027] task 7 by keyboard: block the visitor (B)", async () => {
    const id = await own("gus", "Gus Hart");
    await page.keyboard.press("b");
    await page.getByRole("dialog", { name: "Block Gus Hart" }).waitFor();
    await expect.poll(focused).toContain("For how long");
    await page.keyboard.press("ArrowUp");
    await tabTo("Reason");
    await page.keyboard.type("Spam");
    await page.keyboard.press("Enter");
    const notice = page.locator(".toast").filter({ hasText: "Gus Hart is blocked." });
    await notice.waitFor();
    await expect.poll(async () => (await desk.operator.call("GET", `chats/${id}`)).body.state).toBe("closed");
    // The notice stays while it has the focus or the pointer, and then disappears.
    await notice.getByRole("button", { name: "Undo" }).focus();
    await pass(page, 15_000);
    expect(await notice.count()).toBe(1);
    await notice.hover();
    await leaveField();
    await pass(page, 15_000);
    expect(await notice.count()).toBe(1);
    await page.mouse.move(1_400, 880);
    await pass(page, 10_000);
    await notice.waitFor({ state: "detached" });
  });

  test("[API-029] task 8 by keyboard: mark unread, and it holds until the chat is opened again (U)", async () => {
    await own("hana", "Hana Sato");
    // The list shows the change before the request is sent.
    const told = page.waitForResponse((answer) => answer.url().endsWith("/read") && answer.request().postDataJSON()?.unread === true);
    await page.keyboard.press("u");
    await row(page, "Hana Sato").getByText("1 unread").waitFor({ state: "attached" });
    await told;
    // The message stays visible in a focused window for longer than the read delay.
    const marks = readMarks(page);
    await pass(page, 1_500);
    expect(marks).toEqual([]);
    expect(await row(page, "Hana Sato").getByText("1 unread").count()).toBe(1);
  });

  test("[API-020] task 9 by keyboard: filter the list (/)", async () => {
    await go(page, "/inbox/all");
    await row(page, "Ben Okafor").waitFor();
    await leaveField();
    await page.keyboard.press("/");
    await expect.poll(focused).toBe("Filter chats");
    await page.keyboard.type("hana");
    await row(page, "Ben Okafor").waitFor({ state: "detached" });
    await row(page, "Hana Sato").waitFor();
    await page.keyboard.press("Escape");
    await row(page, "Ben Okafor").waitFor();
  });

  test("[CORE-036] task 10 by keyboard: the palette leads to the settings (Ctrl K)", async () => {
    const boss = await desk.sit(desk.parlour.owner);
    const { page } = boss;
    await ready(page);
    await page.keyboard.press("Control+k");
    const commands = page.getByRole("dialog", { name: "Search" });
    await hasFocus(commands.getByRole("combobox"));
    await page.keyboard.type("settings");
    await commands.getByRole("option", { selected: true }).getByText("Settings").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings/);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.waitForURL(/\/inbox/);
    await boss.leave();
  });

  test("[API-071] task 11 by keyboard: attach a file and send it", async () => {
    await own("iris", "Iris Wolf");
    const file = join(mkdtempSync(join(tmpdir(), "parlour-keys-")), "sizes.txt");
    writeFileSync(file, "S 36\nM 38\n");
    // Registered before the keys: the browser only reports file choosers that were requested
    // beforehand.
    const chosen = page.waitForEvent("filechooser");
    await page.keyboard.press("r");
    await expect.poll(focused).toBe("Message");
    await tabTo("Attach");
    await page.keyboard.press("Enter");
    await (await chosen).setFiles(file);
    await talk(page).getByText("sizes.txt").first().waitFor();
    for (let n = 0; n < 12 && (await focused()) !== "Message"; n++) await page.keyboard.press("Shift+Tab");
    if ((await focused()) !== "Message") await tabTo("Message");
    await page.keyboard.press("Enter");
    await talk(page).locator(".bubble").filter({ hasText: "sizes.txt" }).waitFor();
  });

  test("[API-029] task 12 by keyboard: to the next and the previous unread chat (Shift J, Shift K)", async () => {
    const id = await own("jo", "Jo Quist");
    // Waits until the page has reported to the server that the visible messages are read.
    await expect.poll(() => unreadOf(desk, "jo")).toBe(0);
    await desk.parlour.sendCustomerMessage(desk.channel, "ben", "One more question");
    await desk.parlour.sendCustomerMessage(desk.channel, "cleo", "And one of mine");
    await row(page, "Cleo Brandt")
      .getByText(/^[12] unread$/)
      .waitFor({ state: "attached" });
    await row(page, "Ben Okafor")
      .getByText(/^[12] unread$/)
      .waitFor({ state: "attached" });
    await leaveField();
    const at = () => page.evaluate(() => Number(location.pathname.split("/").at(-1)));
    const unread = async (): Promise<readonly number[]> => {
      const { items } = (await desk.operator.call("GET", "chats?view=all&limit=200")).body as {
        items: { id: number; unread: number }[];
      };
      return items.filter((one) => one.unread > 0 && one.id !== id).map((one) => one.id);
    };
    // Their direction depends on updates that the list deferred during use, and on the latest
    // message.
    const high = async (chat: number): Promise<number> =>
      (await page.locator(`[role=row][data-chat="${chat}"]`).boundingBox())?.y ?? Number.NaN;
    const keyTo = async (chat: number): Promise<string> => ((await high(chat)) < (await high(await at())) ? "Shift+k" : "Shift+j");
    const stepTo = async (chat: number): Promise<void> => {
      const [before, wanted] = [await at(), await unread()];
      await page.keyboard.press(await keyTo(chat));
      await expect.poll(at).not.toBe(before);
      expect([...wanted, id]).toContain(await at());
    };
    await stepTo((await desk.parlour.findChat("ben")).id);
    // A message that is still visible would be read at once.
    await page.locator(`section.talk[data-chat="${await at()}"]`).waitFor();
    // Leaves an unread chat on the way back. No event reports a read mark that another device set.
    await desk.parlour.sendCustomerMessage(desk.channel, "jo", "And one behind you");
    await row(page, "Jo Quist").getByText("1 unread").waitFor({ state: "attached" });
    await stepTo(id);
  });
});
