import type { Message } from "@parlour/protocol";
import { expect, it } from "vitest";
import { groupMessages } from "../../../../ui/conversation/message/message-groups.ts";
import { foldAll, foldReadLetters, isLetterOpen, type FoldState } from "./fold-state.ts";

const message = (
  seq: number,
  kind: Message["author"]["kind"],
  more: Partial<Message> = {},
): Message => ({
  seq,
  id: seq,
  chat_id: 1,
  author: { kind, id: kind === "system" ? null : 1, name: kind },
  kind: "text",
  text: "x",
  created_at: `2026-11-20T10:${seq + 10}:00.000Z`,
  ...more,
});
const undone = message(6, "operator", { undone_at: "2026-11-20T10:16:30.000Z" });
const messages = [
  message(1, "visitor"),
  message(2, "operator"),
  message(3, "visitor"),
  message(4, "visitor", { blacklisted: true }),
  message(5, "operator", { kind: "note" }),
  undone,
];
const groups = groupMessages(messages, [], 1);
const listOpen = (state: FoldState) =>
  groups.filter((group) => isLetterOpen(state, group, null)).map(({ key }) => key);

it("[MAIL-156] the newest email is one that was not taken back; notes are no emails", () => {
  expect(listOpen(foldReadLetters(groups, messages, 0))).toEqual(["m4", "m5", "m6"]);
});

it("[MAIL-156] unread emails stay open, also if all are folded", () => {
  expect(listOpen(foldReadLetters(groups, messages, 2))).toEqual([
    "m1",
    "m2",
    "m3",
    "m4",
    "m5",
    "m6",
  ]);
  expect(listOpen(foldAll(messages, 1))).toEqual(["m3", "m4", "m5", "m6"]);
  expect(listOpen(foldAll(messages, 0))).toEqual([]);
});
