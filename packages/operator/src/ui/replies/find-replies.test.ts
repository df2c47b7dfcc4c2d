import type { CannedReply } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { findQuickReplies } from "./use-quick-replies.ts";

const reply = (id: number, shortcut: string, more: Partial<CannedReply> = {}): CannedReply => ({
  id,
  scope: "account",
  department_id: null,
  folder: "",
  shortcut,
  language: "",
  text: "text",
  for_agents: false,
  uses: 0,
  created_at: "",
  updated_at: "",
  managed: false,
  ...more,
});
const found = (replies: readonly CannedReply[], query: string, language = "en") =>
  findQuickReplies(replies, query, language, 3).map(({ id }) => id);

test("[API-048] shortcut before folder before text; what is taken most comes first", () => {
  const all = [
    reply(1, "other", { text: "About your refund" }),
    reply(2, "x", { folder: "Refunds" }),
    reply(3, "norefund"),
    reply(4, "refund"),
    reply(5, "refund2", { uses: 9 }),
  ];
  expect(findQuickReplies(all, "REFUND", "en", 9).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  expect(found(all, "")).toEqual([5, 3, 1]);
  expect(found(all, "nothing")).toEqual([]);
});

test("[API-048] of equals the operator's language comes first", () => {
  expect(
    found(
      [reply(1, "hi", { language: "ru" }), reply(2, "hi", { language: "en-GB" }), reply(3, "hi")],
      "hi",
    ),
  ).toEqual([2, 3, 1]);
});
