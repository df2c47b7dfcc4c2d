import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  buildMail,
  buildReport,
  headerOf,
  openMailChannelFixture,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Emails with several recipients, of whom some do not get them. */
let fixture: MailChannelFixture;
beforeAll(async () => {
  fixture = await openMailChannelFixture();
  await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());
beforeEach(() => {
  delete fixture.service.smtpFaults.refuse;
});

let count = 0;
interface SentEmail {
  readonly chatId: number;
  readonly seq: number;
  readonly text: string;
  readonly greta: string;
  readonly jonas: string;
  readonly boss: string;
}
/** Sends an email to Greta, with copies to Jonas and hidden to the boss. */
async function sendEmail(): Promise<SentEmail> {
  const n = count++;
  const [greta, jonas, boss] = [`greta${n}`, `Jonas${n}`, `boss${n}`].map(
    (name) => `${name}@customer.example`,
  ) as [string, string, string];
  const mail = buildMail({ from: greta, id: `m${n}`, headers: [`Cc: ${jonas}`] });
  expect(await sendRaw(fixture.receiverPort, shopAddress, mail)).toBe(250);
  const { id: chatId } = await fixture.parlour.findChat(greta);
  const text = `Answer number ${n}.`;
  const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
    kind: "text",
    client_id: `c${n}`,
    text,
    email: {
      subject: "Kettle",
      to: [{ address: greta }],
      cc: [{ address: jonas }],
      bcc: [{ address: boss }],
    },
  });
  expect(sent.status, sent.text).toBe(201);
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
  return { chatId, seq: (sent.body as Message).seq, text, greta, jonas, boss };
}
const mailsOf = ({ text }: SentEmail) =>
  fixture.service.submitted
    .map(({ to, raw }) => ({ to, raw: raw.toString("utf8") }))
    .filter(({ raw }) => raw.includes(text));
const deliveryOf = async ({ chatId, seq }: SentEmail) =>
  (await fixture.parlour.messages(chatId)).find((message) => message.seq === seq)?.delivery;
async function resend({ chatId, seq }: SentEmail): Promise<number> {
  const { status } = await fixture.parlour.owner.call(
    "POST",
    `chats/${chatId}/messages/${seq}/retry`,
    {},
  );
  await fixture.parlour.settle();
  return status;
}

/** Delivers a report of another server that a mail did not reach these addresses. */
async function bounce(raw: string, recipients: readonly (readonly string[])[]): Promise<void> {
  const report = buildReport({
    id: `report${count++}`,
    messageId: headerOf(raw, "Message-ID"),
    recipients: recipients.map((fields) => [
      ...fields,
      "Action: failed",
      "Status: 5.2.2",
      "Diagnostic-Code: smtp; 552 5.2.2 mailbox full",
    ]),
  });
  expect(await sendRaw(fixture.receiverPort, shopAddress, report)).toBe(250);
  await fixture.parlour.settle();
}
const final = (address: string): readonly string[] => [`Final-Recipient: rfc822; ${address}`];

test("[MAIL-142] [MAIL-143] a report names who did not get the email, and sent again it goes to them only, with the same headers", async () => {
  const email = await sendEmail();
  const [first] = mailsOf(email);
  expect(await deliveryOf(email)).not.toHaveProperty("failed_recipients");
  await bounce(first?.raw ?? "", [final(email.jonas)]);
  const failure = { address: email.jonas.toLowerCase(), code: "5.2.2" };
  expect(await deliveryOf(email)).toMatchObject({
    state: "failed",
    failed_recipients: [{ ...failure, message: "552 5.2.2 mailbox full", state: "failed" }],
  });
  // The same report again changes nothing.
  await bounce(first?.raw ?? "", [final(email.jonas)]);
  expect(await resend(email)).toBe(200);
  const [, again, ...others] = mailsOf(email);
  expect(others).toEqual([]);
  expect(again?.to).toEqual([email.jonas]);
  for (const name of ["To", "Cc", "Subject"])
    expect(headerOf(again?.raw ?? "", name)).toBe(headerOf(first?.raw ?? "", name));
  expect(headerOf(again?.raw ?? "", "References")).toContain(
    headerOf(first?.raw ?? "", "Message-ID"),
  );
  expect(await deliveryOf(email)).toMatchObject({
    state: "delivered",
    failed_recipients: [{ ...failure, state: "sent" }],
  });
  expect(await resend(email)).toBe(409);
  expect(mailsOf(email)).toHaveLength(2);
});

test("[MAIL-142] reports about several recipients add up, also if they come in one after another", async () => {
  const email = await sendEmail();
  const raw = mailsOf(email)[0]?.raw ?? "";
  await bounce(raw, [final(email.jonas)]);
  await bounce(raw, [
    ["Original-Recipient: rfc822; " + email.boss, "Final-Recipient: rfc822; x@elsewhere.example"],
  ]);
  expect((await deliveryOf(email))?.failed_recipients).toMatchObject([
    { address: email.boss },
    { address: email.jonas.toLowerCase() },
  ]);
  await resend(email);
  expect(mailsOf(email)[1]?.to).toEqual([email.jonas, email.boss]);
  expect(mailsOf(email)[1]?.raw).not.toContain(email.boss);
});

test("[MAIL-143] a report that names no recipient concerns all of them", async () => {
  const email = await sendEmail();
  await bounce(mailsOf(email)[0]?.raw ?? "", [final("unknown@elsewhere.example")]);
  const delivery = await deliveryOf(email);
  expect(delivery).toMatchObject({ state: "failed", error: { code: "5.2.2" } });
  expect(delivery).not.toHaveProperty("failed_recipients");
  await resend(email);
  expect(mailsOf(email)[1]?.to).toEqual([email.greta, email.jonas, email.boss]);
});

test("[MAIL-144] after it was sent again, late reports about the first email count only for others", async () => {
  const email = await sendEmail();
  const first = mailsOf(email)[0]?.raw ?? "";
  await bounce(first, [final(email.jonas)]);
  await resend(email);
  await bounce(first, [final(email.jonas)]);
  await bounce(first, [final("unknown@elsewhere.example")]);
  expect(await deliveryOf(email)).toMatchObject({
    state: "delivered",
    failed_recipients: [{ state: "sent" }],
  });
  // Another recipient of the first email is news, and the one who got the second one does not get
  // a third.
  await bounce(first, [final(email.boss)]);
  expect(await deliveryOf(email)).toMatchObject({ state: "failed" });
  await resend(email);
  expect(mailsOf(email).map(({ to }) => to)).toEqual([
    [email.greta, email.jonas, email.boss],
    [email.jonas],
    [email.boss],
  ]);
  // The second email bounces too.
  await bounce(mailsOf(email)[2]?.raw ?? "", [final(email.boss)]);
  expect(await deliveryOf(email)).toMatchObject({ state: "failed" });
  await resend(email);
  expect(mailsOf(email)[3]?.to).toEqual([email.boss]);
});

test("[MAIL-144] a report is stored while the email is sent to others again, and if that fails, all can be sent it again", async () => {
  const email = await sendEmail();
  const first = mailsOf(email)[0]?.raw ?? "";
  await bounce(first, [final(email.jonas)]);
  fixture.service.smtpFaults.refuse = { at: "message", code: 451 };
  await resend(email);
  await bounce(first, [final(email.boss)]);
  expect(await deliveryOf(email)).toMatchObject({
    state: "pending",
    failed_recipients: [{ state: "failed" }, { state: "sending" }],
  });
  fixture.service.smtpFaults.refuse = { at: "message", code: 550 };
  await fixture.parlour.clock.advance(20_000);
  await fixture.parlour.settle();
  expect(await deliveryOf(email)).toMatchObject({
    state: "failed",
    failed_recipients: [{ state: "failed" }, { state: "failed" }],
  });
  delete fixture.service.smtpFaults.refuse;
  await resend(email);
  expect(mailsOf(email).at(-1)?.to).toEqual([email.jonas, email.boss]);
});

test("[MAIL-145] recipients whom the server refuses while it takes the email for others can be sent it again", async () => {
  fixture.service.smtpFaults.refuse = { at: "recipient", code: 550, address: /^Jonas/ };
  const email = await sendEmail();
  expect(mailsOf(email)[0]?.to).toEqual([email.greta, email.boss]);
  expect(await deliveryOf(email)).toMatchObject({
    state: "delivered",
    failed_recipients: [
      { address: email.jonas.toLowerCase(), code: "recipient_refused", state: "failed" },
    ],
  });
  delete fixture.service.smtpFaults.refuse;
  expect(await resend(email)).toBe(200);
  expect(mailsOf(email).map(({ to }) => to)).toEqual([[email.greta, email.boss], [email.jonas]]);
});
