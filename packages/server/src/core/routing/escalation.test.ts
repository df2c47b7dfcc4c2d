import { describe, expect, it } from "vitest";
import {
  createBotConfig,
  getChat,
  systemCodes,
  receive,
  startChatWithBot,
} from "../bot/bot.fixture.ts";
import { handOverAfterFailure } from "../bot/hand-over.ts";
import { inviteOperator } from "../bot/invite.ts";
import { acceptChat } from "../chat/accept.ts";
import type { SendingCode, SendingResult } from "../chat/message/system-message-codes.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { reportSending } from "../chat/report-sending.ts";
import { processChatTimeout } from "../chat/timing/process-timeout.ts";
import type { Presence } from "../entity.ts";
import type { RoutingConfig } from "../command.ts";
import { emptySnapshot } from "./snapshot.ts";
import { TimedSimulation } from "./timed-simulation.fixture.ts";
import { createWaitingChat, getWait, systemTexts, addOwner } from "./waiting-chat.fixture.ts";

describe("ladder", () => {
  const sales = (world: TimedSimulation): void => {
    world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 2]), hours: null });
    world.channel = { ...world.channel, operators: new Set([1, 2, 3]) };
  };
  const inSales = (
    present: Readonly<Record<number, Presence>>,
    routing: Partial<RoutingConfig> = {},
  ) => {
    const created = createWaitingChat({}, routing, (world) => {
      sales(world);
      addOwner(4)(world);
    });
    created.world.chats.set(created.chat, {
      ...getChat(created.world, created.chat),
      department: { id: 1, name: "Sales" },
    });
    for (const [id, presence] of Object.entries(present)) created.world.set(Number(id), presence);
    created.world.tick();
    return created;
  };
  it("[CORE-035] [CORE-254] department at 60 s: also who is away; everybody with access at 2 min: other departments, owners; a line only for somebody new", () => {
    const created = inSales({ 1: "online", 2: "away", 3: "online", 4: "online" });
    const { world } = created;
    expect(getWait(created)?.offered).toEqual([1]);
    world.pass(58_000);
    expect(getWait(created)?.offered).toEqual([1]);
    world.pass(2_000);
    expect(getWait(created)).toMatchObject({ step: "department", offered: [1, 2] });
    world.pass(60_000);
    expect(getWait(created)).toMatchObject({ step: "channel", offered: [1, 2, 3, 4] });
    expect(systemTexts(world)).toEqual([
      "Offered to Ines",
      "Offered also to Ivan",
      "Offered also to Olga and Ann",
    ]);
    expect(systemCodes(world)).toEqual(["offered", "ladder_department", "ladder_channel"]);
    expect(getChat(world, created.chat).assignment).toMatchObject({
      rules: ["all", "channel"],
      eligible: [1, 2, 3, 4],
      others: [],
    });
    world.pass(600_000);
    expect(systemCodes(world)).toHaveLength(3);
  });
  it("[CORE-035] 0 takes a step out", () => {
    const created = inSales(
      { 1: "online", 2: "away", 3: "online" },
      { departmentMs: 0, channelMs: 0 },
    );
    created.world.pass(600_000);
    expect(getWait(created)?.offered).toEqual([1]);
  });
  it("[CORE-035] push at 3 min to those who have a device and may take it, once; without any device the step is skipped without a line", () => {
    const device = (operatorId: number) => ({
      endpointId: 50 + operatorId,
      operatorId,
      name: "Phone",
    });
    const { world } = createWaitingChat({}, {}, (simulation) => {
      // Operator 4 may take every chat. They are not assigned to the channel and therefore get no
      // push notification.
      addOwner(4)(simulation);
      simulation.push = [device(2), device(3), device(4), device(9)];
    });
    world.pass(178_000);
    expect(systemCodes(world)).toEqual([]);
    world.pass(2_000);
    expect(world.messages.at(-1)?.line).toMatchObject({
      code: "ladder_push",
      assignment: { eligible: [2, 3] },
    });
    world.pass(600_000);
    expect(systemCodes(world)).toEqual(["ladder_push"]);
    const none = createWaitingChat({});
    none.world.pass(600_000);
    expect(systemCodes(none.world)).toEqual([]);
  });
  it("[CORE-035] [CORE-023] a department that was emptied or deleted while a chat waits in it keeps neither notices nor, once deleted, offers back", () => {
    const inDepartment = (departments: TimedSimulation["departments"]) => {
      const world = new TimedSimulation();
      world.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
      world.departments.set(4, { id: 4, name: "Sales", operators: new Set([1]), hours: null });
      world.execute(receive("Hello", { departmentId: 4 }));
      world.departments = departments;
      world.checkAll();
      return world;
    };
    const emptied = inDepartment(
      new Map([[4, { id: 4, name: "Sales", operators: new Set(), hours: null }]]),
    );
    emptied.pass(180_000);
    expect(systemCodes(emptied)).toEqual(["ladder_push"]);
    const deleted = inDepartment(new Map());
    deleted.set(2, "online");
    deleted.tick();
    expect(deleted.currentChat).toMatchObject({
      department: { name: "Sales" },
      wait: { step: "offer", offered: [2] },
    });
  });
  it("[CORE-035] [CORE-254] push waits for the working hours, unless the account wants it always", () => {
    // The clock of the simulation starts on Monday at 09:00.
    const hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} } as const;
    const devices = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
    const { world } = createWaitingChat({}, { remindMs: 86_400_000 }, (simulation) => {
      simulation.push = devices;
      simulation.hours = hours;
    });
    world.pass(3_500_000);
    expect(systemCodes(world)).toEqual([]);
    world.pass(100_000);
    expect(systemCodes(world)).toEqual(["ladder_push"]);
    const always = createWaitingChat({}, { notifyOutsideHours: true }, (simulation) => {
      simulation.push = devices;
      simulation.hours = hours;
    });
    always.world.pass(180_000);
    expect(systemCodes(always.world)).toEqual(["ladder_push"]);
  });
  it("[CORE-035] [API-228] a push that waits for the hours comes although the visitor was offered the form meanwhile, once", () => {
    const created = createWaitingChat({}, { remindMs: 86_400_000 }, (simulation) => {
      simulation.push = [{ endpointId: 50, operatorId: 2, name: "Phone" }];
      simulation.hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} };
      simulation.channel = { ...simulation.channel, kind: "widget" };
    });
    created.world.pass(3_500_000);
    expect(systemCodes(created.world)).toEqual(["ladder_visitor"]);
    expect(getWait(created)).toMatchObject({ step: "visitor", push_waits: true });
    created.world.pass(100_000);
    expect(systemCodes(created.world)).toEqual(["ladder_visitor", "ladder_push"]);
    created.world.pass(3_600_000);
    expect(systemCodes(created.world)).toHaveLength(2);
    expect(getWait(created)).toMatchObject({ step: "visitor" });
    expect(getWait(created)).not.toHaveProperty("push_waits");
  });
  it("[CORE-035] mail at 5 min goes to those who want it, once; without mail set up, or one who wants it, the step is skipped", () => {
    const mail = (...missed: number[]) => ({
      endpointId: 60,
      offline: new Set<number>(),
      missed: new Set(missed),
      reminders: new Set<number>(),
    });
    const created = createWaitingChat(
      {},
      { remindMs: 86_400_000 },
      (simulation) => (simulation.mail = mail(1, 2)),
    );
    created.world.pass(290_000);
    expect(systemCodes(created.world)).toEqual([]);
    created.world.pass(3_600_000);
    expect(systemCodes(created.world)).toEqual(["ladder_mail"]);
    const nobody = createWaitingChat(
      {},
      { remindMs: 86_400_000 },
      (simulation) => (simulation.mail = mail(77)),
    );
    nobody.world.pass(3_600_000);
    expect(systemCodes(nobody.world)).toEqual([]);
  });
  describe("[CORE-190] [CORE-191] a notice that fails", () => {
    const device = { endpointId: 50, operatorId: 2, name: "Phone" };
    const mail = {
      endpointId: 60,
      offline: new Set<number>(),
      missed: new Set([1]),
      reminders: new Set<number>(),
    };
    const report = (
      created: ReturnType<typeof createWaitingChat>,
      code: SendingCode,
      result: SendingResult,
      at?: string,
    ): void => {
      const sent = created.world.messages.findLast((message) => message.line?.code === code);
      const assignment = sent?.line?.assignment;
      const line = { code, ...(assignment ? { assignment } : {}) };
      const error = result === "delivered" ? null : "connect_failed";
      created.world.execute(
        reportSending({ line, at: at ?? sent?.created_at ?? "", result, error }),
        created.chat,
      );
      created.world.pass(10);
    };
    it("says that it is being sent, then its result; the next step comes at once, each once", () => {
      const created = createWaitingChat({}, {}, (simulation) => {
        simulation.push = [device];
        simulation.mail = mail;
        addOwner(4)(simulation);
      });
      created.world.pass(180_000);
      expect(systemTexts(created.world)).toEqual(["A notice to the devices of Ivan is being sent"]);
      report(created, "ladder_push", "delayed");
      expect(systemCodes(created.world)).toEqual([
        "ladder_push",
        "ladder_push_delayed",
        "ladder_mail",
      ]);
      expect(systemTexts(created.world).slice(1)).toEqual([
        "The notice to devices was not delivered yet: connect failed. Parlour tries again",
        "A mail to Ines is being sent",
      ]);
      report(created, "ladder_push", "failed");
      report(created, "ladder_mail", "delayed");
      expect(systemCodes(created.world).slice(3)).toEqual([
        "ladder_push_failed",
        "ladder_mail_delayed",
        "ladder_remind",
      ]);
      expect(getWait(created)).toMatchObject({ failed: ["push", "mail"], reminded: 0 });
      created.world.pass(900_000);
      report(created, "ladder_mail", "delivered");
      expect(systemTexts(created.world).at(-1)).toBe(
        "The mail about the waiting chat was accepted by its server",
      );
      expect(systemCodes(created.world)).toHaveLength(7);
      created.world.pass(1_000_000);
      expect(systemCodes(created.world).slice(7)).toEqual(["ladder_remind"]);
    });
    it("without mail brings the form and the reminder; a delivered one brings nothing early", () => {
      const created = createWaitingChat({}, {}, (simulation) => {
        simulation.push = [device];
        simulation.channel = { ...simulation.channel, kind: "widget" };
        addOwner(4)(simulation);
      });
      created.world.pass(180_000);
      report(created, "ladder_push", "failed");
      expect(systemCodes(created.world)).toEqual([
        "ladder_push",
        "ladder_push_failed",
        "ladder_visitor",
        "ladder_remind",
      ]);
      const delivered = createWaitingChat({}, {}, (simulation) => {
        simulation.push = [device];
        simulation.mail = mail;
      });
      delivered.world.pass(180_000);
      report(delivered, "ladder_push", "delivered");
      expect(systemCodes(delivered.world)).toEqual(["ladder_push", "ladder_push_delivered"]);
    });
    it("[CORE-208] of a wait that has ended changes nothing", () => {
      const created = createWaitingChat({}, {}, (simulation) => (simulation.push = [device]));
      created.world.pass(180_000);
      const at = created.world.messages.findLast(
        (message) => message.line !== undefined,
      )?.created_at;
      created.world.execute(
        sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }),
        created.chat,
        1,
      );
      const before = created.world.events.length;
      report(created, "ladder_push", "failed", at);
      expect(created.world.events).toHaveLength(before);
    });
  });
  it("[CORE-035] [API-228] a mail that waits for the hours comes although the visitor was offered the form meanwhile, once", () => {
    const created = createWaitingChat({}, { remindMs: 86_400_000 }, (simulation) => {
      simulation.mail = {
        endpointId: 60,
        offline: new Set(),
        missed: new Set([1]),
        reminders: new Set(),
      };
      simulation.hours = { timezone: "UTC", week: { mon: [["10:00", "18:00"]] }, exceptions: {} };
      simulation.channel = { ...simulation.channel, kind: "widget" };
    });
    created.world.pass(3_500_000);
    expect(systemCodes(created.world)).toEqual(["ladder_visitor"]);
    expect(getWait(created)).toMatchObject({ step: "visitor", mail_waits: true });
    created.world.pass(100_000);
    created.world.pass(3_600_000);
    expect(systemCodes(created.world)).toEqual(["ladder_visitor", "ladder_mail"]);
    expect(getWait(created)).not.toHaveProperty("mail_waits");
  });
  it("[CORE-035] the visitor of a widget is offered the form at 5 min, one of a chat channel is not", () => {
    const widget = createWaitingChat(
      {},
      {},
      (world) => (world.channel = { ...world.channel, kind: "widget" }),
    );
    widget.world.pass(600_000);
    expect(systemCodes(widget.world)).toEqual(["ladder_visitor"]);
    const channel = createWaitingChat({});
    channel.world.pass(600_000);
    expect(systemCodes(channel.world)).toEqual([]);
  });
  it("[CORE-035] administrators are reminded every 30 min until it is taken; after an outage once", () => {
    const { world, chat } = createWaitingChat({}, {}, addOwner(4));
    world.pass(1_798_000);
    expect(systemCodes(world)).toEqual([]);
    world.pass(2_000);
    expect(world.messages.at(-1)?.line).toEqual({
      code: "ladder_remind",
      assignment: { rules: ["ladder_remind"], eligible: [4], others: [] },
    });
    world.pass(1_800_000);
    expect(systemCodes(world)).toEqual(["ladder_remind", "ladder_remind"]);
    world.pass(3 * 3_600_000, true);
    expect(systemCodes(world)).toHaveLength(3);
    expect(getWait({ world, chat })?.reminded).toBe(8);
    world.execute(sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }), chat, 1);
    world.pass(3_600_000);
    expect(systemCodes(world).slice(3)).toEqual(["accepted"]);
  });
  it("[CORE-035] [CORE-254] what fell due while nothing ran is done once, the widest step of it", () => {
    const created = inSales({ 1: "online" });
    created.world.set(2, "away");
    created.world.set(3, "online");
    created.world.pass(150_000, true);
    expect(systemCodes(created.world)).toEqual(["offered", "ladder_channel"]);
    expect(getWait(created)?.offered).toEqual([1, 2, 3]);
  });
  it("[BOT-070] [CORE-255] a chat that a bot's invitation holds is offered without lines; its end is the invitation's", () => {
    const { world, chatId } = startChatWithBot();
    const online = new Set([1]);
    world.run(inviteOperator({ botId: 7, online }), chatId);
    const snapshot = {
      ...emptySnapshot,
      presence: (id: number): Presence => (online.has(id) ? "online" : "offline"),
    };
    expect(world.run(processChatTimeout(snapshot), chatId)).toMatchObject({
      due: Date.parse(getChat(world, chatId).wait?.invited_until ?? ""),
    });
    expect(getChat(world, chatId).wait).toMatchObject({ offered: [1] });
    expect(systemCodes(world)).toEqual(["bot_started", "invited"]);
  });
  it.each([10_000, 400_000])(
    "[BOT-053] [CORE-035] a bot that fails %i ms after its invitation leaves a chat that is offered at once",
    (ms) => {
      const bots = (simulation: TimedSimulation): void =>
        void simulation.bots.set(7, createBotConfig(7, { inviteWaitMs: 600_000 }));
      const created = createWaitingChat({ 1: "online" }, {}, bots);
      created.world.execute(inviteOperator({ botId: 7, online: new Set([1]) }), created.chat);
      created.world.tick();
      created.world.pass(ms);
      created.world.execute(handOverAfterFailure({ botId: 7, outcome: "timeout" }), created.chat);
      created.world.tick();
      expect(getWait(created)).toMatchObject({ offered: [1] });
      expect(systemCodes(created.world).slice(-2)).toEqual(["bot_failed", "offered"]);
    },
  );
  it("[CORE-005] a suspended account asks and reminds nobody", () => {
    const { world } = createWaitingChat(undefined, {}, (simulation) => {
      addOwner(4)(simulation);
      simulation.suspended = false;
    });
    expect(systemCodes(world)).toEqual(["offered"]);
    world.suspended = true;
    world.pass(3_600_000);
    expect(systemCodes(world)).toEqual(["offered"]);
  });
});

describe("inactivity", () => {
  const hourMs = 3_600_000;
  const answer = (text = "Hi") => sendOperatorMessage({ operatorId: 1, kind: "text", text });
  it("[CORE-032] a day after the answer the chat closes with its reason; system lines are no messages, notes are", () => {
    const { world, chat } = createWaitingChat({ 1: "online" }, {}, addOwner(4));
    world.execute(answer(), chat, 1);
    world.pass(23 * hourMs);
    const note = sendOperatorMessage({ operatorId: 1, kind: "note", text: "Hm" });
    world.execute(note, chat, 1);
    world.pass(23 * hourMs);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(hourMs);
    expect(getChat(world, chat)).toMatchObject({ state: "closed", close_reason: "inactivity" });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "closed", detail: "inactivity" });
  });
  it("[CORE-032] a chat whose customer wrote last stays open, with and without an earlier answer, until a day after the next one", () => {
    const { world, chat } = createWaitingChat({ 1: "online" });
    world.execute(acceptChat({ operatorId: 1 }), chat, 1);
    world.pass(30 * 24 * hourMs);
    world.execute(answer(), chat, 1);
    world.pass(23 * hourMs);
    world.execute(receive("And the price?"));
    world.pass(30 * 24 * hourMs);
    expect(getChat(world, chat).state).toBe("open");
    world.execute(answer("12 pounds"), chat, 1);
    world.pass(23 * hourMs);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(hourMs);
    expect(getChat(world, chat).state).toBe("closed");
  });
  it("[CORE-032] [CORE-321] a chat that waits is never closed; after an outage it gets its offer; administrators are reminded, after a day once a day", () => {
    const { world, chat } = createWaitingChat({}, {}, addOwner(4));
    world.pass(24 * hourMs);
    expect(systemCodes(world)).toHaveLength(48);
    world.pass(6 * 24 * hourMs);
    expect(systemCodes(world)).toHaveLength(54);
    world.presence.set(1, "online");
    world.pass(3 * 24 * hourMs, true);
    expect(getChat(world, chat)).toMatchObject({ state: "waiting", wait: { offered: [1] } });
    expect(systemCodes(world).slice(54)).toEqual(["offered", "ladder_remind"]);
  });
  it.each(["mail", "telegram", "whatsapp"] as const)(
    "[CORE-320] an answered chat of the kind %s stays unless the account sets a time",
    (kind) => {
      const { world, chat } = createWaitingChat({ 1: "online" }, {}, (simulation) => {
        simulation.channel = { ...simulation.channel, kind };
      });
      world.execute(answer(), chat, 1);
      world.pass(90 * 24 * hourMs);
      expect(getChat(world, chat).state).toBe("open");
      const setting = kind === "mail" ? "mailInactivityMs" : "messengerInactivityMs";
      world.routing = { ...world.routing, [setting]: 91 * 24 * hourMs };
      world.checkAll();
      world.pass(24 * hourMs);
      expect(getChat(world, chat).state).toBe("closed");
    },
  );
  it("[CORE-032] 0 never closes", () => {
    const { world, chat } = createWaitingChat({}, { inactivityMs: 0 });
    world.execute(acceptChat({ operatorId: 1 }), chat, 1);
    world.pass(90 * 86_400_000);
    expect(getChat(world, chat).state).not.toBe("closed");
  });
});

describe("a chat that an operator's invitation began", () => {
  const invited = (
    present: Readonly<Record<number, Presence>>,
    routing: Partial<RoutingConfig> = {},
  ) => {
    const world = new TimedSimulation();
    world.routing = { ...world.routing, ...routing };
    world.channel = { ...world.channel, kind: "widget" };
    // Without the invitation, bot 7 would get the chat. The invitation selects Sales, of which Ivan
    // (2) is not a member.
    world.bots.set(7, createBotConfig(7));
    world.departments.set(1, { id: 1, name: "Sales", operators: new Set([1, 3]), hours: null });
    for (const [id, presence] of Object.entries(present)) world.set(Number(id), presence);
    world.execute(
      receive("Yes, please", {
        invite: "Can I help?",
        invitedBy: { id: 2, name: "Ivan" },
        departmentId: 1,
      }),
    );
    world.tick();
    return { world, chat: world.currentChat?.id ?? 0 };
  };
  it("[CORE-155] is offered to that operator alone, before its department and without the bot, in every mode; then to the others", () => {
    for (const mode of ["all", "least_busy"] as const) {
      const created = invited({ 1: "online", 2: "online", 3: "online" }, { mode });
      expect(getChat(created.world, created.chat)).toMatchObject({
        state: "waiting",
        bot: null,
        assignment: { rules: ["invitation"] },
      });
      expect(getWait(created)?.offered).toEqual([2]);
      created.world.pass(29_000);
      expect(getWait(created)?.offered).toEqual([2]);
      created.world.pass(1_000);
      expect(getWait(created)?.offered).toContain(1);
    }
  });
  it("[CORE-155] goes to the others at once if that operator is gone, also when they go meanwhile", () => {
    const unavailable = invited({ 1: "online", 2: "offline", 3: "online" });
    expect(getWait(unavailable)?.offered).toEqual([1, 3]);
    const leaving = invited({ 1: "online", 2: "online", 3: "online" });
    leaving.world.set(2, "offline");
    leaving.world.tick();
    expect(getWait(leaving)?.offered).toEqual([2, 1, 3]);
  });
});
