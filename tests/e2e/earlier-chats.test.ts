import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  headerOf,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import { chatRow, conversationPane } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { openEmailPage, type EmailPage } from "./email-fixture.ts";

/** A conversation by email that goes on over several chats. */
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
const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews })).toEqual([]);

test("[CORE-360] [MAIL-156] a reply to a closed chat shows the earlier chats above it, without a jump", async () => {
  const from = "thread@customer.example";
  const letter = buildMail({
    from: `Thread <${from}>`,
    text: "My kettle arrived with a broken lid.",
    id: "letter",
  });
  expect(await sendRaw(fixture.receiverPort, shopAddress, letter)).toBe(250);
  const { owner } = fixture.parlour;
  /** Answers the open chat, closes it, and receives the reply of the customer. */
  const answerAndReply = async (text: string, reply: string): Promise<void> => {
    const { id } = await fixture.parlour.findChat(from);
    const body = { kind: "text", client_id: `t${count++}`, text };
    expect((await owner.call("POST", `chats/${id}/messages`, body)).status).toBe(201);
    await fixture.parlour.clock.advance(60_000);
    await fixture.parlour.settle();
    expect((await owner.call("POST", `chats/${id}/close`)).status).toBe(200);
    const sentId = headerOf(fixture.sentTo(from).at(-1) ?? "", "Message-ID");
    const raw = buildMail({
      from: `Thread <${from}>`,
      text: reply,
      id: `reply${count++}`,
      headers: [`In-Reply-To: ${sentId}`],
    });
    expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
    await fixture.parlour.settle();
  };
  await answerAndReply("The first answer.", "It still leaks.");
  // Longer than the window: the end of a short conversation stays at the lower edge.
  const details = Array.from({ length: 60 }, (_, n) => `Detail ${n}`).join("\n");
  await answerAndReply("The second answer.", `Now it is fine.\n${details}`);
  await chatRow(page, "Now it is fine.").click();
  const pane = conversationPane(page);
  await pane.getByText("Now it is fine.").waitFor();
  const line = pane.getByText("Answer to an earlier chat").last();
  const show = pane.getByRole("button", { name: /^Show the conversation of/ });
  await show.scrollIntoViewIfNeeded();
  const { y } = (await line.boundingBox())!;
  await show.click();
  await pane.getByText("The second answer.").waitFor();
  await pane.getByText(/^This conversation ended/).waitFor();
  await expect.poll(async () => Math.abs((await line.boundingBox())!.y - y)).toBeLessThan(3);
  await check("earlier conversation");
  // The earlier chat continues another one.
  await show.first().click();
  await pane.getByText("The first answer.").waitFor();
  await pane.getByText("My kettle arrived with a broken lid.").waitFor();
  await check("two earlier conversations");
  // In each chat, the newest email is open.
  const folded = pane.getByRole("button", { name: /^Thread, email, /, expanded: false });
  await expect.poll(() => folded.count()).toBe(2);
  const edge = (await folded.last().boundingBox())!.y;
  await folded.last().click();
  await expect.poll(() => folded.count()).toBe(1);
  const opened = pane.getByRole("button", { name: /^Thread, email, /, expanded: true }).first();
  await expect.poll(async () => Math.abs((await opened.boundingBox())!.y - edge)).toBeLessThan(3);
  await pane
    .getByRole("button", { name: /^Hide the conversation of/ })
    .last()
    .click();
  await pane.getByText("The second answer.").waitFor({ state: "detached" });
});
