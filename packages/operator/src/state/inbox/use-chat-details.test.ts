import type { Chat } from "@parlour/protocol";
import { expect, it } from "vitest";
import { areChatDetailsEqual } from "./use-chat-details.ts";

it("[CORE-030] lines that come and are read leave what is known about a chat as it is", () => {
  const chat = {
    id: 7,
    seq: 3,
    unread: 1,
    state: "open",
    visitor: { id: 2, number: 2 },
    tags: [{ id: 1, name: "vip" }],
  } as unknown as Chat;
  expect(areChatDetailsEqual(chat, { ...chat, unread: 0, seq: 9, last_message: null })).toBe(true);
  expect(areChatDetailsEqual(chat, structuredClone(chat))).toBe(true);
  expect(areChatDetailsEqual(chat, { ...chat, state: "closed" })).toBe(false);
  expect(areChatDetailsEqual(chat, { ...chat, tags: [] })).toBe(false);
  const { tags: _, ...without } = chat;
  expect(areChatDetailsEqual(chat, without as Chat)).toBe(false);
});
