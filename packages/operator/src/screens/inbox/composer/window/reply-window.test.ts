import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, test } from "vitest";
import { getReplyWindow } from "./reply-window.ts";

const channel = (kind: "whatsapp" | "api") => ({ id: 1, kind, name: "" });
const until = "2026-01-05T09:00:00.000Z";
const now = Date.parse(until);

test("[CON-050] the window follows the capabilities of the channel and the time of the chat", () => {
  expect(getReplyWindow(createTestChat(1, { channel: channel("api") }), now)).toEqual({
    kind: "none",
  });
  expect(
    getReplyWindow(
      createTestChat(1, { channel: channel("whatsapp"), reply_until: until }),
      now - 1,
    ),
  ).toEqual({
    kind: "open",
    leftMs: 1,
  });
  const early = getReplyWindow(
    createTestChat(1, { channel: channel("whatsapp"), reply_until: until }),
    0,
  );
  expect(early).toEqual({ kind: "open", leftMs: 24 * 3_600_000 });
  const closed = { kind: "closed", hours: 24, hasTemplates: true };
  expect(
    getReplyWindow(createTestChat(1, { channel: channel("whatsapp"), reply_until: until }), now),
  ).toEqual(closed);
  expect(getReplyWindow(createTestChat(1, { channel: channel("whatsapp") }), now)).toEqual(closed);
});
