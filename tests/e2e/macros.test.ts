import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFocus, openInboxFixture, waitForKeys, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

let fixture: InboxFixture;
let chat: number;
const views = ["light", "dark", "phone"] as const;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { parlour, channel } = fixture;
  await parlour.owner.call("POST", "tags", { name: "refund" });
  await parlour.sendCustomerMessage(channel, "anna", "My teapot broke");
  chat = (await parlour.findChat("anna")).id;
});
afterAll(() => fixture.close());

test("[ACT-025] [ACT-026] a macro is written and run by keyboard alone, in both themes and on a phone", async () => {
  const { parlour } = fixture;
  const operatorPage = await fixture.openOperatorPage(parlour.owner, {
    path: "/settings/macros/new",
  });
  const { page } = operatorPage;
  const { keyboard } = page;
  await page.getByRole("textbox", { name: "Name" }).fill("Refund");
  const add = async (choice: string) => {
    await page.getByRole("button", { name: "Action", exact: true }).press("Enter");
    await expectFocus(page.getByRole("combobox", { name: "Choose what to do" }));
    await keyboard.type(choice);
    await keyboard.press("Enter");
  };
  await add("close");
  await add("add the tag");
  await expectFocus(page.getByRole("combobox", { name: "Add the tag" }));
  await keyboard.type("refund");
  await keyboard.press("Enter");
  await page.getByRole("group", { name: "Add the tag refund" }).waitFor();
  await page.getByRole("button", { name: "refund", exact: true }).press("Alt+ArrowUp");
  await add("write a note");
  await page.getByRole("textbox", { name: "Write a note" }).fill("Refunded the teapot.");
  await page.getByRole("button", { name: "Apply" }).press("Enter");
  await page.getByRole("group", { name: "Write a note Refunded the teapot." }).waitFor();
  expect(await checkScreen(page, "macro-editor", { views, axe: true })).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await page.getByRole("link", { name: "Refund" }).waitFor();

  await page.goto(`${parlour.url}/inbox/all/${chat}`);
  await page.getByText("My teapot broke").last().waitFor();
  await waitForKeys(page);
  await keyboard.press("Escape");
  await keyboard.press("m");
  await page.getByRole("region", { name: "Effect in this chat" }).waitFor();
  const effects = page.getByRole("dialog").getByRole("listitem");
  await expect
    .poll(() => effects.allTextContents())
    .toEqual([
      "Add the tag refund",
      "Close the chat",
      "Write a note Refunded the teapot. (the chat is closed)",
    ]);
  expect(await checkScreen(page, "macro-dialog", { views, axe: true })).toEqual([]);
  await keyboard.press("Enter");
  await page.getByText("Macro “Refund” runs in 5 s.").waitFor();
  // A page that closes runs it at once.
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
  await page.getByText("1 action was refused").waitFor();
  const { body } = await parlour.owner.call("GET", `chats/${chat}`);
  expect(body).toMatchObject({ state: "closed", tags: [{ name: "refund" }] });
  await operatorPage.checkAndClose();
});
