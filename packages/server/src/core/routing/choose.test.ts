import { describe, expect, it } from "vitest";
import { getChat, systemCodes, receive } from "../bot/bot.fixture.ts";
import { acceptChat } from "../chat/accept.ts";
import { closeChat } from "../chat/close.ts";
import type { Presence } from "../entity.ts";
import type { RoutingConfig } from "../command.ts";
import { TimedSimulation } from "./timed-simulation.fixture.ts";
import { createWaitingChat, getWait, systemTexts } from "./waiting-chat.fixture.ts";

describe("mode all", () => {
  it("[CORE-033] [CORE-037] everybody eligible is asked at once, in one line that says why; the first wins", () => {
    const { world, chat } = createWaitingChat({ 1: "online", 2: "online", 3: "away" });
    expect(getWait({ world, chat })).toMatchObject({ step: "offer", offered: [1, 2] });
    const assignment = {
      rules: ["all"],
      eligible: [1, 2],
      others: [{ operator_id: 3, reasons: ["away"] }],
    };
    expect(getChat(world, chat).assignment).toEqual(assignment);
    expect(world.messages.at(-1)?.line).toEqual({ code: "offered", assignment });
    expect(systemTexts(world)).toEqual(["Offered to Ines and Ivan"]);
    world.execute(acceptChat({ operatorId: 2 }), chat, 2);
    expect(getChat(world, chat)).toMatchObject({ assignee: { id: 2 }, wait: null, assignment });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "accepted", assignment });
  });
  it("[CORE-037] an acceptance with its own reasons keeps those", () => {
    const { world, chat } = createWaitingChat({});
    const presence = (id: number): Presence => (id === 2 ? "online" : "offline");
    const status = { presence, now: world.now };
    world.execute(acceptChat({ operatorId: 1, status }), chat, 1);
    expect(getChat(world, chat).assignment).toMatchObject({
      eligible: [2],
      others: [{ operator_id: 1 }, { operator_id: 3 }],
    });
  });
  it("[CORE-035] [CORE-254] who comes online later is asked too, without a line for each; nobody twice", () => {
    const { world, chat } = createWaitingChat({ 1: "online" });
    world.set(2, "online");
    world.tick();
    expect(getWait({ world, chat })).toMatchObject({ offered: [1, 2] });
    expect(systemCodes(world)).toEqual(["offered"]);
    world.set(2, "offline");
    world.set(2, "online");
    const before = world.events.length;
    world.tick();
    expect(world.events.length).toBe(before);
  });
  it("[CORE-035] nobody there: no line, and the first who comes is asked", () => {
    const { world, chat } = createWaitingChat({});
    world.pass(90_000);
    expect([systemCodes(world), getWait({ world, chat })]).toEqual([
      [],
      { since: expect.any(String) },
    ]);
    world.set(3, "online");
    world.tick();
    expect([systemCodes(world), getWait({ world, chat })?.offered]).toEqual([["offered"], [3]]);
  });
  it("[CORE-033] [CORE-003] whoever is at his limit is not asked, and is when he has room", () => {
    const { world, chat } = createWaitingChat({ 1: "online", 2: "online" }, {}, (simulation) => {
      simulation.operators.set(1, { ...simulation.operators.get(1)!, chatLimit: 2 });
      simulation.openChats.set(1, 2);
    });
    expect(getChat(world, chat).assignment).toMatchObject({ eligible: [2] });
    world.openChats.set(1, 1);
    world.checkAll();
    world.tick();
    expect(getWait({ world, chat })?.offered).toEqual([2, 1]);
  });
});

describe("one after another", () => {
  it("[CORE-033] [CORE-206] [API-228] each has 30 s, then the next; everybody once, then all together by the ladder", () => {
    const { world, chat } = createWaitingChat(undefined, {
      mode: "round_robin",
      departmentMs: 110_000,
    });
    expect(getWait({ world, chat })).toMatchObject({
      step: "offer",
      offered: [1],
      offer_until: expect.any(String),
    });
    world.pass(29_000);
    expect(getWait({ world, chat })?.offered).toEqual([1]);
    world.pass(2_000);
    expect(getWait({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
    world.pass(30_000);
    expect(getWait({ world, chat })).toMatchObject({ offered: [3], asked: [1, 2] });
    world.pass(40_000);
    expect(systemTexts(world)).toEqual([
      "Offered to Ines",
      "Ines did not take it; offered to Ivan",
      "Ivan did not take it; offered to Olga",
    ]);
    world.pass(10_000);
    const wait = getWait({ world, chat });
    expect(wait).toMatchObject({ step: "department", offered: [3, 1, 2] });
    expect(wait).not.toHaveProperty("offer_until");
    expect(systemCodes(world)).toEqual([
      "offered",
      "offer_passed",
      "offer_passed",
      "ladder_department",
    ]);
  });
  it("[CORE-033] [CORE-207] round robin begins with whose turn is longest ago, least busy with who has fewest, last operator with who had the visitor", () => {
    const first = (
      routing: Partial<RoutingConfig>,
      prepare: (world: TimedSimulation) => void,
    ): readonly number[] | undefined =>
      getWait(createWaitingChat(undefined, routing, prepare))?.offered;
    const turns = (world: TimedSimulation): void =>
      [1, 2, 3].forEach((id, n) => world.lastOfferedAt.set(id, [300, 100, 200][n] ?? 0));
    const load = (world: TimedSimulation): void =>
      [1, 2, 3].forEach((id, n) => world.openChats.set(id, [2, 2, 1][n] ?? 0));
    expect(first({ mode: "round_robin" }, turns)).toEqual([2]);
    expect(first({ mode: "least_busy" }, load)).toEqual([3]);
    expect(first({ mode: "last_operator" }, load)).toEqual([3]);
    const status = new TimedSimulation();
    status.routing = { ...status.routing, mode: "last_operator" };
    load(status);
    status.execute(receive("Hello"));
    const earlier = status.currentChat?.id ?? 0;
    status.execute(acceptChat({ operatorId: 2 }), earlier, 2);
    status.execute(closeChat({ operatorId: 2, reason: null }), earlier, 2);
    for (const id of [1, 2, 3]) status.set(id, "online");
    status.execute(receive("Again"));
    status.tick();
    expect(status.currentChat?.wait?.offered).toEqual([2]);
  });
  it("[CORE-033] [CORE-206] who goes offline while he is asked is passed at once", () => {
    const { world, chat } = createWaitingChat(
      { 1: "online", 2: "online" },
      { mode: "round_robin" },
    );
    world.set(1, "offline");
    world.tick();
    expect(getWait({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
  });
  it("[CORE-033] with nobody left the one who was asked may still take it; who comes online is asked next", () => {
    const { world, chat } = createWaitingChat(
      { 1: "online" },
      { mode: "least_busy", nextMs: 0, departmentMs: 0, channelMs: 0 },
    );
    world.pass(60_000);
    expect(getWait({ world, chat })?.offered).toEqual([1]);
    expect(systemCodes(world)).toEqual(["offered"]);
    world.set(2, "online");
    world.tick();
    expect(getWait({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
  });
});
