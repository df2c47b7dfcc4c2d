import { describe, expect, test } from "vitest";
import { advanceCall, takeCall } from "../core/call/advance.ts";
import { postponeCall, resumeCall } from "../core/call/postpone.ts";
import { setCallNote } from "../core/call/note.ts";
import { startCall } from "../core/call/start.ts";
import { acceptChat } from "../core/chat/accept.ts";
import { closeChat } from "../core/chat/close.ts";
import { createSystemMessage } from "../core/chat/create.ts";
import { notifyOperators } from "../core/chat/details/notify-operators.ts";
import { receiveCustomerMessage } from "../core/chat/message/receive-message.ts";
import { ChatSimulation } from "../core/chat/testing/chat-simulation.fixture.ts";
import type { ChatData, NewEvent } from "../core/event.ts";
import { isFailure } from "../core/failure.ts";
import type { PushDevice, CommandContext, CommandHandler } from "../core/command.ts";
import { planPushDeliveries } from "./plan.ts";

const device = (endpointId: number, operatorId: number): PushDevice => ({
  endpointId,
  operatorId,
  name: "Phone",
});

/** A simulation with a waiting chat and devices. */
class PushPlanFixture extends ChatSimulation {
  devices: readonly PushDevice[] = [
    device(901, 1),
    device(902, 1),
    device(903, 2),
    device(999, 77),
  ];
  override context(...of: Parameters<ChatSimulation["context"]>): CommandContext {
    const scene = super.context(...of);
    return { ...scene, config: { ...scene.config, push: this.devices } };
  }
  owed(events: readonly NewEvent[], chatId = this.id): readonly string[] {
    const scene = this.context(chatId);
    return events
      .flatMap((event) => planPushDeliveries(event, scene, events))
      .map(({ event, endpointId, orderKey }) => `${event}@${endpointId}:${orderKey}`);
  }
  owes(verb: CommandHandler, operator?: number): readonly string[] {
    const decided = verb(this.context(this.currentChat?.id, operator));
    if (isFailure(decided)) throw new Error(decided.message);
    return this.owed(decided.events);
  }
  begin(overrides: Partial<ChatData> = {}): number {
    this.run(
      receiveCustomerMessage({
        channelId: this.channel.id,
        customer: "c",
        recipient: '"c"',
        text: "hello",
      }),
    );
    const chat = this.currentChat;
    if (chat === null) throw new Error("no chat");
    this.chats.set(chat.id, { ...chat, ...overrides });
    return chat.id;
  }
  get id(): number {
    return this.currentChat?.id ?? 0;
  }
  get chat(): ChatData {
    const chat = this.currentChat;
    if (chat === null) throw new Error("no chat");
    return chat;
  }
}
const since = "2026-01-01T00:00:00.000Z";

describe("planPush", () => {
  test("[CORE-035] the step of the ladder owes one notice to each device of those who may take the chat", () => {
    const bed = new PushPlanFixture();
    const id = bed.begin();
    expect(
      bed.owed([
        createSystemMessage(bed.context(id), id, { code: "ladder_push" }, "Devices were notified"),
      ]),
    ).toEqual([901, 902, 903].map((endpoint) => `chat_waiting@${endpoint}:${id}`));
    const assignment = { rules: ["ladder_push"], eligible: [2], others: [] };
    expect(
      bed.owed([
        createSystemMessage(bed.context(id), id, { code: "ladder_push", assignment }, "x"),
      ]),
    ).toEqual([`chat_waiting@903:${id}`]);
    expect(
      bed.owed([createSystemMessage(bed.context(id), id, { code: "ladder_channel" }, "Everybody")]),
    ).toEqual([]);
  });

  test("[CORE-035] a new chat alone owes none: its sounds are the application's", () => {
    const bed = new PushPlanFixture();
    expect(
      bed.owes(
        receiveCustomerMessage({
          channelId: bed.channel.id,
          customer: "c",
          recipient: '"c"',
          text: "hello",
        }),
      ),
    ).toEqual([]);
  });

  test("[CORE-035] a bot's hand-over alarms like a new chat", () => {
    const bed = new PushPlanFixture();
    bed.begin();
    const chat: ChatData = { ...bed.chat, state: "waiting", wait: { since } };
    expect(
      bed.owed([{ name: "chat_handed_over", chat, by: null, reason: "invited" }]),
    ).toHaveLength(3);
    expect(
      bed.owed([
        { name: "chat_handed_over", chat: { ...chat, state: "open" }, by: null, reason: "joined" },
      ]),
    ).toEqual([]);
  });

  test("[CORE-035] who takes or closes a chat that devices were told of withdraws their notices, once", () => {
    for (const verb of [acceptChat({ operatorId: 1 }), closeChat({ cause: "visitor" })]) {
      const bed = new PushPlanFixture();
      const id = bed.begin({ wait: { since, step: "push" } });
      expect(bed.owes(verb, 1)).toEqual(
        [901, 902, 903].map((endpoint) => `chat_taken@${endpoint}:${id}`),
      );
    }
    const quick = new PushPlanFixture();
    quick.begin({ wait: { since, step: "channel" } });
    expect(quick.owes(acceptChat({ operatorId: 1 }), 1)).toEqual([]);
  });

  test("[CORE-035] an account without devices owes nothing and draws no ids", () => {
    const bed = new PushPlanFixture();
    bed.devices = [];
    const id = bed.begin();
    const line = createSystemMessage(bed.context(id), id, { code: "ladder_push" }, "x");
    expect(
      planPushDeliveries(line, { ...bed.context(id), ids: undefined as never }, [line]),
    ).toEqual([]);
  });
  test("[CORE-109] a call asks each device of those who may take its chat at once; taken, over or put off, it is taken back", () => {
    const bed = new PushPlanFixture();
    const id = bed.begin();
    const allDevices = (event: string): string[] =>
      [901, 902, 903].map((endpoint) => `${event}@${endpoint}:${id}`);
    const step = (verb: CommandHandler): readonly string[] => {
      const planned = bed.owes(verb);
      bed.run(verb, id);
      return planned;
    };
    expect(step(startCall({ type: "callback", phone: "+4930111222" }))).toEqual(
      allDevices("call_waiting"),
    );
    const callId = [...bed.calls.keys()][0] ?? 0;
    expect(step(takeCall({ callId, operatorId: 2 }))).toEqual(allDevices("call_taken"));
    const stored = bed.calls.get(callId);
    if (stored === undefined) throw new Error("no call");
    expect(step(setCallNote({ stored, operatorId: 2, text: "Asks for a refund" }))).toEqual([]);
    const dueAt = bed.context(id).now + 600_000;
    expect(step(postponeCall({ callId, operatorId: 2, dueAt, reason: "busy" }))).toEqual([]);
    expect(bed.owed(resumeCall(bed.context(id), bed.calls.get(callId) ?? stored).events)).toEqual(
      allDevices("call_waiting"),
    );
    expect(bed.owes(advanceCall({ callId, operatorId: 2, to: "end" }))).toEqual([]);
    const otherFixture = new PushPlanFixture();
    otherFixture.begin();
    expect(
      otherFixture.owes(startCall({ type: "outgoing", phone: "+4930111222", operatorId: 2 })),
    ).toEqual([]);
  });
});

test("[ACT-038] a notice goes to the devices of its operators", () => {
  const fixture = new PushPlanFixture();
  const id = fixture.begin();
  const notify = (by: "push" | "both") =>
    notifyOperators({ operatorId: null, notice: { operator_ids: [2], by, text: "Look" } });
  expect(fixture.owes(notify("push"))).toEqual([`chat_notice@903:${id}`]);
  expect(fixture.owes(notify("both"))).toEqual([`chat_notice@903:${id}`]);
});
