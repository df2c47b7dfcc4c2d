import { emptySnapshot, mergeChats } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { findNextChatAfterClose } from "./after-close.ts";

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
const waiting = (id: number, since: number): Chat =>
  createTestChat(id, {
    state: "waiting",
    assignee: null,
    participants: [],
    wait: { since: at(since), offered: [1] },
  });
const others = createTestChat(6, {
  assignee: { id: 2, name: "Ivan" },
  participants: [{ id: 2, name: "Ivan" }],
});
const createState = (chats: readonly Chat[], closing: readonly number[] = []) => ({
  snapshot: mergeChats(emptySnapshot, chats, 0),
  closing: new Map(closing.map((id) => [id, 0])),
});

it("[CORE-154] after a close the longest waiting chat opens, or the next own one; never the closed one nor a colleague's", () => {
  const state = createState(
    [
      createTestChat(1),
      waiting(2, 30),
      waiting(3, 10),
      createTestChat(4),
      createTestChat(5),
      others,
    ],
    [1, 5],
  );
  expect(findNextChatAfterClose(state, "waiting", 1, 1)).toEqual({ view: "waiting", id: 3 });
  expect(findNextChatAfterClose(state, "mine", 1, 1)).toEqual({ view: "mine", id: 4 });
  expect(findNextChatAfterClose(state, "stay", 1, 1)).toBeNull();
});

it("[CORE-154] without such a chat the closed one stays", () => {
  const state = createState([createTestChat(1), others], [1]);
  for (const choice of ["waiting", "mine"] as const)
    expect(findNextChatAfterClose(state, choice, 1, 1)).toBeNull();
  expect(findNextChatAfterClose(createState([waiting(2, 5)]), "waiting", 1, 2)).toBeNull();
});
