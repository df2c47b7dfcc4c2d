import type { TestOperator } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bubble, hasFocus, openDesk, ready, row, talk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";
import { go } from "./places.ts";

let desk: Desk;
let max: TestOperator;
let ann: Seat;
let other: Seat;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.parlour.owner.id, max.id] });
  await desk.parlour.owner.call("POST", "departments", { name: "Sales", operators: [max.id] });
  ann = await desk.sit();
  other = await desk.sit(max);
  await Promise.all([ready(ann.page), ready(other.page)]);
});
// The next test finds nobody with a chat, and Ann at her desk.
afterEach(async () => {
  const { owner } = desk.parlour;
  const { items } = (await owner.call("GET", "chats?limit=50")).body as { items: { id: number }[] };
  for (const { id } of items) await owner.call("POST", `chats/${id}/close`, {});
  await owner.call("PUT", "me/presence", { status: "online" });
});
afterAll(async () => {
  await ann.leave();
  await other.leave();
  await desk.close();
});

/** A chat of a new customer that Ann has, open in front of her. */
async function annHas(customer: string, name: string): Promise<number> {
  await desk.parlour.say(desk.channel, customer, `Hello from ${name}`, { sender: { name } });
  const { id } = await desk.parlour.chatOf(customer);
  await desk.parlour.owner.call("POST", `chats/${id}/accept`);
  await go(ann.page, `/inbox/all/${id}`);
  await bubble(ann.page, `Hello from ${name}`).waitFor();
  await talk(ann.page).getByRole("button", { name: "Close", exact: true }).waitFor();
  return id;
}
interface Goer {
  navigate(to: { to: string }): Promise<void>;
}
const card = (page: Page) => page.getByRole("region", { name: /hands you the chat with/ });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("[API-025] [CORE-036] a transfer is asked, refused with a reason, asked again and accepted; both see where it stands", async () => {
  const id = await annHas("anna", "Anna Keller");
  const give = async (comment: string): Promise<void> => {
    await talk(ann.page).getByRole("button", { name: "Transfer", exact: true }).click();
    const asking = dialog(ann.page, "Transfer Anna Keller");
    await asking.getByRole("radio", { name: /Max Weber.*no open chats/ }).check();
    await asking.getByRole("textbox", { name: "Comment" }).fill(comment);
    await asking.getByRole("button", { name: "Transfer", exact: true }).click();
    await asking.waitFor({ state: "hidden" });
  };
  await give("Speaks German");
  await talk(ann.page).getByText("Waiting for Max Weber to accept.").waitFor();
  // The card stands in the chat, not in the page: it is there again after a reload.
  await card(other.page).waitFor();
  await other.page.reload();
  await card(other.page).getByText("Speaks German").waitFor();
  expect(await other.page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  expect(await look(other.page, "transfer-card")).toEqual([]);

  await card(other.page).getByRole("button", { name: "Refuse" }).click();
  await other.page.getByRole("textbox", { name: "Why not?" }).fill("Lunch until two");
  await other.page.keyboard.press("Enter");
  await card(other.page).waitFor({ state: "hidden" });
  await talk(ann.page).getByText("Max Weber did not take the chat: Lunch until two").waitFor();
  await talk(ann.page).getByText("Waiting for Max Weber").waitFor({ state: "hidden" });

  await give("");
  await card(other.page).getByRole("button", { name: "Accept" }).click();
  await other.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
  await talk(other.page).getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await talk(ann.page).getByText("with Max Weber").first().waitFor();
  expect((await desk.parlour.chatOf("anna")).assignee?.id).toBe(max.id);
});

test("[API-025] to a department the chat goes at once and waits there; a colleague is invited and joins", async () => {
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
  await desk.parlour.owner.call("POST", `chats/${id}/invite`, { operator_id: max.id });
  await called.getByRole("button", { name: "Join" }).click();
  await other.page.waitForURL(new RegExp(`/inbox/mine/${id}$`));
  await talk(ann.page).getByText("Max Weber joined").waitFor();
  await called.waitFor({ state: "hidden" });

  const second = await annHas("cleo", "Cleo Brandt");
  await talk(ann.page).getByRole("button", { name: "Transfer", exact: true }).click();
  const giving = dialog(ann.page, "Transfer Cleo Brandt");
  await giving.getByRole("radio", { name: /Sales/ }).check();
  expect(await look(ann.page, "transfer-dialog")).toEqual([]);
  await giving.getByRole("button", { name: "Transfer", exact: true }).click();
  await talk(ann.page)
    .getByText(/transferred the chat to Sales/)
    .waitFor();
  await row(ann.page, "Cleo Brandt").waitFor();
  expect((await desk.parlour.owner.call("GET", `chats/${second}`)).body).toMatchObject({ state: "waiting", department: { name: "Sales" } });
});

test("[API-025] a close with a reason is held, then stands in the chat", async () => {
  const id = await annHas("dora", "Dora Lind");
  await talk(ann.page).getByRole("button", { name: "More actions" }).first().click();
  await ann.page.getByRole("menuitem", { name: "Close with a reason" }).click();
  await dialog(ann.page, /Close the chat with Dora/)
    .getByRole("textbox", { name: "Reason" })
    .fill("Order found");
  await ann.page.keyboard.press("Enter");
  await talk(ann.page)
    .getByText(/This chat closes in/)
    .waitFor();
  await expect.poll(async () => (await desk.parlour.owner.call("GET", `chats/${id}`)).body.close_reason).toBe("Order found");
});

test("[API-027] the visitor of a chat is blocked for a while with a reason, and Undo lifts it", async () => {
  const id = await annHas("eve", "Eve Moss");
  await ann.page.keyboard.press("b");
  const blocking = dialog(ann.page, "Block Eve Moss");
  await blocking.getByRole("combobox", { name: "For how long" }).selectOption("day");
  await blocking.getByRole("textbox", { name: "Reason" }).fill("Spam");
  expect(await look(ann.page, "block-dialog")).toEqual([]);
  await blocking.getByRole("button", { name: "Block", exact: true }).click();
  await ann.page.getByText("Eve Moss is blocked.").waitFor();
  // The notice goes by itself.
  await ann.page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  expect((await desk.parlour.owner.call("GET", `chats/${id}`)).body).toMatchObject({ state: "closed", close_reason: "blocked" });
  await ann.page.getByText("Eve Moss is not blocked any more.").waitFor();
});

test("[API-025] words typed into a dialog are not lost by Escape, a click outside, the cross, another screen or the end of the page", async () => {
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
  // Nothing typed: nothing is asked.
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
    // As the click on a desktop notice does.
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
  // Its own button says what it does.
  await dialog(page, "Transfer Gita Rao").getByRole("button", { name: "Cancel" }).click();
  await comment.waitFor({ state: "detached" });
  expect(await ends()).toBe(false);
  await open();
  await comment.fill("Speaks Hindi");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await comment.waitFor({ state: "detached" });
  // Words that stood there before are no typed ones.
  await page.getByRole("button", { name: "Edit contact" }).click();
  const name = dialog(page, "Contact").getByRole("textbox", { name: "Name" });
  await name.focus();
  await page.keyboard.press("Escape");
  await name.waitFor({ state: "detached" });
});

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
  await expect.poll(async () => (await desk.parlour.chatOf("finn")).state).toBe("waiting");
  await expect.poll(async () => (await desk.parlour.owner.call("GET", "me")).body.presence).toBe("offline");
});
