import type { TestOperator } from "@parlour/testkit";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bubble, descriptionOf, hasFocus, openDesk, ready, row, talk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";
import { go } from "./places.ts";

let desk: Desk;
let sender: TestOperator;
let max: TestOperator;
let ann: Seat;
let other: Seat;
beforeAll(async () => {
  // A transfer expires after 30 s.
  desk = await openDesk({ clock: "manual" });
  sender = desk.operator;
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [sender.id, max.id] });
  await desk.parlour.owner.call("POST", "departments", { name: "Sales", operators: [max.id] });
  ann = await desk.sit();
  other = await desk.sit(max);
  await Promise.all([ready(ann.page), ready(other.page)]);
});
// Before the next test no operator has a chat, and Ann is online.
afterEach(async () => {
  const { owner } = desk.parlour;
  const { items } = (await owner.call("GET", "chats?limit=50")).body as { items: { id: number }[] };
  for (const { id } of items) await owner.call("POST", `chats/${id}/close`, {});
  await sender.call("PUT", "me/presence", { status: "online" });
});
afterAll(async () => {
  await ann.leave();
  await other.leave();
  await desk.close();
});

/** Creates a chat of a new customer that is assigned to Ann and open on the page. */
async function annHas(customer: string, name: string): Promise<number> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, `Hello from ${name}`, { sender: { name } });
  const { id } = await desk.parlour.findChat(customer);
  await sender.call("POST", `chats/${id}/accept`);
  await go(ann.page, `/inbox/all/${id}`);
  await bubble(ann.page, `Hello from ${name}`).waitFor();
  await talk(ann.page).getByRole("button", { name: "Close", exact: true }).waitFor();
  return id;
}
interface Goer {
  navigate(to: { to: string }): Promise<void>;
}
const card = (page: Page) => page.getByRole("region", { name: /wants to transfer the chat with/ });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("[API-025] [CORE-036] [CORE-150] a transfer is declined with a reason: the sender gets a notice on any screen that stays over a reload, transfers again, and it is accepted", async () => {
  const { page } = ann;
  const id = await annHas("anna", "Anna Keller");
  const fill = async (comment: string): Promise<void> => {
    const asking = dialog(page, "Transfer Anna Keller");
    await asking.getByRole("radio", { name: /Max Weber.*no open chats/ }).check();
    await asking.getByRole("textbox", { name: "Comment" }).fill(comment);
    await asking.getByRole("button", { name: "Transfer", exact: true }).click();
    await asking.waitFor({ state: "hidden" });
  };
  await talk(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await fill("Speaks German");
  await talk(page).getByRole("status").filter({ hasText: "Waiting for Max Weber to accept the transfer." }).waitFor();
  expect(await look(page, "transfer-pending")).toEqual([]);
  // The server stores the transfer: the card is shown again after a reload.
  await card(other.page).waitFor();
  await other.page.reload();
  await card(other.page).getByText("Speaks German").waitFor();
  expect(await other.page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await look(other.page, "transfer-card")).toEqual([]);

  // The sender has another chat open when the response arrives.
  await go(page, "/visitors");
  await card(other.page).getByRole("button", { name: "Decline" }).click();
  const asking = dialog(other.page, "Decline the transfer?");
  const decline = asking.getByRole("button", { name: "Decline" });
  await asking.getByText("Ann keeps the chat and sees your reason.").waitFor();
  expect(await decline.getAttribute("aria-disabled")).toBe("true");
  await asking.getByText("Enter a reason to decline.").waitFor();
  expect(await look(other.page, "transfer-decline")).toEqual([]);
  const reason = asking.getByRole("textbox", { name: "Reason" });
  await hasFocus(reason);
  await reason.fill("Lunch until two");
  // The dialog shows a refusal and keeps its text.
  const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
  await other.page.route("**/transfer/refuse", (route) => route.fulfill({ status: 409, json: refused }));
  await other.page.keyboard.press("Enter");
  await asking.getByRole("status").getByText("Not now.").waitFor();
  expect(await reason.inputValue()).toBe("Lunch until two");
  await other.page.unroute("**/transfer/refuse");
  await reason.press("Enter");
  await card(other.page).waitFor({ state: "hidden" });

  const notice = page.getByRole("alert").filter({ hasText: "Max Weber declined the transfer" });
  await notice.getByText("“Lunch until two” The chat is still yours.").waitFor();
  await page.reload();
  await notice.waitFor();
  expect(await look(page, "transfer-notice")).toEqual([]);
  await notice.getByRole("button", { name: "Open chat" }).click();
  const bar = talk(page).getByRole("alert").filter({ hasText: "Max Weber declined:" });
  await bar.getByText("“Lunch until two” The chat is still yours.").waitFor();
  await talk(page).getByText("Max Weber declined the transfer: “Lunch until two”").waitFor();
  expect(await look(page, "transfer-declined")).toEqual([]);
  // Opened here: no device shows the notice again, while the bar stays.
  await expect.poll(async () => (await desk.parlour.findChat("anna")).notices?.[0]?.opened_at ?? null).not.toBeNull();
  await go(page, "/visitors");
  await page.getByRole("heading", { name: "Visitors", level: 1 }).waitFor();
  expect(await notice.count()).toBe(0);
  await go(page, `/inbox/mine/${id}`);
  await talk(page).getByRole("region", { name: "Transfer" }).getByRole("button", { name: "Transfer again" }).click();
  await fill("");
  await bar.waitFor({ state: "hidden" });

  // The receiver reads the chat first and accepts in its bar, by key.
  await card(other.page).getByRole("button", { name: "Look" }).click();
  await talk(other.page).getByRole("alert").filter({ hasText: "Ann wants to transfer this chat to you." }).waitFor();
  await card(other.page).waitFor({ state: "hidden" });
  expect(await look(other.page, "transfer-incoming")).toEqual([]);
  await other.page.keyboard.press("y");
  await other.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
  await talk(other.page).getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await page.getByText("Max Weber accepted. The chat with Anna Keller is no longer yours.").waitFor();
  await talk(page).getByText("with Max Weber").first().waitFor();
  expect((await desk.parlour.findChat("anna")).assignee?.id).toBe(max.id);
});

test("[API-135] a transfer is withdrawn by key; after the other side accepted, the sender reads who has the chat", async () => {
  const { page } = ann;
  const id = await annHas("hugo", "Hugo Bell");
  const ask = () => sender.call("POST", `chats/${id}/transfer`, { operator_id: max.id });
  await ask();
  await card(other.page).waitFor();
  await talk(page).getByRole("button", { name: "Withdraw" }).waitFor();
  await page.keyboard.press("w");
  await talk(page).getByText("Ann withdrew the transfer to Max Weber").waitFor();
  await card(other.page).waitFor({ state: "hidden" });
  await other.page.getByText("Ann withdrew the transfer.").waitFor();
  expect((await desk.parlour.findChat("hugo")).notices).toBeUndefined();

  await ask();
  await talk(page).getByRole("button", { name: "Withdraw" }).waitFor();
  // The press coincides with the acceptance: its request is sent after the assignee has changed.
  await page.route(`**/chats/${id}/transfer/withdraw`, async (route) => {
    await max.call("POST", `chats/${id}/transfer/accept`);
    await route.continue();
  });
  await talk(page).getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Max Weber has already accepted.").waitFor();
  await page.unroute(`**/chats/${id}/transfer/withdraw`);
});

test("[CORE-150] [CORE-159] at most three notices are shown, then how many more there are; one is dismissed for good; a phone shows them above a chat, and a failure names its chat", async () => {
  const { page } = ann;
  await go(page, "/visitors");
  for (const n of [1, 2, 3, 4, 5]) {
    await desk.parlour.sendCustomerMessage(desk.channel, `many${n}`, "Hello", { sender: { name: `Many ${n}` } });
    const { id } = await desk.parlour.findChat(`many${n}`);
    await sender.call("POST", `chats/${id}/accept`);
    await sender.call("POST", `chats/${id}/transfer`, { operator_id: max.id });
    await max.call("POST", `chats/${id}/transfer/refuse`, { reason: `Reason ${n}` });
    await desk.parlour.clock.advance(1_000);
  }
  const notices = page.getByRole("region", { name: "Notices about your chats" });
  await notices.getByRole("button", { name: "2 more notices" }).waitFor();
  expect(await notices.getByRole("alert").allInnerTexts()).toEqual([5, 4, 3].map((n) => expect.stringContaining(`Reason ${n}`) as string));
  expect(await look(page, "notices")).toEqual([]);
  await notices.getByRole("alert").first().getByRole("button", { name: "Dismiss" }).click();
  await notices.getByRole("button", { name: "1 more notice", exact: true }).click();
  await notices.getByText("Reason 1").waitFor();
  await page.reload();
  await notices.getByText("Reason 4").waitFor();
  expect(await notices.getByText("Reason 5").count()).toBe(0);
  // On a phone an open chat covers the list: the notices are above the chat, without its own.
  await page.setViewportSize({ width: 390, height: 844 });
  await go(page, `/inbox/mine/${(await desk.parlour.findChat("many4")).id}`);
  await bubble(page, "Hello").waitFor();
  await notices.getByText("Reason 3").waitFor();
  expect([await notices.count(), await notices.getByText("Reason 4").count()]).toEqual([1, 0]);
  // An error of the offer names its chat, whichever chat is open.
  const third = (await desk.parlour.findChat("many3")).id;
  const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
  await page.route(`**/chats/${third}/notice`, (route) => route.fulfill({ status: 409, json: refused }));
  await notices.getByRole("alert").filter({ hasText: "Reason 3" }).getByRole("button", { name: "Dismiss" }).click();
  const failure = page.getByRole("region", { name: "Notices", exact: true }).getByRole("alert");
  await failure.getByText(/^Many 3: /).waitFor();
  expect(await failure.getByRole("link", { name: "Open chat" }).getAttribute("href")).toBe(`/inbox/all/${third}`);
  await page.unroute(`**/chats/${third}/notice`);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("[API-025] [CORE-148] to a department the chat goes at once and waits there; a colleague is invited and joins", async () => {
  const id = await annHas("ben", "Ben Okafor");
  await ann.page.keyboard.press("i");
  const asking = dialog(ann.page, "Invite a colleague");
  await asking.getByRole("radio", { name: /Max Weber/ }).check();
  await asking.getByRole("button", { name: "Invite", exact: true }).click();
  const called = other.page.getByRole("region", { name: /asks you to join the chat with Ben Okafor/ });
  await called.waitFor();
  await other.page.reload();
  await called.waitFor();
  const tab = await other.tab();
  const elsewhere = tab.getByRole("region", { name: /asks you to join the chat with Ben Okafor/ });
  await elsewhere.getByRole("button", { name: "Not now" }).click();
  await Promise.all([elsewhere.waitFor({ state: "hidden" }), called.waitFor({ state: "hidden" })]);
  await tab.close();
  await sender.call("POST", `chats/${id}/invite`, { operator_id: max.id });
  await called.getByRole("button", { name: "Join" }).click();
  await other.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
  await talk(ann.page).getByText("Max Weber joined").waitFor();
  await called.waitFor({ state: "hidden" });

  const second = await annHas("cleo", "Cleo Brandt");
  await talk(ann.page).getByRole("button", { name: "Transfer", exact: true }).click();
  const giving = dialog(ann.page, "Transfer Cleo Brandt");
  const give = giving.getByRole("button", { name: "Transfer", exact: true });
  expect(await give.getAttribute("aria-disabled")).toBe("true");
  expect(await descriptionOf(give)).toBe("Choose an operator or a department.");
  await giving.getByRole("radio", { name: /Sales/ }).check();
  expect(await descriptionOf(give)).toBeNull();
  expect(await look(ann.page, "transfer-dialog")).toEqual([]);
  await give.click();
  await talk(ann.page)
    .getByText(/transferred the chat to Sales/)
    .waitFor();
  await row(ann.page, "Cleo Brandt").waitFor();
  expect((await desk.operator.call("GET", `chats/${second}`)).body).toMatchObject({ state: "waiting", department: { name: "Sales" } });
});

test.runIf(isLongRun)("[API-025] a close with a reason is held, then stands in the chat", async () => {
  const id = await annHas("dora", "Dora Lind");
  await talk(ann.page).getByRole("button", { name: "More actions" }).first().click();
  await ann.page.getByRole("menuitem", { name: "Close with a reason" }).click();
  await dialog(ann.page, /Close the chat with Dora/)
    .getByRole("textbox", { name: "Reason" })
    .fill("  Order found ");
  await ann.page.keyboard.press("Enter");
  await talk(ann.page)
    .getByText(/This chat closes in/)
    .waitFor();
  await expect.poll(async () => (await desk.operator.call("GET", `chats/${id}`)).body.close_reason).toBe("Order found");
});

test("[CORE-154] after a close the longest waiting chat opens as the account says, and Undo leads back; the profile chooses differently", async () => {
  const { page } = ann;
  await desk.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
  const first = await annHas("ida", "Ida Holm");
  const second = await annHas("jon", "Jon Falk");
  await desk.parlour.sendCustomerMessage(desk.channel, "kim", "I wait longest", { sender: { name: "Kim Vance" } });
  await desk.parlour.clock.advance(1_000);
  await desk.parlour.sendCustomerMessage(desk.channel, "lea", "Me too", { sender: { name: "Lea Moor" } });
  await row(page, "Lea Moor").waitFor();
  const { id: longest } = await desk.parlour.findChat("kim");
  await talk(page).getByRole("button", { name: "Close", exact: true }).click();
  await page.waitForURL(new RegExp(`/inbox/waiting/${longest}$`));
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await page.waitForURL(new RegExp(`/inbox/mine/${second}$`));
  expect((await desk.parlour.findChat("jon")).state).toBe("open");

  await go(page, "/me");
  await page.getByRole("combobox", { name: "After closing a chat" }).selectOption("mine");
  await go(page, `/inbox/all/${second}`);
  await talk(page).getByText("Hello from Jon Falk").waitFor();
  await page.keyboard.press("e");
  await page.waitForURL(new RegExp(`/inbox/mine/${first}$`));
  await go(page, "/me");
  await page.getByRole("combobox", { name: "After closing a chat" }).selectOption("account");
  await desk.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
});

test.runIf(isLongRun)(
  "[CORE-154] a close with a typed reason opens the next chat at once, without a question about the words",
  async () => {
    const { page } = ann;
    await desk.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
    await annHas("vera", "Vera Lund");
    await desk.parlour.sendCustomerMessage(desk.channel, "will", "I wait", { sender: { name: "Will Roth" } });
    await row(page, "Will Roth").waitFor();
    const { id: next } = await desk.parlour.findChat("will");
    await talk(page).getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Close with a reason" }).click();
    const asking = dialog(page, /Close the chat with Vera/);
    const reason = asking.getByRole("textbox", { name: "Reason" });
    await hasFocus(reason);
    await reason.fill("Order found");
    await asking.getByRole("button", { name: "Close the chat" }).click();
    await page.waitForURL(new RegExp(`/inbox/waiting/${next}$`));
    await asking.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await desk.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
  },
);

test.runIf(isLongRun)(
  "[CORE-038] [CORE-159] a close that fails is reported in the next chat, with the visitor's name and the way back",
  async () => {
    const { page } = ann;
    await desk.parlour.owner.call("PATCH", "routing", { after_close: "waiting" });
    const first = await annHas("ole", "Ole Lind");
    await desk.parlour.sendCustomerMessage(desk.channel, "pia", "I wait", { sender: { name: "Pia Roth" } });
    await row(page, "Pia Roth").waitFor();
    const refused = { error: { code: "conflict", message: "Not now.", request_id: "r" } };
    await page.route(`**/chats/${first}/close`, (route) => route.fulfill({ status: 409, json: refused }));
    await talk(page).getByRole("button", { name: "Close", exact: true }).click();
    await page.waitForURL(/\/inbox\/waiting\/\d+$/);
    const failure = page.getByRole("alert").filter({ hasText: "Ole Lind: The chat is still open. Not now." });
    await failure.getByRole("link", { name: "Open chat" }).click();
    await page.waitForURL(new RegExp(`/inbox/all/${first}$`));
    await page.unroute(`**/chats/${first}/close`);
    await desk.parlour.owner.call("PATCH", "routing", { after_close: "stay" });
  },
);

test("[API-027] the visitor of a chat is blocked for a while with a reason, and Undo lifts it", async () => {
  const id = await annHas("eve", "Eve Moss");
  await ann.page.keyboard.press("b");
  const blocking = dialog(ann.page, "Block Eve Moss");
  await blocking.getByRole("combobox", { name: "For how long" }).selectOption("day");
  await blocking.getByRole("textbox", { name: "Reason" }).fill("Spam");
  expect(await look(ann.page, "block-dialog")).toEqual([]);
  await blocking.getByRole("button", { name: "Block", exact: true }).click();
  await ann.page.getByText("Eve Moss is blocked.").waitFor();
  // The notice disappears by itself.
  await ann.page.locator(".toast", { hasText: "Eve Moss is blocked." }).getByRole("button", { name: "Undo" }).click();
  expect((await desk.operator.call("GET", `chats/${id}`)).body).toMatchObject({ state: "closed", close_reason: "blocked" });
  await ann.page.getByText("Eve Moss is not blocked any more.").waitFor();
});

test.runIf(isLongRun)(
  "[API-025] words typed into a dialog are not lost by Escape, a click outside, the cross, another screen or the end of the page",
  async () => {
    const id = await annHas("gita", "Gita Rao");
    const { page } = ann;
    const open = async () => {
      await talk(page).getByRole("button", { name: "Transfer", exact: true }).click();
      await dialog(page, "Transfer Gita Rao").waitFor();
    };
    const comment = dialog(page, "Transfer Gita Rao").getByRole("textbox", { name: "Comment" });
    const question = page.getByRole("alertdialog", { name: "Discard what you wrote?" });
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
      () => dialog(page, "Transfer Gita Rao").getByRole("button", { name: "Close" }).click(),
      // Same as the click on a desktop notification.
      () => page.evaluate(() => void (globalThis as unknown as { __TSR_ROUTER__: Goer }).__TSR_ROUTER__.navigate({ to: "/visitors" })),
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
    expect(await look(page, "discard-words", { views: ["light", "dark", "phone"] })).toEqual([]);
    await question.getByRole("button", { name: "Keep writing" }).click();
    await hasFocus(comment);
    // The label of its button names its action.
    await dialog(page, "Transfer Gita Rao").getByRole("button", { name: "Cancel" }).click();
    await comment.waitFor({ state: "detached" });
    expect(await ends()).toBe(false);
    await open();
    await comment.fill("Speaks Hindi");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await comment.waitFor({ state: "detached" });
    // Text that was there before does not count as typed.
    await page.getByRole("button", { name: "Edit contact" }).click();
    const name = dialog(page, "Contact").getByRole("textbox", { name: "Name" });
    await name.focus();
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "detached" });
  },
);

test("[CORE-010] going offline with open chats asks what becomes of them", async () => {
  await annHas("finn", "Finn Ode");
  await ann.page
    .getByRole("button", { name: /Change status/ })
    .first()
    .click();
  await ann.page.getByRole("menuitemradio", { name: /Offline/ }).click();
  const asking = ann.page.getByRole("alertdialog", { name: /Go offline with open chats/ });
  await asking.getByRole("radio", { name: /Leave them/ }).check();
  expect(await look(ann.page, "going-offline")).toEqual([]);
  await asking.getByRole("button", { name: "Go offline" }).click();
  await expect.poll(async () => (await desk.parlour.findChat("finn")).state).toBe("waiting");
  await expect.poll(async () => (await sender.call("GET", "me")).body.presence).toBe("offline");
});
