import { describe, expect, it } from "vitest";
import { botConfig, chatOf, lines, says, startedWithBot } from "../bot/bot.fixture.ts";
import { failBot } from "../bot/hand-over.ts";
import { inviteOperator } from "../bot/invite.ts";
import { acceptChat } from "../chat/accept.ts";
import type { SendingCode, SendingResult } from "../chat/line-codes.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { reportSending } from "../chat/report-sending.ts";
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
      // Ann may take every chat. She is not assigned to the channel, so she gets no push
      // notification.
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
    // The simulation begins on Monday at 09:00.
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
  describe("[CORE-190] [CORE-191] a notice that fails", () => {
    const device = { endpointId: 50, operatorId: 2, name: "Phone" };
    const mail = { endpointId: 60, offline: new Set<number>(), missed: new Set([1]), reminders: new Set<number>() };
    const report = (made: ReturnType<typeof waiting>, code: SendingCode, result: SendingResult, at?: string): void => {
      const sent = made.world.messages.findLast((one) => one.line?.code === code);
      const assignment = sent?.line?.assignment;
      const line = { code, ...(assignment ? { assignment } : {}) };
      const error = result === "delivered" ? null : "connect_failed";
      made.world.act(reportSending({ line, at: at ?? sent?.created_at ?? "", result, error }), made.chat);
      made.world.pass(10);
    };
    it("says that it is being sent, then its result; the next step comes at once, each once", () => {
      const made = waiting({}, {}, (it) => {
        it.push = [device];
        it.mail = mail;
        admin(4)(it);
      });
      made.world.pass(180_000);
      expect(texts(made.world)).toEqual(["A notice to the devices of Ivan is being sent"]);
      report(made, "ladder_push", "delayed");
      expect(lines(made.world)).toEqual(["ladder_push", "ladder_push_delayed", "ladder_mail"]);
      expect(texts(made.world).slice(1)).toEqual([
        "The notice to devices was not delivered yet: connect failed. Parlour tries again",
        "A mail to Ines is being sent",
      ]);
      report(made, "ladder_push", "failed");
      report(made, "ladder_mail", "delayed");
      expect(lines(made.world).slice(3)).toEqual(["ladder_push_failed", "ladder_mail_delayed", "ladder_remind"]);
      expect(waitOf(made)).toMatchObject({ failed: ["push", "mail"], reminded: 0 });
      made.world.pass(900_000);
      report(made, "ladder_mail", "delivered");
      expect(texts(made.world).at(-1)).toBe("The mail about the waiting chat was accepted by its server");
      expect(lines(made.world)).toHaveLength(7);
      made.world.pass(1_000_000);
      expect(lines(made.world).slice(7)).toEqual(["ladder_remind"]);
    });
    it("without mail brings the form and the reminder; a delivered one brings nothing early", () => {
      const made = waiting({}, {}, (it) => {
        it.push = [device];
        it.channel = { ...it.channel, kind: "widget" };
        admin(4)(it);
      });
      made.world.pass(180_000);
      report(made, "ladder_push", "failed");
      expect(lines(made.world)).toEqual(["ladder_push", "ladder_push_failed", "ladder_visitor", "ladder_remind"]);
      const well = waiting({}, {}, (it) => {
        it.push = [device];
        it.mail = mail;
      });
      well.world.pass(180_000);
      report(well, "ladder_push", "delivered");
      expect(lines(well.world)).toEqual(["ladder_push", "ladder_push_delivered"]);
    });
    it("of a wait that has ended changes nothing", () => {
      const made = waiting({}, {}, (it) => (it.push = [device]));
      made.world.pass(180_000);
      const at = made.world.messages.findLast((one) => one.line !== undefined)?.created_at;
      made.world.act(operatorSays({ operatorId: 1, kind: "text", text: "Hi" }), made.chat, 1);
      const before = made.world.events.length;
      report(made, "ladder_push", "failed", at);
      expect(made.world.events).toHaveLength(before);
    });
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

describe("a chat that an operator's invitation began", () => {
  const invited = (present: Readonly<Record<number, Presence>>, routing: Partial<RoutingConfig> = {}) => {
    const world = new TimedWorld();
    world.routing = { ...world.routing, ...routing };
    world.channel = { ...world.channel, kind: "widget" };
    // A bot would answer a chat that the visitor starts. The invitation selects Sales; Ivan (2) is
    // not a member.
    world.bots.set(7, botConfig(7));
    world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 3]), hours: null });
    for (const [id, is] of Object.entries(present)) world.set(Number(id), is);
    world.act(says("Yes, please", { invite: "Can I help?", invitedBy: { id: 2, name: "Ivan" }, departmentId: 1 }));
    world.tick();
    return { world, chat: world.running?.id ?? 0 };
  };
  it("[CORE-155] is offered to that operator alone, before its department and without the bot, in every mode; then to the others", () => {
    for (const mode of ["all", "least_busy"] as const) {
      const made = invited({ 1: "online", 2: "online", 3: "online" }, { mode });
      expect(chatOf(made.world, made.chat)).toMatchObject({ state: "waiting", bot: null, assignment: { rules: ["invitation"] } });
      expect(waitOf(made)?.offered).toEqual([2]);
      made.world.pass(29_000);
      expect(waitOf(made)?.offered).toEqual([2]);
      made.world.pass(1_000);
      expect(waitOf(made)?.offered).toContain(1);
    }
  });
  it("[CORE-155] goes to the others at once if that operator is gone, also when they go meanwhile", () => {
    const gone = invited({ 1: "online", 2: "offline", 3: "online" });
    expect(waitOf(gone)?.offered).toEqual([1, 3]);
    const going = invited({ 1: "online", 2: "online", 3: "online" });
    going.world.set(2, "offline");
    going.world.tick();
    expect(waitOf(going)?.offered).toEqual([2, 1, 3]);
  });
});
