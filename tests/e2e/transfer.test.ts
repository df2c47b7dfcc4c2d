import type { TestOperator } from "@parlour/testkit";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  getDescription,
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

let fixture: InboxFixture;
let sender: TestOperator;
let max: TestOperator;
let annPage: OperatorPage;
let otherPage: OperatorPage;
beforeAll(async () => {
  // A transfer expires after 30 s.
  fixture = await openInboxFixture({ clock: "manual" });
  sender = fixture.operator;
  max = await fixture.parlour.operator("operator", "Max Weber");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [sender.id, max.id],
  });
  await fixture.parlour.owner.call("POST", "departments", { name: "Sales", operators: [max.id] });
  annPage = await fixture.openOperatorPage();
  otherPage = await fixture.openOperatorPage(max);
  await Promise.all([waitUntilLive(annPage.page), waitUntilLive(otherPage.page)]);
});
// Before the next test no operator has a chat, and Ann is online.
afterEach(async () => {
  const { owner } = fixture.parlour;
  const { items } = (await owner.call("GET", "chats?limit=50")).body as { items: { id: number }[] };
  for (const { id } of items) await owner.call("POST", `chats/${id}/close`, {});
  await sender.call("PUT", "me/presence", { status: "online" });
});
afterAll(async () => {
  await annPage.checkAndClose();
  await otherPage.checkAndClose();
  await fixture.close();
});

/** Creates a chat of a new customer that is assigned to Ann and open on the page. */
async function openChatForAnn(customer: string, name: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, `Hello from ${name}`, {
    sender: { name },
  });
  const { id } = await fixture.parlour.findChat(customer);
  await sender.call("POST", `chats/${id}/accept`);
  await navigateTo(annPage.page, `/inbox/all/${id}`);
  await messageBubble(annPage.page, `Hello from ${name}`).waitFor();
  await conversationPane(annPage.page)
    .getByRole("button", { name: "Close", exact: true })
    .waitFor();
  return id;
}
interface PageRouter {
  navigate(to: { to: string }): Promise<void>;
}
const transferCard = (page: Page) =>
  page.getByRole("region", { name: /wants to transfer the chat with/ });
const openDialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("[API-025] [CORE-036] [CORE-150] a transfer is declined with a reason: the sender gets a notice on any screen that stays over a reload, transfers again, and it is accepted", async () => {
  const { page } = annPage;
  const id = await openChatForAnn("anna", "Anna Keller");
  const fill = async (comment: string): Promise<void> => {
    const asking = openDialog(page, "Transfer chat with Anna Keller");
    await asking.getByRole("radio", { name: /Max Weber.*no open chats/ }).check();
    await asking.getByRole("textbox", { name: "Comment" }).fill(comment);
    await asking.getByRole("button", { name: "Transfer", exact: true }).click();
    await asking.waitFor({ state: "hidden" });
  };
  await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await fill("Speaks German");
  await conversationPane(page)
    .getByRole("status")
    .filter({ hasText: "Waiting for Max Weber to accept the transfer." })
    .waitFor();
  expect(await checkScreen(page, "transfer-pending")).toEqual([]);
  // The server stores the transfer: the card is shown again after a reload.
  await transferCard(otherPage.page).waitFor();
  await otherPage.page.reload();
  await transferCard(otherPage.page).getByText("Speaks German").waitFor();
  await expect
    .poll(() => otherPage.page.evaluate(() => document.activeElement?.tagName))
    .toBe("H1");
  expect(await checkScreen(otherPage.page, "transfer-card")).toEqual([]);

  // The sender has another chat open when the response arrives.
  await navigateTo(page, "/visitors");
  await transferCard(otherPage.page).getByRole("button", { name: "Decline" }).click();
  const asking = openDialog(otherPage.page, "Decline the transfer?");
  const decline = asking.getByRole("button", { name: "Decline" });
  await asking.getByText("Ann keeps the chat and sees your reason.").waitFor();
  expect(await decline.getAttribute("aria-disabled")).toBe("true");
  await asking.getByText("Enter a reason to decline.").waitFor();
  expect(await checkScreen(otherPage.page, "transfer-decline")).toEqual([]);
  const reason = asking.getByRole("textbox", { name: "Reason" });
  await expectFocus(reason);
  await reason.fill("Lunch until two");
  // The dialog shows a refusal and keeps its text.
  const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
  await otherPage.page.route("**/transfer/refuse", (route) =>
    route.fulfill({ status: 409, json: refused }),
  );
  await expect.poll(() => decline.getAttribute("aria-disabled")).toBe(null);
  await reason.press("Enter");
  await asking.getByRole("status").getByText("Not now.").waitFor();
  expect(await reason.inputValue()).toBe("Lunch until two");
  await otherPage.page.unroute("**/transfer/refuse");
  await reason.press("Enter");
  await transferCard(otherPage.page).waitFor({ state: "hidden" });

  const notice = page.getByRole("alert").filter({ hasText: "Max Weber declined the transfer" });
  await notice.getByText("“Lunch until two” The chat is still yours.").waitFor();
  await page.reload();
  await notice.waitFor();
  expect(await checkScreen(page, "transfer-notice")).toEqual([]);
  await notice.getByRole("button", { name: "Open chat" }).click();
  const bar = conversationPane(page).getByRole("alert").filter({ hasText: "Max Weber declined:" });
  await bar.getByText("“Lunch until two” The chat is still yours.").waitFor();
  await conversationPane(page)
    .getByText("Max Weber declined the transfer: “Lunch until two”")
    .waitFor();
  expect(await checkScreen(page, "transfer-declined")).toEqual([]);
  // Opened here: no device shows the notice again, while the bar stays.
  await expect
    .poll(async () => (await fixture.parlour.findChat("anna")).notices?.[0]?.opened_at ?? null)
    .not.toBeNull();
  await navigateTo(page, "/visitors");
  await page.getByRole("heading", { name: "Visitors", level: 1 }).waitFor();
  await notice.waitFor({ state: "detached" });
  await navigateTo(page, `/inbox/mine/${id}`);
  await conversationPane(page)
    .getByRole("region", { name: "Transfer" })
    .getByRole("button", { name: "Transfer again" })
    .click();
  await fill("");
  await bar.waitFor({ state: "hidden" });

  // The receiver reads the chat first and accepts in its bar, by key.
  await transferCard(otherPage.page).getByRole("button", { name: "View" }).click();
  await conversationPane(otherPage.page)
    .getByRole("alert")
    .filter({ hasText: "Ann wants to transfer this chat to you." })
    .waitFor();
  await transferCard(otherPage.page).waitFor({ state: "hidden" });
  expect(await checkScreen(otherPage.page, "transfer-incoming")).toEqual([]);
  await otherPage.page.keyboard.press("y");
  await otherPage.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
  await conversationPane(otherPage.page)
    .getByRole("textbox", { name: "Message", exact: true })
    .waitFor();
  await page
    .getByText("Max Weber accepted. The chat with Anna Keller is no longer yours.")
    .waitFor();
  await conversationPane(page).getByText("with Max Weber").first().waitFor();
  expect((await fixture.parlour.findChat("anna")).assignee?.id).toBe(max.id);
});

test.runIf(isLongRun)(
  "[API-461] [CORE-341] a chat is given to an operator who is offline; they find it in Mine with a notice when they sign in",
  async () => {
    const { page } = annPage;
    const sofia = await fixture.parlour.operator("operator", "Sofia Martins");
    await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
      operators: [sender.id, max.id, sofia.id],
    });
    const id = await openChatForAnn("ines", "Ines Duarte");
    await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).click();
    const dialog = openDialog(page, "Transfer chat with Ines Duarte");
    await dialog.getByRole("radio", { name: /Sofia Martins.*offline/ }).check();
    expect(await dialog.getByRole("radio", { name: /Give it to Sofia/ }).isChecked()).toBe(true);
    expect(await dialog.getByRole("radio", { name: /Ask Sofia/ }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Knows the kiln");
    expect(await checkScreen(page, "transfer-assign")).toEqual([]);
    // For somebody who is online, the visitor of a live chat is not kept waiting.
    await dialog.getByRole("radio", { name: /Max Weber/ }).check();
    expect(await dialog.getByRole("radio", { name: /Ask Max/ }).isChecked()).toBe(true);
    await dialog.getByRole("radio", { name: /Sofia Martins/ }).check();
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await conversationPane(page).getByText("with Sofia Martins").first().waitFor();

    const sofiaPage = await fixture.openOperatorPage(sofia);
    await waitUntilLive(sofiaPage.page);
    await navigateTo(sofiaPage.page, "/visitors");
    const notice = sofiaPage.page.getByRole("status").filter({ hasText: "gave you a chat" });
    await notice.getByText("“Knows the kiln”").waitFor();
    expect(await checkScreen(sofiaPage.page, "assigned-notice")).toEqual([]);
    await navigateTo(sofiaPage.page, `/inbox/mine/${id}`);
    await chatRow(sofiaPage.page, "Ines Duarte").waitFor();
    await conversationPane(sofiaPage.page)
      .getByRole("status")
      .filter({ hasText: "Ann gave you this chat." })
      .waitFor();
    expect(await checkScreen(sofiaPage.page, "assigned-bar")).toEqual([]);
    await expect
      .poll(async () => (await fixture.parlour.findChat("ines")).notices?.[0]?.opened_at ?? null)
      .not.toBeNull();
    await sofiaPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[API-135] a transfer is withdrawn by key; after the other side accepted, the sender reads who has the chat",
  async () => {
    const { page } = annPage;
    const id = await openChatForAnn("hugo", "Hugo Bell");
    const ask = () => sender.call("POST", `chats/${id}/transfer`, { operator_id: max.id });
    await ask();
    await transferCard(otherPage.page).waitFor();
    await conversationPane(page).getByRole("button", { name: "Withdraw" }).waitFor();
    await page.keyboard.press("w");
    await conversationPane(page).getByText("Ann withdrew the transfer to Max Weber").waitFor();
    await transferCard(otherPage.page).waitFor({ state: "hidden" });
    await otherPage.page.getByText("Ann withdrew the transfer.").waitFor();
    expect((await fixture.parlour.findChat("hugo")).notices).toBeUndefined();

    await ask();
    await conversationPane(page).getByRole("button", { name: "Withdraw" }).waitFor();
    // The press coincides with the acceptance: its request is sent after the assignee has changed.
    await page.route(`**/chats/${id}/transfer/withdraw`, async (route) => {
      await max.call("POST", `chats/${id}/transfer/accept`);
      await route.continue();
    });
    await conversationPane(page).getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("Max Weber has already accepted.").waitFor();
    await page.unroute(`**/chats/${id}/transfer/withdraw`);
  },
);

test.runIf(isLongRun)(
  "[CORE-150] [CORE-159] [CORE-219] at most three notices are shown, then how many more there are; one is dismissed for good; a phone shows them above a chat, and a failure names its chat",
  async () => {
    const { page } = annPage;
    await navigateTo(page, "/visitors");
    for (const n of [1, 2, 3, 4, 5]) {
      await fixture.parlour.sendCustomerMessage(fixture.channel, `many${n}`, "Hello", {
        sender: { name: `Many ${n}` },
      });
      const { id } = await fixture.parlour.findChat(`many${n}`);
      await sender.call("POST", `chats/${id}/accept`);
      await sender.call("POST", `chats/${id}/transfer`, { operator_id: max.id });
      await max.call("POST", `chats/${id}/transfer/refuse`, { reason: `Reason ${n}` });
      await fixture.parlour.clock.advance(1_000);
    }
    const notices = page.getByRole("region", { name: "Notifications about your chats" });
    await notices.getByRole("button", { name: "2 more notifications" }).waitFor();
    expect(await notices.getByRole("alert").allInnerTexts()).toEqual(
      [5, 4, 3].map((n) => expect.stringContaining(`Reason ${n}`) as string),
    );
    expect(await checkScreen(page, "notices")).toEqual([]);
    await notices.getByRole("alert").first().getByRole("button", { name: "Dismiss" }).click();
    await notices.getByRole("button", { name: "1 more notification", exact: true }).click();
    await notices.getByText("Reason 1").waitFor();
    await page.reload();
    await notices.getByText("Reason 4").waitFor();
    expect(await notices.getByText("Reason 5").count()).toBe(0);
    // On a phone an open chat covers the list: the notices are above the chat, without its own.
    await page.setViewportSize({ width: 390, height: 844 });
    await navigateTo(page, `/inbox/mine/${(await fixture.parlour.findChat("many4")).id}`);
    await messageBubble(page, "Hello").waitFor();
    await notices.getByText("Reason 3").waitFor();
    expect([await notices.count(), await notices.getByText("Reason 4").count()]).toEqual([1, 0]);
    // An error of the offer names its chat, whichever chat is open.
    const third = (await fixture.parlour.findChat("many3")).id;
    const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
    await page.route(`**/chats/${third}/notice`, (route) =>
      route.fulfill({ status: 409, json: refused }),
    );
    await notices
      .getByRole("alert")
      .filter({ hasText: "Reason 3" })
      .getByRole("button", { name: "Dismiss" })
      .click();
    const failure = page
      .getByRole("region", { name: "Notifications", exact: true })
      .getByRole("alert");
    await failure.getByText(/^Many 3: /).waitFor();
    expect(await failure.getByRole("link", { name: "Open chat" }).getAttribute("href")).toBe(
      `/inbox/all/${third}`,
    );
    await page.unroute(`**/chats/${third}/notice`);
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

test.runIf(isLongRun)(
  "[API-025] [CORE-148] to a department the chat goes at once and waits there; a colleague is invited and joins",
  async () => {
    const id = await openChatForAnn("ben", "Ben Okafor");
    await annPage.page.keyboard.press("i");
    const asking = openDialog(annPage.page, "Invite an operator");
    await asking.getByRole("radio", { name: /Max Weber/ }).check();
    await asking.getByRole("button", { name: "Invite", exact: true }).click();
    const called = otherPage.page.getByRole("region", {
      name: /invites you to join the chat with Ben Okafor/,
    });
    await called.waitFor();
    await otherPage.page.reload();
    await called.waitFor();
    const tab = await otherPage.openTab();
    const elsewhere = tab.getByRole("region", {
      name: /invites you to join the chat with Ben Okafor/,
    });
    await elsewhere.getByRole("button", { name: "Not now" }).click();
    await Promise.all([
      elsewhere.waitFor({ state: "hidden" }),
      called.waitFor({ state: "hidden" }),
    ]);
    await tab.close();
    await sender.call("POST", `chats/${id}/invite`, { operator_id: max.id });
    await called.getByRole("button", { name: "Join" }).click();
    await otherPage.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
    await conversationPane(annPage.page).getByText("Max Weber joined").waitFor();
    await called.waitFor({ state: "hidden" });

    const second = await openChatForAnn("cleo", "Cleo Brandt");
    await conversationPane(annPage.page)
      .getByRole("button", { name: "Transfer", exact: true })
      .click();
    const giving = openDialog(annPage.page, "Transfer chat with Cleo Brandt");
    const give = giving.getByRole("button", { name: "Transfer", exact: true });
    expect(await give.getAttribute("aria-disabled")).toBe("true");
    expect(await getDescription(give)).toBe("Choose from the list.");
    await giving.getByRole("radio", { name: /Sales/ }).check();
    expect(await getDescription(give)).toBeNull();
    expect(await checkScreen(annPage.page, "transfer-dialog")).toEqual([]);
    await give.click();
    await conversationPane(annPage.page)
      .getByText(/transferred the chat to Sales/)
      .waitFor();
    await chatRow(annPage.page, "Cleo Brandt").waitFor();
    expect((await fixture.operator.call("GET", `chats/${second}`)).body).toMatchObject({
      state: "waiting",
      department: { name: "Sales" },
    });
  },
);

test.runIf(isLongRun)(
  "[API-025] a close with a reason is held, then stands in the chat",
  async () => {
    const id = await openChatForAnn("dora", "Dora Lind");
    await conversationPane(annPage.page)
      .getByRole("button", { name: "More actions" })
      .first()
      .click();
    await annPage.page.getByRole("menuitem", { name: "Close with a reason" }).click();
    await openDialog(annPage.page, /Close the chat with Dora/)
      .getByRole("textbox", { name: "Reason" })
      .fill("  Order found ");
    await annPage.page.keyboard.press("Enter");
    await conversationPane(annPage.page)
      .getByText(/Closing in/)
      .waitFor();
    await expect
      .poll(async () => (await fixture.operator.call("GET", `chats/${id}`)).body.close_reason)
      .toBe("Order found");
  },
);

test.runIf(isLongRun)(
  "[CORE-154] after a close the longest waiting chat opens as the account says, and Undo leads back; the profile chooses differently",
  async () => {
    const { page } = annPage;
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
    const first = await openChatForAnn("ida", "Ida Holm");
    const second = await openChatForAnn("jon", "Jon Falk");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "kim", "I wait longest", {
      sender: { name: "Kim Vance" },
    });
    await fixture.parlour.clock.advance(1_000);
    await fixture.parlour.sendCustomerMessage(fixture.channel, "lea", "Me too", {
      sender: { name: "Lea Moor" },
    });
    await chatRow(page, "Lea Moor").waitFor();
    const { id: longest } = await fixture.parlour.findChat("kim");
    await conversationPane(page).getByRole("button", { name: "Close", exact: true }).click();
    await page.waitForURL(new RegExp(`/inbox/waiting/${longest}$`));
    await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
    await page.waitForURL(new RegExp(`/inbox/mine/${second}$`));
    expect((await fixture.parlour.findChat("jon")).state).toBe("open");

    await navigateTo(page, "/me");
    await page.getByRole("combobox", { name: "After closing a chat" }).selectOption("mine");
    await navigateTo(page, `/inbox/all/${second}`);
    await conversationPane(page).getByText("Hello from Jon Falk").waitFor();
    await page.keyboard.press("e");
    await page.waitForURL(new RegExp(`/inbox/mine/${first}$`));
    await navigateTo(page, "/me");
    await page.getByRole("combobox", { name: "After closing a chat" }).selectOption("account");
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
  },
);

test.runIf(isLongRun)(
  "[CORE-154] a close with a typed reason opens the next chat at once, without a question about the words",
  async () => {
    const { page } = annPage;
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
    await openChatForAnn("vera", "Vera Lund");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "will", "I wait", {
      sender: { name: "Will Roth" },
    });
    await chatRow(page, "Will Roth").waitFor();
    const { id: next } = await fixture.parlour.findChat("will");
    await conversationPane(page).getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Close with a reason" }).click();
    const asking = openDialog(page, /Close the chat with Vera/);
    const reason = asking.getByRole("textbox", { name: "Reason" });
    await expectFocus(reason);
    await reason.fill("Order found");
    await asking.getByRole("button", { name: "Close the chat" }).click();
    await page.waitForURL(new RegExp(`/inbox/waiting/${next}$`));
    await asking.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
  },
);

test.runIf(isLongRun)(
  "[CORE-038] [CORE-159] a close that fails is reported in the next chat, with the visitor's name and the way back",
  async () => {
    const { page } = annPage;
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
    const first = await openChatForAnn("ole", "Ole Lind");
    await fixture.parlour.sendCustomerMessage(fixture.channel, "pia", "I wait", {
      sender: { name: "Pia Roth" },
    });
    await chatRow(page, "Pia Roth").waitFor();
    const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
    await page.route(`**/chats/${first}/close`, (route) =>
      route.fulfill({ status: 409, json: refused }),
    );
    await conversationPane(page).getByRole("button", { name: "Close", exact: true }).click();
    await page.waitForURL(/\/inbox\/waiting\/\d+$/);
    const failure = page
      .getByRole("alert")
      .filter({ hasText: "Ole Lind: Could not close the chat. Not now." });
    await failure.getByRole("link", { name: "Open chat" }).click();
    await page.waitForURL(new RegExp(`/inbox/all/${first}$`));
    await page.unroute(`**/chats/${first}/close`);
    await fixture.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
  },
);

test.runIf(isLongRun)(
  "[API-027] the visitor of a chat is blocked for a while with a reason, and Undo lifts it",
  async () => {
    const id = await openChatForAnn("eve", "Eve Moss");
    await annPage.page.keyboard.press("b");
    const blocking = openDialog(annPage.page, "Block Eve Moss");
    await blocking.getByRole("combobox", { name: "Duration" }).selectOption("day");
    await blocking.getByRole("textbox", { name: "Reason" }).fill("Spam");
    expect(await checkScreen(annPage.page, "block-dialog")).toEqual([]);
    await blocking.getByRole("button", { name: "Block", exact: true }).click();
    await annPage.page.getByText("Eve Moss is blocked.").waitFor();
    // The notice disappears by itself.
    await annPage.page
      .locator(".toast", { hasText: "Eve Moss is blocked." })
      .getByRole("button", { name: "Undo" })
      .click();
    expect((await fixture.operator.call("GET", `chats/${id}`)).body).toMatchObject({
      state: "closed",
      close_reason: "blocked",
    });
    await annPage.page.getByText("Eve Moss is unblocked.").waitFor();
  },
);

test.runIf(isLongRun)(
  "[API-025] words typed into a dialog are not lost by Escape, a click outside, the cross, another screen or the end of the page",
  async () => {
    const id = await openChatForAnn("gita", "Gita Rao");
    const { page } = annPage;
    const open = async () => {
      await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).click();
      await openDialog(page, "Transfer chat with Gita Rao").waitFor();
    };
    const comment = openDialog(page, "Transfer chat with Gita Rao").getByRole("textbox", {
      name: "Comment",
    });
    const question = page.getByRole("alertdialog", { name: "Discard unsaved text?" });
    const ends = () =>
      page.evaluate(() => {
        const event = new Event("beforeunload", { cancelable: true });
        dispatchEvent(event);
        return event.defaultPrevented;
      });
    // Without typed text there is no question.
    await open();
    expect(await ends()).toBe(false);
    await page.keyboard.press("Escape");
    await comment.waitFor({ state: "detached" });
    await open();
    await comment.fill("Speaks Hindi");
    expect(await ends()).toBe(true);
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 5),
      () =>
        openDialog(page, "Transfer chat with Gita Rao")
          .getByRole("button", { name: "Close" })
          .click(),
      // Same as the click on a desktop notification.
      () =>
        page.evaluate(
          () =>
            void (globalThis as unknown as { __TSR_ROUTER__: PageRouter }).__TSR_ROUTER__.navigate({
              to: "/visitors",
            }),
        ),
    ];
    for (const leave of ways) {
      await leave();
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await comment.inputValue()).toBe("Speaks Hindi");
      expect(new URL(page.url()).pathname).toBe(`/inbox/all/${id}`);
    }
    await comment.focus();
    await page.keyboard.press("Escape");
    expect(await checkScreen(page, "discard-words", { views: usualViews })).toEqual([]);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expectFocus(comment);
    // The label of its button names its action.
    await openDialog(page, "Transfer chat with Gita Rao")
      .getByRole("button", { name: "Cancel" })
      .click();
    await comment.waitFor({ state: "detached" });
    expect(await ends()).toBe(false);
    await open();
    await comment.fill("Speaks Hindi");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await comment.waitFor({ state: "detached" });
    // Text that was there before does not count as typed.
    await page.getByRole("button", { name: "Edit contact" }).click();
    const name = openDialog(page, "Contact").getByRole("textbox", { name: "Name" });
    await name.focus();
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "detached" });
  },
);

test.runIf(isLongRun)(
  "[CORE-010] going offline with open chats asks what becomes of them",
  async () => {
    await openChatForAnn("finn", "Finn Ode");
    await annPage.page
      .getByRole("button", { name: /Change status/ })
      .first()
      .click();
    await annPage.page.getByRole("menuitemradio", { name: /Offline/ }).click();
    const asking = annPage.page.getByRole("alertdialog", { name: /Go offline with open chats/ });
    await asking.getByRole("radio", { name: /Leave them/ }).check();
    expect(await checkScreen(annPage.page, "going-offline")).toEqual([]);
    await asking.getByRole("button", { name: "Go offline" }).click();
    await expect.poll(async () => (await fixture.parlour.findChat("finn")).state).toBe("waiting");
    await expect.poll(async () => (await sender.call("GET", "me")).body.presence).toBe("offline");
  },
);
