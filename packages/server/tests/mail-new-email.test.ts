import type { Channel, Chat, Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { upload } from "./files-fixture.ts";
import {
  buildMail,
  headerOf,
  openMailChannelFixture,
  sendRaw,
  shopAddress,
  type MailChannelFixture,
} from "./mail-channel-fixture.ts";

/** Emails with which an operator begins a conversation. */
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
const nextAddress = (): string => `first${count++}@customer.example`;
type Caller = MailChannelFixture["parlour"]["owner"];
interface NewEmailOptions {
  readonly by?: Caller;
  readonly key?: string;
  readonly [field: string]: unknown;
}
const start = (
  to: readonly object[],
  { by = fixture.parlour.owner, key, ...more }: NewEmailOptions = {},
) =>
  by.call(
    "POST",
    "emails",
    {
      channel_id: shop.id,
      email: { subject: "Your order", to },
      text: `Hello ${count++}`,
      ...more,
    },
    ...(key === undefined ? [] : [{ "idempotency-key": key }]),
  );
const advance = async (ms: number): Promise<void> => {
  await fixture.parlour.clock.advance(ms);
  await fixture.parlour.settle();
};
const uploadFile = async (name: string): Promise<number> => {
  const stored = await upload(fixture.parlour.owner.call, { name, bytes: name });
  expect(stored.status, stored.text).toBe(201);
  return (stored.body as { id: number }).id;
};
const readChat = async (id: number): Promise<Chat> =>
  (await fixture.parlour.owner.call("GET", `chats/${id}`)).body as Chat;
const toChatId = (sent: { status: number; text: string; body: unknown }): number => {
  expect(sent.status, sent.text).toBe(201);
  return (sent.body as { chat_id: number }).chat_id;
};

describe("an email that starts a chat", () => {
  test("[MAIL-150] it belongs to the operator and to the visitor of its first recipient, who is made", async () => {
    const address = nextAddress();
    const chatId = toChatId(
      await start([{ address, name: "Greta" }], {
        email: {
          subject: "Your order 7",
          to: [{ address, name: "Greta" }],
          cc: [{ address: "jonas@customer.example" }],
          bcc: [{ address: "audit@other.example" }],
        },
        text: "It left today.",
      }),
    );
    const { owner } = fixture.parlour;
    expect(await readChat(chatId)).toMatchObject({
      state: "open",
      channel: { id: shop.id },
      assignee: { id: owner.id },
      visitor: { name: { value: "Greta" }, email: { value: address, source: "operator" } },
    });
    const message = (await fixture.parlour.messages(chatId)).find(({ email }) => email);
    expect(message).toMatchObject({
      text: "It left today.",
      delivery: { state: "pending" },
      email: {
        subject: "Your order 7",
        to: [{ address, name: "Greta", source: "operator" }],
        cc: [{ address: "jonas@customer.example", source: "operator" }],
      },
    });
    await advance(61_000);
    const sent = fixture.service.submitted.findLast(({ to }) => to.includes(address));
    expect(sent?.to).toEqual([address, "jonas@customer.example", "audit@other.example"]);
    const raw = sent?.raw.toString("utf8") ?? "";
    expect(headerOf(raw, "Subject")).toBe("Your order 7");
    expect(headerOf(raw, "To")).toContain(address);
    expect(headerOf(raw, "Cc")).toContain("jonas@customer.example");
    expect(raw).not.toContain("audit@other.example");
    expect(headerOf(raw, "In-Reply-To")).toBe("");
    expect(
      (await fixture.parlour.messages(chatId)).find(({ email }) => email)?.delivery?.state,
    ).toBe("delivered");
  });

  test("[MAIL-150] an answer to it continues this chat, and is read by its operator", async () => {
    const address = nextAddress();
    const chatId = toChatId(await start([{ address }]));
    await advance(61_000);
    const [sent = ""] = fixture.sentTo(address);
    const raw = buildMail({
      from: address,
      subject: "Re: Your order",
      text: "Thank you",
      id: "answer-new",
      headers: [`In-Reply-To: ${headerOf(sent, "Message-ID")}`],
    });
    expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
    const messages = await fixture.parlour.messages(chatId);
    expect(messages.at(-1)).toMatchObject({ text: "Thank you", author: { kind: "visitor" } });
    const next = await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
      kind: "text",
      text: "You are welcome",
      client_id: "welcome",
    });
    expect(next.status).toBe(201);
    await advance(61_000);
    const [, reply = ""] = fixture.sentTo(address);
    expect(headerOf(reply, "Subject")).toBe("Re: Your order");
    expect(headerOf(reply, "In-Reply-To")).toContain("answer-new@");
    // The person wrote, so further emails are no longer unasked.
    expect(headerOf(reply, "List-Unsubscribe")).toBe("");
  });

  test("[MAIL-150] a visitor who wrote before is found, and one with an open chat is named", async () => {
    const from = nextAddress();
    const raw = buildMail({ from: `Known <${from}>`, id: `known${count++}` });
    expect(await sendRaw(fixture.receiverPort, shopAddress, raw)).toBe(250);
    const { id: chatId } = await fixture.parlour.findChat(from);
    const refused = await start([{ address: from.toUpperCase() }]);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "already_running", chat_id: chatId } },
    });
    await fixture.parlour.owner.call("POST", `chats/${chatId}/close`, {});
    const next = toChatId(await start([{ address: from, name: "Other name" }]));
    const [before, after] = [await readChat(chatId), await readChat(next)];
    expect(after.visitor.id).toBe(before.visitor.id);
    expect(after.visitor.name).toEqual(before.visitor.name);
  });

  test("[MAIL-151] files go out in the same email, each upload once, and a repeat changes nothing", async () => {
    const address = nextAddress();
    const ids = [await uploadFile("a.txt"), await uploadFile("b.txt")];
    const key = { key: `new${count++}`, upload_ids: ids, text: "With files" };
    const chatId = toChatId(await start([{ address }], key));
    expect(toChatId(await start([{ address }], key))).toBe(chatId);
    const sentMessages = (await fixture.parlour.messages(chatId)).filter(({ email }) => email);
    expect(sentMessages.map(({ kind }) => kind)).toEqual(["text", "media", "media"]);
    await advance(61_000);
    expect(fixture.sentTo(address)).toHaveLength(1);
    expect(fixture.sentTo(address)[0]).toMatch(/a\.txt[\s\S]*b\.txt/u);
    const other = await start([{ address: nextAddress() }], { upload_ids: ids });
    expect(other).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", field: "upload_ids.0" } },
    });
  });

  test("[API-475] what cannot be sent is refused with its field, and changes nothing", async () => {
    const address = nextAddress();
    const own = await start([{ address: shopAddress }]);
    expect(own.body).toMatchObject({ error: { code: "invalid_request", field: "email.to.0" } });
    expect((await start([])).body).toMatchObject({ error: { field: "email.to" } });
    expect((await start([{ address: "greta@customer" }])).body).toMatchObject({
      error: { field: "email.to.0" },
    });
    expect((await start([{ address }], { text: "   " })).body).toMatchObject({
      error: { field: "text" },
    });
    const { owner } = fixture.parlour;
    const api = (await owner.call("POST", "channels", { kind: "api", name: "App" }))
      .body as Channel;
    expect((await start([{ address }], { channel_id: api.id })).body).toMatchObject({
      error: { field: "channel_id" },
    });
    expect((await fixture.parlour.findChat(address)).id).toBeUndefined();
  });

  test("[MAIL-151] only operators who answer the channel may, and no role that reads masked texts", async () => {
    const { parlour } = fixture;
    const stranger = await parlour.operator("operator", "Stranger");
    expect((await start([{ address: nextAddress() }], { by: stranger })).body).toMatchObject({
      error: { code: "invalid_request", field: "channel_id" },
    });
    for (const role of ["developer", "viewer"] as const) {
      const other = await parlour.operator(role, role);
      expect((await start([{ address: nextAddress() }], { by: other })).status).toBe(403);
    }
  });

  test("[MAIL-152] it has a link that stops further mail, and nobody gets one who used it", async () => {
    const address = nextAddress();
    const chatId = toChatId(await start([{ address }]));
    await advance(61_000);
    const [sent = ""] = fixture.sentTo(address);
    const link = /<(https?:[^>]+)>/u.exec(headerOf(sent, "List-Unsubscribe"))?.[1] ?? "";
    expect((await fetch(link, { method: "POST" })).status).toBe(200);
    await fixture.parlour.owner.call("POST", `chats/${chatId}/close`, {});
    const next = toChatId(await start([{ address: nextAddress() }, { address }]));
    await advance(61_000);
    expect(fixture.sentTo(address)).toHaveLength(1);
    const last = (await fixture.parlour.messages(next)).find(({ email }) => email) as Message;
    expect(last.delivery).toMatchObject({ state: "failed" });
  });

  test("[MAIL-152] an account sends 100 in an hour, and is then refused", async () => {
    await advance(3_600_000);
    let refused = await start([{ address: nextAddress() }]);
    for (let n = 0; n < 110 && refused.status === 201; n++)
      refused = await start([{ address: nextAddress() }]);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    await advance(3_600_000);
    expect((await start([{ address: nextAddress() }])).status).toBe(201);
  });
});
