import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestOperator } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  messageBubble,
  expectFocus,
  messageField,
  openInboxFixture,
  advanceTime,
  recordReadMarks,
  waitUntilLive,
  offerCard,
  chatRow,
  freezeTime,
  conversationPane,
  getUnreadCount,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

let fixture: InboxFixture;
let max: TestOperator;
let operatorPage: OperatorPage;
let otherPage: OperatorPage;
let page: Page;
beforeAll(async () => {
  fixture = await openInboxFixture();
  max = await fixture.parlour.operator("operator", "Max Weber");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, max.id],
  });
  operatorPage = await fixture.openOperatorPage(undefined, { clock: true });
  otherPage = await fixture.openOperatorPage(max);
  page = operatorPage.page;
  await Promise.all([waitUntilLive(page), waitUntilLive(otherPage.page)]);
  // A pointer must not be used in this file.
  await page.addInitScript(() => {
    for (const name of ["pointerdown", "mousedown", "click"])
      window.addEventListener(
        name,
        (event) => {
          if (
            (event as PointerEvent).pointerType === "mouse" &&
            event.isTrusted &&
            (event as MouseEvent).detail > 0
          )
            throw new Error(`a pointer was used: ${name}`);
        },
        true,
      );
  });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await otherPage.checkAndClose();
  await fixture.close();
});
beforeEach(() => page.bringToFront());

const getFocusedName = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "nothing";
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    const labels = isField ? element.labels : null;
    return (
      element.getAttribute("aria-label") ??
      labels?.[0]?.textContent ??
      element.textContent ??
      ""
    )
      .trim()
      .slice(0, 60);
  });
/** Presses Tab until the focus is on the wanted element. */
async function tabTo(expectedName: string): Promise<void> {
  for (let n = 0; n < 20 && !(await getFocusedName()).includes(expectedName); n++)
    await page.keyboard.press("Tab");
  expect(await getFocusedName()).toContain(expectedName);
}
/** Letter keys act outside of fields: Escape moves the focus from the composer to the list. */
async function leaveField(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}
/** Creates a chat of a new customer that is assigned to Ann and open on the page, without focus. */
async function openOwnChat(customer: string, name: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, `Hello from ${name}`, {
    sender: { name },
  });
  const { id } = await fixture.parlour.findChat(customer);
  await fixture.operator.call("POST", `chats/${id}/accept`);
  await openChat(page, id);
  await messageBubble(page, `Hello from ${name}`).waitFor();
  await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await leaveField();
  return id;
}

/**
 * One page without a pointer. Each task starts with the focus and the chats of the previous one.
 */
describe("twelve tasks of one shift", { shuffle: false }, () => {
  test(
    "[CORE-033] task 1 by keyboard: accept the waiting chat that rings (Ctrl J)",
    { meta: { pin: "journey of the inbox by keyboard" } },
    async () => {
      await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "Where is my order?", {
        sender: { name: "Anna Keller" },
      });
      await offerCard(page).getByText("Where is my order?").waitFor();
      await page.keyboard.press("Control+j");
      await expect.poll(getFocusedName).toBe("Message");
      await expect
        .poll(async () => (await fixture.parlour.findChat("anna")).assignee?.id)
        .toBe(fixture.operator.id);
    },
  );

  test(
    "[API-023] task 2 by keyboard: reply (R, Enter)",
    { meta: { pin: "journey of the inbox by keyboard" } },
    async () => {
      await openOwnChat("ben", "Ben Okafor");
      await page.keyboard.press("r");
      await expect.poll(getFocusedName).toBe("Message");
      await page.keyboard.type("On its way.");
      await page.keyboard.press("Enter");
      await messageBubble(page, "On its way.").getByText("Delivered", { exact: true }).waitFor();
    },
  );

  test("[API-023] task 3 by keyboard: write a note (N)", async () => {
    await openOwnChat("cleo", "Cleo Brandt");
    await page.keyboard.press("n");
    await expect.poll(getFocusedName).toBe("Note");
    await page.keyboard.type("Third crack.");
    await page.keyboard.press("Enter");
    await conversationPane(page).locator(".note .bubble").getByText("Third crack.").waitFor();
  });

  test("[API-025] task 4 by keyboard: transfer to a colleague (T)", async () => {
    await openOwnChat("dora", "Dora Lind");
    await page.keyboard.press("t");
    await page.getByRole("dialog", { name: "Transfer chat with Dora Lind" }).waitFor();
    await expect.poll(getFocusedName).toContain("Max Weber");
    await page.keyboard.press("Space");
    await tabTo("Comment");
    await page.keyboard.type("Speaks German");
    await tabTo("Transfer");
    await page.keyboard.press("Enter");
    await conversationPane(page)
      .getByText("Waiting for Max Weber to accept the transfer.")
      .waitFor();
    await otherPage.page
      .getByRole("region", { name: /wants to transfer the chat with Dora Lind to you/ })
      .getByText("Speaks German")
      .waitFor();
  });

  test("[API-025] task 5 by keyboard: invite a colleague (I)", async () => {
    await openOwnChat("eve", "Eve Moss");
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Invite an operator" }).waitFor();
    await expect.poll(getFocusedName).toContain("Max Weber");
    await page.keyboard.press("Space");
    // A pointer that rests where the notice appears does not keep it open, because it would cover
    // what the notice is about.
    await page.mouse.move(720, 90);
    await page.keyboard.press("Enter");
    const notice = page.locator(".toast").filter({ hasText: "Max Weber was invited to join." });
    await notice.waitFor();
    await expect.poll(() => notice.evaluate((toast) => toast.matches(":hover"))).toBe(true);
    await advanceTime(page, 6_000);
    await notice.waitFor({ state: "detached" });
  });

  test("[CORE-038] task 6 by keyboard: close, and undo it (E)", async () => {
    const id = await openOwnChat("finn", "Finn Ode");
    // The undo button is available for some seconds, in which Tab does not reach it.
    const resumeClock = await freezeTime(page);
    await page.keyboard.press("e");
    await page.getByText("Closing chat with Finn Ode.").waitFor();
    await leaveField();
    await page.keyboard.press("z");
    await messageField(page).waitFor();
    await resumeClock();
    expect((await fixture.operator.call("GET", `chats/${id}`)).body.state).toBe("open");
  });

  test("[API-027] task 7 by keyboard: block the visitor (B)", async () => {
    const id = await openOwnChat("gus", "Gus Hart");
    await page.keyboard.press("b");
    await page.getByRole("dialog", { name: "Block Gus Hart" }).waitFor();
    await expect.poll(getFocusedName).toContain("Duration");
    await page.keyboard.press("ArrowUp");
    await tabTo("Reason");
    await page.keyboard.type("Spam");
    await page.keyboard.press("Enter");
    const notice = page.locator(".toast").filter({ hasText: "Gus Hart is blocked." });
    // The notice stays while it has the focus or the pointer, and then disappears.
    await notice.getByRole("button", { name: "Undo" }).focus();
    await expect
      .poll(async () => (await fixture.operator.call("GET", `chats/${id}`)).body.state)
      .toBe("closed");
    await advanceTime(page, 15_000);
    expect(await notice.count()).toBe(1);
    await notice.hover();
    await leaveField();
    await advanceTime(page, 15_000);
    expect(await notice.count()).toBe(1);
    await page.mouse.move(1_400, 880);
    await advanceTime(page, 10_000);
    await notice.waitFor({ state: "detached" });
  });

  test("[API-029] task 8 by keyboard: mark unread, and it holds until the chat is opened again (U)", async () => {
    await openOwnChat("hana", "Hana Sato");
    // The list shows the change before the request is sent.
    const readMarkResponse = page.waitForResponse(
      (answer) =>
        answer.url().endsWith("/read") && answer.request().postDataJSON()?.unread === true,
    );
    await page.keyboard.press("u");
    await chatRow(page, "Hana Sato").getByText("1 unread").waitFor({ state: "attached" });
    await readMarkResponse;
    // The message stays visible in a focused window for longer than the read delay.
    const marks = recordReadMarks(page);
    await advanceTime(page, 1_500);
    expect(marks).toEqual([]);
    expect(await chatRow(page, "Hana Sato").getByText("1 unread").count()).toBe(1);
  });

  test("[API-020] task 9 by keyboard: filter the list (/)", async () => {
    await navigateTo(page, "/inbox/all");
    await chatRow(page, "Ben Okafor").waitFor();
    await leaveField();
    await page.keyboard.press("/");
    await expect.poll(getFocusedName).toBe("Filter chats");
    await page.keyboard.type("hana");
    await chatRow(page, "Ben Okafor").waitFor({ state: "detached" });
    await chatRow(page, "Hana Sato").waitFor();
    await page.keyboard.press("Escape");
    await chatRow(page, "Ben Okafor").waitFor();
  });

  test("[CORE-036] task 10 by keyboard: the palette leads to the settings (Ctrl K)", async () => {
    const boss = await fixture.openOperatorPage(fixture.parlour.owner);
    const { page } = boss;
    await waitUntilLive(page);
    await page.keyboard.press("Control+k");
    const commands = page.getByRole("dialog", { name: "Search" });
    await expectFocus(commands.getByRole("combobox"));
    await page.keyboard.type("settings");
    await commands.getByRole("option", { selected: true }).getByText("Settings").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/settings/);
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.waitForURL(/\/inbox/);
    await boss.checkAndClose();
  });

  test("[API-071] task 11 by keyboard: attach a file and send it", async () => {
    await openOwnChat("iris", "Iris Wolf");
    const file = join(mkdtempSync(join(tmpdir(), "parlour-keys-")), "sizes.txt");
    writeFileSync(file, "S 36\nM 38\n");
    // Registered before the keys: the browser only reports file choosers that were requested
    // beforehand.
    const chosen = page.waitForEvent("filechooser");
    await page.keyboard.press("r");
    await expect.poll(getFocusedName).toBe("Message");
    await tabTo("Attach");
    await page.keyboard.press("Enter");
    await (await chosen).setFiles(file);
    await conversationPane(page).getByText("sizes.txt").first().waitFor();
    for (let n = 0; n < 12 && (await getFocusedName()) !== "Message"; n++)
      await page.keyboard.press("Shift+Tab");
    if ((await getFocusedName()) !== "Message") await tabTo("Message");
    await page.keyboard.press("Enter");
    await conversationPane(page).locator(".bubble").filter({ hasText: "sizes.txt" }).waitFor();
  });

  test("[API-029] task 12 by keyboard: to the next and the previous unread chat (Shift J, Shift K)", async () => {
    const id = await openOwnChat("jo", "Jo Quist");
    // Waits until the page has reported to the server that the visible messages are read.
    await expect.poll(() => getUnreadCount(fixture, "jo")).toBe(0);
    await fixture.parlour.sendCustomerMessage(fixture.channel, "ben", "One more question");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "cleo", "And one of mine");
    await chatRow(page, "Cleo Brandt")
      .getByText(/^[12] unread$/)
      .waitFor({ state: "attached" });
    await chatRow(page, "Ben Okafor")
      .getByText(/^[12] unread$/)
      .waitFor({ state: "attached" });
    await leaveField();
    const at = () => page.evaluate(() => Number(location.pathname.split("/").at(-1)));
    const unread = async (): Promise<readonly number[]> => {
      const { items } = (await fixture.operator.call("GET", "chats?view=all&limit=200")).body as {
        items: { id: number; unread: number }[];
      };
      return items.filter((one) => one.unread > 0 && one.id !== id).map((one) => one.id);
    };
    // Their direction depends on updates that the list deferred during use, and on the latest
    // message.
    const high = async (chat: number): Promise<number> =>
      (await page.locator(`[role=row][data-chat="${chat}"]`).boundingBox())?.y ?? Number.NaN;
    const keyTo = async (chat: number): Promise<string> =>
      (await high(chat)) < (await high(await at())) ? "Shift+k" : "Shift+j";
    const stepTo = async (chat: number): Promise<void> => {
      const [before, expectedChats] = [await at(), await unread()];
      await page.keyboard.press(await keyTo(chat));
      await expect.poll(at).not.toBe(before);
      expect([...expectedChats, id]).toContain(await at());
    };
    await stepTo((await fixture.parlour.findChat("ben")).id);
    // A message that is still visible would be read at once.
    await page.locator(`section.conversation[data-chat="${await at()}"]`).waitFor();
    // Leaves an unread chat on the way back. No event reports a read mark that another device set.
    await fixture.parlour.sendCustomerMessage(fixture.channel, "jo", "And one behind you");
    await chatRow(page, "Jo Quist").getByText("1 unread").waitFor({ state: "attached" });
    await stepTo(id);
  });
});
