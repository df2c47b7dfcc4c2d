import { describe, expect, it } from "vitest";
import { eventNames, getChat, receive, startChatWithBot, systemCodes } from "../bot/bot.fixture.ts";
import { createWaitingChat, systemTexts } from "../routing/waiting-chat.fixture.ts";
import type { RoutingConfig } from "../command.ts";
import { acceptChat } from "./accept.ts";
import { blockChat } from "./block.ts";
import { closeChat } from "./close.ts";
import { sendOperatorMessage } from "./message/send-message.ts";
import { transferChat } from "./participants/transfer.ts";
import { maxSnoozeMs, snoozeChat, wakeChat } from "./snooze.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Creates a chat of operator 1, who answered, or a waiting chat. */
function createChat(isOpen: boolean, routing: Partial<RoutingConfig> = {}) {
  const { world, chat } = createWaitingChat(undefined, routing);
  if (isOpen) {
    world.execute(acceptChat({ operatorId: 1 }), chat, 1);
    world.execute(sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }), chat, 1);
  }
  const snooze = (ms: number, stay = false) =>
    world.execute(snoozeChat({ operatorId: 1, until: world.now + ms, stay }), chat);
  return { world, chat, snooze };
}
const endings = ({ world }: ReturnType<typeof createChat>) =>
  world.events.flatMap((event) =>
    event.name === "chat_snooze_ended" ? [[event.reason, event.by?.id ?? null]] : [],
  );

describe("snooze", () => {
  it("[SNZ-001] the chat keeps state and operators; a repeat changes the time, and the same one nothing", () => {
    const { world, chat, snooze } = createChat(true);
    const until = world.now + hourMs;
    expect(snooze(hourMs)).toMatchObject({
      state: "open",
      assignee: { id: 1 },
      snoozed: { until: new Date(until).toISOString(), by: { id: 1 }, stay: false },
    });
    expect(eventNames(world).slice(-2)).toEqual(["message_created", "chat_snoozed"]);
    const before = world.events.length;
    world.execute(snoozeChat({ operatorId: 1, until, stay: false }), chat);
    expect(world.events.length).toBe(before);
    expect(snooze(2 * hourMs, true)).toMatchObject({ snoozed: { stay: true } });
    world.pass(hourMs + minuteMs);
    expect(getChat(world, chat).snoozed).toBeDefined();
  });
  it("[SNZ-001] refuses the past, more than a year, closed chats, chats of a bot and unknown ones", () => {
    const { world, chat, snooze } = createChat(true);
    expect(snooze(0)).toMatchObject({ failure: "invalid_request", field: "until" });
    expect(snooze(-hourMs)).toMatchObject({ failure: "invalid_request", field: "until" });
    expect(snooze(maxSnoozeMs + hourMs)).toMatchObject({ failure: "invalid_request" });
    expect(snooze(maxSnoozeMs)).toMatchObject({ snoozed: {} });
    world.execute(closeChat({ operatorId: 1, reason: null }), chat);
    expect(snooze(hourMs)).toMatchObject({ failure: "chat_closed" });
    expect(world.run(wakeChat({ operatorId: 1 }), chat)).toMatchObject({ failure: "chat_closed" });
    const bot = startChatWithBot();
    const until = bot.world.now + hourMs;
    expect(
      bot.world.run(snoozeChat({ operatorId: 1, until, stay: false }), bot.chatId),
    ).toMatchObject({ failure: "not_open" });
    expect(world.run(snoozeChat({ operatorId: 1, until, stay: false }), 9)).toMatchObject({
      failure: "not_found",
    });
  });
  it("[SNZ-002] a waiting chat is neither offered nor escalated, and waits anew after the time", () => {
    const created = createChat(false);
    const { world, chat, snooze } = created;
    const lines = systemTexts(world).length;
    snooze(5 * hourMs);
    for (const id of [1, 2, 3]) world.set(id, "offline");
    world.pass(5 * hourMs - minuteMs);
    expect(systemTexts(world).length).toBe(lines + 1);
    world.set(2, "online");
    world.pass(minuteMs);
    expect(endings(created)).toEqual([["time", null]]);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      wait: { since: getChat(world, chat).snooze_ended?.at, offered: [2] },
    });
  });
  it("[SNZ-002] [SNZ-006] an open chat is not reassigned, returned or closed until the times have passed after the end", () => {
    const routing = { inactivityMs: 30 * minuteMs, reassignMs: 10 * minuteMs, graceMs: minuteMs };
    const created = createChat(true, routing);
    const { world, chat, snooze } = created;
    snooze(5 * hourMs, true);
    world.execute(receive("Are you there?"));
    world.set(1, "offline");
    world.pass(4 * hourMs);
    expect(getChat(world, chat)).toMatchObject({ state: "open", assignee: { id: 1 } });
    world.set(1, "online");
    world.pass(hourMs);
    expect(endings(created)).toEqual([["time", null]]);
    world.pass(9 * minuteMs);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(minuteMs);
    expect(systemCodes(world)).toContain("reassigned");

    const answered = createChat(true, routing);
    answered.snooze(5 * hourMs);
    answered.world.pass(5 * hourMs + 29 * minuteMs);
    expect(getChat(answered.world, answered.chat).state).toBe("open");
    answered.world.pass(minuteMs);
    expect(getChat(answered.world, answered.chat).state).toBe("closed");
  });
  it("[SNZ-003] a message of the customer ends it, unless it stays", () => {
    const created = createChat(true);
    const { world, chat, snooze } = created;
    snooze(hourMs, true);
    world.execute(receive("Hello?"));
    expect(endings(created)).toEqual([]);
    snooze(hourMs);
    world.execute(receive("Hello?"));
    expect(endings(created)).toEqual([["message", null]]);
    expect(getChat(world, chat)).toMatchObject({ snooze_ended: { reason: "message", by: null } });
    expect(getChat(world, chat).snoozed).toBeUndefined();
    world.pass(2 * hourMs);
    expect(endings(created)).toHaveLength(1);
  });
  it.each(["close", "block"] as const)(
    "[SNZ-003] %s ends it before the close, without a line of its own",
    (action) => {
      const created = createChat(true);
      const { world, chat, snooze } = created;
      snooze(hourMs);
      const close =
        action === "close"
          ? closeChat({ operatorId: 2, reason: null })
          : blockChat({ operatorId: 2, until: null, reason: null });
      world.execute(close, chat);
      expect(eventNames(world).slice(-2)).toEqual(["chat_snooze_ended", "chat_closed"]);
      expect(endings(created)).toEqual([["closed", 2]]);
      expect(systemCodes(world)).not.toContain("snooze_ended");
      expect(getChat(world, chat)).not.toHaveProperty("snoozed");
      expect(getChat(world, chat)).not.toHaveProperty("snooze_ended");
    },
  );
  it("[SNZ-003] [SNZ-004] waking, accepting and a transfer to a department end it; giving it to an operator does not", () => {
    const waiting = createChat(false);
    waiting.snooze(hourMs);
    waiting.world.execute(acceptChat({ operatorId: 2 }), waiting.chat, 2);
    expect(endings(waiting)).toEqual([["operator", 2]]);

    const open = createChat(true);
    open.world.departments = new Map([
      [4, { id: 4, name: "Sales", operators: new Set([2]), hours: null }],
    ]);
    open.snooze(hourMs);
    const give = { operatorId: 1, comment: null, presence: () => "online" as const };
    open.world.execute(
      transferChat({ ...give, to: { operatorId: 2 }, assigns: true }),
      open.chat,
      1,
    );
    expect(getChat(open.world, open.chat)).toMatchObject({ assignee: { id: 2 }, snoozed: {} });
    open.world.execute(
      transferChat({ ...give, operatorId: 2, to: { departmentId: 4 } }),
      open.chat,
      2,
    );
    expect(getChat(open.world, open.chat).state).toBe("waiting");
    expect(endings(open)).toEqual([["operator", 2]]);

    const woken = createChat(true);
    woken.snooze(hourMs);
    woken.world.execute(wakeChat({ operatorId: 3 }), woken.chat);
    const before = woken.world.events.length;
    woken.world.execute(wakeChat({ operatorId: 3 }), woken.chat);
    expect(woken.world.events.length).toBe(before);
    expect(endings(woken)).toEqual([["operator", 3]]);
  });
  it("[SNZ-006] an answer or a new snooze removes the end, a note does not", () => {
    const { world, chat, snooze } = createChat(true);
    snooze(hourMs);
    world.pass(hourMs);
    const write = (kind: "text" | "note") =>
      world.execute(sendOperatorMessage({ operatorId: 1, kind, text: "Hi" }), chat, 1);
    write("note");
    expect(getChat(world, chat).snooze_ended).toMatchObject({ reason: "time" });
    write("text");
    expect(getChat(world, chat)).not.toHaveProperty("snooze_ended");
    snooze(hourMs);
    world.pass(hourMs);
    snooze(hourMs);
    expect(getChat(world, chat)).not.toHaveProperty("snooze_ended");
  });
  it("[SNZ-008] after a clock that was set back, it ends at its time by the clock, once", () => {
    const created = createChat(true);
    const { world, snooze } = created;
    snooze(hourMs);
    world.now -= 3 * hourMs;
    world.restart();
    world.pass(4 * hourMs - minuteMs);
    expect(endings(created)).toEqual([]);
    world.pass(2 * minuteMs);
    world.checkAll();
    world.pass(hourMs);
    expect(endings(created)).toEqual([["time", null]]);
  });
});
