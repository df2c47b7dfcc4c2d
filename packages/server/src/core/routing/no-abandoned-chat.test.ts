import { expect, it } from "vitest";
import { createBotConfig, receive } from "../bot/bot.fixture.ts";
import { handOverFromRemovedBot, handOverAfterFailure } from "../bot/hand-over.ts";
import { inviteOperator } from "../bot/invite.ts";
import { sendBotMessage } from "../bot/send-message.ts";
import { getActiveBot, hasPendingInvite } from "../bot/assignment.ts";
import { acceptChat } from "../chat/accept.ts";
import { closeChat, type CloseCause } from "../chat/close.ts";
import { continueChat } from "../chat/continue.ts";
import { inviteOtherOperator } from "../chat/participants/invite.ts";
import { joinChat } from "../chat/join.ts";
import { leaveChat } from "../chat/participants/leave.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import {
  acceptTransfer,
  declineTransfer,
  transferChat,
  transferTimeoutMs,
} from "../chat/participants/transfer.ts";
import type { ChatData } from "../event.ts";
import type { RoutingConfig } from "../command.ts";
import { graceEndsAt } from "./unattended.ts";
import { recipientsForStep } from "./recipients.ts";
import { TimedSimulation } from "./timed-simulation.fixture.ts";

/** The variable LONG raises the number of runs to 10,000. */
const runCount = process.env["LONG"] === undefined ? 2_500 : 10_000;
const stepsPerRun = 22;
const remindMs = 1_800_000;
const dayMs = 86_400_000;
const shortHours = {
  timezone: "UTC",
  week: { mon: [["09:00", "09:05"]], tue: [["08:00", "08:30"]] },
  exceptions: {},
} as const;

/** Deterministic random numbers from a seed (mulberry32). */
function createRandom(seed: number): (n: number) => number {
  let a = seed;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

interface SimulationStep {
  readonly world: TimedSimulation;
  /** Id of the current chat, otherwise of the latest one, or 0 if there is none yet. */
  readonly chat: number;
  readonly operator: number;
  readonly otherOperator: number;
  readonly random: (n: number) => number;
}
const closeBy =
  (cause: CloseCause) =>
  ({ world, chat }: SimulationStep) =>
    world.execute(closeChat({ cause }), chat);
const getPresence =
  ({ world }: SimulationStep) =>
  (id: number) =>
    world.presence.get(id) ?? "offline";

/** All actions of the simulation. An action that is listed twice is chosen twice as often. */
const actions: readonly ((turn: SimulationStep) => unknown)[] = [
  ({ world }) => world.execute(receive("Hello?")),
  ({ world }) => world.execute(receive("Hello?")),
  ({ world }) => world.execute(receive("Hello?")),
  ({ world, chat }) =>
    world.execute(sendBotMessage({ botId: 7, message: { kind: "text", text: "Yes" } }), chat),
  ({ world, chat, random }) => {
    const message = { kind: "text", text: "Yes" } as const;
    world.execute(sendBotMessage({ botId: 7, message }), chat);
    if (random(3) === 0) world.pass(25 * 3_600_000);
  },
  ({ world, chat }) =>
    world.execute(inviteOperator({ botId: 7, online: onlineOperators(world) }), chat),
  ({ world, chat }) => {
    world.execute(inviteOperator({ botId: 7, online: new Set([1, 2, 3]) }), chat);
    world.pass(61_000);
  },
  ({ world, chat }) => world.execute(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chat),
  ({ world, chat }) => {
    world.bots.set(7, createBotConfig(7, { ...world.bots.get(7), enabled: false }));
    world.execute(handOverFromRemovedBot(), chat);
  },
  ({ world, chat, operator }) =>
    world.execute(acceptChat({ operatorId: operator }), chat, operator),
  ({ world, chat, operator }) => world.execute(joinChat({ operatorId: operator }), chat, operator),
  ({ world, chat, operator }) =>
    world.execute(
      sendOperatorMessage({ operatorId: operator, kind: "text", text: "Hi" }),
      chat,
      operator,
    ),
  ({ world, chat, operator }) =>
    world.execute(
      sendOperatorMessage({ operatorId: operator, kind: "note", text: "Hm" }),
      chat,
      operator,
    ),
  ({ world, chat, operator }) =>
    world.execute(leaveChat({ operatorId: operator, cause: "left" }), chat, operator),
  (turn) => transferTo(turn, { operatorId: turn.otherOperator }),
  (turn) => {
    transferTo(turn, { operatorId: turn.otherOperator });
    turn.world.execute(
      acceptTransfer({ operatorId: turn.otherOperator }),
      turn.chat,
      turn.otherOperator,
    );
  },
  ({ world, chat, otherOperator: other }) =>
    world.execute(declineTransfer({ operatorId: other, reason: null }), chat),
  (turn) => transferTo(turn, { departmentId: 1 + turn.random(2) }),
  ({ world, chat, operator, otherOperator: other }) =>
    world.execute(
      inviteOtherOperator({ operatorId: operator, otherOperatorId: other, comment: null }),
      chat,
    ),
  ({ world, chat, operator }) =>
    world.execute(closeChat({ operatorId: operator, reason: null }), chat, operator),
  closeBy("visitor"),
  closeBy("blocked"),
  closeBy("channel_deleted"),
  ({ world, chat, operator }) =>
    world.execute(continueChat({ operatorId: operator }), chat, operator),
  ({ world, operator }) => world.set(operator, "online"),
  ({ world, operator }) => world.set(operator, "online"),
  ({ world, operator }) => world.set(operator, "away"),
  ({ world, operator }) => world.set(operator, "offline"),
  ({ world }) => [1, 2, 3].map((id) => world.set(id, "offline")),
  ({ world, chat, operator }) => setActive(world, chat, operator, false),
  ({ world, chat, operator }) => setActive(world, chat, operator, true),
  ({ world, operator, random }) => {
    world.openChats.set(operator, random(4));
    world.checkAll();
  },
  ({ world, random }) => changeSettings(world, random),
  ({ world, random }) => world.pass([1_000, 10_000, 31_000, 45_000][random(4)] ?? 0),
  ({ world, random }) =>
    world.pass([31_000, 61_000, 125_000, 200_000][random(4)] ?? 0, random(4) === 0),
  ({ world }) => world.pass(310_000),
  ({ world, random }) => world.pass(remindMs + 1_000, random(2) === 0),
  ({ world, random }) => world.pass(25 * 3_600_000, random(8) > 0),
  ({ world }) => world.restart(),
];

const onlineOperators = (world: TimedSimulation): ReadonlySet<number> =>
  new Set([...world.presence].filter(([, status]) => status === "online").map(([id]) => id));

function transferTo(turn: SimulationStep, to: Parameters<typeof transferChat>[0]["to"]): void {
  const { world, chat, operator } = turn;
  const senderId = world.chats.get(chat)?.assignee?.id ?? operator;
  world.execute(
    transferChat({ operatorId: senderId, to, comment: null, presence: getPresence(turn) }),
    chat,
    senderId,
  );
}
function setActive(world: TimedSimulation, chat: number, id: number, active: boolean): void {
  const item = world.operators.get(id);
  if (item === undefined || item.active === active) return;
  world.operators.set(id, { ...item, active });
  if (!active) {
    world.set(id, "offline");
    if (chat > 0) world.execute(leaveChat({ operatorId: id, cause: "deactivated" }), chat, id);
  }
  world.checkAll();
}
function changeSettings(world: TimedSimulation, random: (n: number) => number): void {
  const modes: readonly RoutingConfig["mode"][] = [
    "all",
    "round_robin",
    "least_busy",
    "last_operator",
  ];
  world.routing = {
    ...world.routing,
    mode: modes[random(4)] ?? "all",
    notifyOutsideHours: random(2) === 0,
  };
  world.hours = random(3) === 0 ? shortHours : null;
  for (const [id, item] of world.operators)
    world.operators.set(id, {
      ...item,
      chatLimit: random(3) === 0 ? 2 : 0,
      hours: random(4) === 0 ? shortHours : null,
    });
  world.checkAll();
}

function createSimulation(
  random: (n: number) => number,
  transitions: Map<string, number>,
): TimedSimulation {
  const world = new TimedSimulation();
  world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
  world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
  world.departments.set(2, { id: 2, name: "Nobody", operators: new Set(), hours: null });
  if (random(2) === 0)
    world.bots.set(7, createBotConfig(7, { silentMs: random(2) === 0 ? 40_000 : 0 }));
  if (random(2) === 0) world.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
  for (const id of [1, 2, 3]) if (random(3) > 0) world.set(id, random(4) === 0 ? "away" : "online");
  changeSettings(world, random);
  world.onChange = (before, now, lines) => {
    const from = before?.state ?? "none";
    const because = lines.find((code) => causePattern.test(code)) ?? "";
    if (from !== now.state || because !== "") {
      const key = `${from} > ${now.state}${because === "" ? "" : `: ${because}`}`;
      transitions.set(key, (transitions.get(key) ?? 0) + 1);
    }
  };
  return world;
}
const causePattern =
  /^(invited|invite_expired|bot_failed|bot_off|bot_silent|accepted|transfer_accepted|transferred|left|owner_gone|closed|continued)/;

/** Every transition of CORE-031 with each of its causes. All of them must occur. */
const expectedTransitions: readonly string[] = [
  "none > bot",
  "none > waiting",
  "none > open: continued",
  "bot > waiting: invited",
  "waiting > bot: invite_expired",
  ...["bot_failed", "bot_off", "bot_silent"].map((cause) => `bot > waiting: ${cause}`),
  "bot > open: accepted",
  "waiting > open: accepted",
  "open > open: transfer_accepted",
  "open > waiting: transferred",
  ...["left left", "left deactivated", "owner_gone"].map((cause) => `open > waiting: ${cause}`),
  ...["bot", "waiting", "open"].flatMap((from) =>
    ["operator", "visitor", "blocked", "channel_deleted"].map(
      (cause) => `${from} > closed: closed ${cause}`,
    ),
  ),
  ...["bot", "open"].map((from) => `${from} > closed: closed inactivity`),
];

it(`[CORE-031] [CORE-032] [CORE-033] [CORE-035] [CORE-255] no visitor is left waiting: over ${runCount} runs every chat has an owner, an offer or a row that is due, and an offer where somebody is there`, () => {
  const moves = new Map<string, number>();
  for (let seed = 1; seed <= runCount; seed += 1) {
    const random = createRandom(seed);
    const world = createSimulation(random, moves);
    for (let n = 0; n < stepsPerRun; n += 1) {
      const chat = world.currentChat?.id ?? [...world.chats.keys()].at(-1) ?? 0;
      const operator = 1 + random(3);
      actions[random(actions.length)]?.({
        world,
        chat,
        operator,
        otherOperator: 1 + ((operator + random(2)) % 3),
        random,
      });
      world.tick();
      const violation = findViolation(world);
      if (violation !== null)
        expect.fail(`seed ${seed}, step ${n}: ${violation}\n${JSON.stringify(world.currentChat)}`);
    }
  }
  const rare = expectedTransitions
    .filter((move) => (moves.get(move) ?? 0) < runCount / 100)
    .map((move) => `${move}: ${moves.get(move) ?? 0}`);
  expect(rare).toEqual([]);
  expect(moves.get("waiting > closed: closed inactivity")).toBeUndefined();
}, 60_000);

/** Returns the invariant that the current chat violates, or null if there is none. */
function findViolation(world: TimedSimulation): string | null {
  const chat = world.currentChat;
  if (chat === null) return null;
  const due = world.timerRows.get(chat.id) ?? null;
  if (due !== null && due <= world.now) return "something is due and was not done";
  if (due === null || due > world.now + 86_400_000)
    return "no row, although every chat has a timer or can be closed for inactivity";
  if (chat.transfer && due > world.now + transferTimeoutMs) return "a transfer without end";
  if (chat.state === "waiting") return findWaitingViolation(world, chat, due - world.now);
  if (chat.state === "bot") return getActiveBot(chat) === null ? "a bot's chat without bot" : null;
  if (chat.assignee === null || !chat.participants.some((item) => item.id === chat.assignee?.id))
    return "an open chat without owner";
  if (chat.participants.some((item) => world.operators.get(item.id)?.active !== true))
    return "somebody deactivated is in it";
  const grace = graceEndsAt(chat, world.routing, world.snapshot(chat.id));
  return grace !== null && due > grace ? "its owner is gone, and nobody looks" : null;
}
function findWaitingViolation(world: TimedSimulation, chat: ChatData, inMs: number): string | null {
  if (chat.assignee !== null || chat.participants.length > 0)
    return "somebody has it, and it waits";
  if (hasPendingInvite(chat)) return inMs > 60_000 ? "an invitation without end" : null;
  const isFirstDay = world.now - Date.parse(chat.wait?.since ?? "") < dayMs;
  if (inMs > (isFirstDay ? remindMs : dayMs)) return "nobody is reminded";
  const { offered = [], asked: declined = [] } = chat.wait ?? {};
  const { eligible } = recipientsForStep(
    world.context().config,
    chat,
    { ...world.snapshot(chat.id), now: world.now },
    "offer",
  );
  if (offered.length === 0 && eligible.some((id) => !declined.includes(id)))
    return "somebody is there, and nobody is asked";
  if (chat.wait?.offer_until !== undefined && chat.wait.offered?.length !== 1)
    return "asked alone, but not one";
  return null;
}
