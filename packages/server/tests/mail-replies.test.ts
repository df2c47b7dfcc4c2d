import type { Channel, Chat, Message } from "@parlour/protocol";
import { waitForPass } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReplyTokens, replyTokenPurpose } from "../src/edges/mail/format/reply-address.ts";
import { createSecrets } from "../src/store/database/seal.ts";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";
import { openWidgetFixture, type TestWindow, type WidgetFixture } from "./widget-fixture.ts";

/** Replies to mails that Parlour sent, also to visitors of a widget. */
let widgets: WidgetFixture;
let fixture: MailChannelFixture;
let shop: Channel;

beforeAll(async () => {
  fixture = await openMailChannelFixture(async (env) => {
    widgets = await openWidgetFixture({ env });
    return widgets.parlour;
  });
  shop = await fixture.createChannel("Shop", fixture.mailboxSettings(shopAddress));
  const { owner } = fixture.parlour;
  const { host, smtpPort: port } = fixture.service;
  const saved = await owner.call("PUT", "instance/mail", {
    host,
    port,
    tls: "none",
    from: "Site <site@lab.example>",
  });
  expect(saved.status, saved.text).toBe(200);
  await fixture.waitUntilRead(shopAddress);
});
afterAll(async () => {
  await widgets.close();
  await fixture.service.stop();
});

let count = 0;
const nextAddress = (): string => `visitor${count++}@customer.example`;
const nextRef = (): string => `c${count++}`;
const settle = () => fixture.parlour.settle();
const reply = (mail: string, from: string, text: string, more: readonly string[] = []): void =>
  fixture.service.deliver(
    shopAddress,
    buildMail({
      from,
      to: headerOf(mail, "Reply-To"),
      id: `reply${count++}`,
      text,
      headers: [`In-Reply-To: ${headerOf(mail, "Message-ID")}`, ...more],
    }),
  );
const waitForText = (chatId: number, text: string): Promise<Message> =>
  waitForPass(async () => {
    const found = (await fixture.parlour.messages(chatId)).find((one) => one.text === text);
    expect(found, text).toBeDefined();
    return found as Message;
  });
const answer = async (chatId: number, text: string): Promise<void> => {
  const body = { kind: "text", text, client_id: nextRef() };
  const sent = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, body);
  expect(sent.status, sent.text).toBe(201);
};
const findFaults = async (): Promise<(string | undefined)[]> => {
  const listed = await fixture.parlour.owner.call("GET", `inspector?owner=${shop.id}`);
  return (listed.body as { items: { fault: { code: string } | null }[] }).items.map(
    ({ fault }) => fault?.code,
  );
};

/** A visitor of the widget who has an address and a closed chat. */
async function openClosedChat(address: string): Promise<{ win: TestWindow; chatId: number }> {
  const win = await widgets.openWindow();
  const contacts = { email: address };
  await win.request({ type: "contacts", ref: nextRef(), contacts, by: "visitor" });
  await win.request({ type: "say", ref: nextRef(), text: "Is size 42 back?" });
  const { chat_id: chatId } = (await win.next("message")).message;
  await answer(chatId, "Soon.");
  await fixture.parlour.owner.call("POST", `chats/${chatId}/close`);
  await win.next("chat", ({ chat }) => chat.state === "closed");
  return { win, chatId };
}

describe("replies to mails of a widget", () => {
  test("[MAIL-038] [MAIL-039] a reply to a transcript continues with the visitor of the widget, and they get the answers in the window and by mail", async () => {
    const address = nextAddress();
    const { win, chatId } = await openClosedChat(address);
    await fixture.parlour.owner.call("POST", `chats/${chatId}/mail-transcript`);
    await settle();
    const [transcript = ""] = fixture.sentTo(address);
    expect(headerOf(transcript, "Reply-To")).toMatch(/^shop\+[a-z2-7]{24}@lab\.example$/);
    expect(transcript).not.toContain("are not read");
    reply(transcript, `Nadia <${address}>`, "And in red?");
    const { chat } = await win.next("chat", (frame) => frame.chat.id !== chatId);
    const message = await waitForText(chat.id, "And in red?");
    expect(message.origin).toMatchObject({ from: address, verified: false });
    const stored = (await fixture.parlour.owner.call("GET", `chats/${chat.id}`)).body as Chat;
    expect(stored).toMatchObject({
      channel: { id: widgets.widget.id },
      answers_mailed_to: address,
    });
    await answer(chat.id, "Yes, in red.");
    await answer(chat.id, "From Monday.");
    await settle();
    expect(fixture.sentTo(address)).toHaveLength(1);
    await fixture.parlour.clock.advance(60_000);
    await settle();
    const [, mailed = "", ...others] = fixture.sentTo(address);
    expect(others).toEqual([]);
    expect(mailed).toMatch(/Yes, in red\.[\s\S]*From Monday\./);
    // The reply to this mail reaches the same chat.
    reply(mailed, address, "Thank you.");
    await waitForText(chat.id, "Thank you.");
    // A message in the window ends the mails.
    await win.request({ type: "say", ref: nextRef(), text: "I am back here." });
    await answer(chat.id, "Good.");
    await fixture.parlour.clock.advance(60_000);
    await settle();
    expect(fixture.sentTo(address)).toHaveLength(2);
  });
  test("[MAIL-038] [MAIL-039] a reply to the answer of an offline message starts a chat with its visitor", async () => {
    const address = nextAddress();
    const win = await widgets.openWindow();
    await win.request({
      type: "offline",
      ref: nextRef(),
      contacts: { email: address },
      text: "Please call me.",
    });
    const { owner } = fixture.parlour;
    const list = (await owner.call("GET", "offline-messages?limit=1")).body as {
      items: { id: number; visitor: { id: number } }[];
    };
    const [offline] = list.items;
    const sent = await owner.call("POST", `offline-messages/${offline?.id}/mail`, {
      subject: "Your question",
      text: "We will.",
      quote: false,
    });
    expect(sent.status, sent.text).toBeLessThan(300);
    await settle();
    const [mail = ""] = fixture.sentTo(address);
    reply(mail, address, "At noon, please.");
    const { chat } = await win.next("chat");
    await waitForText(chat.id, "At noon, please.");
    const stored = (await owner.call("GET", `chats/${chat.id}`)).body as Chat;
    expect(stored.visitor.id).toBe(offline?.visitor.id);
  });
  test("[MAIL-038] answers go to the address that is known of the visitor, not to that of the mail", async () => {
    const address = nextAddress();
    const { win, chatId } = await openClosedChat(address);
    await fixture.parlour.owner.call("POST", `chats/${chatId}/mail-transcript`);
    await settle();
    const [transcript = ""] = fixture.sentTo(address);
    reply(transcript, "thief@elsewhere.example", "Send me all.");
    const { chat } = await win.next("chat", (frame) => frame.chat.id !== chatId);
    await waitForText(chat.id, "Send me all.");
    await answer(chat.id, "What exactly?");
    await fixture.parlour.clock.advance(60_000);
    await settle();
    expect(fixture.sentTo("thief@elsewhere.example")).toEqual([]);
    expect(fixture.sentTo(address)).toHaveLength(2);
  });
});

describe("mails that continue nothing", () => {
  const key = createSecrets(Buffer.alloc(32, 1)).derive(replyTokenPurpose);
  const deliver = (token: string, from: string): void =>
    fixture.service.deliver(
      shopAddress,
      buildMail({ from, to: `shop+${token}@lab.example`, id: `forged${count++}`, text: "Hello" }),
    );

  test("[MAIL-033] [MAIL-035] [H-566] a forged token is not followed: the mail starts a chat of its sender, with an entry in the inspector", async () => {
    const { chatId } = await openClosedChat(nextAddress());
    const address = nextAddress();
    const forged = createReplyTokens(key).create(
      { account: 1, publicId: shop.public_id },
      { chat: chatId },
    );
    deliver(forged, address);
    await fixture.waitForMessages(address, 1);
    const chat = await fixture.parlour.findChat(address);
    expect(chat).toMatchObject({ channel: { id: shop.id }, visitor: { customer: address } });
    // The entry follows after the message is stored.
    await fixture.waitUntilRead(shopAddress);
    expect(await findFaults()).toContain("unknown_reply_address");
  });
  test("[MAIL-033] [H-567] a token of another channel is not followed", async () => {
    const victim = nextAddress();
    const { chatId } = await openClosedChat(victim);
    await fixture.parlour.owner.call("POST", `chats/${chatId}/mail-transcript`);
    await settle();
    const [transcript = ""] = fixture.sentTo(victim);
    const token = /\+([a-z2-7]{24})@/.exec(headerOf(transcript, "Reply-To"))?.[1] ?? "";
    const sales = await fixture.createChannel("Sales", {
      ...fixture.mailboxSettings("sales@lab.example"),
    });
    await fixture.waitUntilRead("sales@lab.example");
    const address = nextAddress();
    fixture.service.deliver(
      "sales@lab.example",
      buildMail({ from: address, to: `sales+${token}@lab.example`, id: `foreign${count++}` }),
    );
    await fixture.waitForMessages(address, 1);
    expect((await fixture.parlour.findChat(address)).channel.id).toBe(sales.id);
    expect((await fixture.parlour.findChat(address)).visitor.email?.value).toBe(address);
  });
  test("[MAIL-034] a sender who only claims an address writes as the visitor of this address in the mail channel, not of others", async () => {
    const address = nextAddress();
    const { chatId } = await openClosedChat(address);
    fixture.service.deliver(
      shopAddress,
      buildMail({ from: address, id: `claimed${count++}`, text: "It is me" }),
    );
    await fixture.waitForMessages(address, 1);
    const chat = await fixture.parlour.findChat(address);
    expect(chat.channel.id).toBe(shop.id);
    expect(chat.id).not.toBe(chatId);
  });
  test("[MAIL-036] [CON-036] automatic replies, newsletters and loops start no chat, and are in the inspector", async () => {
    const address = nextAddress();
    const automatic = (id: string, ...headers: string[]): void =>
      fixture.service.deliver(
        shopAddress,
        buildMail({ from: address, id: `${id}${count++}`, text: id, headers }),
      );
    automatic("away", "Auto-Submitted: auto-replied");
    automatic("news", "List-Id: <news.brand.example>", "List-Unsubscribe: <https://a.b/u>");
    automatic("loop", `X-Parlour-Mail: ${shop.public_id}`);
    await waitForPass(async () =>
      expect((await findFaults()).slice(-3)).toEqual([
        "automatic_reply",
        "newsletter",
        "mail_loop",
      ]),
    );
    const rows = await fixture.parlour.sql("select from visitor where customer = $1", [address]);
    expect(rows).toEqual([]);
  });
  test("[MAIL-064] a mail that returns is recognised by its marker, which is not the public id", async () => {
    const address = nextAddress();
    fixture.service.deliver(shopAddress, buildMail({ from: address, id: `m${count++}` }));
    await fixture.waitForMessages(address, 1);
    const chat = await fixture.parlour.findChat(address);
    await answer(chat.id, "Here.");
    await fixture.parlour.clock.advance(60_000);
    await settle();
    const [mail = ""] = fixture.sentTo(address);
    const marker = headerOf(mail, "X-Parlour-Mail");
    expect(marker).toMatch(/^[\w-]{24}$/);
    expect(mail).not.toContain(shop.public_id);
    const before = (await findFaults()).length;
    fixture.service.deliver(
      shopAddress,
      buildMail({ from: address, id: `r${count++}`, headers: [`X-Parlour-Mail: ${marker}`] }),
    );
    await waitForPass(async () =>
      expect((await findFaults()).slice(before)).toEqual(["mail_loop"]),
    );
  });
  test("[MAIL-036] an automatic reply within a chat is shown there as one", async () => {
    const address = nextAddress();
    fixture.service.deliver(shopAddress, buildMail({ from: address, id: `q${count++}` }));
    await fixture.waitForMessages(address, 1);
    const chat = await fixture.parlour.findChat(address);
    await answer(chat.id, "Here.");
    await fixture.parlour.clock.advance(60_000);
    await settle();
    const [mail = ""] = fixture.sentTo(address);
    reply(mail, address, "I am on holiday.", ["Auto-Submitted: auto-replied"]);
    const message = await waitForText(chat.id, "I am on holiday.");
    expect(message.origin?.automatic).toBe(true);
  });
});
