import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import { chatRow, conversationPane } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { openEmailPage, type EmailPage } from "./email-fixture.ts";

/** An operator starts a chat with an email. */
let fixture: MailChannelFixture;
let page: Page;
let operatorId: number;

let emailPage: EmailPage;
beforeAll(async () => {
  emailPage = await openEmailPage();
  ({ fixture } = emailPage);
  operatorId = emailPage.operator.id;
  ({ page } = emailPage.opened);
});
afterAll(() => emailPage.close());

const dialog = (): Locator => page.getByRole("dialog", { name: "New email" });
const to = (): Locator => dialog().getByRole("combobox", { name: "To" });

test("[MAIL-153] the form keeps its draft, suggests known visitors, and opens the chat that it started", async () => {
  const raw = buildMail({ from: "Greta Hoffmann <greta@customer.example>", id: "greta" });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
  await chatRow(page, "Greta Hoffmann").waitFor();
  await page.getByRole("button", { name: "New email" }).click();
  await to().pressSequentially("gret");
  const hit = dialog().getByRole("option", { name: /greta@customer\.example/u });
  await hit.waitFor();
  expect(await checkScreen(page, "new email, suggestions", { views: usualViews })).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog().getByRole("button", { name: "Remove Greta Hoffmann" }).waitFor();
  await dialog().getByRole("textbox", { name: "Text" }).fill("Your kettle is ready.");
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });

  // The chat of this visitor is open, so nothing is sent and the text stays.
  await page.getByRole("button", { name: "New email" }).click();
  await dialog().getByRole("button", { name: "Send" }).click();
  await dialog().getByText("greta@customer.example already has an open chat").waitFor();
  await dialog().getByRole("button", { name: "Remove Greta Hoffmann" }).click();

  await to().fill("kiln@supplier.example");
  await dialog().getByRole("textbox", { name: "Subject" }).fill("Kettle of Greta");
  await dialog().getByText("This is your first email to kiln@supplier.example").waitFor();
  expect(await checkScreen(page, "new email, first email", { views: usualViews })).toEqual([]);
  await dialog().getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+Enter");
  await conversationPane(page).getByText("Your kettle is ready.").waitFor();
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
  expect(fixture.sentTo("kiln@supplier.example")).toHaveLength(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  expect(await dialog().getByRole("textbox", { name: "Text" }).inputValue()).toBe("");
  await page.keyboard.press("Escape");
});

test("[MAIL-153] an email to a visitor of another channel starts from their panel", async () => {
  const { parlour } = fixture;
  const channel = await parlour.channel("http://127.0.0.1:9999/", { operators: [operatorId] });
  await parlour.sendCustomerMessage(channel, "7", "Please write to me", {
    sender: { name: "Olga", email: "olga@customer.example" },
  });
  await page.getByRole("link", { name: /^All/u }).click();
  await chatRow(page, "Olga").click();
  await page.getByRole("button", { name: "Write an email" }).click();
  await dialog().getByRole("button", { name: "Remove Olga" }).waitFor();
  await dialog().getByRole("textbox", { name: "Text" }).fill("Here is my email.");
  await dialog().getByRole("button", { name: "Send" }).click();
  await conversationPane(page).getByText("Here is my email.").waitFor();
});
