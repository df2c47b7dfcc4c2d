import type { Channel } from "@parlour/protocol";
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

/** A mail channel of a whole Parlour, with the lab's mail server. */
let fixture: MailChannelFixture;
let shop: Channel;
let sales: Channel;

beforeAll(async () => {
  fixture = await openMailChannelFixture();
  shop = await fixture.createChannel("Shop", fixture.mailboxSettings(shopAddress));
  sales = await fixture.createChannel("Sales", {
    ...fixture.mailboxSettings(salesAddress),
    receive: "smtp",
  });
  await fixture.waitUntilRead(shopAddress);
});
afterAll(() => fixture.close());

let mailCount = 0;
const nextId = (): string => `mail${mailCount++}`;
const nextCustomer = (): string => `customer${mailCount++}@customer.example`;
const write = async (customer: string, more: Partial<Parameters<typeof buildMail>[0]> = {}) => {
  const id = nextId();
  fixture.service.deliver(shopAddress, buildMail({ from: `Anna <${customer}>`, id, ...more }));
  return id;
};
const answer = async (chatId: number, text: string): Promise<number> => {
  const { owner } = fixture.parlour;
  const response = await owner.call("POST", `chats/${chatId}/messages`, {
    kind: "text",
    text,
    client_id: `c${mailCount++}`,
  });
  expect(response.status, response.text).toBe(201);
  return (response.body as { id: number }).id;
};
const chatOf = (customer: string) => fixture.parlour.findChat(customer);

/** A 1 × 1 pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
function buildHtmlMail(customer: string, id: string): Buffer {
  const lines = [
    `From: Anna <${customer}>`,
    `To: ${shopAddress}`,
    `Message-ID: <${id}@customer.example>`,
    "Subject: Order 7",
    'Content-Type: multipart/related; boundary="part"',
    "",
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "",
    '<p><b>Where</b> is my order?</p><img src="cid:photo">',
    "--part",
    "Content-Type: image/png",
    "Content-ID: <photo>",
    "Content-Transfer-Encoding: base64",
    'Content-Disposition: inline; filename="photo.png"',
    "",
    pixel,
    "--part--",
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}

test("[MAIL-040] a mail that arrives between the creation of the channel and its first connection is read, an older one is not", async () => {
  const { parlour, service } = fixture;
  service.deliver(salesAddress, buildMail({ from: "early@customer.example", id: "early" }));
  const { owner } = parlour;
  const created = await owner.call("POST", "channels", {
    kind: "mail",
    name: "Later",
    enabled: false,
    operators: [owner.id],
    // The mailbox has another name than the address.
    settings: { ...fixture.mailboxSettings(salesAddress), address: "later@lab.example" },
  });
  expect(created.status, created.text).toBe(201);
  service.deliver(salesAddress, buildMail({ from: "late@customer.example", id: "late" }));
  await owner.call("PATCH", `channels/${created.body.id}`, { enabled: true });
  await fixture.waitForMessages("late@customer.example", 1);
  expect((await fixture.listChats(created.body as Channel)).length).toBe(1);
  await owner.call("DELETE", `channels/${created.body.id}`);
});

describe("a mail", () => {
  test("[MAIL-030] starts a chat with its sender, who is known by the address", async () => {
    const customer = nextCustomer();
    await write(customer, {
      from: `"Anna Blum" <${customer.toUpperCase()}>`,
      subject: "Bestellung",
    });
    const [message] = await fixture.waitForMessages(customer, 1);
    expect(message).toMatchObject({
      text: "Where is my order?",
      author: { name: "Anna Blum" },
      origin: { subject: "Bestellung", from: customer, verified: false },
    });
    const chat = await chatOf(customer);
    expect(chat).toMatchObject({ channel: { id: shop.id, kind: "mail" }, state: "waiting" });
    expect(chat.visitor.email?.value).toBe(customer);
  });
  test("[MAIL-031] [CON-030] [H-568] is stored once, however often and by whichever way it arrives", async () => {
    const customer = nextCustomer();
    const mail = buildMail({ from: customer, to: salesAddress, id: nextId() });
    expect(await sendRaw(fixture.receiverPort, salesAddress, mail)).toBe(250);
    expect(await sendRaw(fixture.receiverPort, salesAddress, mail)).toBe(250);
    await fixture.waitForMessages(customer, 1);
    const again = nextCustomer();
    const id = nextId();
    for (let n = 0; n < 3; n++)
      fixture.service.deliver(shopAddress, buildMail({ from: again, id, text: "copy" }));
    await write(again, { text: "last" });
    const messages = await fixture.waitForMessages(again, 2);
    expect(messages.map(({ text }) => text)).toEqual(["copy", "last"]);
  });
  test("[CON-037] [MAIL-028] with HTML links to a page with its original, pictures included", async () => {
    const customer = nextCustomer();
    fixture.service.deliver(shopAddress, buildHtmlMail(customer, nextId()));
    const [message] = await fixture.waitForMessages(customer, 1);
    const path = message?.origin?.original_path ?? "";
    expect(path).toMatch(/^\/mail\/originals\//);
    const page = await fetch(new URL(path, fixture.parlour.url));
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("img-src");
    const html = await page.text();
    expect(html).toContain("<b>Where</b> is my order?");
    expect(html).not.toContain("cid:");
  });
  test("[MAIL-050] [MAIL-051] arrives by SMTP for the addresses of channels, with and without a token", async () => {
    const customer = nextCustomer();
    const send = (to: string) =>
      sendRaw(fixture.receiverPort, to, buildMail({ from: customer, to, id: nextId() }));
    expect(await send(salesAddress)).toBe(250);
    expect(await send("sales+anything@lab.example")).toBe(250);
    expect(await send("nobody@lab.example")).toBe(550);
    expect(await send(shopAddress)).toBe(550);
    await fixture.waitForMessages(customer, 2);
    expect((await chatOf(customer)).channel.id).toBe(sales.id);
  });
  test("[MAIL-032] [CORE-046] of 49,000 characters arrives whole", async () => {
    const customer = nextCustomer();
    const text = "Слово и word. ".repeat(3_500).trim();
    await write(customer, { text });
    const [message] = await fixture.waitForMessages(customer, 1);
    expect(message?.text).toBe(text);
    expect(message?.cut).toBeUndefined();
    expect(message?.media).toBeUndefined();
  });
  test("[MAIL-032] brings its attachments, and a text that is too long for a message as a file", async () => {
    const customer = nextCustomer();
    const boundary = "b1";
    fixture.service.deliver(
      shopAddress,
      [
        `From: ${customer}`,
        `To: ${shopAddress}`,
        `Message-ID: <${nextId()}@customer.example>`,
        `Content-Type: multipart/mixed; boundary=${boundary}`,
        "",
        `--${boundary}`,
        "Content-Type: text/plain",
        "",
        "word ".repeat(12_000),
        `--${boundary}`,
        "Content-Type: application/pdf",
        'Content-Disposition: attachment; filename="bill.pdf"',
        "",
        "%PDF-1.4 hello",
        `--${boundary}--`,
        "",
      ].join("\r\n"),
    );
    const messages = await fixture.waitForMessages(customer, 2);
    expect(messages[0]).toMatchObject({ cut: true, media: { file_name: "bill.pdf" } });
    expect(messages[0]?.text.length).toBe(50_000);
    expect(messages[1]).toMatchObject({ media: { file_name: "mail.txt" } });
    const full = await fetch(messages[1]?.media?.file ?? "");
    expect((await full.text()).length).toBe(59_999);
  });
});

describe("an answer", () => {
  test("[MAIL-060] [MAIL-062] answers within a minute are one mail in the thread of the customer's mail", async () => {
    const customer = nextCustomer();
    const id = await write(customer, { subject: "Order 9" });
    await fixture.waitForMessages(customer, 1);
    const chat = await chatOf(customer);
    const first = await answer(chat.id, "It is <b>here</b>.");
    await fixture.parlour.clock.advance(20_000);
    const second = await answer(chat.id, "And it is blue.");
    await fixture.parlour.settle();
    expect(fixture.sentTo(customer)).toEqual([]);
    await fixture.parlour.clock.advance(40_000);
    await fixture.parlour.settle();
    const [mail = "", ...more] = fixture.sentTo(customer);
    expect(more).toEqual([]);
    expect(headerOf(mail, "Subject")).toBe("Re: Order 9");
    expect(headerOf(mail, "In-Reply-To")).toBe(`<${id}@customer.example>`);
    expect(headerOf(mail, "References")).toBe(`<${id}@customer.example>`);
    expect(headerOf(mail, "From")).toContain(`<${shopAddress}>`);
    expect(headerOf(mail, "Reply-To")).toMatch(/^shop\+[a-z2-7]{24}@lab\.example$/);
    expect(mail).toContain("And it is blue.");
    expect(mail).toContain("It is &lt;b&gt;here&lt;/b&gt;.");
    const states = (await fixture.parlour.messages(chat.id)).filter(({ delivery }) => delivery);
    expect(states).toMatchObject([
      { id: first, delivery: { state: "delivered" } },
      { id: second, delivery: { state: "delivered" } },
    ]);
  });
  test("[MAIL-033] a reply finds the chat by its address, and by the Message-ID that it answers", async () => {
    const customer = nextCustomer();
    await write(customer);
    await fixture.waitForMessages(customer, 1);
    const chat = await chatOf(customer);
    await answer(chat.id, "Here.");
    await fixture.parlour.clock.advance(60_000);
    await fixture.parlour.settle();
    const [mail = ""] = fixture.sentTo(customer);
    // From another address of the same person: the token decides, and it is shown as claimed.
    await write("anna@private.example", { to: headerOf(mail, "Reply-To"), text: "by address" });
    await write("anna@work.example", {
      text: "by reference",
      headers: [`In-Reply-To: ${headerOf(mail, "Message-ID")}`],
    });
    const messages = await fixture.waitForMessages(customer, 3);
    expect(messages.slice(1)).toMatchObject([
      {
        text: "by address",
        chat_id: chat.id,
        origin: { from: "anna@private.example", verified: false },
      },
      { text: "by reference", chat_id: chat.id, origin: { from: "anna@work.example" } },
    ]);
    await answer(chat.id, "Thanks.");
    await fixture.parlour.clock.advance(60_000);
    await fixture.parlour.settle();
    expect(fixture.sentTo(customer)).toHaveLength(2);
    expect(fixture.sentTo("anna@private.example")).toEqual([]);
  });
});

test("[CORE-320] [CORE-032] mails of Friday evening are still there on Monday, answered or not", async () => {
  const customers = [nextCustomer(), nextCustomer(), nextCustomer()] as const;
  const [silent, answered, again] = customers;
  const writeToSales = async (customer: string): Promise<void> => {
    const mail = buildMail({ from: customer, to: salesAddress, id: nextId() });
    expect(await sendRaw(fixture.receiverPort, salesAddress, mail)).toBe(250);
  };
  for (const customer of customers) {
    await writeToSales(customer);
    await fixture.waitForMessages(customer, 1);
  }
  for (const customer of [answered, again]) {
    const chat = await chatOf(customer);
    await answer(chat.id, "Here.");
  }
  await writeToSales(again);
  await fixture.waitForMessages(again, 2);
  for (let hours = 0; hours < 62; hours += 2) {
    await fixture.parlour.clock.advance(7_200_000);
    await fixture.parlour.settle();
  }
  expect((await chatOf(silent)).state).toBe("waiting");
  expect((await chatOf(answered)).state).toBe("open");
  // Its operator is offline, so it waits for another one.
  expect((await chatOf(again)).state).toBe("waiting");
});
