import { describe, expect, it } from "vitest";
import { chatOf, lines, says, startedWithBot } from "../bot/bot.fixture.ts";
import { inviteOperator } from "../bot/invite.ts";
import { acceptChat } from "../chat/accept.ts";
import { closeChat } from "../chat/close.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { tickChat } from "../chat/tick.ts";
import type { Presence } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import type { RoutingConfig } from "../ports.ts";
import { emptyDesk } from "./desk.ts";
import { TimedWorld } from "./timed-world.fixture.ts";

/** Ines, Ivan, Olga as 1, 2, 3; a chat that waits since a moment ago. */
function waiting(
  present: Readonly<Record<number, Presence>> = { 1: "online", 2: "online", 3: "online" },
  routing: Partial<RoutingConfig> = {},
  prepare: (world: TimedWorld) => void = () => undefined,
): { world: TimedWorld; chat: number } {
  const world = new TimedWorld();
  world.routing = { ...world.routing, ...routing };
  prepare(world);
  for (const [id, is] of Object.entries(present)) world.set(Number(id), is);
  world.act(says("Hello"));
  world.tick();
  return { world, chat: world.running?.id ?? 0 };
}
const waitOf = ({ world, chat }: { world: TimedWorld; chat: number }): ChatDraft["wait"] => chatOf(world, chat).wait;
const texts = (world: TimedWorld): readonly string[] => world.messages.flatMap((one) => (one.line ? [one.text] : []));
/** Somebody who is neither chosen for the channel nor online. */
const admin = (id: number) => (world: TimedWorld) =>
  void world.operators.set(id, { id, name: "Ann", photo: "", role: "owner", active: true, chatLimit: 0 });

describe("mode all", () => {
  it("[CORE-033] [CORE-037] everybody eligible is asked at once, in one line that says why; the first wins", () => {
    const { world, chat } = waiting({ 1: "online", 2: "online", 3: "away" });
    expect(waitOf({ world, chat })).toMatchObject({ step: "offer", offered: [1, 2] });
    const assignment = { rules: ["all"], eligible: [1, 2], others: [{ operator_id: 3, reasons: ["away"] }] };
    expect(chatOf(world, chat).assignment).toEqual(assignment);
    expect(world.messages.at(-1)?.line).toEqual({ code: "offered", assignment });
    expect(texts(world)).toEqual(["Offered to Ines and Ivan"]);
    world.act(acceptChat({ operatorId: 2 }), chat, 2);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 2 }, wait: null, assignment });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "accepted", assignment });
  });
  it("[CORE-037] an acceptance with its own reasons keeps those", () => {
    const { world, chat } = waiting({});
    const known = { presence: (id: number): Presence => (id === 2 ? "online" : "offline") };
    world.act(acceptChat({ operatorId: 1, known }), chat, 1);
    expect(chatOf(world, chat).assignment).toMatchObject({ eligible: [2], others: [{ operator_id: 1 }, { operator_id: 3 }] });
  });
  it("[CORE-035] who comes online later is asked too, without a line for each; nobody twice", () => {
    const { world, chat } = waiting({ 1: "online" });
    world.set(2, "online");
    world.tick();
    expect(waitOf({ world, chat })).toMatchObject({ offered: [1, 2] });
    expect(lines(world)).toEqual(["offered"]);
    world.set(2, "offline");
    world.set(2, "online");
    const before = world.events.length;
    world.tick();
    expect(world.events.length).toBe(before);
  });
  it("[CORE-035] nobody there: no line, and the first who comes is asked", () => {
    const { world, chat } = waiting({});
    world.pass(90_000);
    expect([lines(world), waitOf({ world, chat })]).toEqual([[], { since: expect.any(String) }]);
    world.set(3, "online");
    world.tick();
    expect([lines(world), waitOf({ world, chat })?.offered]).toEqual([["offered"], [3]]);
  });
  it("[CORE-033] [CORE-003] whoever is at his limit is not asked, and is when he has room", () => {
    const { world, chat } = waiting({ 1: "online", 2: "online" }, {}, (it) => {
      it.operators.set(1, { ...it.operators.get(1)!, chatLimit: 2 });
      it.load.set(1, 2);
    });
    expect(chatOf(world, chat).assignment).toMatchObject({ eligible: [2] });
    world.load.set(1, 1);
    world.changed();
    world.tick();
    expect(waitOf({ world, chat })?.offered).toEqual([2, 1]);
  });
});

describe("one after another", () => {
  it("[CORE-033] each has 30 s, then the next; everybody once, then all together by the ladder", () => {
    const { world, chat } = waiting(undefined, { mode: "round_robin", departmentMs: 110_000 });
    expect(waitOf({ world, chat })).toMatchObject({ step: "offer", offered: [1], offer_until: expect.any(String) });
    world.pass(29_000);
    expect(waitOf({ world, chat })?.offered).toEqual([1]);
    world.pass(2_000);
    expect(waitOf({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
    world.pass(30_000);
    expect(waitOf({ world, chat })).toMatchObject({ offered: [3], asked: [1, 2] });
    world.pass(40_000);
    expect(texts(world)).toEqual(["Offered to Ines", "Ines did not take it; offered to Ivan", "Ivan did not take it; offered to Olga"]);
    world.pass(10_000);
    const wait = waitOf({ world, chat });
    expect(wait).toMatchObject({ step: "department", offered: [3, 1, 2] });
    expect(wait).not.toHaveProperty("offer_until");
    expect(lines(world)).toEqual(["offered", "offer_passed", "offer_passed", "ladder_department"]);
  });
  it("[CORE-033] round robin begins with whose turn is longest ago, least busy with who has fewest, last operator with who had the visitor", () => {
    const first = (routing: Partial<RoutingConfig>, prepare: (world: TimedWorld) => void): readonly number[] | undefined =>
      waitOf(waiting(undefined, routing, prepare))?.offered;
    const turns = (world: TimedWorld): void => [1, 2, 3].forEach((id, n) => world.turns.set(id, [300, 100, 200][n] ?? 0));
    const load = (world: TimedWorld): void => [1, 2, 3].forEach((id, n) => world.load.set(id, [2, 2, 1][n] ?? 0));
    expect(first({ mode: "round_robin" }, turns)).toEqual([2]);
    expect(first({ mode: "least_busy" }, load)).toEqual([3]);
    expect(first({ mode: "last_operator" }, load)).toEqual([3]);
    const known = new TimedWorld();
    known.routing = { ...known.routing, mode: "last_operator" };
    load(known);
    known.act(says("Hello"));
    const earlier = known.running?.id ?? 0;
    known.act(acceptChat({ operatorId: 2 }), earlier, 2);
    known.act(closeChat({ operatorId: 2, reason: null }), earlier, 2);
    for (const id of [1, 2, 3]) known.set(id, "online");
    known.act(says("Again"));
    known.tick();
    expect(known.running?.wait?.offered).toEqual([2]);
  });
  it("[CORE-033] who goes offline while he is asked is passed at once", () => {
    const { world, chat } = waiting({ 1: "online", 2: "online" }, { mode: "round_robin" });
    world.set(1, "offline");
    world.tick();
    expect(waitOf({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
  });
  it("[CORE-033] with nobody left the one who was asked may still take it; who comes online is asked next", () => {
    const { world, chat } = waiting({ 1: "online" }, { mode: "least_busy", nextMs: 0, departmentMs: 0, channelMs: 0 });
    world.pass(60_000);
    expect(waitOf({ world, chat })?.offered).toEqual([1]);
    expect(lines(world)).toEqual(["offered"]);
    world.set(2, "online");
    world.tick();
    expect(waitOf({ world, chat })).toMatchObject({ offered: [2], asked: [1] });
  });
});

describe("ladder", () => {
  const sales = (world: TimedWorld): void => {
    world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
    world.channel = { ...world.channel, operators: new Set([1, 2, 3]) };
  };
  const inSales = (present: Readonly<Record<number, Presence>>, routing: Partial<RoutingConfig> = {}) => {
    const made = waiting({}, routing, (world) => {
      sales(world);
      admin(4)(world);
    });
    made.world.chats.set(made.chat, { ...chatOf(made.world, made.chat), department: { id: 1, name: "Sales" } });
    for (const [id, is] of Object.entries(present)) made.world.set(Number(id), is);
    made.world.tick();
    return made;
  };
  it("[CORE-035] department at 60 s: also who is away; everybody with access at 2 min: other departments, owners; a line only for somebody new", () => {
    const made = inSales({ 1: "online", 2: "away", 3: "online", 4: "online" });
    const { world } = made;
    expect(waitOf(made)?.offered).toEqual([1]);
    world.pass(58_000);
    expect(waitOf(made)?.offered).toEqual([1]);
    world.pass(2_000);
    expect(waitOf(made)).toMatchObject({ step: "department", offered: [1, 2] });
    world.pass(60_000);
    expect(waitOf(made)).toMatchObject({ step: "channel", offered: [1, 2, 3, 4] });
    expect(texts(world)).toEqual(["Offered to Ines", "Offered also to Ivan", "Offered also to Olga and Ann"]);
    expect(lines(world)).toEqual(["offered", "ladder_department", "ladder_channel"]);
    expect(chatOf(world, made.chat).assignment).toMatchObject({ rules: ["all", "channel"], eligible: [1, 2, 3, 4], others: [] });
    world.pass(600_000);
    expect(lines(world)).toHaveLength(3);
  });
  it("[CORE-035] 0 takes a step out", () => {
    const made = inSales({ 1: "online", 2: "away", 3: "online" }, { departmentMs: 0, channelMs: 0 });
    made.world.pass(600_000);
    expect(waitOf(made)?.offered).toEqual([1]);
  });
  it("[CORE-035] push at 3 min to those who have a device and may take it, once; without any device the step is skipped without a line", () => {
    const device = (operatorId: number) => ({ endpointId: 50 + operatorId, operatorId, name: "Phone" });
    const { world } = waiting({}, {}, (it) => {
      // Ann may take every chat; who is not chosen for the channel is not called out of bed for it.
      admin(4)(it);
      it.push = [device(2), device(3), device(4), device(9)];
    });
    world.pass(178_000);
    expect(lines(world)).toEqual([]);
    world.pass(2_000);
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "ladder_push", assignment: { eligible: [2, 3] } });
    world.pass(600_000);
    expect(lines(world)).toEqual(["ladder_push"]);
    const none = waiting({});
    none.world.pass(600_000);
    expect(lines(none.world)).toEqual([]);
  });
  it("[CORE-035] push waits for the working hours, unless the account wants it always", () => {
    // Monday 09:00 is the world's beginning.
    const hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} } as const;
    const devices = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
    const { world } = waiting({}, { remindMs: 86_400_000 }, (it) => {
      it.push = devices;
      it.hours = hours;
    });
    world.pass(3_500_000);
    expect(lines(world)).toEqual([]);
    world.pass(100_000);
    expect(lines(world)).toEqual(["ladder_push"]);
    const always = waiting({}, { notifyOutsideHours: true }, (it) => {
      it.push = devices;
      it.hours = hours;
    });
    always.world.pass(180_000);
    expect(lines(always.world)).toEqual(["ladder_push"]);
  });
  it("[CORE-035] a push that waits for the hours comes although the visitor was offered the form meanwhile, once", () => {
    const made = waiting({}, { remindMs: 86_400_000 }, (it) => {
      it.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
      it.hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} };
      it.channel = { ...it.channel, kind: "widget" };
    });
    made.world.pass(3_500_000);
    expect(lines(made.world)).toEqual(["ladder_visitor"]);
    expect(waitOf(made)).toMatchObject({ step: "visitor", push_waits: true });
    made.world.pass(100_000);
    expect(lines(made.world)).toEqual(["ladder_visitor", "ladder_push"]);
    made.world.pass(3_600_000);
    expect(lines(made.world)).toHaveLength(2);
    expect(waitOf(made)).toMatchObject({ step: "visitor" });
    expect(waitOf(made)).not.toHaveProperty("push_waits");
  });
  it("[CORE-035] mail at 5 min goes to those who want it, once; without mail set up, or one who wants it, the step is skipped", () => {
    const mail = (...missed: number[]) => ({
      endpointId: 60,
      offline: new Set<number>(),
      missed: new Set(missed),
      reminders: new Set<number>(),
    });
    const made = waiting({}, { remindMs: 86_400_000 }, (it) => (it.mail = mail(1, 2)));
    made.world.pass(290_000);
    expect(lines(made.world)).toEqual([]);
    made.world.pass(3_600_000);
    expect(lines(made.world)).toEqual(["ladder_mail"]);
    const nobody = waiting({}, { remindMs: 86_400_000 }, (it) => (it.mail = mail(77)));
    nobody.world.pass(3_600_000);
    expect(lines(nobody.world)).toEqual([]);
  });
  it("[CORE-035] a mail that waits for the hours comes although the visitor was offered the form meanwhile, once", () => {
    const made = waiting({}, { remindMs: 86_400_000 }, (it) => {
      it.mail = { endpointId: 60, offline: new Set(), missed: new Set([1]), reminders: new Set() };
      it.hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} };
      it.channel = { ...it.channel, kind: "widget" };
    });
    made.world.pass(3_500_000);
    expect(lines(made.world)).toEqual(["ladder_visitor"]);
    expect(waitOf(made)).toMatchObject({ step: "visitor", mail_waits: true });
    made.world.pass(100_000);
    made.world.pass(3_600_000);
    expect(lines(made.world)).toEqual(["ladder_visitor", "ladder_mail"]);
    expect(waitOf(made)).not.toHaveProperty("mail_waits");
  });
  it("[CORE-035] the visitor of a widget is offered the form at 5 min, one of a chat channel is not", () => {
    const widget = waiting({}, {}, (world) => (world.channel = { ...world.channel, kind: "widget" }));
    widget.world.pass(600_000);
    expect(lines(widget.world)).toEqual(["ladder_visitor"]);
    const channel = waiting({});
    channel.world.pass(600_000);
    expect(lines(channel.world)).toEqual([]);
  });
  it("[CORE-035] administrators are reminded every 30 min until it is taken; after an outage once", () => {
    const { world, chat } = waiting({}, {}, admin(4));
    world.pass(1_798_000);
    expect(lines(world)).toEqual([]);
    world.pass(2_000);
    expect(world.messages.at(-1)?.line).toEqual({
      code: "ladder_remind",
      assignment: { rules: ["ladder_remind"], eligible: [4], others: [] },
    });
    world.pass(1_800_000);
    expect(lines(world)).toEqual(["ladder_remind", "ladder_remind"]);
    world.pass(3 * 3_600_000, true);
    expect(lines(world)).toHaveLength(3);
    expect(waitOf({ world, chat })?.reminded).toBe(8);
    world.act(operatorSays({ operatorId: 1, kind: "text", text: "Hi" }), chat, 1);
    world.pass(3_600_000);
    expect(lines(world).slice(3)).toEqual(["accepted"]);
  });
  it("[CORE-035] what fell due while nothing ran is done once, the widest step of it", () => {
    const made = inSales({ 1: "online" });
    made.world.set(2, "away");
    made.world.set(3, "online");
    made.world.pass(150_000, true);
    expect(lines(made.world)).toEqual(["offered", "ladder_channel"]);
    expect(waitOf(made)?.offered).toEqual([1, 2, 3]);
  });
  it("[BOT-070] [CORE-035] a chat that a bot's invitation holds is offered without lines; its end is the invitation's", () => {
    const { world, chatId } = startedWithBot();
    const online = new Set([1]);
    world.run(inviteOperator({ botId: 7, online }), chatId);
    const desk = { ...emptyDesk, presence: (id: number): Presence => (online.has(id) ? "online" : "offline") };
    expect(world.run(tickChat(desk), chatId)).toMatchObject({ due: Date.parse(chatOf(world, chatId).wait?.invited_until ?? "") });
    expect(chatOf(world, chatId).wait).toMatchObject({ offered: [1] });
    expect(lines(world)).toEqual(["bot_started", "invited"]);
  });
  it("[CORE-005] a suspended account asks and reminds nobody", () => {
    const { world } = waiting(undefined, {}, (it) => {
      admin(4)(it);
      it.suspended = false;
    });
    expect(lines(world)).toEqual(["offered"]);
    world.suspended = true;
    world.pass(3_600_000);
    expect(lines(world)).toEqual(["offered"]);
  });
});

describe("an owner who is gone", () => {
  const owned = () => {
    const made = waiting();
    made.world.act(acceptChat({ operatorId: 1 }), made.chat, 1);
    return made;
  };
  it("[CORE-031] offline for 5 min with a visitor's message unanswered: it waits again, with a line and the ladder from zero", () => {
    const { world, chat } = owned();
    world.set(1, "offline");
    world.pass(299_000);
    expect(chatOf(world, chat).state).toBe("open");
    world.pass(1_000);
    expect(chatOf(world, chat)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { step: "offer", offered: [2, 3] },
    });
    expect(lines(world)).toEqual(["offered", "accepted", "owner_gone", "offered"]);
  });
  it("[CORE-031] not when he answered, nor when a colleague is there, nor when he came back", () => {
    const answered = owned();
    answered.world.act(operatorSays({ operatorId: 1, kind: "text", text: "Hi" }), answered.chat, 1);
    answered.world.set(1, "offline");
    answered.world.pass(600_000);
    expect(chatOf(answered.world, answered.chat).state).toBe("open");
    // From then on any message is too late already.
    answered.world.act(says("Thanks, and?"));
    answered.world.tick();
    expect(chatOf(answered.world, answered.chat).state).toBe("waiting");

    const back = owned();
    back.world.set(1, "offline");
    back.world.pass(200_000);
    back.world.set(1, "away");
    back.world.pass(600_000);
    expect(chatOf(back.world, back.chat).state).toBe("open");
  });
  it("[CORE-031] a note is no answer; 0 switches it off", () => {
    const noted = owned();
    noted.world.act(operatorSays({ operatorId: 1, kind: "note", text: "Later" }), noted.chat, 1);
    noted.world.set(1, "offline");
    noted.world.pass(300_000);
    expect(chatOf(noted.world, noted.chat).state).toBe("waiting");
    const never = owned();
    never.world.routing = { ...never.world.routing, graceMs: 0 };
    never.world.set(1, "offline");
    never.world.pass(3_600_000);
    expect(chatOf(never.world, never.chat).state).toBe("open");
  });
});

describe("inactivity", () => {
  it("[CORE-032] a day without messages closes the chat with its reason; system lines are no messages", () => {
    const { world, chat } = waiting({}, {}, admin(4));
    world.pass(23 * 3_600_000);
    world.act(says("Anybody?"));
    world.pass(23 * 3_600_000);
    expect(chatOf(world, chat).state).toBe("waiting");
    world.pass(3_600_000);
    expect(chatOf(world, chat)).toMatchObject({ state: "closed", close_reason: "inactivity" });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "closed", detail: "inactivity" });
  });
  it("[CORE-032] 0 never closes", () => {
    const { world, chat } = waiting({}, { inactivityMs: 0 });
    world.act(acceptChat({ operatorId: 1 }), chat, 1);
    world.pass(90 * 86_400_000);
    expect(chatOf(world, chat).state).not.toBe("closed");
  });
});
