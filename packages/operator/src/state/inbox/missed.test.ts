import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, test } from "vitest";
import { isMissedChat } from "./missed.ts";

test("[CORE-012] a chat is missed when its visitor left and nobody had it", () => {
  const closed = createTestChat(1, { state: "closed", assignee: null, close_reason: "visitor" });
  expect(isMissedChat(closed)).toBe(true);
  expect(isMissedChat({ ...closed, close_reason: "inactivity" })).toBe(true);
  expect(isMissedChat({ ...closed, close_reason: "spam" })).toBe(false);
  expect(isMissedChat({ ...closed, close_reason: "blocked" })).toBe(false);
  expect(isMissedChat({ ...closed, assignee: { id: 1, name: "Ann" } })).toBe(false);
  expect(isMissedChat({ ...closed, state: "waiting", close_reason: null })).toBe(false);
});
