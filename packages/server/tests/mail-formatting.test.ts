import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildMail,
  openMailChannelFixture,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Formatting of emails: what is stored, and what the customer gets. */
let fixture: MailChannelFixture;
beforeAll(async () => {
  fixture = await openMailChannelFixture();
  await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
});
afterAll(() => fixture.close());

let count = 0;
const startChat = async (): Promise<{ readonly id: number; readonly address: string }> => {
  const address = `format${count++}@customer.example`;
  const raw = buildMail({ from: address, id: `f${count++}` });
  expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
  return { id: (await fixture.parlour.findChat(address)).id, address };
};
const send = (chatId: number, text: string, email?: object) =>
  fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
    kind: "text",
    client_id: `c${count++}`,
    text,
    ...(email === undefined ? {} : { email }),
  });
/** Returns the text and the HTML of the mail to an address. */
const readMail = async (address: string): Promise<{ text: string; html: string }> => {
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
  const mail = (fixture.sentTo(address).at(-1) ?? "")
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=");
  const html = mail.slice(mail.indexOf("<!doctype"));
  return { text: mail.slice(0, mail.indexOf("<!doctype")), html: html.replaceAll(/\s+/g, " ") };
};

test("[MAIL-140] an email with format markdown is stored as nodes and as plain text, and both parts of the mail have it", async () => {
  const chat = await startChat();
  const text = [
    "Dear *Greta*, the **new <b>lid</b>** is here:",
    "- first",
    "- **second**",
    "See [the guide](https://shop.example/lid?a=1&b=2).",
  ].join("\n");
  const sent = await send(chat.id, text, { to: [{ address: chat.address }], format: "markdown" });
  expect(sent.status, sent.text).toBe(201);
  const plain = [
    "Dear Greta, the new <b>lid</b> is here:",
    "- first",
    "- second",
    "See the guide (https://shop.example/lid?a=1&b=2).",
  ].join("\n");
  expect(sent.body).toMatchObject({
    kind: "markdown",
    text: plain,
    nodes: expect.arrayContaining([{ type: "italic", nodes: [{ type: "text", text: "Greta" }] }]),
  });
  const mail = await readMail(chat.address);
  for (const line of plain.split("\n")) expect(mail.text).toContain(line);
  expect(mail.html).toContain("<i>Greta</i>");
  expect(mail.html).toContain("<b>new &lt;b&gt;lid&lt;/b&gt;</b>");
  expect(mail.html).toMatch(/<ul> <li>first<\/li><li><b>second<\/b><\/li> <\/ul>/);
  expect(mail.html).toContain('<a href="https://shop.example/lid?a=1&amp;b=2">the guide</a>');
});

test("[MAIL-140] links to scripts and markup stay text, and so does everything without the format", async () => {
  const chat = await startChat();
  const text = "**x** [a](javascript:alert(1)) <img src=x onerror=alert(2)>";
  await send(chat.id, text, { to: [{ address: chat.address }], format: "markdown" });
  const { html } = await readMail(chat.address);
  expect(html).toContain("<b>x</b> [a](javascript:alert(1)) &lt;img src=x onerror=alert(2)&gt;");
  expect(html).not.toMatch(/<a |<img/);
  const literal = await send(chat.id, "5 * 3 * 2 and **not bold**");
  expect(literal.body).toMatchObject({ kind: "text", text: "5 * 3 * 2 and **not bold**" });
  expect((literal.body as Message).nodes).toBeUndefined();
  expect((await readMail(chat.address)).html).toContain("**not bold**");
});

test("[MAIL-140] a text without marks is plain, and an unknown format is refused with its field", async () => {
  const chat = await startChat();
  const to = [{ address: chat.address }];
  const plain = await send(chat.id, "No \\*marks\\*", { to, format: "markdown" });
  expect(plain.body).toMatchObject({ kind: "text", text: "No *marks*" });
  const refused = await send(chat.id, "x", { to, format: "html" });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ error: { field: "email.format" } });
});
