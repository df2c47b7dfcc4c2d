import { useSharedBrowser } from "@parlour/testkit/browser";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  buildReport,
  headerOf,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import {
  chatRow,
  conversationPane,
  messageBubble,
  messageField,
  openOperatorPage,
  waitUntilLive,
} from "./inbox-fixture.ts";
import { createPng } from "./media-samples.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { openEmailPage, type EmailPage } from "./email-fixture.ts";

/** An operator answers emails: recipients, subject, quote, forwarding. */
let fixture: MailChannelFixture;
let page: Page;
let emailPage: EmailPage;
beforeAll(async () => {
  emailPage = await openEmailPage();
  ({ fixture } = emailPage);
  ({ page } = emailPage.opened);
});
afterAll(() => emailPage.close());

let count = 0;
/** Receives a letter and opens its chat. */
const openLetter = async (
  name: string,
  headers: readonly string[],
  text = "My kettle arrived with a broken lid.",
): Promise<string> => {
  const from = `${name.toLowerCase()}@customer.example`;
  const raw = buildMail({
    from: `${name} <${from}>`,
    subject: "Damaged kettle",
    text,
    id: `letter${count++}`,
    headers,
  });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
  await chatRow(page, name).click();
  await conversationPane(page).getByRole("heading", { name, exact: true }).waitFor();
  return from;
};
const field = (name: string): Locator =>
  page
    .getByRole("textbox", { name, exact: true })
    .or(page.getByRole("combobox", { name, exact: true }));
const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews })).toEqual([]);
/** Expects that the emails of the customer and of the operator are as wide as the composer. */
const expectFullWidth = async (): Promise<void> => {
  const form = (await conversationPane(page).locator("form.composer").boundingBox())!;
  const letters = await conversationPane(page).locator("article.letter").all();
  expect(letters).toHaveLength(2);
  for (const letter of letters) {
    const { width } = (await letter.boundingBox())!;
    expect(Math.abs(width - form.width)).toBeLessThan(2);
  }
};
/**
 * Waits until the server has the messages of an email that waits to be sent. The page shows them
 * earlier.
 */
const expectWaiting = async (from: string, messageCount = 1): Promise<void> => {
  const { id } = await fixture.parlour.findChat(from);
  await expect
    .poll(async () =>
      (await fixture.parlour.messages(id)).filter(({ delivery }) => delivery?.state === "pending"),
    )
    .toHaveLength(messageCount);
};
const deliver = async (): Promise<void> => {
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
};

test("[MAIL-101] [MAIL-148] an email answers everybody; new addresses are asked about once; Enter is a new line", async () => {
  const from = await openLetter("Greta", ["Cc: Jonas <jonas@customer.example>"]);
  await page.getByRole("tab", { name: "Reply to all", selected: true }).waitFor();
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  await expect.poll(() => field("Subject").inputValue()).toBe("Re: Damaged kettle");
  await check("email reply to all");

  await field("Cc").fill("kiln@supplier.example");
  await field("Cc").press("Enter");
  await field("To").fill("greta@customer");
  await field("To").press("Enter");
  await page.getByText("has no domain ending").waitFor();
  await check("email wrong address");
  await page.getByRole("button", { name: "Remove greta@customer", exact: true }).click();

  await messageField(page).fill("Dear Greta,");
  await messageField(page).press("Enter");
  await page.keyboard.insertText("a new lid leaves today.");
  expect(await messageField(page).inputValue()).toBe("Dear Greta,\na new lid leaves today.");
  await messageField(page).press("Control+Enter");
  await page.getByText("gets this email for the first time and sees the quoted text").waitFor();
  await check("email first time");
  await page.getByRole("button", { name: "Leave out the quote" }).click();
  await messageField(page).press("Control+Enter");
  await expect.poll(() => messageField(page).inputValue()).toBe("");
  await page.getByText(/^To Greta · Cc Jonas, kiln@supplier\.example$/).waitFor();
  await check("email sent");
  await expectFullWidth();
  await expectWaiting(from);
  await deliver();
  const [sent = ""] = fixture.sentTo("kiln@supplier.example");
  expect(headerOf(sent, "To")).toContain(from);
  expect(sent).not.toContain("broken lid");
});

test("[MAIL-032] [CORE-046] an email of 49,000 characters is folded, and shows its last word", async () => {
  const text = `${"https://kiln.example/a and word. ".repeat(1_480)}The end.`;
  await openLetter("Long", [], text);
  const letter = conversationPane(page).locator("article.letter");
  expect(await letter.innerText()).not.toContain("The end.");
  await check("email folded");
  await letter.getByRole("button", { name: "Show all" }).press("Enter");
  await letter.getByText("The end.").waitFor();
  expect(await letter.getByText("Shortened").count()).toBe(0);
  await letter.getByRole("button", { name: "Show less" }).waitFor();
});

test("[MAIL-158] [API-497] subject, recipients and formatting follow to another device, and are gone everywhere when sent", async () => {
  const from = await openLetter("Dora", ["Cc: Jonas <jonas@customer.example>"]);
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  const { parlour } = fixture;
  const { id } = await parlour.findChat(from);
  await field("Subject").fill("The blue lid");
  await page.getByRole("button", { name: "Remove Jonas" }).click();
  await messageField(page).fill("It is blue.");
  await messageField(page).selectText();
  await messageField(page).press("Control+b");
  const path = `/inbox/all/${id}`;
  const phone = await openOperatorPage(useSharedBrowser(), parlour.url, emailPage.operator, {
    path,
  });
  const subject = phone.page.getByRole("textbox", { name: "Subject", exact: true });
  await expect.poll(() => subject.inputValue()).toBe("The blue lid");
  await expect.poll(() => messageField(phone.page).inputValue()).toBe("**It is blue.**");
  expect(await phone.page.getByRole("button", { name: "Remove Jonas" }).count()).toBe(0);

  await subject.fill("A blue lid");
  await expect.poll(() => field("Subject").inputValue()).toBe("A blue lid");
  await messageField(phone.page).press("Control+Enter");
  const bubble = conversationPane(page).locator(".bubble", { hasText: "It is blue." });
  await bubble.locator("strong").waitFor();
  await expect.poll(() => field("Subject").inputValue()).toBe("Re: A blue lid");
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  await expectWaiting(from);
  await deliver();
  const [sent = ""] = fixture.sentTo(from);
  expect(headerOf(sent, "Subject")).toBe("A blue lid");
  expect(sent).toContain("<b>It is blue.</b>");
  await phone.checkAndClose();
});

test("[CORE-354] an email waits a minute: Undo brings it back as it was, Send now sends it", async () => {
  const from = await openLetter("Undo", ["Cc: Jonas <jonas@customer.example>"]);
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  await field("Subject").fill("The new lid");
  await messageField(page).fill("It costs 900 euros.");
  await messageField(page).press("Control+Enter");
  const bar = page.getByText(/^Goes out at \d\d:\d\d to Undo and 1 other$/);
  await bar.waitFor();
  await check("email waits");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => messageField(page).inputValue()).toBe("It costs 900 euros.");
  await bar.waitFor({ state: "detached" });
  await page.getByText("Undone before it was sent").first().waitFor();
  await expect.poll(() => field("Subject").inputValue()).toBe("The new lid");
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  await check("email undone");
  await deliver();
  expect(fixture.sentTo(from)).toEqual([]);

  await messageField(page).fill("It costs 9 euros.");
  await messageField(page).press("Control+Enter");
  await bar.waitFor();
  await page.getByRole("button", { name: "Send now" }).click();
  await bar.waitFor({ state: "detached" });
  await fixture.parlour.settle();
  const [sent = "", ...more] = fixture.sentTo(from);
  expect(more).toEqual([]);
  expect(headerOf(sent, "Subject")).toBe("The new lid");
  expect(sent).toContain("It costs 9 euros.");

  // The key works outside of the field.
  await messageField(page).fill("One more thing");
  await messageField(page).press("Control+Enter");
  await bar.waitFor();
  await messageField(page).blur();
  await page.keyboard.press("z");
  await expect.poll(() => messageField(page).inputValue()).toBe("One more thing");
  await messageField(page).fill("");
});

test("[CORE-354] Undo brings back all files of an email, and what was written within the same minute", async () => {
  const from = await openLetter("Files", []);
  await page.getByRole("button", { name: "Remove Files" }).waitFor();
  await page.locator("input[type=file]").setInputFiles(
    ["kettle", "lid"].map((name) => ({
      name: `${name}.png`,
      mimeType: "image/png",
      buffer: createPng(64, 64),
    })),
  );
  const files = page.getByRole("list", { name: "Files to send" });
  await files.getByText("lid.png").waitFor();
  await messageField(page).fill("Two pictures.");
  await messageField(page).press("Control+Enter");
  const bar = page.getByText(/^Goes out at \d\d:\d\d to Files$/);
  await bar.waitFor();
  await messageField(page).fill("And a word.");
  await messageField(page).press("Control+Enter");
  await expectWaiting(from, 3);
  await messageBubble(page, "And a word.")
    .getByText(/Goes out at/)
    .waitFor();

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await bar.waitFor({ state: "detached" });
  await expect.poll(() => messageField(page).inputValue()).toBe("Two pictures.\n\nAnd a word.");
  await files.getByText("kettle.png").waitFor();
  await files.getByText("lid.png").waitFor();
  await check("email with files undone");
  await deliver();
  expect(fixture.sentTo(from)).toEqual([]);
});

test("[MAIL-141] buttons and keys format the email, the bubble shows it, and Undo brings the marks back", async () => {
  const from = await openLetter("Bold", []);
  const text = messageField(page);
  const select = (words: string): Promise<void> =>
    text.evaluate((area, part) => {
      const { value } = area as HTMLTextAreaElement;
      const at = value.indexOf(part);
      (area as HTMLTextAreaElement).setSelectionRange(at, at + part.length);
    }, words);
  await text.fill("A new lid, for free.\nSee the guide.\nfirst");
  await select("new lid");
  await text.press("Control+b");
  await select("free");
  await text.press("Control+i");
  await select("the guide");
  await text.press("Control+k");
  await page.keyboard.insertText("https://shop.example/lid");
  await select("first");
  await page.getByRole("button", { name: "List", exact: true }).click();
  const source = "A **new lid**, for *free*.\nSee [the guide](https://shop.example/lid).\n- first";
  expect(await text.inputValue()).toBe(source);
  await check("email formatted");

  await text.press("Control+Enter");
  const bubble = conversationPane(page).locator(".bubble", { hasText: "See the guide." });
  await bubble.locator("strong", { hasText: "new lid" }).waitFor();
  await bubble.getByRole("link", { name: "the guide" }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => text.inputValue()).toBe(source);
  await text.press("Control+Enter");
  await bubble.locator("em", { hasText: "free" }).waitFor();
  await expectWaiting(from);
  await deliver();
  const [sent = ""] = fixture.sentTo(from);
  expect(sent).toContain("<b>new lid</b>");
  expect(sent).not.toContain("**");
});

test("[MAIL-097] the composer says where replies go, and the operator chooses the Reply-To", async () => {
  const from = await openLetter("Form", ["Reply-To: Olga <olga@customer.example>"]);
  const notice = page.getByText(
    "Replies go to form@customer.example. The email asks for olga@customer.example.",
  );
  await notice.waitFor();
  await check("email reply-to asked");
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByRole("button", { name: "Remove Olga" }).waitFor();
  await page.getByText("Replies go to olga@customer.example, as the email asks.").waitFor();
  await messageField(page).fill("It is on its way.");
  await messageField(page).press("Control+Enter");
  await messageField(page).press("Control+Enter");
  await page.getByText("To Olga", { exact: true }).waitFor();
  await expectWaiting(from);
  await deliver();
  expect(fixture.sentTo("olga@customer.example")).toHaveLength(1);
  expect(fixture.sentTo("form@customer.example")).toHaveLength(0);
});

test("[MAIL-101] a letter is forwarded to somebody else", async () => {
  const from = await openLetter("Ida", []);
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await page.getByRole("tab", { name: "Forward", selected: true }).waitFor();
  await expect.poll(() => field("Subject").inputValue()).toBe("Fwd: Damaged kettle");
  await expect
    .poll(() => messageField(page).inputValue())
    .toContain("My kettle arrived with a broken lid.");
  await check("email forward");
  await page.setViewportSize({ width: 390, height: 844 });
  await field("To").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await field("To").fill("kiln@supplier.example");
  await messageField(page).press("Control+Enter");
  await messageField(page).press("Control+Enter");
  await page.getByText("To kiln@supplier.example", { exact: true }).waitFor();
  await expectWaiting(from);
  await deliver();
  const sent = fixture.sentTo("kiln@supplier.example").at(-1) ?? "";
  expect(headerOf(sent, "Subject")).toBe("Fwd: Damaged kettle");
  expect(sent).toContain("broken lid");
});

/** Delivers a report of a server that the latest email did not reach these addresses. */
const bounce = async (to: string, addresses: readonly string[]): Promise<void> => {
  const raw = buildReport({
    id: `report${count++}`,
    messageId: headerOf(fixture.sentTo(to).at(-1) ?? "", "Message-ID"),
    recipients: addresses.map((address) => [
      `Final-Recipient: rfc822; ${address}`,
      "Action: failed",
      "Status: 5.2.2",
    ]),
  });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
  await fixture.parlour.settle();
};

test("[MAIL-146] [MAIL-143] a failed recipient is named and gets the email again alone; if nobody is named, the screen asks", async () => {
  const from = await openLetter("Bounce", ["Cc: Jonas <jonas@customer.example>"]);
  await page.getByRole("button", { name: "Remove Jonas" }).waitFor();
  await messageField(page).fill("It left this morning.");
  await messageField(page).press("Control+Enter");
  await page.getByText("Goes out at").first().waitFor();
  await expectWaiting(from);
  await deliver();
  await bounce(from, ["jonas@customer.example"]);
  const pane = conversationPane(page);
  await pane.getByText("Not delivered to jonas@customer.example: the mailbox is full.").waitFor();
  await pane.getByText("Sent to 1 other recipient.").waitFor();
  await check("email bounced");
  const before = fixture.sentTo(from).length;
  await pane.getByRole("button", { name: "Send again" }).click();
  await pane.getByText("Sent again to jonas@customer.example.").waitFor();
  await check("email sent again");
  expect(fixture.sentTo(from)).toHaveLength(before);

  await messageField(page).fill("And the bill.");
  await messageField(page).press("Control+Enter");
  await page.getByText("Goes out at").first().waitFor();
  await expectWaiting(from);
  await deliver();
  await bounce(from, ["somebody@elsewhere.example"]);
  await pane.getByRole("button", { name: "Send again" }).click();
  await pane.getByText("The report does not say who did not get it.").waitFor();
  await check("email asks before it is sent again");
  await pane.getByRole("button", { name: "Cancel" }).click();
  await pane.getByRole("button", { name: "Send again" }).click();
  await pane.getByRole("button", { name: "Send to all 2" }).click();
  await expect.poll(() => fixture.sentTo(from)).toHaveLength(before + 2);
});

test("[MAIL-147] who only reads sees who answers, in the place of the composer", async () => {
  const from = await openLetter("Reader", []);
  const { parlour } = fixture;
  const { id } = await parlour.findChat(from);
  const viewer = await openOperatorPage(
    useSharedBrowser(),
    parlour.url,
    await parlour.operator("viewer", "Vera"),
    { path: `/inbox/all/${id}` },
  );
  await waitUntilLive(viewer.page);
  const pane = conversationPane(viewer.page);
  const line = pane.getByText("You can read email chats. Answers come from Shop.");
  await line.waitFor();
  await pane.getByText("My kettle arrived with a broken lid.").first().waitFor();
  expect(await messageField(viewer.page).count()).toBe(0);
  const log = (await pane.locator(".log").boundingBox())!;
  expect((await line.boundingBox())!.y).toBeGreaterThanOrEqual(log.y + log.height);
  expect(await checkScreen(viewer.page, "email read only", { views: usualViews })).toEqual([]);
  await viewer.checkAndClose();
});
