import { describe, expect, it } from "vitest";
import { botConfig, chatOf, lines, says, startedWithBot } from "../bot/bot.fixture.ts";
import { failBot } from "../bot/hand-over.ts";
import { inviteOperator } from "../bot/invite.ts";
import { acceptChat } from "../chat/accept.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { tickChat } from "../chat/tick.ts";
import type { Presence } from "../entity.ts";
import type { RoutingConfig } from "../ports.ts";
import { emptyDesk } from "./desk.ts";
import { TimedWorld } from "./timed-world.fixture.ts";
import { waiting, waitOf, texts, admin } from "./waiting.fixture.ts";

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
  it("[CORE-035] [CORE-023] a department that was emptied or deleted while a chat waits in it keeps neither notices nor, once deleted, offers back", () => {
    const inDepartment = (departments: TimedWorld["departments"]) => {
      const world = new TimedWorld();
      world.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
      world.departments.set(4, { id: 4, name: "Sales", operators: new Set([1]), hours: null });
      world.act(says("Hello", { departmentId: 4 }));
      world.departments = departments;
      world.changed();
      return world;
    };
    const emptied = inDepartment(new Map([[4, { id: 4, name: "Sales", operators: new Set(), hours: null }]]));
    emptied.pass(180_000);
    expect(lines(emptied)).toEqual(["ladder_push"]);
    const deleted = inDepartment(new Map());
    deleted.set(2, "online");
    deleted.tick();
    expect(deleted.running).toMatchObject({ department: { name: "Sales" }, wait: { step: "offer", offered: [2] } });
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
  it.each([10_000, 400_000])(
    "[BOT-053] [CORE-035] a bot that fails %i ms after its invitation leaves a chat that is offered at once",
    (ms) => {
      const bots = (it: TimedWorld): void => void it.bots.set(7, botConfig(7, { inviteWaitMs: 600_000 }));
      const made = waiting({ 1: "online" }, {}, bots);
      made.world.act(inviteOperator({ botId: 7, online: new Set([1]) }), made.chat);
      made.world.tick();
      made.world.pass(ms);
      made.world.act(failBot({ botId: 7, outcome: "timeout" }), made.chat);
      made.world.tick();
      expect(waitOf(made)).toMatchObject({ offered: [1] });
      expect(lines(made.world).slice(-2)).toEqual(["bot_failed", "offered"]);
    },
  );
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
