import { describe, expect, it } from "vitest";
import { chatOf, lines, says } from "../bot/bot.fixture.ts";
import type { Presence } from "../entity.ts";
import { TimedWorld } from "../routing/timed-world.fixture.ts";
import { acceptChat } from "./accept.ts";
import { closeChat } from "./close.ts";
import { declineInvitation, inviteColleague } from "./invite.ts";
import { joinChat } from "./join.ts";
import { leaveChat } from "./leave.ts";
import { operatorSays } from "./operator-says.ts";
import { markNotice } from "./notices.ts";
import { acceptTransfer, refuseTransfer, transferChat, withdrawTransfer } from "./transfer.ts";

/** A chat of operator 1 (Ines); 2 is Ivan, 3 is Olga; all are online. */
function taken(): { world: TimedWorld; chat: number } {
  const world = new TimedWorld();
  for (const id of [1, 2, 3]) world.set(id, "online");
  world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
  world.act(says("Hello"));
  const chat = world.running?.id ?? 0;
  world.tick();
  world.act(acceptChat({ operatorId: 1 }), chat, 1);
  return { world, chat };
}
const presence =
  (world: TimedWorld) =>
  (id: number): Presence =>
    world.presence.get(id) ?? "offline";
const transfer = (world: TimedWorld, chat: number, to: number, by = 1, comment: string | null = null) =>
  world.act(transferChat({ operatorId: by, to: { operatorId: to }, comment, presence: presence(world) }), chat, by);
const toDepartment = (world: TimedWorld, chat: number, departmentId = 1) =>
  world.act(transferChat({ operatorId: 1, to: { departmentId }, comment: null, presence: presence(world) }), chat, 1);
const accept = (world: TimedWorld, chat: number, by: number) => world.act(acceptTransfer({ operatorId: by }), chat, by);
const transfers = (world: TimedWorld) => world.events.filter((event) => event.name === "chat_transferred");
const lastLine = (world: TimedWorld) => world.messages.findLast((one) => one.line !== undefined)?.line;

describe("transfer to an operator", () => {
  it("[API-025] [CORE-036] [CORE-037] it stays with the sender until the target accepts, who reads the comment; then the sender is out", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2, 1, "She asks for a refund");
    expect(chatOf(world, chat)).toMatchObject({
      state: "open",
      assignee: { id: 1 },
      transfer: { by: { id: 1 }, to: { id: 2, name: "Ivan" }, comment: "She asks for a refund" },
    });
    expect(lastLine(world)).toEqual({
      code: "transfer_offered",
      by: { id: 1, name: "Ines" },
      to: { id: 2, name: "Ivan" },
      detail: "She asks for a refund",
    });
    accept(world, chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ state: "open", assignee: { id: 2 }, participants: [{ id: 2 }], transfer: null });
    expect(lastLine(world)).toMatchObject({ code: "transfer_accepted", by: { id: 1 }, to: { id: 2 } });
    expect(world.events.filter((event) => event.name === "chat_accepted")).toHaveLength(1);
    expect(transfers(world)).toMatchObject([{ by: { id: 1 }, to: { id: 2, name: "Ivan" }, chat: { assignee: { id: 2 } } }]);
    // The reasons of an earlier offer do not apply to the target (CORE-037).
    const assignment = { rules: ["transfer"], eligible: [2], others: [] };
    expect([chatOf(world, chat).assignment, lastLine(world)?.assignment]).toEqual([assignment, assignment]);
  });
  it("[API-025] [API-107] given to a department it waits there; who asks for it and is refused transfers nothing", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    world.act(refuseTransfer({ operatorId: 2, reason: null }), chat);
    expect(transfers(world)).toEqual([]);
    toDepartment(world, chat);
    expect(transfers(world)).toMatchObject([{ by: { id: 1 }, to: { id: 1, name: "Sales" }, chat: { state: "waiting" } }]);
  });
  it("[API-025] a refusal and its reason, and 30 s without answer, are lines; the chat stays", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    world.act(refuseTransfer({ operatorId: 2, reason: "At lunch" }), chat);
    expect(lastLine(world)).toEqual({ code: "transfer_refused", by: { id: 2, name: "Ivan" }, detail: "At lunch" });
    transfer(world, chat, 2);
    world.pass(29_000);
    expect(chatOf(world, chat).transfer).not.toBeNull();
    world.pass(1_000);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 1 }, transfer: null });
    expect(lastLine(world)?.code).toBe("transfer_expired");
    for (const verb of [acceptTransfer({ operatorId: 2 }), refuseTransfer({ operatorId: 2, reason: null })])
      expect(world.act(verb, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] it ends when the target, who was in the chat, leaves", () => {
    const { world, chat } = taken();
    world.act(joinChat({ operatorId: 2 }), chat, 2);
    transfer(world, chat, 2);
    world.act(leaveChat({ operatorId: 2, cause: "left" }), chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 1 }, participants: [{ id: 1 }], transfer: null });
  });
  it("[API-025] at its end it cannot be accepted any more, whether or not somebody looked", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    world.now += 30_000;
    expect(accept(world, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] one at a time; only the target answers it", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    expect(transfer(world, chat, 3)).toMatchObject({ failure: "transfer_open", by: { id: 1 } });
    expect(toDepartment(world, chat)).toMatchObject({ failure: "transfer_open" });
    expect(accept(world, chat, 3)).toMatchObject({ failure: "no_transfer" });
    expect(accept(world, chat, 1)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-025] refuses targets who could not take it, and senders who are not in the chat", () => {
    const { world, chat } = taken();
    world.operators.set(2, { ...world.operators.get(2)!, role: "viewer" });
    world.set(3, "offline");
    expect(transfer(world, chat, 9)).toMatchObject({ failure: "invalid_request", field: "operator_id" });
    expect(transfer(world, chat, 2)).toMatchObject({ failure: "invalid_request", field: "operator_id" });
    expect(transfer(world, chat, 1)).toMatchObject({ failure: "invalid_request", field: "operator_id" });
    expect(transfer(world, chat, 3)).toMatchObject({ failure: "not_available" });
    expect(transfer(world, chat, 1, 3)).toMatchObject({ failure: "forbidden" });
    world.channel = { ...world.channel, operators: new Set([1]) };
    world.set(3, "online");
    expect(transfer(world, chat, 3)).toMatchObject({ failure: "invalid_request", field: "operator_id" });
    expect(chatOf(world, chat).transfer ?? null).toBeNull();
  });
  it("[API-025] an administrator may give away what a colleague has: then the colleague is out", () => {
    const { world, chat } = taken();
    world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
    transfer(world, chat, 2, 3);
    accept(world, chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 2 }, participants: [{ id: 2 }] });
  });
  it("[API-025] [CORE-003] the target's limit counts when he accepts; who is in the chat already has it", () => {
    const { world, chat } = taken();
    world.operators.set(2, { ...world.operators.get(2)!, chatLimit: 1 });
    world.act(joinChat({ operatorId: 2 }), chat, 2);
    transfer(world, chat, 2);
    accept(world, chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 2 }, participants: [{ id: 2 }] });
  });
  it("[API-025] the target who joins or answers has taken it", () => {
    for (const verb of [joinChat({ operatorId: 2 }), operatorSays({ operatorId: 2, kind: "text", text: "Hi" })]) {
      const { world, chat } = taken();
      transfer(world, chat, 2);
      world.act(verb, chat, 2);
      expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 2 }, participants: [{ id: 2 }], transfer: null });
    }
  });
  it("[API-025] it ends with whoever gives or should take it, and with the chat", () => {
    const left = taken();
    transfer(left.world, left.chat, 2);
    left.world.act(leaveChat({ operatorId: 1, cause: "left" }), left.chat, 1);
    expect(chatOf(left.world, left.chat)).toMatchObject({ state: "waiting", transfer: null });
    const closed = taken();
    transfer(closed.world, closed.chat, 2);
    closed.world.act(closeChat({ operatorId: 1, reason: null }), closed.chat, 1);
    expect(chatOf(closed.world, closed.chat).transfer ?? null).toBeNull();
    expect(accept(closed.world, closed.chat, 2)).toMatchObject({ failure: "chat_closed" });
    expect(transfer(closed.world, closed.chat, 2)).toMatchObject({ failure: "chat_closed" });
  });
});

describe("notice to the sender of a transfer", () => {
  const noticesOf = (world: TimedWorld, chat: number) => chatOf(world, chat).notices ?? [];
  const mark = (world: TimedWorld, chat: number, by: number, state: "opened" | "dismissed") =>
    world.act(markNotice({ operatorId: by, state }), chat);

  it("[CORE-150] a decline leaves one with the reason; opening the chat and dismissing are stored, a repeat changes nothing", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    expect(noticesOf(world, chat)).toEqual([]);
    world.act(refuseTransfer({ operatorId: 2, reason: "At lunch" }), chat);
    expect(noticesOf(world, chat)).toMatchObject([
      { kind: "transfer_declined", to: { id: 1 }, by: { id: 2, name: "Ivan" }, detail: "At lunch", opened_at: null },
    ]);
    // Only the recipient of a notice can mark it.
    mark(world, chat, 2, "dismissed");
    mark(world, chat, 1, "opened");
    const opened = noticesOf(world, chat)[0]?.opened_at;
    expect(opened).toMatch(/^2026/);
    const before = world.events.length;
    mark(world, chat, 1, "opened");
    expect([world.events.length, noticesOf(world, chat)[0]?.opened_at]).toEqual([before, opened]);
    mark(world, chat, 1, "dismissed");
    mark(world, chat, 1, "dismissed");
    expect([world.events.length, noticesOf(world, chat)]).toEqual([before + 1, []]);
  });
  it("[CORE-150] 30 s without an answer, and a target who is offline for 10 s, leave one too", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    world.pass(30_000);
    expect(noticesOf(world, chat)).toMatchObject([{ kind: "transfer_expired", to: { id: 1 }, by: { id: 2 }, detail: null }]);
    transfer(world, chat, 3);
    expect(noticesOf(world, chat)).toEqual([]);
    world.set(3, "offline");
    world.pass(9_000);
    expect(chatOf(world, chat).transfer).not.toBeNull();
    world.pass(1_000);
    expect(chatOf(world, chat).transfer).toBeNull();
    expect([lastLine(world)?.code, noticesOf(world, chat)[0]?.kind]).toEqual(["transfer_offline", "transfer_offline"]);
  });
  it("[CORE-150] a target who comes back within 10 s, as after a restart, keeps the offer", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    world.pass(5_000);
    world.restart();
    world.pass(4_000);
    world.set(2, "online");
    world.pass(15_000);
    expect(chatOf(world, chat).transfer).not.toBeNull();
  });
  it("[CORE-150] the administrator who asked gets it; a target who leaves the chat counts as a decline", () => {
    const { world, chat } = taken();
    world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
    transfer(world, chat, 2, 3);
    world.act(refuseTransfer({ operatorId: 2, reason: null }), chat);
    expect(noticesOf(world, chat)).toMatchObject([{ to: { id: 3 }, detail: null }]);
    world.act(joinChat({ operatorId: 2 }), chat, 2);
    transfer(world, chat, 2);
    world.act(leaveChat({ operatorId: 2, cause: "left" }), chat, 2);
    expect(noticesOf(world, chat)).toMatchObject([{ to: { id: 3 } }, { kind: "transfer_declined", to: { id: 1 } }]);
  });
  it("[CORE-150] it ends with the next transfer by the same operator, when the chat waits again, and with the chat", () => {
    const ways = [
      (world: TimedWorld, chat: number) => transfer(world, chat, 3),
      (world: TimedWorld, chat: number) => toDepartment(world, chat),
      (world: TimedWorld, chat: number) => world.act(leaveChat({ operatorId: 1, cause: "left" }), chat, 1),
      (world: TimedWorld, chat: number) => world.act(closeChat({ operatorId: 1, reason: null }), chat, 1),
    ];
    for (const way of ways) {
      const { world, chat } = taken();
      transfer(world, chat, 2);
      world.act(refuseTransfer({ operatorId: 2, reason: "No" }), chat);
      way(world, chat);
      expect(noticesOf(world, chat)).toEqual([]);
    }
  });
});

describe("withdrawing a transfer", () => {
  const withdraw = (world: TimedWorld, chat: number, by: number) => world.act(withdrawTransfer({ operatorId: by }), chat, by);

  it("[API-135] ends it with a line and without a notice; a repeat changes nothing; the target can no longer answer", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    withdraw(world, chat, 1);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 1 }, transfer: null });
    expect(chatOf(world, chat).notices).toBeUndefined();
    expect(lastLine(world)).toEqual({ code: "transfer_withdrawn", by: { id: 1, name: "Ines" }, to: { id: 2, name: "Ivan" } });
    const before = world.events.length;
    expect(withdraw(world, chat, 1)).toMatchObject({ state: "open", assignee: { id: 1 } });
    expect(world.events).toHaveLength(before);
    expect(accept(world, chat, 2)).toMatchObject({ failure: "no_transfer" });
  });
  it("[API-135] after the target accepted it names who has the chat; others may not withdraw", () => {
    const { world, chat } = taken();
    transfer(world, chat, 2);
    expect(withdraw(world, chat, 3)).toMatchObject({ failure: "forbidden" });
    accept(world, chat, 2);
    expect(withdraw(world, chat, 1)).toMatchObject({ failure: "already_accepted", by: { id: 2 }, message: "Ivan has already accepted." });
    world.act(closeChat({ operatorId: 2, reason: null }), chat, 2);
    expect(withdraw(world, chat, 1)).toMatchObject({ failure: "chat_closed" });
  });
});

describe("transfer to a department", () => {
  it("[API-025] [CORE-031] it waits there with the ladder from its beginning; who gave it is not asked first", () => {
    const { world, chat } = taken();
    world.now += 600_000;
    toDepartment(world, chat);
    expect(chatOf(world, chat)).toMatchObject({ state: "waiting", department: { id: 1, name: "Sales" }, assignee: null, participants: [] });
    expect(lastLine(world)).toMatchObject({ code: "transferred", by: { id: 1 }, to: { id: 1, name: "Sales" } });
    world.tick();
    expect(chatOf(world, chat).wait).toMatchObject({ step: "offer", offered: [2] });
    world.pass(60_000);
    expect(chatOf(world, chat).wait).toMatchObject({ step: "department", offered: [2, 1] });
  });
  it("[API-025] refuses a department that does not exist, and a chat that nobody has", () => {
    const { world, chat } = taken();
    expect(toDepartment(world, chat, 7)).toMatchObject({ failure: "invalid_request", field: "department_id" });
    world.act(leaveChat({ operatorId: 1, cause: "left" }), chat, 1);
    expect(toDepartment(world, chat)).toMatchObject({ failure: "not_open" });
    expect(transfer(world, chat, 2)).toMatchObject({ failure: "not_open" });
  });
});

describe("invite", () => {
  const invite = (world: TimedWorld, chat: number, colleagueId: number, operatorId = 1) =>
    world.act(inviteColleague({ operatorId, colleagueId, comment: "Please look" }), chat, operatorId);
  it("[API-025] [CORE-036] a colleague is named in a line and joins by himself; one who is in the chat changes nothing", () => {
    const { world, chat } = taken();
    expect(invite(world, chat, 2)).toMatchObject({ state: "open", participants: [{ id: 1 }] });
    expect(lastLine(world)).toEqual({
      code: "colleague_invited",
      by: { id: 1, name: "Ines" },
      to: { id: 2, name: "Ivan" },
      detail: "Please look",
    });
    world.act(joinChat({ operatorId: 2 }), chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 1 }, participants: [{ id: 1 }, { id: 2 }] });
    invite(world, chat, 2);
    expect(lines(world).filter((code) => code === "colleague_invited")).toHaveLength(1);
  });
  it("[API-025] an invitation stands until he declines or comes in, by whatever way; a repeat takes its place", () => {
    const { world, chat } = taken();
    const invited = () => chatOf(world, chat).invited;
    invite(world, chat, 2);
    invite(world, chat, 3);
    invite(world, chat, 2);
    expect(invited()).toMatchObject([{ to: { id: 3 } }, { by: { id: 1 }, to: { id: 2, name: "Ivan" }, comment: "Please look" }]);
    const before = lines(world).length;
    world.act(declineInvitation({ operatorId: 3 }), chat, 3);
    world.act(declineInvitation({ operatorId: 3 }), chat, 3);
    expect(invited()).toMatchObject([{ to: { id: 2 } }]);
    expect(lines(world)).toHaveLength(before);
    transfer(world, chat, 2);
    accept(world, chat, 2);
    expect(chatOf(world, chat)).not.toHaveProperty("invited");
  });
  it.each<[string, (world: TimedWorld, chat: number) => unknown]>([
    ["its last operator leaves", (world, chat) => world.act(leaveChat({ operatorId: 1, cause: "left" }), chat, 1)],
    ["it goes to a department", (world, chat) => toDepartment(world, chat)],
    ["it is closed", (world, chat) => world.act(closeChat({ cause: "visitor" }), chat)],
  ])("[API-025] invitations end when %s", (_, end) => {
    const { world, chat } = taken();
    invite(world, chat, 2);
    end(world, chat);
    expect(chatOf(world, chat)).not.toHaveProperty("invited");
  });
  it("[API-025] refuses whoever is not in the chat, and colleagues who do not answer it", () => {
    const { world, chat } = taken();
    expect(invite(world, chat, 2, 3)).toMatchObject({ failure: "forbidden" });
    expect(invite(world, chat, 8)).toMatchObject({ failure: "invalid_request", field: "operator_id" });
    world.act(closeChat({ cause: "visitor" }), chat);
    expect(invite(world, chat, 2)).toMatchObject({ failure: "chat_closed" });
  });
});
