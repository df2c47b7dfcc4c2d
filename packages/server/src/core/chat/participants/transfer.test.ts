import { describe, expect, it } from "vitest";
import { getChat, systemCodes, receive } from "../../bot/bot.fixture.ts";
import type { Presence } from "../../entity.ts";
import { TimedSimulation } from "../../routing/timed-simulation.fixture.ts";
import { acceptChat } from "../accept.ts";
import { closeChat } from "../close.ts";
import { declineInvitation, inviteOtherOperator } from "./invite.ts";
import { joinChat } from "../join.ts";
import { leaveChat } from "./leave.ts";
import { sendOperatorMessage } from "../message/send-message.ts";
import { markNotice } from "../notices.ts";
import { acceptTransfer, declineTransfer, transferChat, withdrawTransfer } from "./transfer.ts";

/**
 * Creates a chat that operator 1 (Ines) has accepted. Operators 1, 2 (Ivan) and 3 (Olga) are
 * online.
 */
function createAcceptedChat(): { world: TimedSimulation; chat: number } {
  const world = new TimedSimulation();
  for (const id of [1, 2, 3]) world.set(id, "online");
  world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
  world.execute(receive("Hello"));
  const chat = world.currentChat?.id ?? 0;
  world.tick();
  world.execute(acceptChat({ operatorId: 1 }), chat, 1);
  return { world, chat };
}
const getPresence =
  (world: TimedSimulation) =>
  (id: number): Presence =>
    world.presence.get(id) ?? "offline";
const transferTo = (
  world: TimedSimulation,
  chat: number,
  to: number,
  operatorId = 1,
  comment: string | null = null,
) =>
  world.execute(
    transferChat({
      operatorId: operatorId,
      to: { operatorId: to },
      comment,
      presence: getPresence(world),
    }),
    chat,
    operatorId,
  );
const transferToDepartment = (world: TimedSimulation, chat: number, departmentId = 1) =>
  world.execute(
    transferChat({
      operatorId: 1,
      to: { departmentId },
      comment: null,
      presence: getPresence(world),
    }),
    chat,
    1,
  );
const acceptAs = (world: TimedSimulation, chat: number, operatorId: number) =>
  world.execute(acceptTransfer({ operatorId: operatorId }), chat, operatorId);
const transferEvents = (world: TimedSimulation) =>
  world.events.filter((event) => event.name === "chat_transferred");
const lastSystemMessage = (world: TimedSimulation) =>
  world.messages.findLast((message) => message.line !== undefined)?.line;

describe("transfer to an operator", () => {
  it("[API-025] [CORE-036] [CORE-037] [API-232] it stays with the sender until the target accepts, who reads the comment; then the sender is out", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2, 1, "She asks for a refund");
    expect(getChat(world, chat)).toMatchObject({
      state: "open",
      assignee: { id: 1 },
      transfer: { by: { id: 1 }, to: { id: 2, name: "Ivan" }, comment: "She asks for a refund" },
    });
    expect(lastSystemMessage(world)).toEqual({
      code: "transfer_offered",
      by: { id: 1, name: "Ines" },
      to: { id: 2, name: "Ivan" },
      detail: "She asks for a refund",
    });
    acceptAs(world, chat, 2);
    expect(getChat(world, chat)).toMatchObject({
      state: "open",
      assignee: { id: 2 },
      participants: [{ id: 2 }],
      transfer: null,
    });
    expect(lastSystemMessage(world)).toMatchObject({
      code: "transfer_accepted",
      by: { id: 1 },
      to: { id: 2 },
    });
    expect(world.events.filter((event) => event.name === "chat_accepted")).toHaveLength(1);
    expect(transferEvents(world)).toMatchObject([
      { by: { id: 1 }, to: { id: 2, name: "Ivan" }, chat: { assignee: { id: 2 } } },
    ]);
    // The reasons of an earlier offer do not apply to the target of a transfer (CORE-037).
    const assignment = { rules: ["transfer"], eligible: [2], others: [] };
    expect([getChat(world, chat).assignment, lastSystemMessage(world)?.assignment]).toEqual([
      assignment,
      assignment,
    ]);
  });
  it("[API-025] [API-107] given to a department it waits there; who asks for it and is refused transfers nothing", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    world.execute(declineTransfer({ operatorId: 2, reason: null }), chat);
    expect(transferEvents(world)).toEqual([]);
    transferToDepartment(world, chat);
    expect(transferEvents(world)).toMatchObject([
      { by: { id: 1 }, to: { id: 1, name: "Sales" }, chat: { state: "waiting" } },
    ]);
  });
  it("[API-025] [API-233] a refusal and its reason, and 30 s without answer, are lines; the chat stays", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    world.execute(declineTransfer({ operatorId: 2, reason: "At lunch" }), chat);
    expect(lastSystemMessage(world)).toEqual({
      code: "transfer_refused",
      by: { id: 2, name: "Ivan" },
      detail: "At lunch",
    });
    transferTo(world, chat, 2);
    world.pass(29_000);
    expect(getChat(world, chat).transfer).not.toBeNull();
    world.pass(1_000);
    expect(getChat(world, chat)).toMatchObject({ assignee: { id: 1 }, transfer: null });
    expect(lastSystemMessage(world)?.code).toBe("transfer_expired");
    for (const handler of [
      acceptTransfer({ operatorId: 2 }),
      declineTransfer({ operatorId: 2, reason: null }),
    ])
      expect(world.execute(handler, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] it ends when the target, who was in the chat, leaves", () => {
    const { world, chat } = createAcceptedChat();
    world.execute(joinChat({ operatorId: 2 }), chat, 2);
    transferTo(world, chat, 2);
    world.execute(leaveChat({ operatorId: 2, cause: "left" }), chat, 2);
    expect(getChat(world, chat)).toMatchObject({
      assignee: { id: 1 },
      participants: [{ id: 1 }],
      transfer: null,
    });
  });
  it("[API-025] at its end it cannot be accepted any more, whether or not somebody looked", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    world.now += 30_000;
    expect(acceptAs(world, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] one at a time; only the target answers it", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    expect(transferTo(world, chat, 3)).toMatchObject({ failure: "transfer_open", by: { id: 1 } });
    expect(transferToDepartment(world, chat)).toMatchObject({ failure: "transfer_open" });
    expect(acceptAs(world, chat, 3)).toMatchObject({ failure: "no_transfer" });
    expect(acceptAs(world, chat, 1)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] refuses targets who could not take it, and senders who are not in the chat", () => {
    const { world, chat } = createAcceptedChat();
    world.operators.set(2, { ...world.operators.get(2)!, role: "viewer" });
    world.set(3, "offline");
    expect(transferTo(world, chat, 9)).toMatchObject({
      failure: "invalid_request",
      field: "operator_id",
    });
    expect(transferTo(world, chat, 2)).toMatchObject({
      failure: "invalid_request",
      field: "operator_id",
    });
    expect(transferTo(world, chat, 1)).toMatchObject({
      failure: "invalid_request",
      field: "operator_id",
    });
    expect(transferTo(world, chat, 3)).toMatchObject({ failure: "not_available" });
    expect(transferTo(world, chat, 1, 3)).toMatchObject({ failure: "forbidden" });
    world.channel = { ...world.channel, operators: new Set([1]) };
    world.set(3, "online");
    expect(transferTo(world, chat, 3)).toMatchObject({
      failure: "invalid_request",
      field: "operator_id",
    });
    expect(getChat(world, chat).transfer ?? null).toBeNull();
  });
  it("[API-025] [API-232] an administrator may give away what a colleague has: then the colleague is out", () => {
    const { world, chat } = createAcceptedChat();
    world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
    transferTo(world, chat, 2, 3);
    acceptAs(world, chat, 2);
    expect(getChat(world, chat)).toMatchObject({ assignee: { id: 2 }, participants: [{ id: 2 }] });
  });
  it("[API-025] [CORE-003] the target's limit counts when he accepts; who is in the chat already has it", () => {
    const { world, chat } = createAcceptedChat();
    world.operators.set(2, { ...world.operators.get(2)!, chatLimit: 1 });
    world.execute(joinChat({ operatorId: 2 }), chat, 2);
    transferTo(world, chat, 2);
    acceptAs(world, chat, 2);
    expect(getChat(world, chat)).toMatchObject({ assignee: { id: 2 }, participants: [{ id: 2 }] });
  });
  it("[API-025] [API-232] the target who joins or answers has taken it", () => {
    for (const handler of [
      joinChat({ operatorId: 2 }),
      sendOperatorMessage({ operatorId: 2, kind: "text", text: "Hi" }),
    ]) {
      const { world, chat } = createAcceptedChat();
      transferTo(world, chat, 2);
      world.execute(handler, chat, 2);
      expect(getChat(world, chat)).toMatchObject({
        assignee: { id: 2 },
        participants: [{ id: 2 }],
        transfer: null,
      });
    }
  });
  it("[API-025] [API-233] it ends with whoever gives or should take it, and with the chat", () => {
    const left = createAcceptedChat();
    transferTo(left.world, left.chat, 2);
    left.world.execute(leaveChat({ operatorId: 1, cause: "left" }), left.chat, 1);
    expect(getChat(left.world, left.chat)).toMatchObject({ state: "waiting", transfer: null });
    const closed = createAcceptedChat();
    transferTo(closed.world, closed.chat, 2);
    closed.world.execute(closeChat({ operatorId: 1, reason: null }), closed.chat, 1);
    expect(getChat(closed.world, closed.chat).transfer ?? null).toBeNull();
    expect(acceptAs(closed.world, closed.chat, 2)).toMatchObject({ failure: "chat_closed" });
    expect(transferTo(closed.world, closed.chat, 2)).toMatchObject({ failure: "chat_closed" });
  });
});

describe("notice to the sender of a transfer", () => {
  const getNotices = (world: TimedSimulation, chat: number) => getChat(world, chat).notices ?? [];
  const mark = (
    world: TimedSimulation,
    chat: number,
    operatorId: number,
    state: "opened" | "dismissed",
  ) => world.execute(markNotice({ operatorId: operatorId, state }), chat);

  it("[CORE-150] [CORE-218] a decline leaves one with the reason; opening the chat and dismissing are stored, a repeat changes nothing", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    expect(getNotices(world, chat)).toEqual([]);
    world.execute(declineTransfer({ operatorId: 2, reason: "At lunch" }), chat);
    expect(getNotices(world, chat)).toMatchObject([
      {
        kind: "transfer_declined",
        to: { id: 1 },
        by: { id: 2, name: "Ivan" },
        detail: "At lunch",
        opened_at: null,
      },
    ]);
    // The mark of another operator has no effect, because only the recipient of a notice can mark
    // it.
    mark(world, chat, 2, "dismissed");
    mark(world, chat, 1, "opened");
    const opened = getNotices(world, chat)[0]?.opened_at;
    expect(opened).toMatch(/^2026/);
    const before = world.events.length;
    mark(world, chat, 1, "opened");
    expect([world.events.length, getNotices(world, chat)[0]?.opened_at]).toEqual([before, opened]);
    mark(world, chat, 1, "dismissed");
    mark(world, chat, 1, "dismissed");
    expect([world.events.length, getNotices(world, chat)]).toEqual([before + 1, []]);
  });
  it("[CORE-150] [API-233] 30 s without an answer, and a target who is offline for 10 s, leave one too", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    world.pass(30_000);
    expect(getNotices(world, chat)).toMatchObject([
      { kind: "transfer_expired", to: { id: 1 }, by: { id: 2 }, detail: null },
    ]);
    transferTo(world, chat, 3);
    expect(getNotices(world, chat)).toEqual([]);
    world.set(3, "offline");
    world.pass(9_000);
    expect(getChat(world, chat).transfer).not.toBeNull();
    world.pass(1_000);
    expect(getChat(world, chat).transfer).toBeNull();
    expect([lastSystemMessage(world)?.code, getNotices(world, chat)[0]?.kind]).toEqual([
      "transfer_offline",
      "transfer_offline",
    ]);
  });
  it("[CORE-150] a target who comes back within 10 s, as after a restart, keeps the offer", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    world.pass(5_000);
    world.restart();
    world.pass(4_000);
    world.set(2, "online");
    world.pass(15_000);
    expect(getChat(world, chat).transfer).not.toBeNull();
  });
  it("[CORE-150] the administrator who asked gets it; a target who leaves the chat counts as a decline", () => {
    const { world, chat } = createAcceptedChat();
    world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
    transferTo(world, chat, 2, 3);
    world.execute(declineTransfer({ operatorId: 2, reason: null }), chat);
    expect(getNotices(world, chat)).toMatchObject([{ to: { id: 3 }, detail: null }]);
    world.execute(joinChat({ operatorId: 2 }), chat, 2);
    transferTo(world, chat, 2);
    world.execute(leaveChat({ operatorId: 2, cause: "left" }), chat, 2);
    expect(getNotices(world, chat)).toMatchObject([
      { to: { id: 3 } },
      { kind: "transfer_declined", to: { id: 1 } },
    ]);
  });
  it("[CORE-150] [CORE-218] it ends with the next transfer by the same operator, when the chat waits again, and with the chat", () => {
    const ways = [
      (world: TimedSimulation, chat: number) => transferTo(world, chat, 3),
      (world: TimedSimulation, chat: number) => transferToDepartment(world, chat),
      (world: TimedSimulation, chat: number) =>
        world.execute(leaveChat({ operatorId: 1, cause: "left" }), chat, 1),
      (world: TimedSimulation, chat: number) =>
        world.execute(closeChat({ operatorId: 1, reason: null }), chat, 1),
    ];
    for (const way of ways) {
      const { world, chat } = createAcceptedChat();
      transferTo(world, chat, 2);
      world.execute(declineTransfer({ operatorId: 2, reason: "No" }), chat);
      way(world, chat);
      expect(getNotices(world, chat)).toEqual([]);
    }
  });
});

describe("withdrawing a transfer", () => {
  const withdraw = (world: TimedSimulation, chat: number, operatorId: number) =>
    world.execute(withdrawTransfer({ operatorId: operatorId }), chat, operatorId);

  it("[API-135] ends it with a line and without a notice; a repeat changes nothing; the target can no longer answer", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    withdraw(world, chat, 1);
    expect(getChat(world, chat)).toMatchObject({ assignee: { id: 1 }, transfer: null });
    expect(getChat(world, chat).notices).toBeUndefined();
    expect(lastSystemMessage(world)).toEqual({
      code: "transfer_withdrawn",
      by: { id: 1, name: "Ines" },
      to: { id: 2, name: "Ivan" },
    });
    const before = world.events.length;
    expect(withdraw(world, chat, 1)).toMatchObject({ state: "open", assignee: { id: 1 } });
    expect(world.events).toHaveLength(before);
    expect(acceptAs(world, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-135] after the target accepted it names who has the chat; others may not withdraw", () => {
    const { world, chat } = createAcceptedChat();
    transferTo(world, chat, 2);
    expect(withdraw(world, chat, 3)).toMatchObject({ failure: "forbidden" });
    acceptAs(world, chat, 2);
    expect(withdraw(world, chat, 1)).toMatchObject({
      failure: "already_accepted",
      by: { id: 2 },
      message: "Ivan has already accepted.",
    });
    world.execute(closeChat({ operatorId: 2, reason: null }), chat, 2);
    expect(withdraw(world, chat, 1)).toMatchObject({ failure: "chat_closed" });
  });
});

describe("transfer to a department", () => {
  it("[API-025] [CORE-031] it waits there with the ladder from its beginning; who gave it is not asked first", () => {
    const { world, chat } = createAcceptedChat();
    world.now += 600_000;
    transferToDepartment(world, chat);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      department: { id: 1, name: "Sales" },
      assignee: null,
      participants: [],
    });
    expect(lastSystemMessage(world)).toMatchObject({
      code: "transferred",
      by: { id: 1 },
      to: { id: 1, name: "Sales" },
    });
    world.tick();
    expect(getChat(world, chat).wait).toMatchObject({ step: "offer", offered: [2] });
    world.pass(60_000);
    expect(getChat(world, chat).wait).toMatchObject({ step: "department", offered: [2, 1] });
  });
  it("[API-025] refuses a department that does not exist, and a chat that nobody has", () => {
    const { world, chat } = createAcceptedChat();
    expect(transferToDepartment(world, chat, 7)).toMatchObject({
      failure: "invalid_request",
      field: "department_id",
    });
    world.execute(leaveChat({ operatorId: 1, cause: "left" }), chat, 1);
    expect(transferToDepartment(world, chat)).toMatchObject({ failure: "not_open" });
    expect(transferTo(world, chat, 2)).toMatchObject({ failure: "not_open" });
  });
});

describe("invite", () => {
  const invite = (world: TimedSimulation, chat: number, otherOperatorId: number, operatorId = 1) =>
    world.execute(
      inviteOtherOperator({ operatorId, otherOperatorId, comment: "Please look" }),
      chat,
      operatorId,
    );
  it("[API-025] [CORE-036] [API-234] a colleague is named in a line and joins by himself; one who is in the chat changes nothing", () => {
    const { world, chat } = createAcceptedChat();
    expect(invite(world, chat, 2)).toMatchObject({ state: "open", participants: [{ id: 1 }] });
    expect(lastSystemMessage(world)).toEqual({
      code: "colleague_invited",
      by: { id: 1, name: "Ines" },
      to: { id: 2, name: "Ivan" },
      detail: "Please look",
    });
    world.execute(joinChat({ operatorId: 2 }), chat, 2);
    expect(getChat(world, chat)).toMatchObject({
      assignee: { id: 1 },
      participants: [{ id: 1 }, { id: 2 }],
    });
    invite(world, chat, 2);
    expect(systemCodes(world).filter((code) => code === "colleague_invited")).toHaveLength(1);
  });
  it("[API-025] [API-234] an invitation stands until he declines or comes in, by whatever way; a repeat takes its place", () => {
    const { world, chat } = createAcceptedChat();
    const invited = () => getChat(world, chat).invited;
    invite(world, chat, 2);
    invite(world, chat, 3);
    invite(world, chat, 2);
    expect(invited()).toMatchObject([
      { to: { id: 3 } },
      { by: { id: 1 }, to: { id: 2, name: "Ivan" }, comment: "Please look" },
    ]);
    const before = systemCodes(world).length;
    world.execute(declineInvitation({ operatorId: 3 }), chat, 3);
    world.execute(declineInvitation({ operatorId: 3 }), chat, 3);
    expect(invited()).toMatchObject([{ to: { id: 2 } }]);
    expect(systemCodes(world)).toHaveLength(before);
    transferTo(world, chat, 2);
    acceptAs(world, chat, 2);
    expect(getChat(world, chat)).not.toHaveProperty("invited");
  });
  it.each<[string, (world: TimedSimulation, chat: number) => unknown]>([
    [
      "its last operator leaves",
      (world, chat) => world.execute(leaveChat({ operatorId: 1, cause: "left" }), chat, 1),
    ],
    ["it goes to a department", (world, chat) => transferToDepartment(world, chat)],
    ["it is closed", (world, chat) => world.execute(closeChat({ cause: "visitor" }), chat)],
  ])("[API-025] invitations end when %s", (_, end) => {
    const { world, chat } = createAcceptedChat();
    invite(world, chat, 2);
    end(world, chat);
    expect(getChat(world, chat)).not.toHaveProperty("invited");
  });
  it("[API-025] refuses whoever is not in the chat, and colleagues who do not answer it", () => {
    const { world, chat } = createAcceptedChat();
    expect(invite(world, chat, 2, 3)).toMatchObject({ failure: "forbidden" });
    expect(invite(world, chat, 8)).toMatchObject({
      failure: "invalid_request",
      field: "operator_id",
    });
    world.execute(closeChat({ cause: "visitor" }), chat);
    expect(invite(world, chat, 2)).toMatchObject({ failure: "chat_closed" });
  });
});
