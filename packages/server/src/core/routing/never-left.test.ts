import { expect, it } from "vitest";
import { botConfig, says } from "../bot/bot.fixture.ts";
import { botGone, failBot } from "../bot/hand-over.ts";
import { inviteOperator } from "../bot/invite.ts";
import { botSays } from "../bot/say.ts";
import { attachedBot, isInvited } from "../bot/scope.ts";
import { acceptChat } from "../chat/accept.ts";
import { closeChat, type CloseCause } from "../chat/close.ts";
import { continueChat } from "../chat/continue.ts";
import { inviteColleague } from "../chat/invite.ts";
import { joinChat } from "../chat/join.ts";
import { leaveChat } from "../chat/leave.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { acceptTransfer, refuseTransfer, transferChat, transferMs } from "../chat/transfer.ts";
import type { ChatDraft } from "../event.ts";
import type { RoutingConfig } from "../ports.ts";
import { graceEnd } from "./owner-gone.ts";
import { reachOf } from "./reach.ts";
import { TimedWorld } from "./timed-world.fixture.ts";

/** 10,000 if LONG is set. */
const runs = process.env["LONG"] === undefined ? 2_500 : 10_000;
const stepsPerRun = 22;
const remindMs = 1_800_000;
const shortHours = { timezone: "UTC", week: { mon: [["09:00", "09:05"]], tue: [["08:00", "08:30"]] }, exceptions: {} } as const;

/** Deterministic random numbers from a seed (mulberry32). */
function dice(seed: number): (n: number) => number {
  let a = seed;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

interface Turn {
  readonly world: TimedWorld;
  /** The current chat, or the latest one; 0: none yet. */
  readonly chat: number;
  readonly operator: number;
  readonly other: number;
  readonly roll: (n: number) => number;
}
const closes =
  (cause: CloseCause) =>
  ({ world, chat }: Turn) =>
    world.act(closeChat({ cause }), chat);
const presence =
  ({ world }: Turn) =>
  (id: number) =>
    world.presence.get(id) ?? "offline";

/** All actions of the simulation. An action listed twice is twice as likely. */
const acts: readonly ((turn: Turn) => unknown)[] = [
  ({ world }) => world.act(says("Hello?")),
  ({ world }) => world.act(says("Hello?")),
  ({ world }) => world.act(says("Hello?")),
  ({ world, chat }) => world.act(botSays({ botId: 7, said: { kind: "text", text: "Yes" } }), chat),
  ({ world, chat }) => world.act(inviteOperator({ botId: 7, online: online(world) }), chat),
  ({ world, chat }) => {
    world.act(inviteOperator({ botId: 7, online: new Set([1, 2, 3]) }), chat);
    world.pass(61_000);
  },
  ({ world, chat }) => world.act(failBot({ botId: 7, outcome: "timeout" }), chat),
  ({ world, chat }) => {
    world.bots.set(7, botConfig(7, { ...world.bots.get(7), enabled: false }));
    world.act(botGone(), chat);
  },
  ({ world, chat, operator }) => world.act(acceptChat({ operatorId: operator }), chat, operator),
  ({ world, chat, operator }) => world.act(joinChat({ operatorId: operator }), chat, operator),
  ({ world, chat, operator }) => world.act(operatorSays({ operatorId: operator, kind: "text", text: "Hi" }), chat, operator),
  ({ world, chat, operator }) => world.act(operatorSays({ operatorId: operator, kind: "note", text: "Hm" }), chat, operator),
  ({ world, chat, operator }) => world.act(leaveChat({ operatorId: operator, cause: "left" }), chat, operator),
  (turn) => transferTo(turn, { operatorId: turn.other }),
  (turn) => {
    transferTo(turn, { operatorId: turn.other });
    turn.world.act(acceptTransfer({ operatorId: turn.other }), turn.chat, turn.other);
  },
  ({ world, chat, other }) => world.act(refuseTransfer({ operatorId: other, reason: null }), chat),
  (turn) => transferTo(turn, { departmentId: 1 + turn.roll(2) }),
  ({ world, chat, operator, other }) => world.act(inviteColleague({ operatorId: operator, colleagueId: other, comment: null }), chat),
  ({ world, chat, operator }) => world.act(closeChat({ operatorId: operator, reason: null }), chat, operator),
  closes("visitor"),
  closes("blocked"),
  closes("channel_deleted"),
  ({ world, chat, operator }) => world.act(continueChat({ operatorId: operator }), chat, operator),
  ({ world, operator }) => world.set(operator, "online"),
  ({ world, operator }) => world.set(operator, "online"),
  ({ world, operator }) => world.set(operator, "away"),
  ({ world, operator }) => world.set(operator, "offline"),
  ({ world }) => [1, 2, 3].map((id) => world.set(id, "offline")),
  ({ world, chat, operator }) => activate(world, chat, operator, false),
  ({ world, chat, operator }) => activate(world, chat, operator, true),
  ({ world, operator, roll }) => {
    world.load.set(operator, roll(4));
    world.changed();
  },
  ({ world, roll }) => setUp(world, roll),
  ({ world, roll }) => world.pass([1_000, 10_000, 31_000, 45_000][roll(4)] ?? 0),
  ({ world, roll }) => world.pass([31_000, 61_000, 125_000, 200_000][roll(4)] ?? 0, roll(4) === 0),
  ({ world }) => world.pass(310_000),
  ({ world, roll }) => world.pass(remindMs + 1_000, roll(2) === 0),
  ({ world, roll }) => world.pass(25 * 3_600_000, roll(8) > 0),
  ({ world }) => world.restart(),
];

const online = (world: TimedWorld): ReadonlySet<number> =>
  new Set([...world.presence].filter(([, is]) => is === "online").map(([id]) => id));

function transferTo(turn: Turn, to: Parameters<typeof transferChat>[0]["to"]): void {
  const { world, chat, operator } = turn;
  const by = world.chats.get(chat)?.assignee?.id ?? operator;
  world.act(transferChat({ operatorId: by, to, comment: null, presence: presence(turn) }), chat, by);
}
function activate(world: TimedWorld, chat: number, id: number, active: boolean): void {
  const one = world.operators.get(id);
  if (one === undefined || one.active === active) return;
  world.operators.set(id, { ...one, active });
  if (!active) {
    world.set(id, "offline");
    if (chat > 0) world.act(leaveChat({ operatorId: id, cause: "deactivated" }), chat, id);
  }
  world.changed();
}
function setUp(world: TimedWorld, roll: (n: number) => number): void {
  const modes: readonly RoutingConfig["mode"][] = ["all", "round_robin", "least_busy", "last_operator"];
  world.routing = { ...world.routing, mode: modes[roll(4)] ?? "all", notifyOutsideHours: roll(2) === 0 };
  world.hours = roll(3) === 0 ? shortHours : null;
  for (const [id, one] of world.operators) world.operators.set(id, { ...one, chatLimit: roll(3) === 0 ? 2 : 0 });
  world.changed();
}

function begin(roll: (n: number) => number, moves: Map<string, number>): TimedWorld {
  const world = new TimedWorld();
  world.operators.set(3, { ...world.operators.get(3)!, role: "admin" });
  world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
  world.departments.set(2, { id: 2, name: "Nobody", operators: new Set(), hours: null });
  if (roll(2) === 0) world.bots.set(7, botConfig(7, { silentMs: roll(2) === 0 ? 40_000 : 0 }));
  if (roll(2) === 0) world.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
  for (const id of [1, 2, 3]) if (roll(3) > 0) world.set(id, roll(4) === 0 ? "away" : "online");
  setUp(world, roll);
  world.onMove = (before, now, lines) => {
    const from = before?.state ?? "none";
    const because = lines.find((code) => causes.test(code)) ?? "";
    if (from !== now.state || because !== "") {
      const key = `${from} > ${now.state}${because === "" ? "" : `: ${because}`}`;
      moves.set(key, (moves.get(key) ?? 0) + 1);
    }
  };
  return world;
}
const causes =
  /^(invited|invite_expired|bot_failed|bot_off|bot_silent|accepted|transfer_accepted|transferred|left|owner_gone|closed|continued)/;

/** Every transition of CORE-031, with each of its causes. */
const wanted: readonly string[] = [
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
    ["operator", "visitor", "inactivity", "blocked", "channel_deleted"].map((cause) => `${from} > closed: closed ${cause}`),
  ),
];

it(`[CORE-031] [CORE-032] [CORE-033] [CORE-035] no visitor is left waiting: over ${runs} runs every chat has an owner, an offer or a row that is due, and an offer where somebody is there`, () => {
  const moves = new Map<string, number>();
  for (let seed = 1; seed <= runs; seed += 1) {
    const roll = dice(seed);
    const world = begin(roll, moves);
    for (let n = 0; n < stepsPerRun; n += 1) {
      const chat = world.running?.id ?? [...world.chats.keys()].at(-1) ?? 0;
      const operator = 1 + roll(3);
      acts[roll(acts.length)]?.({ world, chat, operator, other: 1 + ((operator + roll(2)) % 3), roll });
      world.tick();
      const fault = faultOf(world);
      if (fault !== null) expect.fail(`seed ${seed}, step ${n}: ${fault}\n${JSON.stringify(world.running)}`);
    }
  }
  const rare = wanted.filter((move) => (moves.get(move) ?? 0) < runs / 100).map((move) => `${move}: ${moves.get(move) ?? 0}`);
  expect(rare).toEqual([]);
}, 60_000);

/** Returns the violated invariant of the current chat; null: none. */
function faultOf(world: TimedWorld): string | null {
  const chat = world.running;
  if (chat === null) return null;
  const due = world.rows.get(chat.id) ?? null;
  if (due !== null && due <= world.now) return "something is due and was not done";
  if (due === null || due > world.now + 86_400_000) return "no row, although inactivity ends every chat";
  if (chat.transfer && due > world.now + transferMs) return "a transfer without end";
  if (chat.state === "waiting") return waitingFault(world, chat, due - world.now);
  if (chat.state === "bot") return attachedBot(chat) === null ? "a bot's chat without bot" : null;
  if (chat.assignee === null || !chat.participants.some((one) => one.id === chat.assignee?.id)) return "an open chat without owner";
  if (chat.participants.some((one) => world.operators.get(one.id)?.active !== true)) return "somebody deactivated is in it";
  const grace = graceEnd(chat, world.routing, world.desk(chat.id));
  return grace !== null && due > grace ? "its owner is gone, and nobody looks" : null;
}
function waitingFault(world: TimedWorld, chat: ChatDraft, inMs: number): string | null {
  if (chat.assignee !== null || chat.participants.length > 0) return "somebody has it, and it waits";
  if (isInvited(chat)) return inMs > 60_000 ? "an invitation without end" : null;
  if (inMs > remindMs) return "nobody is reminded";
  const { offered = [], asked = [] } = chat.wait ?? {};
  const { eligible } = reachOf(world.scene().config, chat, world.desk(chat.id), "offer");
  if (offered.length === 0 && eligible.some((id) => !asked.includes(id))) return "somebody is there, and nobody is asked";
  if (chat.wait?.offer_until !== undefined && chat.wait.offered?.length !== 1) return "asked alone, but not one";
  return null;
}
