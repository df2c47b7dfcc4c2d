import { expect, test } from "vitest";
import type { Message } from "../../../core/entity.ts";
import { serializeChatMessage, toChatMessage } from "./chat-message.ts";

const recipient = (address: string) => ({ address, name: "", source: "operator" as const });
const email = {
  subject: "Your order",
  to: [recipient("ann@customer.example")],
  cc: [recipient("ben@customer.example")],
  bcc: [recipient("audit@shop.example")],
};
const message: Message = {
  id: 7,
  seq: 2,
  chat_id: 3,
  kind: "text",
  text: "It left today.",
  author: { kind: "operator", id: 1, name: "Olga" },
  created_at: "2026-03-02T10:00:00.000Z",
  email,
};
const serialize = (withText: boolean, more: Partial<Message> = {}) =>
  serializeChatMessage(toChatMessage({ ...message, ...more }), { withText });

test("[MAIL-155] [WH-109] an email has its subject and recipients where its text is sent, without Bcc", () => {
  const body = serialize(true);
  expect(body).toMatchObject({
    subject: "Your order",
    recipients: {
      to: [{ address: "ann@customer.example", name: "" }],
      cc: [{ address: "ben@customer.example", name: "" }],
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/audit@|source/u);
  expect(JSON.stringify(serialize(false))).not.toMatch(/subject|recipients|@customer/u);
});

test("[MAIL-155] a letter of a customer has the recipients that it names, other messages none", () => {
  const { email: _, ...chat } = message;
  const letter = {
    ...chat,
    author: { kind: "visitor" as const, id: 4, name: "Ann" },
    origin: {
      from: "ann@customer.example",
      subject: "Order 7",
      to: [{ address: "shop@shop.example", name: "Shop" }],
    },
  } as Message;
  expect(serializeChatMessage(toChatMessage(letter), { withText: true })).toMatchObject({
    subject: "Order 7",
    recipients: { to: [{ address: "shop@shop.example", name: "Shop" }], cc: [] },
  });
  expect(serializeChatMessage(toChatMessage(chat), { withText: true })).not.toHaveProperty(
    "recipients",
  );
});
