import { emptySnapshot, mergeChats } from "@parlour/client";
import type { Chat } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { describe, expect, it } from "vitest";
import { sortChats, type ChatOrder } from "./inbox/chat-order.ts";
import { computeInboxCounts } from "./inbox/counts.ts";
import { getChatPermission } from "./live-state.ts";
import {
  listIncomingTransfers,
  findInvitation,
  listUnopenedNotices,
  findFirstRingingChat,
  listRingingChats,
  listSkippedChats,
} from "./inbox/offers.ts";

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000Z`;
const me = { id: 1, name: "Sofia" };
const chat = (id: number, more: Partial<Chat> = {}): Chat =>
  createTestChat(id, { created_at: at(id), ...more });
const waiting = (id: number, since: number, more: Partial<Chat> = {}) =>
  chat(id, {
    state: "waiting",
    assignee: null,
    participants: [],
    wait: { since: at(since), offered: [1] },
    ...more,
  });
const ivan = { id: 2, name: "Ivan" };
const state = (chats: Chat[]) => ({
  snapshot: mergeChats(emptySnapshot, chats, 0),
  closing: new Map<number, number>(),
  skipped: new Set<number>(),
  ringOrder: "longest" as "longest" | "newest",
});

describe("inbox lists", () => {
  const all = state([
    chat(1),
    waiting(2, 30),
    waiting(3, 10, { unread: 2 }),
    chat(4, { assignee: ivan, participants: [ivan] }),
    chat(5, { state: "bot", assignee: null, participants: [] }),
    chat(6, { state: "closed" }),
    chat(7, { unread: 1 }),
  ]);

  it("[API-020] each view holds its chats; longest wait first, then the newest line", () => {
    const ids = (view: "mine" | "waiting" | "bot" | "all", order: ChatOrder = "wait") =>
      sortChats(all, view, order, 1).map((row) => row.id);
    expect(ids("waiting")).toEqual([3, 2]);
    expect(ids("mine")).toEqual([7, 1]);
    expect(ids("bot")).toEqual([5]);
    expect(ids("all")).toEqual([3, 2, 7, 5, 4, 1]);
    expect(ids("all", "new")).toEqual([7, 5, 4, 3, 2, 1]);
  });
  it("[SLA-022] chats with a due time come first, the earliest first, then the newest line", () => {
    const due = (minute: number) => ({
      sla: {
        policy: { id: 1, name: "VIP" },
        target: "next_reply" as const,
        at_risk_at: at(minute),
        due_at: at(minute),
        state: "on_time" as const,
      },
    });
    const list = state([chat(1), chat(2, due(50)), chat(3), chat(4, due(40))]);
    expect(sortChats(list, "all", "due", 1).map(({ id }) => id)).toEqual([4, 2, 3, 1]);
  });
  it("[API-029] [CORE-330] numbers are those of the rows; unread counts in own and waiting chats", () => {
    expect(computeInboxCounts(all, 1)).toEqual({
      mine: 2,
      waiting: 2,
      bot: 1,
      all: 6,
      snoozed: 0,
      unread: 3,
      withNews: 1,
    });
    expect(computeInboxCounts({ ...all, closing: new Map([[3, 0]]) }, 1)).toMatchObject({
      waiting: 1,
      all: 5,
      unread: 1,
    });
  });
  it("[SNZ-005] snoozed chats are in All and in Snoozed, by their time, and count as nothing else; a chat that is back comes first", () => {
    const snooze = (minute: number) => ({
      snoozed: { until: at(minute), since: at(0), by: me, stay: false },
    });
    const rested = state([
      chat(1, snooze(50)),
      waiting(2, 30, { ...snooze(40), unread: 2 }),
      chat(3, { unread: 1, snooze_ended: { at: at(30), reason: "time", by: null } }),
      chat(4),
    ]);
    const ids = (view: "mine" | "waiting" | "all" | "snoozed") =>
      sortChats(rested, view, "new", 1).map((row) => row.id);
    expect(ids("snoozed")).toEqual([2, 1]);
    expect(ids("mine")).toEqual([3, 4]);
    expect(ids("waiting")).toEqual([]);
    expect(ids("all")).toHaveLength(4);
    expect(computeInboxCounts(rested, 1)).toEqual({
      mine: 2,
      waiting: 0,
      bot: 0,
      all: 4,
      snoozed: 2,
      unread: 1,
      withNews: 1,
    });
  });
  it("[CORE-152] the longest wait rings first, or the newest chat if the account says so, until it is skipped", () => {
    expect(findFirstRingingChat(all, 1)?.id).toBe(3);
    expect(findFirstRingingChat({ ...all, ringOrder: "newest" }, 1)?.id).toBe(2);
    expect(findFirstRingingChat({ ...all, skipped: new Set([3]) }, 1)?.id).toBe(2);
    expect(findFirstRingingChat({ ...all, skipped: new Set([2, 3]) }, 1)).toBeNull();
  });
  it("[CORE-151] a skip that the server stored counts for the operator who skipped alone", () => {
    const offers = state([
      waiting(2, 30, { wait: { since: at(30), offered: [1, 5], skipped: [1] } }),
      waiting(3, 40),
    ]);
    expect(listRingingChats(offers, 1).map((one) => one.id)).toEqual([3]);
    expect(listSkippedChats(offers, 1).map((one) => one.id)).toEqual([2]);
    expect(listRingingChats(offers, 5).map((one) => one.id)).toEqual([2]);
    expect(listSkippedChats({ ...offers, skipped: new Set([3]) }, 1).map((one) => one.id)).toEqual([
      2, 3,
    ]);
  });
  it("[CORE-150] [CORE-218] notices are listed for the operator they are addressed to, the newest first, until the chat was opened or closed", () => {
    const noticed = (
      id: number,
      minute: number,
      to = 1,
      opened_at: string | null = null,
      more: Partial<Chat> = {},
    ) =>
      chat(id, {
        ...more,
        notices: [
          {
            kind: "transfer_declined",
            to: { id: to, name: "Me" },
            by: ivan,
            detail: "Busy",
            at: at(minute),
            opened_at,
          },
        ],
      });
    const chats = state([
      noticed(1, 5),
      noticed(2, 9),
      noticed(3, 7, 9),
      noticed(4, 8, 1, at(9)),
      noticed(5, 6, 1, null, { state: "closed" }),
    ]);
    expect(listUnopenedNotices(chats, 1).map(({ chat: one }) => one.id)).toEqual([2, 1]);
  });
  it("[CORE-033] a chat rings with those it is offered to, and with nobody before it is offered", () => {
    const offers = state([
      waiting(2, 30),
      waiting(3, 10, { wait: { since: at(10), offered: [1, 2] } }),
      waiting(4, 20, { wait: { since: at(20) } }),
    ]);
    expect(listRingingChats(offers, 1).map((one) => one.id)).toEqual([3, 2]);
    expect(listRingingChats(offers, 2).map((one) => one.id)).toEqual([3]);
    expect(listRingingChats(offers, 7)).toEqual([]);
  });
  it("[API-025] what a colleague hands over is shown to its target, the one that ends first in front", () => {
    const asked = (id: number, until: number, to = 1) =>
      chat(id, {
        transfer: { by: ivan, to: { id: to, name: "Me" }, comment: null, until: at(until) },
        assignee: ivan,
        participants: [ivan],
      });
    const handed = state([asked(1, 40), asked(2, 30), asked(3, 20, 9), chat(4)]);
    expect(listIncomingTransfers(handed, 1).map((one) => one.id)).toEqual([2, 1]);
    expect(listIncomingTransfers(handed, 5)).toEqual([]);
  });
  it("[API-025] the invitation of the latest chat is shown to whom it names, as long as the chat is open", () => {
    const asked = (id: number, to: number, overrides: Partial<Chat> = {}) =>
      chat(id, {
        assignee: ivan,
        participants: [ivan],
        invited: [{ by: ivan, to: { id: to, name: "Me" }, comment: "German" }],
        ...overrides,
      });
    // Chat ids do not show which chat is the latest.
    const earlier = asked(6, 1, { created_at: at(1) });
    const all = state([
      earlier,
      asked(1, 1),
      asked(2, 1),
      asked(3, 9),
      asked(4, 1, { state: "closed" }),
      chat(5),
    ]);
    expect(findInvitation(all, 1)).toMatchObject({
      chat: { id: 2 },
      invitation: { by: ivan, comment: "German" },
    });
    expect(findInvitation(all, 5)).toBeNull();
  });
  it("[CORE-031] [API-023] who may answer: nobody's chat is taken, a colleague's is joined first, a closed one continued", () => {
    expect(getChatPermission(waiting(1, 1), 1, true)).toBe("take");
    expect(getChatPermission(chat(1), 1, true)).toBe("reply");
    expect(getChatPermission(chat(1, { assignee: ivan, participants: [ivan] }), 1, true)).toBe(
      "other",
    );
    expect(getChatPermission(chat(1, { assignee: ivan, participants: [ivan, me] }), 1, true)).toBe(
      "reply",
    );
    expect(
      getChatPermission(chat(1, { state: "bot", assignee: null, participants: [] }), 1, true),
    ).toBe("other");
    expect(getChatPermission(chat(1, { state: "closed" }), 1, true)).toBe("closed");
    expect(getChatPermission(chat(1), 1, false)).toBe("read");
  });
});
