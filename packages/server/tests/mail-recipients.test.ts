import type { Channel, Message } from "@parlour/protocol";
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
