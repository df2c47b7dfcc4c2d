import { expect, test } from "vitest";
import {
  BotAgentJoined,
  BotAgentUnavailable,
  BotChatClosed,
  BotClientMessage,
} from "@parlour/protocol/bot";
import { Check } from "typebox/value";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { ChatData, VisitorData } from "../../../core/event.ts";
import { toEventId } from "../event-id.ts";
import { buildChatEvent, buildClientMessage, buildHeaders, buildUrl } from "./build-event.ts";

const at = "2025-11-20T06:40:02.900Z";
const visitor = {
  id: 3071,
  name: null,
  phone: null,
  email: null,
  description: null,
  photo: null,
  customer: "x",
  created_at: at,
} as VisitorData;
const chat = { id: 88120, page: null } as ChatData;
const context = {
  id: toEventId(5),
  account: 14,
  chat,
  visitor,
  channel: { publicId: "Qm4nZ8sT1k", kind: "api" },
  isOperatorAvailable: true,
} as const;

test("[BOT-020] [BOT-021] [BOT-022] [BOT-023] a message with all that is known", () => {
  const contact = { value: "Nadia", source: "visitor", at } as const;
  const event = buildClientMessage(
    {
      ...context,
      visitor: { ...visitor, name: contact, email: contact },
      chat: { ...chat, page: { url: "https://shop.example/cart", title: null } },
    },
    { text: "Where is my parcel?", created_at: at },
  );
  expect(event).toEqual({
    event: "CLIENT_MESSAGE",
    id: toEventId(5),
    site_id: 14,
    client_id: "3071",
    chat_id: "88120",
    agents_online: true,
    sender: { id: 3071, name: "Nadia", url: "https://shop.example/cart", has_contacts: true },
    channel: { id: "Qm4nZ8sT1k", type: "channel" },
    message: { type: "TEXT", text: "Where is my parcel?", timestamp: 1763620802 },
  });
  expect(Check(BotClientMessage, event)).toBe(true);
});

test("[CON-072] a message names what it answers", () => {
  const reference = { kind: "message", seq: 3, text: "In blue?", author: "Ines" } as const;
  const message = { text: "Yes", created_at: at, refers_to: reference };
  const event = buildClientMessage(context, message);
  expect(event.message.refers_to).toEqual(reference);
  expect(Check(BotClientMessage, event)).toBe(true);
});

test("[BOT-023] nothing known: empty text, never null", () => {
  const event = buildClientMessage(
    { ...context, channel: { publicId: "w", kind: "widget" } },
    { text: "", created_at: at },
  );
  expect(event).toMatchObject({
    sender: { name: "", url: "", has_contacts: false },
    channel: { type: "widget" },
    message: { text: "" },
  });
  expect(JSON.stringify(event)).not.toContain("null");
  expect(Check(BotClientMessage, event)).toBe(true);
});

test("[BOT-024] media are text: the comment, then the address or the place", () => {
  const text = (type: string, more: object, comment = "") =>
    buildClientMessage(context, {
      text: comment,
      media: { ...emptyMedia, type, ...more } as never,
      created_at: at,
    }).message.text;
  expect(text("photo", { file: "https://f.example/a.png" }, "Look")).toBe(
    "Look\nhttps://f.example/a.png",
  );
  expect(text("voice", { file: "https://f.example/v" })).toBe("https://f.example/v");
  expect(text("location", { latitude: 52.5, longitude: -13.25 }, "Here")).toBe("Here\n52.5,-13.25");
});

test("[BOT-046] a pressed button comes with its id", () => {
  const event = buildClientMessage(context, {
    text: "Order 1001",
    button_id: "o1",
    created_at: at,
  });
  expect(event.message).toEqual({
    type: "TEXT",
    text: "Order 1001",
    button_id: "o1",
    timestamp: 1763620802,
  });
  expect(Check(BotClientMessage, event)).toBe(true);
});

test("[BOT-020] [BOT-070] [BOT-057] the other events name client and chat", () => {
  const subject = { id: toEventId(6), visitorId: 3071, chatId: 88120 };
  expect(buildChatEvent("AGENT_JOINED", subject)).toEqual({
    event: "AGENT_JOINED",
    id: toEventId(6),
    client_id: "3071",
    chat_id: "88120",
  });
  expect(Check(BotAgentJoined, buildChatEvent("AGENT_JOINED", subject))).toBe(true);
  expect(Check(BotAgentUnavailable, buildChatEvent("AGENT_UNAVAILABLE", subject))).toBe(true);
  expect(Check(BotChatClosed, buildChatEvent("CHAT_CLOSED", subject))).toBe(true);
});

test("[BOT-012] the token is joined to the path, the query stays", () => {
  expect(buildUrl("https://bot.example/hook/?k=1#top", "t/k n%", true)).toEqual({
    url: "https://bot.example/hook/t%2Fk%20n%25?k=1",
    shownTokens: ["t%2Fk%20n%25", "t%2Fk%20n%25"],
  });
  expect(buildUrl("https://bot.example/in/{token}/", "abc", false).url).toBe(
    "https://bot.example/in/abc/",
  );
  expect(buildUrl("https://bot.example/in/", "a", false)).toEqual({
    url: "https://bot.example/in/",
    shownTokens: [],
  });
});

test("[BOT-013] [BOT-033] headers of a request", () => {
  expect(buildHeaders("1.2", null)).toEqual({
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": "Parlour/1.2",
  });
  expect(buildHeaders("1.2", "ACCESS")["authorization"]).toBe("Bearer ACCESS");
});

test("[BOT-020] an event's id is a UUID and always the same", () => {
  expect(toEventId(5)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(toEventId(5)).toBe(toEventId(5));
  expect(new Set(Array.from({ length: 1000 }, (_, n) => toEventId(n))).size).toBe(1000);
});

test("[MAIL-116] [BOT-024] what is folded below the text of an email is sent as `quoted`", () => {
  const message = { text: "Yes.", created_at: at };
  const build = (origin: object) => buildClientMessage(context, { ...message, origin }).message;
  expect(build({ quote: "Is it right?", signature: "Ann Lee" })).toMatchObject({
    text: "Yes.",
    quoted: "Is it right?\n\nAnn Lee",
  });
  expect(build({ subject: "Order" })).not.toHaveProperty("quoted");
});

test("[MAIL-155] [BOT-024] an email has its subject and recipients, other messages have none", () => {
  const message = { text: "Yes.", created_at: at };
  const build = (origin: object) => buildClientMessage(context, { ...message, origin }).message;
  const to = [{ address: "shop@shop.example", name: "Shop" }];
  const origin = { from: "ann@customer.example", subject: "Order 7", to };
  expect(build(origin)).toMatchObject({ subject: "Order 7", recipients: { to, cc: [] } });
  expect(build({ automatic: true })).not.toHaveProperty("recipients");
});
