import type { Channel, Chat, Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";
import { buildProgramMails } from "./mail-fixtures/programs.ts";
import { readReceivedMail, receivedMails } from "./mail-fixtures/received.ts";

/** Whatever program sent a mail and however it is built: if it was accepted, a person reads it. */
let fixture: MailChannelFixture;
let byMailbox: Channel;
let bySmtp: Channel;

const mails = [
  ...receivedMails.map(([name, text]) => ({ name, raw: readReceivedMail(name), text })),
  ...buildProgramMails(),
];
const texts = mails.map(({ text }) => text).toSorted();
/** Number of mails in a minute, below the limits of new customers (CON-062). */
const mailsPerMinute = 10;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  const settings = fixture.mailboxSettings(salesAddress);
  bySmtp = await fixture.createChannel("Sales", { ...settings, receive: "smtp" });
  byMailbox = await fixture.createChannel("Shop", fixture.mailboxSettings(shopAddress));
  await fixture.waitUntilRead(shopAddress);
});
afterAll(() => fixture.close());

/** Returns the texts that operators read in the chats of a channel. */
async function readTexts(channel: Channel): Promise<readonly string[]> {
  const { parlour } = fixture;
  const chats: Chat[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await parlour.owner.call("GET", `chats?channel=${channel.id}${cursor}`);
    chats.push(...(page.body as { items: Chat[] }).items);
    const { next_cursor: next } = page.body as { next_cursor: string | null };
    cursor = next && `&cursor=${encodeURIComponent(next)}`;
  }
  const messages: Message[] = [];
  for (const { id } of chats) messages.push(...(await parlour.messages(id)));
  return messages
    .filter(({ author }) => author.kind === "visitor")
    .map(({ text }) => text ?? "")
    .toSorted();
}
const countIgnored = async (): Promise<number> =>
  (await fixture.parlour.sql("select from ignored_email")).length;

describe("mails of people, from any program", () => {
  test("[MAIL-167] there are at least 60 generated mails of 12 programs", () => {
    const generated = buildProgramMails();
    expect(generated.length).toBeGreaterThanOrEqual(60);
    expect(new Set(generated.map(({ name }) => name.split(",")[0])).size).toBe(12);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("[MAIL-167] [MAIL-080] each mail that SMTP accepted is one message", async () => {
    for (let sent = 0; sent < mails.length; sent += mailsPerMinute) {
      const minute = mails.slice(sent, sent + mailsPerMinute);
      const send = async ({ name, raw }: (typeof mails)[number]) =>
        expect(await sendRaw(fixture.receiverPort, salesAddress, raw), name).toBe(250);
      await Promise.all(minute.map(send));
      await fixture.parlour.clock.advance(60_000);
    }
    expect(await readTexts(bySmtp)).toEqual(texts);
    expect(await countIgnored()).toBe(0);
  });

  test("[MAIL-167] [MAIL-041] each mail in a mailbox is one message", async () => {
    for (const { raw } of mails) fixture.service.deliver(shopAddress, raw);
    const { inbox } = fixture.service.account(shopAddress);
    // A mail is marked as read after it is stored.
    await vi.waitFor(
      async () => {
        await fixture.parlour.clock.advance(10_000);
        expect(inbox.mails.filter(({ flags }) => !flags.has("\\Seen"))).toEqual([]);
      },
      { timeout: 60_000 },
    );
    expect(await readTexts(byMailbox)).toEqual(texts);
    expect(await countIgnored()).toBe(0);
  });
});
