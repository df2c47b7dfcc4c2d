import { emptySnapshot, mergeChats } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { sortChats } from "./inbox/chat-order.ts";
import { computeInboxCounts } from "./inbox/counts.ts";
import { findTakingOperator } from "./inbox/offers.ts";

const me = { id: 1, name: "Sofia" };
const ivan = { id: 2, name: "Ivan" };
const chat = (id: number, more: Partial<Chat> = {}): Chat =>
  createTestChat(id, { assignee: ivan, participants: [ivan], ...more });
const state = (chats: Chat[], closing: number[] = []) => ({
  snapshot: mergeChats(emptySnapshot, chats, 0),
  closing: new Map(closing.map((id) => [id, 0])),
});
it("[API-029] unread messages of a colleague's chat are his", () => {
  expect(
    computeInboxCounts(
      state([chat(1, { unread: 5 }), chat(2, { assignee: me, participants: [me], unread: 2 })]),
      1,
    ),
  ).toMatchObject({
    all: 2,
    mine: 1,
    unread: 2,
  });
});

it("[API-046] notes that name me count as unread, in a colleague's chat too", () => {
  const named = { ...state([chat(1, { unread: 5 })]), mentions: new Map([[1, [4, 7]]]) };
  expect(computeInboxCounts(named, 1)).toMatchObject({ unread: 2, withNews: 1 });
});

it("[API-020] a chat of a colleague in which I take part is mine too", () => {
  const withParticipant = state([chat(1), chat(2, { participants: [ivan, me] })]);
  expect(sortChats(withParticipant, "mine", "new", 1).map((row) => row.id)).toEqual([2]);
});

it("[CORE-038] a chat whose close waits for Undo is in no view", () => {
  const withPendingClose = state([chat(1), chat(2)], [2]);
  expect(sortChats(withPendingClose, "all", "new", 1).map((row) => row.id)).toEqual([1]);
});

it("[CORE-034] the chat that rings is told as taken when a colleague took it, not when I did", () => {
  const accepted = (assignee: typeof me) => state([chat(1, { assignee })]).snapshot;
  const ringing = { id: 1 };
  expect(findTakingOperator(ringing, accepted(ivan), 1)).toMatchObject({ chatId: 1, by: "Ivan" });
  expect(findTakingOperator(ringing, accepted(me), 1)).toBeNull();
  expect(findTakingOperator({ id: 7 }, accepted(ivan), 1)).toBeNull();
  const waiting = state([chat(1, { state: "waiting", assignee: null, participants: [] })]);
  expect(findTakingOperator(ringing, waiting.snapshot, 1)).toBeNull();
});
