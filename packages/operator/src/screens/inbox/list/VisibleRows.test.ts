import type { Message } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { getLatestMessage } from "./VisibleRows.tsx";

const message = (seq: number, kind: Message["author"]["kind"]): Message => ({
  seq,
  id: seq,
  chat_id: 1,
  author: { kind, id: 1, name: "" },
  kind: "text",
  text: `m${seq}`,
  created_at: "2026-11-20T10:00:00.000Z",
});

it("[API-020] the row of a closed chat shows what was said last, when that is known", () => {
  const last = message(3, "system");
  const log = [message(1, "visitor"), message(2, "operator"), last];
  expect(
    getLatestMessage(createTestChat(1, { state: "closed", last_message: last }), log)?.seq,
  ).toBe(2);
  expect(
    getLatestMessage(createTestChat(1, { state: "closed", last_message: last }), [])?.seq,
  ).toBe(3);
  expect(getLatestMessage(createTestChat(1, { state: "open", last_message: last }), log)?.seq).toBe(
    3,
  );
  expect(
    getLatestMessage(createTestChat(1, { state: "closed", last_message: null }), log),
  ).toBeNull();
});
