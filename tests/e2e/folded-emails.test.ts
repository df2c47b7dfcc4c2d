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
  expectFocus,
  getUnreadCount,
  shiftPageClock,
  waitUntilLive,
} from "./inbox-fixture.ts";
import { openEmailPage, type EmailPage } from "./email-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";

/** Emails that were read are folded to a line. */
let emailPage: EmailPage;
let fixture: MailChannelFixture;
let page: Page;
beforeAll(async () => {
  emailPage = await openEmailPage();
  ({ fixture } = emailPage);
  ({ page } = emailPage.opened);
  other = await startThread("Olga", "Good morning");
});
afterAll(() => emailPage.close());

const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews })).toEqual([]);
const head = (name: string | RegExp): Locator =>
  conversationPane(page).getByRole("button", { name });
const expectOpen = (buttons: Locator, expected: readonly boolean[]): Promise<void> =>
  expect
    .poll(() => buttons.evaluateAll((all) => all.map((one) => one.ariaExpanded === "true")))
    .toEqual(expected);
/** Waits until the operator has read the open chat. */
const expectRead = (thread: Thread): Promise<void> =>
  expect
    .poll(() =>
      getUnreadCount({ ...fixture, operator: emailPage.operator }, addressOf(thread.name)),
    )
    .toBe(0);
const chooseInMenu = async (name: string): Promise<void> => {
  await conversationPane(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name }).click();
};
const nextMinute = async (): Promise<void> => {
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
};

/** A chat to leave the others for. */
let other: Thread;
let count = 0;
const addressOf = (name: string): string => `${name.toLowerCase()}@customer.example`;
interface Thread {
  readonly name: string;
  readonly chatId: number;
  /** Receives a further email of the customer. */
  receive(text: string): Promise<void>;
  answer(text: string): Promise<void>;
}
/** Starts a conversation by email. */
async function startThread(
  name: string,
  text: string,
  files: readonly string[] = [],
): Promise<Thread> {
  const { parlour } = fixture;
  const from = addressOf(name);
  const first = `${name}${count++}`;
  const receive = async (mail: Parameters<typeof buildMail>[0]): Promise<void> => {
    const raw = buildMail({ from: `${name} <${from}>`, ...mail });
    expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
    await nextMinute();
  };
  await receive({ text, id: first, files });
  const { id: chatId } = await parlour.findChat(from);
  return {
    name,
    chatId,
    receive: (words) =>
      receive({
        text: words,
        id: `${name}${count++}`,
        headers: [`In-Reply-To: <${first}@customer.example>`],
      }),
    async answer(words) {
      const body = { kind: "text", client_id: `a${count++}`, text: words };
      const { status } = await parlour.owner.call("POST", `chats/${chatId}/messages`, body);
      expect(status).toBe(201);
      await nextMinute();
    },
  };
}
const openThread = async ({ name }: Thread): Promise<void> => {
  await chatRow(page, name).click();
  await conversationPane(page).getByRole("heading", { name, exact: true }).waitFor();
};
/** Returns the positions of a button on screen in the frames after an action. */
async function recordPositions(button: Locator, act: () => Promise<void>): Promise<number[]> {
  await button.evaluate((element) => {
    const tops: number[] = [];
    const record = (): void => {
      tops.push(Math.round(element.getBoundingClientRect().top));
      if (tops.length < 60) requestAnimationFrame(record);
      else (window as unknown as { tops: number[] }).tops = tops;
    };
    delete (window as unknown as { tops?: number[] }).tops;
    requestAnimationFrame(record);
  });
  await act();
  const tops = await page.waitForFunction(
    () => (window as unknown as { tops?: number[] }).tops ?? null,
  );
  return [...new Set((await tops.jsonValue()) as number[])];
}

const details = Array.from({ length: 40 }, (_, n) => `Detail ${n}`).join("\n");

test("[MAIL-156] [MAIL-157] read emails are lines; the newest and unread ones are open; a line opens in place, by click and keys", async () => {
  const thread = await startThread("Greta", `Could you tell me when it leaves?\n${details}`);
  await openThread(thread);
  await page.getByText("Could you tell me when it leaves?").first().waitFor();
  await expectOpen(head(/^Greta, email, /), [true]);
  await expectRead(thread);
  await openThread(other);
  await thread.answer("It left this morning.");
  await thread.receive("It has a broken lid.");
  await thread.receive(`Can I have a new one?\n${details}`);

  // Both replies are unread.
  await openThread(thread);
  await head(/^Greta, email, /)
    .nth(2)
    .waitFor();
  await expectOpen(head(/^Greta, email, /), [false, true, true]);
  await expectOpen(head(/^Ann, email, /), [false]);
  await conversationPane(page)
    .getByText(/^Could you tell me when it leaves\? Detail 0/)
    .waitFor();
  expect(await page.getByText("Detail 39").count()).toBe(1);
  await check("emails folded");
  await expectRead(thread);
  await chatRow(page, thread.name).locator(".badge").waitFor({ state: "detached" });

  const first = head(/^Greta, email, /).first();
  await first.scrollIntoViewIfNeeded();
  expect(await recordPositions(first, () => first.click())).toHaveLength(1);
  await expectOpen(first, [true]);
  await expectFocus(first);
  expect(await recordPositions(first, () => page.keyboard.press("Enter"))).toHaveLength(1);
  await expectOpen(first, [false]);

  // The keys of the feed: the article has the focus.
  const article = conversationPane(page)
    .getByRole("article", { name: /^Greta/ })
    .first();
  await article.focus();
  await page.keyboard.press("Enter");
  await expectOpen(first, [true]);
  await page.keyboard.press("Enter");
  await page.getByRole("menu", { name: "Message actions" }).waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(article);
  await page.keyboard.press("Space");
  await expectOpen(first, [false]);
  await page.keyboard.press("Space");
  await expectOpen(first, [true]);

  await chooseInMenu("Unfold all emails");
  await expectOpen(head(/, email, /), [true, true, true, true]);
  await check("emails unfolded");
  await chooseInMenu("Fold all emails");
  await expectOpen(head(/, email, /), [false, false, false, false]);
  await page.getByRole("button", { name: "Jump to latest" }).waitFor({ state: "detached" });
  await check("all emails folded");

  // A new one is open, and nothing that is open closes meanwhile.
  await first.click();
  await thread.receive("Are you there?");
  await head(/^Greta, email, /)
    .nth(3)
    .waitFor();
  await expectOpen(head(/^Greta, email, /), [true, false, false, true]);
  await conversationPane(page).getByRole("button", { name: /new$/ }).click();
  await expectRead(thread);
  await openThread(other);
  await openThread(thread);
  await head(/^Greta, email, /)
    .nth(3)
    .waitFor();
  await expectOpen(head(/^Greta, email, /), [false, false, false, true]);
});

test("[MAIL-156] a line shows the number of files, and what was not delivered with the action", async () => {
  const thread = await startThread("Nora", "Here are two bills.", ["kettle.pdf", "lid.pdf"]);
  await thread.answer("It left this morning.");
  const report = buildReport({
    id: `report${count++}`,
    messageId: headerOf(fixture.sentTo(addressOf("Nora")).at(-1) ?? "", "Message-ID"),
    recipients: [
      [`Final-Recipient: rfc822; ${addressOf("Nora")}`, "Action: failed", "Status: 5.2.2"],
    ],
  });
  expect(await sendRaw(fixture.receiverPort, shopAddress, report)).toBe(250);
  await fixture.parlour.settle();
  await openThread(thread);
  await expectRead(thread);
  await openThread(other);
  await thread.receive("Any news?");
  await openThread(thread);
  await expectOpen(head(/^Nora, email, /), [false, true]);
  await expectOpen(head(/^Ann, email, /), [false]);
  const pane = conversationPane(page);
  const line = pane.getByRole("article", { name: /^Nora/ }).first();
  expect(await line.innerText()).toMatch(/Here are two bills\.[^]*2[^]*2 files[^]*\d\d:\d\d/);
  const failed = pane.getByRole("article", { name: /^Ann/ });
  await failed.getByText("It left this morning.").waitFor();
  await failed.getByText("The mailbox of the visitor is full.").waitFor();
  await failed.getByRole("button", { name: "Send again" }).waitFor();
  await check("emails folded with files and a failure");
});

test("[MAIL-157] a jump to a folded email unfolds it", async () => {
  const thread = await startThread("Kim", "Is it in stock?");
  await openThread(thread);
  await expectRead(thread);
  await openThread(other);
  await thread.receive("Please see above.");
  // No email refers to another one, but messages of other channels do.
  await page.route(`**/chats/${thread.chatId}/messages*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: Record<string, unknown>[] };
    const [first] = body.items;
    Object.assign(body.items.at(-1) ?? {}, {
      refers_to: { kind: "message", seq: first?.["seq"], author: "Kim", text: "Is it in stock?" },
    });
    await route.fulfill({ response, json: body });
  });
  // The messages of the chat are not loaded yet in this page.
  await page.reload();
  await waitUntilLive(page);
  await shiftPageClock(page, fixture.parlour.clock.now() - Date.now());
  await openThread(thread);
  const first = head(/^Kim, email, /).first();
  await expectOpen(first, [false]);
  await conversationPane(page).getByTitle("Go to the message").click();
  await expectOpen(first, [true]);
  await expectFocus(conversationPane(page).getByRole("article", { name: /^Kim/ }).first());
});
