// The tests need their order: they count the chats of the ones before.
import type { Channel, Chat, Message } from "@parlour/protocol";
import { waitForPass } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Every mail that was accepted is seen by a person, whatever its headers say. */
let fixture: MailChannelFixture;
let sales: Channel;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  sales = await fixture.createChannel("Sales", {
    ...fixture.mailboxSettings(salesAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());

let count = 0;
const nextAddress = (): string => `kim${count++}@customer.example`;
const ignoredMessages = async () =>
  fixture.parlour.sql<{ reason: string; sender: string; subject: string; size: number }>(
    "select reason, sender, subject, length(raw) as size from ignored_email order by id",
  );

interface InspectedMail {
  readonly fault: { readonly code: string } | null;
}
interface SentMail {
  readonly from: string;
  readonly text?: string;
  readonly subject?: string;
  readonly id?: string;
  readonly headers?: readonly string[];
}
/** Sends a mail to the receiver. Resolves when it is stored. */
async function send({ from, id = `k${count++}`, ...mail }: SentMail): Promise<void> {
  const raw = buildMail({ from, to: salesAddress, id, ...mail });
  expect(await sendRaw(fixture.receiverPort, salesAddress, raw)).toBe(250);
}
const readChat = async (address: string): Promise<{ chat: Chat; messages: readonly Message[] }> => {
  const chat = await fixture.parlour.findChat(address);
  return { chat, messages: await fixture.parlour.messages(chat.id) };
};
const answer = async (chatId: number, text: string): Promise<void> => {
  const body = { kind: "text", text, client_id: `a${count++}` };
  const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, body);
  expect(sent.status, sent.text).toBe(201);
};
/** Resolves with the mail that answers the customer. */
async function waitForAnswer(address: string): Promise<string> {
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
  return waitForPass(() => {
    const [mail] = fixture.sentTo(address).slice(-1);
    if (mail === undefined) throw new Error("no answer was sent");
    return mail;
  });
}
const readFaults = async (): Promise<(string | undefined)[]> => {
  const { body } = await fixture.parlour.owner.call("GET", `inspector?owner=${sales.id}`);
  return (body as { items: InspectedMail[] }).items.map(({ fault }) => fault?.code);
};

describe("mails that programs must not answer", () => {
  test.each([
    ["X-Auto-Response-Suppress: All"],
    ["X-Auto-Response-Suppress: OOF, AutoReply"],
    ["Auto-Submitted: auto-generated"],
    ["List-Id: <support.shop.example>", "Precedence: list", "X-Google-Group-Id: 123456"],
    ["Precedence: bulk"],
    ["List-Unsubscribe: <https://crm.customer.example/u>"],
  ])(
    "[MAIL-080] [CON-036] %s %s starts a chat without a bot, marked as automatic",
    async (...headers) => {
      const from = nextAddress();
      await send({ from, headers, text: "Does item 77 fit a 40 mm pipe?" });
      const { chat, messages } = await readChat(from);
      expect(chat).toMatchObject({ state: "waiting", bot: null, continues: null });
      expect(messages[0]).toMatchObject({
        text: "Does item 77 fit a 40 mm pipe?",
        origin: { automatic: true },
      });
      expect((await readFaults()).at(-1)).toBeUndefined();
    },
  );

  test("[MAIL-080] an answer to a mail of the channel is an ordinary message, whatever its headers say", async () => {
    const from = nextAddress();
    await send({ from });
    const { chat } = await readChat(from);
    await answer(chat.id, "Here.");
    const sent = await waitForAnswer(from);
    const reply = { from, subject: "Re: Order 7" };
    const inReplyTo = `In-Reply-To: ${headerOf(sent, "Message-ID")}`;
    await send({
      ...reply,
      text: "one",
      headers: [inReplyTo, "List-Unsubscribe: <https://crm.customer.example/u>"],
    });
    await send({
      ...reply,
      text: "two",
      headers: [inReplyTo, "X-Auto-Response-Suppress: All"],
    });
    await send({
      ...reply,
      text: "three",
      headers: [inReplyTo, "List-Id: <a.brand.example>", "Precedence: bulk"],
    });
    await send({ ...reply, text: "four", headers: [inReplyTo, "Auto-Submitted: auto-generated"] });
    const messages = (await fixture.parlour.messages(chat.id)).filter(
      ({ author }) => author.kind === "visitor",
    );
    expect(messages.map(({ text, origin }) => [text, origin?.automatic])).toEqual([
      ["Where is my order?", undefined],
      ["one", undefined],
      ["two", undefined],
      ["three", undefined],
      ["four", true],
    ]);
  });

  test("[MAIL-080] a mail without a readable sender starts a chat", async () => {
    const raw = ["Subject: Who am I?", "Message-ID: <nobody@a.example>", "", "Please call me."];
    const { receiverPort } = fixture;
    expect(await sendRaw(receiverPort, salesAddress, raw.join("\r\n"), "")).toBe(250);
    const [chat] = await fixture.listChats(sales);
    const [message] = await fixture.parlour.messages(chat?.id ?? 0);
    expect(message?.text).toBe("Please call me.");
    expect(message?.origin).toEqual({ subject: "Who am I?", verified: false, automatic: true });
    expect(chat?.visitor.email ?? null).toBeNull();
  });
});

describe("ignored emails", () => {
  test("[MAIL-081] [MAIL-082] newsletters of unknown senders, absence replies, foreign reports and own mails are kept in the list", async () => {
    await fixture.parlour.sql("delete from ignored_email");
    const news = nextAddress();
    const headers = ["List-Unsubscribe: <https://news.example/u>", "Precedence: bulk"];
    await send({ from: news, subject: "News", headers });
    await send({ from: nextAddress(), subject: "Away", headers: ["Auto-Submitted: auto-replied"] });
    await send({
      from: nextAddress(),
      subject: "Failed",
      headers: ["X-Failed-Recipients: nobody@customer.example"],
    });
    await send({
      from: salesAddress,
      subject: "Back",
      headers: [`X-Parlour-Mail: ${sales.public_id}`],
    });
    const expected = ["newsletter", "automatic_reply", "unknown_report", "mail_loop"];
    expect((await ignoredMessages()).map(({ reason }) => reason)).toEqual(expected);
    expect((await readFaults()).slice(-4)).toEqual(expected);
    expect((await ignoredMessages())[0]).toMatchObject({ sender: news, subject: "News" });
    expect((await ignoredMessages())[0]?.size).toBeGreaterThan(100);
    expect(await fixture.parlour.sql("select from visitor where customer = $1", [news])).toEqual(
      [],
    );
  });

  test("[MAIL-081] a newsletter of a sender who is a customer is a message", async () => {
    const from = nextAddress();
    await send({ from });
    await send({
      from,
      text: "Our CRM sends this for me",
      headers: ["List-Unsubscribe: <https://news.example/u>", "Precedence: bulk"],
    });
    const { messages } = await readChat(from);
    expect(messages.at(-1)).toMatchObject({
      text: "Our CRM sends this for me",
      origin: { automatic: true },
    });
  });

  test("[MAIL-081] the channel says which kinds start a chat", async () => {
    const change = (settings: object) =>
      fixture.parlour.owner.call("PATCH", `channels/${sales.id}`, { settings });
    const changed = await change({ automatic_emails: "ignored", newsletters: "chat" });
    expect(changed.status, changed.text).toBe(200);
    await fixture.parlour.settle();
    const [form, news] = [nextAddress(), nextAddress()];
    await send({ from: form, headers: ["Auto-Submitted: auto-generated"] });
    await send({ from: news, headers: ["List-Unsubscribe: <https://a.b/u>", "Precedence: bulk"] });
    expect((await ignoredMessages()).at(-1)).toMatchObject({
      reason: "automatic_mail",
      sender: form,
    });
    expect((await readChat(news)).messages).toHaveLength(1);
    expect((await change({ automatic_emails: "chat", newsletters: "ignored" })).status).toBe(200);
    await fixture.parlour.settle();
  });

  test("[MAIL-083] the list of a channel keeps the newest 500 emails, and each for 30 days", async () => {
    await fixture.parlour.sql("delete from ignored_email");
    const headers = ["List-Unsubscribe: <https://news.example/u>", "Precedence: bulk"];
    await send({ from: nextAddress(), subject: "first", headers });
    await fixture.parlour.sql(
      `insert into ignored_email (account_id, channel_id, external_id, reason, sender, sender_name, subject, body, received_at, raw)
       select account_id, channel_id, 'x' || n, reason, sender, '', 'many', '', received_at, ''
       from ignored_email, generate_series(1, 499) n`,
    );
    await send({ from: nextAddress(), subject: "last", headers });
    const kept = await ignoredMessages();
    expect([kept.length, kept.at(-1)?.subject, kept[0]?.subject]).toEqual([500, "last", "many"]);
    await fixture.parlour.clock.advance(31 * 86_400_000);
    await fixture.parlour.settle();
    const remove = async (): Promise<void> => {
      // A removal that was running at the time of the advance does not see it. The next one does.
      await fixture.parlour.clock.advance(600_000);
      expect(await ignoredMessages()).toEqual([]);
    };
    await waitForPass(remove);
  });
});

describe("repeats", () => {
  test("[MAIL-031] another mail with the same Message-ID is a second message, a repeat is dropped, and both are in the inspector", async () => {
    const from = nextAddress();
    const first = { from, id: "form", subject: "Form 1", text: "First question: price of A?" };
    const second = { from, id: "form", subject: "Form 2", text: "Second question: price of B?" };
    await send(first);
    await send({ ...second, headers: ["Date: Thu, 26 Nov 2026 19:05:00 +0000"] });
    await send({ ...second, headers: ["Date: Thu, 26 Nov 2026 19:05:00 +0000"] });
    await send(first);
    expect((await readChat(from)).messages.map(({ text }) => text)).toEqual([
      first.text,
      second.text,
    ]);
    expect((await readFaults()).slice(-4)).toEqual([
      undefined,
      "same_message_id",
      "repeated_mail",
      "repeated_mail",
    ]);
  });

  test("[MAIL-031] mails that are sent at the same time with one Message-ID and other contents are all stored", async () => {
    const from = nextAddress();
    const texts = Array.from({ length: 5 }, (_, n) => `question ${n}`);
    await Promise.all(texts.map((text) => send({ from, id: "parallel", text })));
    await Promise.all(texts.map((text) => send({ from, id: "parallel", text })));
    const { messages } = await readChat(from);
    expect(messages.map(({ text }) => text).toSorted()).toEqual(texts);
  });

  test("[MAIL-031] a mail that arrives by SMTP and in a mailbox, encoded again, is one message", async () => {
    const shop = await fixture.createChannel("Shop", fixture.mailboxSettings(shopAddress));
    await fixture.waitUntilRead(shopAddress);
    const from = nextAddress();
    const text = "Größe 42, und dann eine lange Zeile, die ein Server anders umbricht.";
    const lines = [
      `From: Kim <${from}>`,
      `To: ${shopAddress}`,
      "Subject: Re",
      "Message-ID: <two@a.b>",
    ];
    const plain = [
      ...lines,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
      "",
      text,
    ];
    const encoded = [
      "Received: from mx.customer.example by mx.lab.example; Thu, 26 Nov 2026 19:00:00 +0000",
      "Delivered-To: shop@lab.example",
      ...lines,
      'Content-Type: text/plain; charset="UTF-8"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(text.replace(", die", ",\r\ndie")).toString("base64"),
    ];
    fixture.service.deliver(shopAddress, plain.join("\r\n"));
    await fixture.waitForMessages(from, 1);
    fixture.service.deliver(shopAddress, encoded.join("\r\n"));
    await waitForPass(async () => {
      const { body } = await fixture.parlour.owner.call("GET", `inspector?owner=${shop.id}`);
      const latest = (body as { items: InspectedMail[] }).items.at(-1);
      expect(latest?.fault?.code).toBe("repeated_mail");
    });
    expect((await readChat(from)).messages).toHaveLength(1);
  });
});

describe("answers to a closed chat", () => {
  test("[CORE-296] [MAIL-085] a reply after the end continues the chat in a new one, a new mail does not", async () => {
    const from = nextAddress();
    await send({ from });
    const { chat } = await readChat(from);
    await answer(chat.id, "Here.");
    const sent = await waitForAnswer(from);
    const close = async (id: number) =>
      expect((await fixture.parlour.owner.call("POST", `chats/${id}/close`)).status).toBe(200);
    await close(chat.id);
    const headers = [`In-Reply-To: ${headerOf(sent, "Message-ID")}`];
    await send({ from, text: "It has not arrived.", headers });
    const continued = await readChat(from);
    expect(continued.chat.continues).toBe(chat.id);
    expect(continued.messages.map(({ line, text }) => line?.code ?? text)).toEqual([
      "continued",
      "It has not arrived.",
    ]);
    expect(continued.messages[0]?.line?.detail).toBe(String(chat.id));
    await close(continued.chat.id);
    await fixture.parlour.clock.advance(1_000);
    await send({ from, text: "Something else." });
    expect((await readChat(from)).chat.continues).toBeNull();
  });

  test("[MAIL-036] an absence reply to a closed chat is an ignored email", async () => {
    const from = nextAddress();
    await send({ from });
    const { chat } = await readChat(from);
    await answer(chat.id, "Here.");
    const sent = await waitForAnswer(from);
    await fixture.parlour.owner.call("POST", `chats/${chat.id}/close`);
    const headers = [
      `In-Reply-To: ${headerOf(sent, "Message-ID")}`,
      "Auto-Submitted: auto-replied",
    ];
    await send({ from, text: "I am on holiday.", headers });
    expect((await ignoredMessages()).at(-1)).toMatchObject({
      reason: "automatic_reply",
      sender: from,
    });
    expect((await readChat(from)).chat.id).toBe(chat.id);
  });
});

describe("a flood of new customers", () => {
  test("[CON-062] [CFG-030] [MAIL-051] above the limit of a domain SMTP answers 451 and nothing is lost, known customers are served", async () => {
    const { parlour, receiverPort } = fixture;
    const known = nextAddress();
    await send({ from: known });
    await parlour.clock.advance(60_000);
    const sendFrom = (from: string): Promise<number> =>
      sendRaw(receiverPort, salesAddress, buildMail({ from, to: salesAddress, id: `f${count++}` }));
    const sendFlood = (n: number): Promise<number> => sendFrom(`flood${n}@many.example`);
    // The receiver serves few connections of an address at once.
    for (const start of [0, 10, 20]) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, (_one, n) => sendFlood(start + n)),
      );
      expect(statuses).toEqual(Array<number>(10).fill(250));
    }
    expect(await sendFlood(30)).toBe(451);
    expect(
      await parlour.sql("select from visitor where customer = 'flood30@many.example'"),
    ).toEqual([]);
    await send({ from: known, text: "Still here" });
    await parlour.clock.advance(60_000);
    expect(await sendFrom("flood30@many.example")).toBe(250);
  });
});
