import type { Channel, Delivery, Message } from "@parlour/protocol";
import { testTimeoutMs } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  salesAddress,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Answers of a mail channel while its server fails, and the settings of the channel. */
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
beforeEach(() => {
  delete fixture.service.smtpFaults.refuse;
  delete fixture.service.smtpFaults.hang;
  delete fixture.service.smtpFaults.endAfterMessage;
});

let count = 0;
const minute = 60_000;
/** Advances the clock in steps, because an attempt must end before time goes on. */
const advance = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 15_000) {
    await fixture.parlour.clock.advance(Math.min(15_000, ms - passed));
    await fixture.parlour.settle();
  }
};
/** Starts a chat by mail. Resolves with its id and the customer's address. */
const openChat = async (): Promise<{ customer: string; chatId: number }> => {
  const customer = `customer${count++}@customer.example`;
  const mail = buildMail({ from: customer, id: `m${count++}` });
  expect(await sendRaw(fixture.receiverPort, shopAddress, mail)).toBe(250);
  return { customer, chatId: (await fixture.parlour.findChat(customer)).id };
};
const answer = async (chatId: number, text: string): Promise<void> => {
  const body = { kind: "text", text, client_id: `c${count++}` };
  const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, body);
  expect(sent.status, sent.text).toBe(201);
};
const deliveriesOf = async (chatId: number): Promise<NonNullable<Message["delivery"]>[]> =>
  (await fixture.parlour.messages(chatId)).flatMap(({ delivery }) => delivery ?? []);
const textsTo = (customer: string): string[] =>
  fixture
    .sentTo(customer)
    .map((mail) => /\r\n\r\n(?:--.*\r\n(?:.*: .*\r\n)+\r\n)?(.*?)\r\n/.exec(mail)?.[1] ?? "");

describe("a server that fails", () => {
  test("[MAIL-063] while the server is away, nothing is lost, and afterwards all arrives in order", async () => {
    const { customer, chatId } = await openChat();
    await fixture.service.stop();
    for (let n = 1; n <= 4; n++) {
      await answer(chatId, `answer ${n}`);
      await advance(2 * minute);
    }
    expect(await deliveriesOf(chatId)).toMatchObject(
      Array.from({ length: 4 }, () => ({ state: "pending" })),
    );
    await fixture.service.start();
    await advance(20 * minute);
    expect(textsTo(customer)).toEqual(["answer 1", "answer 2", "answer 3", "answer 4"]);
    expect(await deliveriesOf(chatId)).toMatchObject(
      Array.from({ length: 4 }, () => ({ state: "delivered" })),
    );
  });
  test("[MAIL-061] an attempt without an answer is repeated under the same Message-ID with the same messages", async () => {
    const { customer, chatId } = await openChat();
    fixture.service.smtpFaults.endAfterMessage = true;
    await answer(chatId, "one");
    await answer(chatId, "two");
    await advance(minute);
    delete fixture.service.smtpFaults.endAfterMessage;
    await answer(chatId, "three, later");
    await advance(10 * minute);
    const ids = fixture.sentTo(customer).map((mail) => headerOf(mail, "Message-ID"));
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    const [first = "", again = "", last = ""] = fixture.sentTo(customer);
    expect(first).toMatch(/one[\s\S]*two/);
    expect(again).toMatch(/one[\s\S]*two/);
    expect(again).not.toContain("three");
    expect(last).not.toMatch(/\bone\b/);
  });
  test("[MAIL-063] a refused recipient fails the message with the server's answer; sent again, it is another mail", async () => {
    const { customer, chatId } = await openChat();
    fixture.service.smtpFaults.refuse = { at: "recipient", code: 550 };
    await answer(chatId, "hello");
    await advance(minute);
    const [failed] = await deliveriesOf(chatId);
    expect(failed).toMatchObject({ state: "failed", attempts: 1, error: { code: "refused" } });
    const log = (await fixture.parlour.owner.call("GET", `deliveries/${failed?.id}`))
      .body as Delivery & { attempts_made?: unknown };
    expect(JSON.stringify(log)).toContain("550");
    delete fixture.service.smtpFaults.refuse;
    const retried = await fixture.parlour.owner.call("POST", `deliveries/${failed?.id}/retry`);
    expect(retried.status, retried.text).toBeLessThan(300);
    await fixture.parlour.settle();
    expect((await deliveriesOf(chatId))[0]).toMatchObject({ state: "delivered" });
    expect(textsTo(customer)).toEqual(["hello"]);
  });
  test("[MAIL-063] a wrong password keeps the messages until it is corrected", async () => {
    const { customer, chatId } = await openChat();
    fixture.service.smtpFaults.refuse = { at: "sign_in", code: 535 };
    await answer(chatId, "wait for it");
    await advance(10 * minute);
    expect((await deliveriesOf(chatId))[0]).toMatchObject({ state: "pending" });
    delete fixture.service.smtpFaults.refuse;
    await advance(30 * minute);
    expect(textsTo(customer)).toEqual(["wait for it"]);
  });
});

describe("reports about deliveries", () => {
  const report = (mail: string, status: string): string => {
    const boundary = "report1";
    return [
      "From: Mail Delivery System <mailer-daemon@mx.customer.example>",
      `To: ${shopAddress}`,
      `Message-ID: <report${count++}@mx.customer.example>`,
      "Subject: Undelivered Mail Returned to Sender",
      "Auto-Submitted: auto-replied",
      `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
      "",
      `--${boundary}`,
      "Content-Type: text/plain",
      "",
      "I could not deliver your mail.",
      `--${boundary}`,
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.customer.example",
      "",
      `Final-Recipient: rfc822; ${headerOf(mail, "To")}`,
      "Action: failed",
      `Status: ${status}`,
      "Diagnostic-Code: smtp; 550 5.1.1 no such user",
      "",
      `--${boundary}`,
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${headerOf(mail, "Message-ID")}`,
      `Subject: ${headerOf(mail, "Subject")}`,
      "",
      `--${boundary}--`,
      "",
    ].join("\r\n");
  };
  test("[MAIL-037] [CORE-289] [MAIL-154] a bounce fails all messages of the mail with address and code, and starts no chat", async () => {
    const { customer, chatId } = await openChat();
    await answer(chatId, "first");
    await answer(chatId, "second");
    await advance(minute);
    const [mail = ""] = fixture.sentTo(customer);
    expect(await sendRaw(fixture.receiverPort, shopAddress, report(mail, "5.1.1"))).toBe(250);
    await fixture.parlour.settle();
    const states = await deliveriesOf(chatId);
    expect(states).toMatchObject([
      {
        state: "failed",
        error: { code: "5.1.1", message: expect.stringMatching(/^.+@.+: .*no such user/u) },
      },
      { state: "failed", error: { code: "5.1.1" } },
    ]);
    expect(
      (await fixture.parlour.messages(chatId)).filter(({ author }) => author.kind === "visitor"),
    ).toHaveLength(1);
    // Sent again, it is another mail, so a late report about the first one changes nothing.
    await fixture.parlour.owner.call("POST", `deliveries/${states[0]?.id}/retry`);
    await fixture.parlour.settle();
    expect((await deliveriesOf(chatId))[0]).toMatchObject({ state: "delivered" });
    const [, again = ""] = fixture.sentTo(customer);
    expect(headerOf(again, "Message-ID")).not.toBe(headerOf(mail, "Message-ID"));
  });
  test("[MAIL-115] [MAIL-037] a bounce in the form of a letter fails the message too, and starts no chat", async () => {
    const { customer, chatId } = await openChat();
    await answer(chatId, "first");
    await advance(minute);
    const [mail = ""] = fixture.sentTo(customer);
    const letter = [
      "Return-Path: <>",
      "From: MAILER-DAEMON@mx.customer.example",
      `To: ${shopAddress}`,
      "Subject: failure notice",
      "",
      "Hi. This is the qmail-send program at mx.customer.example.",
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "",
      `<${customer}>:`,
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      `Message-ID: ${headerOf(mail, "Message-ID")}`,
      `To: ${customer}`,
    ].join("\r\n");
    expect(await sendRaw(fixture.receiverPort, shopAddress, letter)).toBe(250);
    await fixture.parlour.settle();
    expect(await deliveriesOf(chatId)).toMatchObject([
      { state: "failed", error: { code: "5.1.1" } },
    ]);
    expect(
      (await fixture.parlour.messages(chatId)).filter(({ author }) => author.kind === "visitor"),
    ).toHaveLength(1);
  });
  test("[MAIL-116] a search finds words of the folded quote and signature", async () => {
    const mail = buildMail({
      from: "folded@customer.example",
      id: `m${count++}`,
      text: "Yes.\r\n\r\nOn 3 March 2026, Shop wrote:\r\n> Is the quotedword right?\r\n\r\n-- \r\nAnna, signedword",
    });
    expect(await sendRaw(fixture.receiverPort, shopAddress, mail)).toBe(250);
    for (const word of ["quotedword", "signedword"])
      await vi.waitFor(async () => {
        await fixture.parlour.clock.advance(1_000);
        const found = await fixture.parlour.owner.call("GET", `search?q=${word}`);
        expect(found.body.items).toHaveLength(1);
      }, testTimeoutMs);
  });
  test("[MAIL-037] [H-570] a report about a mail that was never sent changes nothing, and is in the inspector", async () => {
    const { customer, chatId } = await openChat();
    await answer(chatId, "hello");
    await advance(minute);
    const forged = "To: x@y.example\r\nMessage-ID: <abc@elsewhere.example>\r\nSubject: s\r\n\r\n";
    expect(await sendRaw(fixture.receiverPort, shopAddress, report(forged, "5.0.0"))).toBe(250);
    await fixture.parlour.settle();
    expect(await deliveriesOf(chatId)).toMatchObject([{ state: "delivered" }]);
    expect(fixture.sentTo(customer)).toHaveLength(1);
    const listed = await fixture.parlour.owner.call("GET", `inspector?owner=${shop.id}`);
    expect(listed.text).toContain("unknown_report");
  });
});

describe("settings", () => {
  const create = (settings: Readonly<Record<string, unknown>>) =>
    fixture.parlour.owner.call("POST", "channels", {
      kind: "mail",
      name: "X",
      operators: [fixture.parlour.owner.id],
      settings,
    });
  const settings = () => fixture.mailboxSettings(salesAddress);
  const changed = (field: string, more: object) => {
    const value = (settings() as Record<string, object>)[field];
    return { ...settings(), [field]: { ...value, ...more } };
  };

  test("[MAIL-070] [MAIL-071] [CON-011] settings that the servers refuse are not saved", async () => {
    const refusals: [object, string, string][] = [
      [{ ...settings(), address: "no address" }, "settings.address", "mail address"],
      [{ ...settings(), imap_password: "wrong" }, "settings.imap_password", "rejected the sign-in"],
      [{ ...settings(), smtp_password: "wrong" }, "settings.smtp_password", "rejected the sign-in"],
      [changed("imap", { mailbox: "Nowhere" }), "settings.imap", "no folder Nowhere"],
      [changed("imap", { port: 1_025 }), "settings.imap", "Could not connect"],
      [changed("imap", { security: "starttls" }), "settings.imap", "No secure connection"],
      [changed("smtp", { port: 22 }), "settings.smtp", "Port 22"],
      [changed("smtp", { security: "starttls" }), "settings.smtp", "secure"],
      [{ ...settings(), send: "installation" }, "settings.send", "no mail server"],
      [{ ...settings(), imap: undefined }, "settings.imap", "mailbox"],
    ];
    for (const [body, field, text] of refusals) {
      const response = await create(body as Record<string, unknown>);
      expect(response, `${field}: ${response.text}`).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", field } },
      });
      expect(response.text).toContain(text);
    }
  });
  test("[MAIL-072] [CON-040] the test sends a mail to the channel's own address and waits for it", async () => {
    const sales = await fixture.createChannel("Sales", fixture.mailboxSettings(salesAddress));
    const test = (id: number) =>
      fixture.parlour.owner.call("POST", `channels/${id}/connection-test`);
    expect((await test(sales.id)).body).toMatchObject({
      outbound: { ok: true },
      inbound: { ok: true },
    });
    // The mail server of the lab puts the mail into no mailbox that the channel could read.
    const testing = test(shop.id);
    await vi.waitFor(async () => {
      await fixture.parlour.clock.advance(1_000);
      expect(await Promise.race([testing, Promise.resolve(null)])).not.toBeNull();
    }, testTimeoutMs);
    expect((await testing).body).toMatchObject({
      outbound: { ok: true },
      inbound: { ok: false, message: expect.stringContaining("did not arrive") },
    });
    fixture.service.smtpFaults.refuse = { at: "sender", code: 553 };
    expect((await test(sales.id)).body).toMatchObject({
      outbound: { ok: false, message: expect.stringContaining("sender") },
      inbound: { ok: false },
    });
    const own = [salesAddress, shopAddress];
    expect(
      await fixture.parlour.sql("select from visitor where customer = any($1)", [own]),
    ).toEqual([]);
  });
});
