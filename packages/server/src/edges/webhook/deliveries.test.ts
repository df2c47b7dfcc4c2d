import { describe, expect, test } from "vitest";
import { acceptChat } from "../../core/chat/accept.ts";
import { closeChat } from "../../core/chat/close.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { rateChat } from "../../core/chat/details/rate.ts";
import { joinChat } from "../../core/chat/join.ts";
import { receiveCustomerMessage } from "../../core/chat/message/receive-message.ts";
import { sendOperatorMessage } from "../../core/chat/message/send-message.ts";
import { startCall } from "../../core/call/start.ts";
import { ChatSimulation } from "../../core/chat/testing/chat-simulation.fixture.ts";
import type { Call, OfflineMessage } from "../../core/entity.ts";
import type { NewEvent } from "../../core/event.ts";
import { isFailure } from "../../core/failure.ts";
import type { CommandHandler, WebhookConfig, WebhookEvent } from "../../core/command.ts";
import { editVisitor } from "../../core/visitor/edit.ts";
import { defaultWidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import { planWebhookDeliveries } from "./deliveries.ts";

const allEvents: readonly WebhookEvent[] = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_updated",
  "chat_finished",
  "offline_message",
];
const createWebhook = (id: number, more: Partial<WebhookConfig> = {}): WebhookConfig => ({
  id,
  name: "",
  endpointId: 900 + id,
  enabled: true,
  events: new Set(allEvents),
  channels: null,
  blocks: new Set(),
  ratingWaitMs: 60_000,
  ...more,
});

/** Runs command handlers and lists the deliveries of each event as `event@endpoint`. */
class PlanFixture extends ChatSimulation {
  constructor(...hooks: readonly WebhookConfig[]) {
    super();
    for (const item of hooks) this.webhooks.set(item.id, item);
  }
  runAndPlan(verb: CommandHandler, chatId?: number, operatorId?: number): readonly string[] {
    const scene = this.context(chatId, operatorId);
    const decided = verb(scene);
    if (isFailure(decided)) throw new Error(decided.message);
    const deliveries = decided.events.flatMap((event) =>
      planWebhookDeliveries(event, scene, decided.events),
    );
    this.run(verb, chatId, operatorId);
    return deliveries.map((item) => `${item.event}@${item.endpointId}`);
  }
  planEvent(event: NewEvent): readonly string[] {
    return planWebhookDeliveries(event, this.context(this.currentChat?.id), [event]).map(
      (item) => `${item.event}@${item.endpointId}:${item.orderKey}`,
    );
  }
  createMessage(more: object = {}): CommandHandler {
    return receiveCustomerMessage({
      channelId: this.channel.id,
      customer: "c",
      recipient: '"c"',
      text: "hello",
      ...more,
    });
  }
  get chatId(): number {
    return this.currentChat?.id ?? 0;
  }
}

describe("which events", () => {
  test("[WH-011] the first acceptance sends chat_accepted, joining a second operator nothing", () => {
    const fixture = new PlanFixture(createWebhook(1));
    expect(fixture.runAndPlan(fixture.createMessage())).toEqual([]);
    expect(fixture.runAndPlan(acceptChat({ operatorId: 1 }), fixture.chatId, 1)).toEqual([
      "chat_accepted@901",
    ]);
    expect(fixture.runAndPlan(joinChat({ operatorId: 2 }), fixture.chatId, 2)).toEqual([]);
  });

  test("[WH-011] joining a bot's chat and answering in a waiting one accept too", () => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.runAndPlan(fixture.createMessage());
    const chat = fixture.currentChat;
    if (chat === null) throw new Error("no chat");
    fixture.chats.set(chat.id, {
      ...chat,
      state: "bot",
      wait: null,
      bot: { id: 3, name: "Robo", photo: "", attached: true },
    });
    expect(fixture.runAndPlan(joinChat({ operatorId: 1 }), chat.id, 1)).toEqual([
      "chat_accepted@901",
    ]);
    const other = new PlanFixture(createWebhook(1));
    other.runAndPlan(other.createMessage());
    expect(
      other.runAndPlan(
        sendOperatorMessage({ operatorId: 1, kind: "note", text: "hm" }),
        other.chatId,
        1,
      ),
    ).toEqual([]);
    expect(
      other.runAndPlan(
        sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }),
        other.chatId,
        1,
      ),
    ).toEqual(["chat_accepted@901"]);
    expect(
      other.runAndPlan(
        sendOperatorMessage({ operatorId: 2, kind: "text", text: "Me too" }),
        other.chatId,
        2,
      ),
    ).toEqual([]);
  });

  test("[WH-011] accepting again after the chat came back to waiting sends nothing", () => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.runAndPlan(fixture.createMessage());
    fixture.runAndPlan(acceptChat({ operatorId: 1 }), fixture.chatId, 1);
    const chat = fixture.currentChat;
    if (chat === null) throw new Error("no chat");
    fixture.chats.set(chat.id, { ...chat, state: "waiting", assignee: null, participants: [] });
    expect(fixture.runAndPlan(acceptChat({ operatorId: 2 }), fixture.chatId, 2)).toEqual([]);
  });

  test("[WH-011] [WH-013] a continued chat has events of its own", () => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.runAndPlan(fixture.createMessage());
    fixture.runAndPlan(acceptChat({ operatorId: 1 }), fixture.chatId, 1);
    const first = fixture.chatId;
    expect(fixture.runAndPlan(closeChat({ operatorId: 1, reason: null }), first, 1)).toEqual([
      "chat_finished@901",
    ]);
    expect(fixture.runAndPlan(continueChat({ operatorId: 1 }), first, 1)).toEqual([
      "chat_accepted@901",
    ]);
    expect(fixture.runAndPlan(closeChat({ cause: "visitor" }), fixture.chatId)).toEqual([
      "chat_finished@901",
    ]);
  });

  test("[WH-013] a chat that nobody accepted is finished too", () => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.runAndPlan(fixture.createMessage());
    expect(fixture.runAndPlan(closeChat({ cause: "inactivity" }), fixture.chatId)).toEqual([
      "chat_finished@901",
    ]);
  });

  test("[WH-012] changed contacts send chat_updated while the chat runs, merged; without one, or by a reply, nothing", () => {
    const fixture = new PlanFixture(createWebhook(1));
    expect(fixture.runAndPlan(fixture.createMessage({ name: "Ann" }))).toEqual([]);
    expect(fixture.runAndPlan(fixture.createMessage({ name: "Anna" }))).toEqual([
      "chat_updated@901",
    ]);
    expect(
      fixture.runAndPlan(editVisitor({ operatorId: 1, email: "a@b.example" }), fixture.chatId, 1),
    ).toEqual(["chat_updated@901"]);
    expect(fixture.runAndPlan(fixture.createMessage({ name: "Anna" }))).toEqual([]);
    const visitor = fixture.visitor?.entity;
    const chat = fixture.currentChat;
    if (visitor === undefined || chat === null) throw new Error("no visitor");
    const [deliveries] = planWebhookDeliveries(
      { name: "visitor_updated", visitor },
      fixture.context(),
      [],
    );
    expect(deliveries).toMatchObject({ orderKey: chat.id, delayMs: 2_000, merge: true });
    expect(fixture.planEvent({ name: "visitor_updated", visitor, cause: "webhook" })).toEqual([]);
    expect(fixture.planEvent({ name: "chat_updated", chat, cause: "webhook" })).toEqual([]);
    expect(fixture.planEvent({ name: "chat_updated", chat, cause: "visitor" })).toEqual([
      `chat_updated@901:${chat.id}`,
    ]);
    expect(fixture.planEvent({ name: "chat_updated", chat })).toEqual([]);
    fixture.runAndPlan(closeChat({ cause: "visitor" }), chat.id);
    expect(
      fixture.runAndPlan(editVisitor({ operatorId: 1, email: "x@b.example" }), chat.id, 1),
    ).toEqual([]);
  });

  test("[WH-010] calls in the chat's lane, new offline messages in one of their own, an assignment in the chat's", () => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.runAndPlan(fixture.createMessage());
    const chat = fixture.currentChat;
    if (chat === null) throw new Error("no chat");
    const call = { id: 5, chat_id: chat.id } as Call;
    expect(fixture.planEvent({ name: "call_updated", call })).toEqual([
      `call_event@901:${chat.id}`,
    ]);
    expect(
      fixture.planEvent({ name: "chat_assigned", chat, crmLink: "https://crm.example" }),
    ).toEqual([`chat_assigned@901:${chat.id}`]);
    const offline = (state: "new" | "taken") =>
      ({ id: 77, channel: { id: 5 }, state }) as OfflineMessage;
    expect(
      fixture.planEvent({ name: "offline_message_updated", offlineMessage: offline("new") }),
    ).toEqual(["offline_message@901:77"]);
    expect(
      fixture.planEvent({ name: "offline_message_updated", offlineMessage: offline("taken") }),
    ).toEqual([]);
  });
});

describe("which endpoints", () => {
  test("[WH-010] [WH-001] each enabled one once, by its own filters of events and channels", () => {
    const fixture = new PlanFixture(
      createWebhook(1),
      createWebhook(2, { enabled: false }),
      createWebhook(3, { events: new Set(["chat_finished"]) }),
      createWebhook(4, { channels: new Set([5]) }),
      createWebhook(5, { channels: new Set([6]) }),
    );
    fixture.runAndPlan(fixture.createMessage());
    expect(fixture.runAndPlan(acceptChat({ operatorId: 1 }), fixture.chatId, 1)).toEqual([
      "chat_accepted@901",
      "chat_accepted@904",
    ]);
    const ids = planWebhookDeliveries(
      { name: "chat_closed", chat: fixture.currentChat ?? ({} as never) },
      fixture.context(),
      [],
    ).map((item) => item.deliveryId);
    expect(new Set(ids).size).toBe(3);
  });

  test("[WH-001] a call goes by the channel of its chat, also of one that begins with it", () => {
    const fixture = new PlanFixture(
      createWebhook(1, { channels: new Set([5]) }),
      createWebhook(2, { channels: new Set([6]) }),
    );
    fixture.runAndPlan(fixture.createMessage());
    fixture.visitor = fixture.visitor && { ...fixture.visitor, channelId: 5 };
    expect(
      fixture.planEvent({ name: "call_updated", call: { id: 5, chat_id: fixture.chatId } as Call }),
    ).toEqual([`call_event@901:${fixture.chatId}`]);
    fixture.runAndPlan(closeChat({ cause: "visitor" }), fixture.chatId);
    expect(fixture.runAndPlan(startCall({ type: "callback", phone: "+4930111222" }))).toEqual([
      "call_event@901",
    ]);
  });

  test("[WH-080] [WH-101] the end of a rated widget's chat waits for the rating, and the rating releases what waits", () => {
    const fixture = new PlanFixture(
      createWebhook(1),
      createWebhook(2, { ratingWaitMs: 0 }),
      createWebhook(3, { events: new Set(["chat_finished"]) }),
    );
    fixture.channel = {
      ...fixture.channel,
      kind: "widget",
      widget: { ...defaultWidgetSettings, rating: true },
    };
    fixture.run(fixture.createMessage());
    const { chatId } = fixture;
    const timing = (verb: CommandHandler) => {
      const scene = fixture.context(chatId);
      const decided = verb(scene);
      if (isFailure(decided)) throw new Error(decided.message);
      fixture.run(verb, chatId);
      return decided.events
        .flatMap((event) => planWebhookDeliveries(event, scene, decided.events))
        .map(({ endpointId, event, delayMs, release }) => ({
          endpointId,
          event,
          delayMs,
          release,
        }));
    };
    const finished = { event: "chat_finished", release: undefined };
    expect(timing(closeChat({ cause: "visitor" }))).toEqual([
      { endpointId: 901, ...finished, delayMs: 60_000 },
      { endpointId: 902, ...finished, delayMs: undefined },
      { endpointId: 903, ...finished, delayMs: 60_000 },
    ]);
    const rate = rateChat({ visitorId: fixture.visitor?.id ?? 0, rating: "positive" });
    const rated = { event: "chat_updated", delayMs: undefined };
    expect(timing(rate)).toEqual([
      { endpointId: 901, ...rated, release: "instead" },
      { endpointId: 902, ...rated, release: "instead" },
      { endpointId: 903, ...rated, release: "only" },
    ]);
    expect(timing(rate)).toEqual([]);
  });

  test.each([
    ["the channel cannot ask", { kind: "api" }, "visitor"],
    ["the widget does not ask", { kind: "widget", rating: false }, "visitor"],
    ["the visitor was blocked", { kind: "widget", rating: true }, "blocked"],
    ["the widget was deleted", { kind: "widget", rating: true }, "channel_deleted"],
  ] as const)("[WH-080] nothing waits where %s", (_why, { kind, ...more }, cause) => {
    const fixture = new PlanFixture(createWebhook(1));
    fixture.channel = {
      ...fixture.channel,
      kind,
      ...(kind === "widget" ? { widget: { ...defaultWidgetSettings, ...more } } : {}),
    };
    fixture.run(fixture.createMessage());
    const scene = fixture.context(fixture.chatId);
    const decided = closeChat({ cause })(scene);
    if (isFailure(decided)) throw new Error(decided.message);
    const deliveries = decided.events.flatMap((event) =>
      planWebhookDeliveries(event, scene, decided.events),
    );
    expect(deliveries.map(({ event, delayMs }) => [event, delayMs])).toEqual([
      ["chat_finished", undefined],
    ]);
  });

  test("[WH-010] an account without webhooks owes nothing and draws no ids", () => {
    const fixture = new PlanFixture();
    fixture.runAndPlan(fixture.createMessage());
    const scene = { ...fixture.context(fixture.chatId, 1), ids: undefined as never };
    const decided = acceptChat({ operatorId: 1 })(fixture.context(fixture.chatId, 1));
    if (isFailure(decided)) throw new Error(decided.message);
    expect(
      decided.events.flatMap((event) => planWebhookDeliveries(event, scene, decided.events)),
    ).toEqual([]);
  });
});
