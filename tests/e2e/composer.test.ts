import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, hasFocus, message, openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";
import { pictureOf } from "./picture.ts";

let desk: Desk;
let seat: Seat;
let ivan: TestOperator;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  ivan = await desk.parlour.operator("operator", "Ivan");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, ivan.id] });
  seat = await desk.sit(undefined, { cuts: true });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

async function chat(customer: string): Promise<{ id: number; page: Page }> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, "Hello", { sender: { name: customer } });
  const { id } = await desk.parlour.findChat(customer);
  expect((await desk.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  const page = await seat.tab(`/inbox/mine/${id}`);
  await ready(page);
  await message(page).waitFor();
  return { id, page };
}
const operators = async (id: number): Promise<readonly string[]> =>
  (await desk.parlour.messages(id)).filter(({ author }) => author.kind === "operator").map(({ text, author }) => `${author.name}: ${text}`);

test("a colon and two letters offer emoji; Enter takes one, Esc closes, Undo takes it back, and the focus never leaves the field", async () => {
  const { page } = await chat("emoji");
  const field = message(page);
  await field.click();
  await page.keyboard.type("Fine :thumbs");
  const list = page.getByRole("listbox", { name: "Emoji" });
  await list.getByRole("option", { name: "thumbs up" }).waitFor();
  const active = list.getByRole("option", { selected: true });
  const isActive = async () => (await field.getAttribute("aria-activedescendant")) === (await active.getAttribute("id"));
  await expect.poll(() => active.textContent()).toContain("thumbs up");
  await expect.poll(isActive).toBe(true);
  expect(await look(page, "emoji-suggest")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => active.textContent()).toContain("thumbs down");
  await expect.poll(isActive).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => active.textContent()).toContain("thumbs up");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toMatch(/^Fine 👍\ufe0f? $/u);
  await page.keyboard.press("Control+z");
  await expect.poll(() => field.inputValue()).toBe("Fine :thumbs");
  await page.keyboard.press("End");
  await list.waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await hasFocus(field);
  // The list stays closed for this word, and Enter sends the text unchanged.
  await page.keyboard.press("Enter");
  await bubble(page, "Fine :thumbs").waitFor();
  await page.keyboard.type("at 10:30 :) see https://x.example/:ab");
  expect(await list.count()).toBe(0);
  await page.close();
});

test.runIf(isLongRun)("the emoji button opens all of them by keyboard; the chosen one goes to the caret", async () => {
  const { page } = await chat("picker");
  const field = message(page);
  await field.fill("Thank you, Anna");
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(9, 9));
  await page.getByRole("button", { name: "Emoji" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Choose an emoji" });
  await dialog.getByRole("searchbox", { name: "Search emoji" }).fill("teapot");
  await dialog.getByText("🫖 teapot").waitFor();
  expect(await look(page, "emoji")).toEqual([]);
  // At once, not one frame later: the next letter may arrive before it.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await dialog.getByRole("searchbox", { name: "Search emoji" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => field.inputValue()).toBe("Thank you🫖, Anna");
  await expect
    .poll(() => field.evaluate((area: HTMLTextAreaElement) => [area === document.activeElement, area.selectionStart]))
    .toEqual([true, 11]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => field.inputValue()).toBe("Thank you, Anna");
  await page.close();
});

test("who takes a waiting chat writes at once: what is typed before the answer is the reply's, not the page's keys", async () => {
  await desk.parlour.sendCustomerMessage(desk.channel, "taken", "Hello", { sender: { name: "taken" } });
  const { id } = await desk.parlour.findChat("taken");
  const page = await seat.tab(`/inbox/waiting/${id}`);
  await ready(page);
  const accepted = Promise.withResolvers<void>();
  await page.route("**/accept", async (route) => {
    await accepted.promise;
    await route.continue();
  });
  await talk(page).locator("header").getByRole("button", { name: "Reply", exact: true }).click();
  await page.keyboard.type("eb]");
  accepted.resolve();
  await talk(page).getByRole("button", { name: "Transfer", exact: true }).waitFor();
  await hasFocus(message(page));
  expect(await message(page).inputValue()).toBe("eb]");
  // The key for a note focuses its field before the next key can arrive.
  const into = await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", code: "KeyN", bubbles: true, cancelable: true }));
    return document.activeElement?.getAttribute("aria-label");
  });
  expect(into).toBe("Note");
  await page.close();
});

test.runIf(isLongRun)("Enter sends nothing while an input method composes, whichever key sends", async () => {
  const { id, page } = await chat("ime");
  const field = message(page);
  const keys = await page.context().newCDPSession(page);
  await field.click();
  await keys.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await field.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
  await page.keyboard.press("Enter");
  expect(await operators(id)).toEqual([]);
  await keys.send("Input.insertText", { text: "日本" });
  await expect.poll(() => field.inputValue()).toContain("日本");
  await field.fill("one");
  await page.evaluate(() => localStorage.setItem("parlour.preferences", JSON.stringify({ sendKey: "mod_enter" })));
  await page.reload();
  await ready(page);
  await message(page).fill("first line");
  await message(page).press("Enter");
  await page.keyboard.type("second line");
  await expect.poll(() => message(page).inputValue()).toBe("first line\nsecond line");
  await message(page).press("Control+Enter");
  await talk(page).locator(".bubble", { hasText: "second line" }).getByText("Delivered", { exact: true }).waitFor();
  expect(await operators(id)).toEqual(["Ann: first line\nsecond line"]);
  await page.evaluate(() => localStorage.removeItem("parlour.preferences"));
  await page.close();
});

test.runIf(isLongRun)("[CH-074] a long reply goes out as two messages; a long text folds at 20 lines and opens by hand", async () => {
  const { id, page } = await chat("long");
  await message(page).fill(`${"a".repeat(600)}. ${"b".repeat(600)}`);
  await page.getByRole("button", { name: "Send as 2 messages" }).click();
  await expect.poll(async () => (await operators(id)).length).toBe(2);
  await desk.parlour.sendCustomerMessage(desk.channel, "long", Array.from({ length: 40 }, (_, n) => `line ${n + 1}`).join("\n"));
  const said = talk(page).locator(".said", { hasText: "line 1" });
  await said.waitFor();
  const height = (): Promise<number> =>
    said.evaluate((element) => Math.round(element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight)));
  await expect.poll(height).toBe(20);
  await talk(page).getByRole("button", { name: "Show all" }).press("Enter");
  await expect.poll(height).toBe(40);
  await talk(page).getByRole("button", { name: "Show less" }).press("Enter");
  await expect.poll(height).toBe(20);
  await page.close();
});

test.runIf(isLongRun)(
  "[CORE-045] a colleague answered while this one was offline: each queued reply waits for Send anyway, Edit or Discard",
  async () => {
    const { id, page } = await chat("held");
    expect((await ivan.call("POST", `chats/${id}/join`)).status).toBe(200);
    desk.proxy?.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    for (const text of ["send me anyway", "edit me", "discard me"]) {
      await message(page).fill(text);
      await message(page).press("Enter");
      await bubble(page, text).getByText("Sending").waitFor();
    }
    await page.locator("input[type=file]").setInputFiles({ name: "late.png", mimeType: "image/png", buffer: pictureOf(64, 64) });
    await page.getByRole("list", { name: "Files to send" }).getByText("late.png").waitFor();
    await message(page).fill("the picture");
    await message(page).press("Enter");
    await bubble(page, "the picture").getByText("late.png").waitFor();
    const said = await ivan.call("POST", `chats/${id}/messages`, { kind: "text", text: "I have it", client_id: "ivan-1" });
    expect(said.status).toBe(201);
    desk.proxy?.setMode("pass");
    await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
    await bubble(page, "I have it").waitFor();
    const held = (text: string) => page.locator("li.held").filter({ has: page.getByText(text, { exact: true }) });
    for (const text of ["send me anyway", "edit me", "discard me", "the picture"])
      await expect
        .poll(() => held(text).getByRole("heading").textContent())
        .toMatch(/Ivan answered \d\d:\d\d\. Your reply was not sent\.$/);
    expect(await operators(id)).toEqual(["Ivan: I have it"]);
    expect(await look(page, "held")).toEqual([]);
    // A reload does not change this.
    await page.reload();
    await held("send me anyway").getByRole("button", { name: "Send anyway" }).click();
    await bubble(page, "send me anyway").getByText("Delivered", { exact: true }).waitFor();
    await held("edit me").getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => message(page).inputValue()).toBe("edit me");
    await hasFocus(message(page));
    await held("discard me").getByRole("button", { name: "Discard" }).click();
    await page.getByText("Your reply was discarded.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => message(page).inputValue()).toBe("discard me\nedit me");
    await held("the picture").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("list", { name: "Files to send" }).getByText("Ready to send").waitFor();
    await expect.poll(() => message(page).inputValue()).toBe("the picture\ndiscard me\nedit me");
    await message(page).fill("edited");
    await message(page).press("Enter");
    await bubble(page, "edited").getByText("Delivered", { exact: true }).waitFor();
    expect(await operators(id)).toEqual(["Ivan: I have it", "Ann: send me anyway", "Ann: edited"]);
    await expect.poll(() => page.locator("li.held").count()).toBe(0);
    await page.close();
  },
);
