import type { Channel, Message } from "@parlour/protocol";
import type { ChatEmail } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Who a mail of a customer names, and to whom answers go. */
let fixture: MailChannelFixture;
let shop: Channel;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  shop = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());

let count = 0;
const nextAddress = (): string => `visitor${count++}@customer.example`;
const receive = async (mail: Omit<Parameters<typeof buildMail>[0], "id">): Promise<void> => {
  const raw = buildMail({ ...mail, id: `m${count++}` });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
};
const advance = async (ms: number): Promise<void> => {
  await fixture.parlour.clock.advance(ms);
  await fixture.parlour.settle();
};
const findChatId = async (address: string): Promise<number> =>
  (await fixture.parlour.findChat(address)).id;
const listMessages = async (address: string): Promise<readonly Message[]> =>
  fixture.parlour.messages(await findChatId(address));
const answer = async (chatId: number, body: object): Promise<Message> => {
  const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
    kind: "text",
    client_id: `c${count++}`,
    ...body,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body as Message;
};

const readEmail = async (chatId: number): Promise<ChatEmail> => {
  const read = await fixture.parlour.owner.call("GET", `chats/${chatId}/email`);
  expect(read.status, read.text).toBe(200);
  return read.body as ChatEmail;
};
const useReplyTo = (chatId: number, used: boolean) =>
  fixture.parlour.owner.call("PUT", `chats/${chatId}/reply-to`, { used });
/** Returns the latest sent mail with this text, and the recipients of its envelope. */
const findSent = (text: string): { to: readonly string[]; raw: string } => {
  const found = fixture.service.submitted.findLast(({ raw }) => raw.toString().includes(text));
  return { to: found?.to ?? [], raw: found?.raw.toString("utf8") ?? "" };
};

describe("who a mail names", () => {
  test("[MAIL-095] recipients, Cc, the name of the sender and Reply-To are facts of the message", async () => {
    const from = nextAddress();
    await receive({
      from: `Greta Hoffmann <${from}>`,
      to: `Shop <${shopAddress}>, Ben <ben@other.example>`,
      headers: [
        "Cc: Jonas <jonas@customer.example>, jonas@customer.example",
        "Reply-To: Orders <orders@customer.example>, two@customer.example",
      ],
    });
    const [message] = await listMessages(from);
    expect(message?.origin).toMatchObject({
      from,
      from_name: "Greta Hoffmann",
      to: [
        { address: shopAddress, name: "Shop" },
        { address: "ben@other.example", name: "Ben" },
      ],
      cc: [{ address: "jonas@customer.example", name: "Jonas" }],
      reply_to: [
        { address: "orders@customer.example", name: "Orders" },
        { address: "two@customer.example", name: "" },
      ],
    });
  });
  test("[MAIL-095] a Reply-To that is the sender says nothing, and long lists are bounded", async () => {
    const from = nextAddress();
    const many = Array.from({ length: 80 }, (_, n) => `p${n}@other.example`).join(",\r\n ");
    await receive({
      from,
      headers: [`Reply-To: ${from.toUpperCase()}`, `Cc: ${many}`],
    });
    const [message] = await listMessages(from);
    expect(message?.origin).not.toHaveProperty("reply_to");
    expect(message?.origin?.cc).toHaveLength(50);
  });
  test("[MAIL-095] a developer sees that a mail arrived and from whom, but not whom else it names", async () => {
    const from = nextAddress();
    await receive({
      from: `Greta <${from}>`,
      headers: ["Cc: jonas@customer.example", "Reply-To: orders@customer.example"],
    });
    const developer = await fixture.parlour.operator("developer", "Dev");
    const listed = await developer.call("GET", `chats/${await findChatId(from)}/messages`);
    expect(listed.text).toContain(from);
    expect(listed.text).not.toMatch(/jonas@|orders@|"cc"|"reply_to"/);
  });
  test("[MAIL-096] a person in Cc who replies with the token writes into the same chat under their own name", async () => {
    const from = nextAddress();
    await receive({ from: `Greta <${from}>`, headers: ["Cc: jonas@customer.example"] });
    const chatId = await findChatId(from);
    await answer(chatId, { text: "We are on it." });
    await advance(60_000);
    const [sent = ""] = fixture.sentTo(from);
    const token = /\+([a-z2-7]{24})@/.exec(headerOf(sent, "Reply-To"))?.[1] ?? "";
    const to = shopAddress.replace("@", `+${token}@`);
    const raw = buildMail({
      from: "Jonas Weber <jonas@customer.example>",
      to,
      text: "I will be at home.",
      id: `m${count++}`,
    });
    expect(await sendRaw(fixture.receiverPort, to, raw)).toBe(250);
    const messages = await fixture.parlour.messages(chatId);
    expect(messages.at(-1)).toMatchObject({
      text: "I will be at home.",
      author: { kind: "visitor", name: "Jonas Weber" },
      origin: { from: "jonas@customer.example", from_name: "Jonas Weber", other_sender: true },
    });
    const chat = await fixture.parlour.findChat(from);
    expect(chat.visitor).toMatchObject({ name: { value: "Greta" }, email: { value: from } });
    expect((await fixture.listChats(shop)).filter(({ id }) => id === chatId)).toHaveLength(1);
  });
});

describe("to whom answers go", () => {
  test("[MAIL-097] [API-429] a reply goes to the sender, a reply to all to everybody of the latest letter but not to channels", async () => {
    const from = nextAddress();
    const own = `${shopAddress.replace("@", "+sometoken@").toUpperCase()}`;
    await receive({
      from: `Greta <${from}>`,
      to: `${shopAddress}, Ben <ben@other.example>`,
      headers: [`Cc: jonas@customer.example, ${own}, BEN@other.example`],
    });
    const chatId = await findChatId(from);
    expect(await readEmail(chatId)).toMatchObject({
      from: shopAddress,
      subject: "Re: Order 7",
      letter: 1,
      reply_to: null,
      reply: { to: [{ address: from, name: "Greta" }], cc: [] },
      reply_all: {
        to: [{ address: from, name: "Greta" }],
        cc: [
          { address: "ben@other.example", name: "Ben" },
          { address: "jonas@customer.example", name: "" },
        ],
      },
      known: expect.arrayContaining([from, "ben@other.example", "jonas@customer.example"]),
    });
  });
  test("[MAIL-098] To and Cc are headers, Bcc is not; each recipient is stored with where it comes from", async () => {
    const from = nextAddress();
    await receive({ from, headers: ["Cc: jonas@customer.example"] });
    const chatId = await findChatId(from);
    const text = `Copies for all ${from}`;
    const message = await answer(chatId, {
      text,
      email: {
        subject: "Kettle\r\nBcc: evil@x.example",
        to: [{ address: from, name: "Greta" }],
        cc: [{ address: "jonas@customer.example" }, { address: from.toUpperCase() }],
        bcc: [{ address: "boss@shop.example" }],
      },
    });
    expect(message.email).toEqual({
      subject: "Kettle Bcc: evil@x.example",
      to: [{ address: from, name: "Greta", source: "thread" }],
      cc: [{ address: "jonas@customer.example", name: "", source: "thread" }],
      bcc: [{ address: "boss@shop.example", name: "", source: "operator" }],
    });
    await advance(60_000);
    const { to, raw } = findSent(text);
    expect(to).toEqual([from, "jonas@customer.example", "boss@shop.example"]);
    expect(headerOf(raw, "To")).toBe(`Greta <${from}>`);
    expect(headerOf(raw, "Cc")).toBe("jonas@customer.example");
    expect(headerOf(raw, "Subject")).toBe("Kettle Bcc: evil@x.example");
    expect(raw).not.toMatch(/boss@|^Bcc:/m);
  });
  test("[MAIL-098] wrong addresses, addresses of channels and a mail without recipients are refused with the field", async () => {
    const from = nextAddress();
    await receive({ from });
    const chatId = await findChatId(from);
    const refusedField = async (email: object): Promise<unknown> => {
      const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
        kind: "text",
        text: "x",
        client_id: `c${count++}`,
        email,
      });
      expect(sent.status, sent.text).toBe(400);
      return (sent.body as { error: { field: string } }).error.field;
    };
    const to = [{ address: from }];
    expect(await refusedField({ to: [{ address: "greta@customer" }] })).toBe("email.to.0");
    expect(await refusedField({ to, cc: [{ address: shopAddress }] })).toBe("email.cc.0");
    const withToken = shopAddress.replace("@", "+abc@");
    expect(await refusedField({ to, bcc: [{ address: withToken }] })).toBe("email.bcc.0");
    expect(await refusedField({ to: [] })).toBe("email.to");
    expect(await refusedField({ cc: to })).toBe("email.to");
    expect(await refusedField({ to, quotes: 99 })).toBe("email.quotes");
    expect(await refusedField({ to, attach: [1] })).toBe("email.attach.0");
    expect((await fixture.parlour.messages(chatId)).filter(({ email }) => email)).toEqual([]);
  });
  test("[MAIL-062] [MAIL-098] messages to different recipients are different mails", async () => {
    const from = nextAddress();
    await receive({ from });
    const chatId = await findChatId(from);
    const other = nextAddress();
    await answer(chatId, { text: `first ${from}` });
    await answer(chatId, { text: `second ${from}` });
    await answer(chatId, { text: `third ${from}`, email: { to: [{ address: other }] } });
    await advance(60_000);
    await advance(60_000);
    expect(findSent(`first ${from}`)).toMatchObject({
      to: [from],
      raw: expect.stringContaining(`second ${from}`),
    });
    const third = findSent(`third ${from}`);
    expect(third.to).toEqual([other]);
    expect(third.raw).not.toContain("first");
  });
  test("[MAIL-099] the letter is quoted below the signature unless it is left out", async () => {
    const from = nextAddress();
    await receive({ from: `Greta <${from}>`, text: `The lid is broken. ${from}` });
    const chatId = await findChatId(from);
    const to = [{ address: from }];
    await answer(chatId, { text: `with the quote ${from}`, email: { to, quotes: 1 } });
    await advance(60_000);
    const { raw } = findSent(`with the quote ${from}`);
    expect(raw).toContain(`> The lid is broken. ${from}`);
    expect(raw).toMatch(new RegExp(`UTC, Greta <${from}>:`));
    await answer(chatId, { text: `without the quote ${from}`, email: { to } });
    await advance(60_000);
    expect(findSent(`without the quote ${from}`).raw).not.toContain("The lid is broken");
  });
});

test("[CORE-046] an email has up to 50,000 characters and is sent whole; a note has 4,000", async () => {
  const from = nextAddress();
  await receive({ from });
  const chatId = await findChatId(from);
  const send = (kind: "text" | "note", length: number) =>
    fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
      kind,
      text: `${"a ".repeat(length / 2 - 2)}end.`,
      client_id: `c${count++}`,
    });
  expect((await send("note", 4_002)).status).toBe(400);
  expect((await send("text", 50_002)).status).toBe(400);
  const sent = await send("text", 50_000);
  expect(sent.status, sent.text).toBe(201);
  await advance(60_000);
  expect(fixture.sentTo(from).at(-1)).toContain("end.");
  expect((await fixture.parlour.messages(chatId)).at(-1)?.text).toHaveLength(50_000);
});

describe("a letter that asks for replies elsewhere", () => {
  /** A form program writes in the name of a customer. */
  const receiveForm = async (from: string, replyTo: string): Promise<number> => {
    await receive({ from: `Form <${from}>`, headers: [`Reply-To: Greta <${replyTo}>`] });
    return findChatId(from);
  };
  test("[MAIL-034] [MAIL-097] [API-430] replies go to the sender until an operator chooses the Reply-To, and again after they revoke it", async () => {
    const form = nextAddress();
    const greta = nextAddress();
    const chatId = await receiveForm(form, greta);
    expect(await readEmail(chatId)).toMatchObject({
      reply: { to: [{ address: form }] },
      reply_to: {
        from: { address: form, name: "Form" },
        addresses: [{ address: greta, name: "Greta" }],
        used: false,
      },
    });
    await answer(chatId, { text: `before ${form}` });
    await advance(60_000);
    expect(findSent(`before ${form}`).to).toEqual([form]);

    expect(await useReplyTo(chatId, true)).toMatchObject({
      status: 200,
      body: { reply: { to: [{ address: greta, name: "Greta" }] }, reply_to: { used: true } },
    });
    const chosen = await answer(chatId, { text: `after ${form}` });
    expect(chosen.email?.to).toEqual([{ address: greta, name: "Greta", source: "reply_to" }]);
    await advance(60_000);
    expect(findSent(`after ${form}`).to).toEqual([greta]);

    const next = nextAddress();
    await receiveForm(form, next);
    expect(await readEmail(chatId)).toMatchObject({ reply: { to: [{ address: next }] } });
    expect((await useReplyTo(chatId, false)).status).toBe(200);
    expect(await readEmail(chatId)).toMatchObject({
      reply: { to: [{ address: form }] },
      reply_to: { used: false },
    });
  });
  test("[MAIL-097] a choice for a verified sender does not count for a letter that forges them", async () => {
    const sales = await fixture.createChannel("Sales", {
      ...fixture.mailboxSettings("sales@lab.example"),
      receive: "smtp",
      authentication_servers: "mx.lab.example",
    });
    const form = nextAddress();
    const greta = nextAddress();
    const send = async (replyTo: string, more: readonly string[]): Promise<void> => {
      const raw = buildMail({
        from: form,
        to: "sales@lab.example",
        id: `m${count++}`,
        headers: [...more, `Reply-To: ${replyTo}`],
      });
      expect(await sendRaw(fixture.receiverPort, "sales@lab.example", raw)).toBe(250);
    };
    const verified = [
      `Authentication-Results: mx.lab.example; dmarc=pass header.from=customer.example`,
    ];
    await send(greta, verified);
    const [chat] = await fixture.listChats(sales);
    const chatId = chat?.id ?? 0;
    expect((await fixture.parlour.messages(chatId))[0]?.origin?.verified).toBe(true);
    expect((await useReplyTo(chatId, true)).status).toBe(200);
    await send("attacker@evil.example", []);
    expect(await readEmail(chatId)).toMatchObject({
      reply: { to: [{ address: form }] },
      reply_to: { used: false, addresses: [{ address: "attacker@evil.example" }] },
    });
    await send(greta, verified);
    expect(await readEmail(chatId)).toMatchObject({ reply: { to: [{ address: greta }] } });
  });
  test("[API-430] without another Reply-To there is nothing to choose; masked roles see no recipients", async () => {
    const from = nextAddress();
    await receive({ from });
    const chatId = await findChatId(from);
    expect((await useReplyTo(chatId, true)).status).toBe(409);
    const developer = await fixture.parlour.operator("developer", "Dev two");
    expect((await developer.call("GET", `chats/${chatId}/email`)).status).toBe(403);
  });
});

describe("a conversation over several chats", () => {
  test("[MAIL-100] a chat that continues a closed one keeps subject, references and recipients", async () => {
    const from = nextAddress();
    await receive({ from, subject: "Broken lid", headers: ["Cc: jonas@customer.example"] });
    const chatId = await findChatId(from);
    await answer(chatId, { text: `closing ${from}` });
    await advance(60_000);
    const { owner } = fixture.parlour;
    expect((await owner.call("POST", `chats/${chatId}/close`)).status).toBe(200);
    const continued = await owner.call("POST", `chats/${chatId}/continue`);
    const next = (continued.body as { id: number }).id;
    expect(await readEmail(next)).toMatchObject({
      subject: "Re: Broken lid",
      letter: null,
      reply_all: { to: [{ address: from }], cc: [{ address: "jonas@customer.example" }] },
    });
    await answer(next, { text: `one more thing ${from}` });
    await advance(60_000);
    const { raw } = findSent(`one more thing ${from}`);
    expect(headerOf(raw, "Subject")).toBe("Re: Broken lid");
    const closing = headerOf(findSent(`closing ${from}`).raw, "Message-ID");
    expect(headerOf(raw, "References")).toContain(closing);
  });
});
