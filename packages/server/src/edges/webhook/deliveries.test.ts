import { describe, expect, test } from "vitest";
import { acceptChat } from "../../core/chat/accept.ts";
import { closeChat } from "../../core/chat/close.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { applyWebhookData } from "../../core/chat/details/apply-webhook-data.ts";
import { rateChat } from "../../core/chat/details/rate.ts";
import { joinChat } from "../../core/chat/join.ts";
import { receiveCustomerMessage } from "../../core/chat/message/receive-message.ts";
import { sendOperatorMessage } from "../../core/chat/message/send-message.ts";
import { startCall } from "../../core/call/start.ts";
import { startChat } from "../../core/chat/start.ts";
import { ChatSimulation } from "../../core/chat/testing/chat-simulation.fixture.ts";
import type { Call, NamedRef, OfflineMessage } from "../../core/entity.ts";
import type { NewEvent } from "../../core/event.ts";
import { isFailure } from "../../core/failure.ts";
import type {
  CommandContext,
  CommandHandler,
  WebhookConfig,
  WebhookEvent,
} from "../../core/command.ts";
import { editVisitor } from "../../core/visitor/edit.ts";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { planWebhookDeliveries, webhookFailureReports } from "./deliveries.ts";

const defaultEvents: readonly WebhookEvent[] = [
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
  events: new Set(defaultEvents),
  channels: null,
  departments: null,
  sendsText: false,
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
      ({ id: 77, channel: { id: 5 }, department: null, state }) as OfflineMessage;
    expect(
      fixture.planEvent({ name: "offline_message_updated", offlineMessage: offline("new") }),
    ).toEqual(["offline_message@901:77"]);
    expect(
      fixture.planEvent({ name: "offline_message_updated", offlineMessage: offline("taken") }),
    ).toEqual([]);
  });
});

describe("events that a webhook must ask for", () => {
  const optionalEvents: readonly WebhookEvent[] = [
    "chat_created",
    "message_created",
    "chat_rated",
    "visitor_updated",
    "message_delivery_failed",
  ];
  const asks = (id: number, ...events: readonly WebhookEvent[]): WebhookConfig =>
    createWebhook(id, { events: new Set(events) });
  const sayAs = (operatorId: number, kind: "text" | "note"): CommandHandler =>
    sendOperatorMessage({ operatorId, kind, text: "Hi" });

  test("[WH-105] a webhook with the default events gets the same deliveries beside one that asks for all", () => {
    const plain = new PlanFixture(createWebhook(1));
    const both = new PlanFixture(createWebhook(1), asks(2, ...defaultEvents, ...optionalEvents));
    const steps: ((fixture: PlanFixture) => readonly string[])[] = [
      (fixture) => fixture.runAndPlan(fixture.createMessage({ name: "Ann" })),
      (fixture) => fixture.runAndPlan(acceptChat({ operatorId: 1 }), fixture.chatId, 1),
      (fixture) => fixture.runAndPlan(sayAs(1, "text"), fixture.chatId, 1),
      (fixture) => fixture.runAndPlan(fixture.createMessage({ name: "Anna" })),
      (fixture) =>
        fixture.runAndPlan(
          rateChat({ visitorId: fixture.visitor?.id ?? 0, rating: "negative" }),
          fixture.chatId,
        ),
      (fixture) => fixture.runAndPlan(closeChat({ cause: "visitor" }), fixture.chatId),
    ];
    const seen = steps.map((step) => {
      const expected = step(plain);
      expect(step(both).filter((item) => item.endsWith("@901"))).toEqual(expected);
      return expected;
    });
    expect(seen).toEqual([
      [],
      ["chat_accepted@901"],
      [],
      ["chat_updated@901"],
      [],
      ["chat_finished@901"],
    ]);
  });

  test("[WH-107] chat_created comes first, once per chat, also of a chat that an operator starts", () => {
    const fixture = new PlanFixture(asks(1, "chat_created", "chat_accepted", "message_created"));
    expect(fixture.runAndPlan(fixture.createMessage())).toEqual([
      "chat_created@901",
      "message_created@901",
    ]);
    expect(fixture.runAndPlan(fixture.createMessage())).toEqual(["message_created@901"]);
    fixture.run(closeChat({ cause: "visitor" }), fixture.chatId);
    const start = startChat({
      operatorId: 1,
      channelId: fixture.channel.id,
      page: null,
      session: null,
      department: null,
    });
    // The system message "started" is the third.
    expect(fixture.runAndPlan(start)).toEqual([
      "chat_created@901",
      "chat_accepted@901",
      "message_created@901",
    ]);
  });

  test("[WH-108] [CORE-071] messages of everybody, in the chat's lane and at once; no notes, hidden messages and those of blocked visitors", () => {
    const fixture = new PlanFixture(asks(1, "message_created"));
    const [delivery] = (() => {
      const scene = fixture.context();
      const decided = fixture.createMessage()(scene);
      if (isFailure(decided)) throw new Error(decided.message);
      return decided.events.flatMap((event) => planWebhookDeliveries(event, scene, decided.events));
    })();
    // Only such deliveries keep a message in the short form of the journal.
    expect(Object.keys(delivery ?? {}).toSorted()).toEqual([
      "deliveryId",
      "endpointId",
      "event",
      "orderKey",
    ]);
    fixture.run(fixture.createMessage());
    expect(delivery?.orderKey).not.toBe(0);
    expect(fixture.runAndPlan(sayAs(1, "note"), fixture.chatId, 1)).toEqual([]);
    // "Ines accepted the chat" and the text.
    expect(fixture.runAndPlan(sayAs(1, "text"), fixture.chatId, 1)).toEqual([
      "message_created@901",
      "message_created@901",
    ]);
    const message = fixture.messages.at(-1);
    if (message === undefined) throw new Error("no message");
    const plan = (more: object) =>
      fixture.planEvent({ name: "message_created", message: { ...message, ...more } });
    expect(plan({})).toEqual([`message_created@901:${fixture.chatId}`]);
    expect(plan({ hidden: true })).toEqual([]);
    expect(plan({ blacklisted: true })).toEqual([]);
  });

  test("[WH-108] without a webhook that asks, a message costs no look at its chat", () => {
    const fixture = new PlanFixture(createWebhook(1), {
      ...asks(2, "message_created"),
      enabled: false,
    });
    fixture.run(fixture.createMessage());
    const [message] = fixture.messages;
    if (message === undefined) throw new Error("no message");
    const { config } = fixture.context();
    const unread = (): never => {
      throw new Error("was read");
    };
    const onlyConfig = Object.defineProperties({ config } as CommandContext, {
      chat: { get: unread },
      currentChat: { get: unread },
      visitor: { get: unread },
      ids: { get: unread },
    });
    expect(planWebhookDeliveries({ name: "message_created", message }, onlyConfig, [])).toEqual([]);
  });

  test("[WH-110] each rating and each change of it is one event, before and after the end; it replaces chat_updated and ends the wait of chat_finished", () => {
    const fixture = new PlanFixture(
      asks(1, "chat_rated", "chat_updated", "chat_finished"),
      asks(2, "chat_rated"),
      asks(3, "chat_updated"),
      asks(4, "chat_finished"),
    );
    fixture.run(fixture.createMessage());
    const { chatId } = fixture;
    const rate = (rating: "positive" | "negative", comment?: string) => {
      const scene = fixture.context(chatId);
      const visitorId = fixture.visitor?.id ?? 0;
      const decided = rateChat({ visitorId, rating, ...(comment !== undefined && { comment }) })(
        scene,
      );
      if (isFailure(decided)) throw new Error(decided.message);
      fixture.run(
        rateChat({ visitorId, rating, ...(comment !== undefined && { comment }) }),
        chatId,
      );
      return decided.events
        .flatMap((event) => planWebhookDeliveries(event, scene, decided.events))
        .map(({ endpointId, event, release }) => [endpointId, event, release]);
    };
    const rated = [
      [901, "chat_rated", undefined],
      [902, "chat_rated", undefined],
    ];
    expect(rate("positive")).toEqual(rated);
    expect(rate("positive")).toEqual([]);
    expect(rate("positive", "Thanks")).toEqual(rated);
    fixture.run(closeChat({ cause: "visitor" }), chatId);
    expect(rate("negative")).toEqual([
      ...rated,
      [903, "chat_updated", "instead"],
      [904, "chat_updated", "only"],
    ]);
  });

  test("[WH-111] changed contacts are visitor_updated instead of chat_updated, merged; without a chat in the visitor's lane; not by a webhook's answer", () => {
    const fixture = new PlanFixture(
      asks(1, "visitor_updated", "chat_updated"),
      asks(2, "visitor_updated"),
    );
    expect(fixture.runAndPlan(fixture.createMessage({ name: "Ann" }))).toEqual([]);
    const plan = (verb: CommandHandler, chatId?: number, operatorId?: number) => {
      const scene = fixture.context(chatId, operatorId);
      const decided = verb(scene);
      if (isFailure(decided)) throw new Error(decided.message);
      fixture.run(verb, chatId, operatorId);
      return decided.events.flatMap((event) => planWebhookDeliveries(event, scene, decided.events));
    };
    const { chatId } = fixture;
    expect(plan(editVisitor({ operatorId: 1, email: "a@b.example" }), chatId, 1)).toMatchObject(
      [901, 902].map((endpointId) => ({
        endpointId,
        event: "visitor_updated",
        orderKey: chatId,
        chatId,
        delayMs: 2_000,
        merge: true,
      })),
    );
    expect(plan(editVisitor({ operatorId: 1, email: null }), chatId, 1)).toHaveLength(2);
    expect(plan(editVisitor({ operatorId: 1, email: null }), chatId, 1)).toEqual([]);
    // The photo is not part of the body.
    expect(
      plan(fixture.createMessage({ photo: "https://cdn.example/a.png" })).map(
        ({ endpointId, event }) => [endpointId, event],
      ),
    ).toEqual([[901, "chat_updated"]]);
    const data = {
      contacts: { name: "Anna" },
      customData: null,
      assign: null,
      crmLink: null,
      page: null,
      fields: null,
    };
    expect(plan(applyWebhookData({ endpointId: 901, data }), chatId)).toEqual([]);
    fixture.run(closeChat({ cause: "visitor" }), chatId);
    const after = plan(editVisitor({ operatorId: 1, phone: "+49301" }), chatId, 1);
    expect(after).toMatchObject([
      { endpointId: 901, event: "visitor_updated", orderKey: fixture.visitor?.id, merge: true },
      { endpointId: 902, event: "visitor_updated" },
    ]);
    expect(after.every((delivery) => delivery.chatId === undefined)).toBe(true);
  });

  test("[WH-106] [WH-112] a failed message goes to those who ask for it, by channel and department", () => {
    const asksForFailures = (id: number, more: Partial<WebhookConfig> = {}): WebhookConfig => ({
      ...asks(id, "message_delivery_failed"),
      ...more,
    });
    const { config } = new PlanFixture(
      createWebhook(1),
      asksForFailures(2),
      asksForFailures(3, { enabled: false }),
      asksForFailures(4, { channels: new Set([6]) }),
      asksForFailures(5, { departments: new Set([2]) }),
      asksForFailures(6, { departments: new Set([3]) }),
    ).context();
    const failed = { chatId: 77, channelId: 5, departmentId: 2 };
    expect(webhookFailureReports.isAsked(config)).toBe(true);
    expect(webhookFailureReports.plan(failed, config)).toEqual(
      [902, 905].map((endpointId) => ({
        endpointId,
        orderKey: 77,
        event: "message_delivery_failed",
      })),
    );
    expect(
      webhookFailureReports.isAsked(
        new PlanFixture(createWebhook(1), asksForFailures(3, { enabled: false })).context().config,
      ),
    ).toBe(false);
  });
});

describe("which endpoints", () => {
  test("[WH-106] each event by the department of its chat at that moment; without one only to webhooks of all departments", () => {
    const inReturns = (id: number, ids: readonly number[]): WebhookConfig =>
      createWebhook(id, {
        departments: new Set(ids),
        events: new Set([...defaultEvents, "chat_created", "message_created", "visitor_updated"]),
      });
    const fixture = new PlanFixture(inReturns(1, [2]), inReturns(2, [3]), createWebhook(3));
    fixture.departments.set(2, { id: 2, name: "Returns", operators: new Set([1]), hours: null });
    expect(fixture.runAndPlan(fixture.createMessage({ departmentId: 2 }))).toEqual([
      "chat_created@901",
      "message_created@901",
    ]);
    const chat = fixture.currentChat;
    if (chat === null) throw new Error("no chat");
    const moveTo = (department: NamedRef | null) =>
      fixture.chats.set(chat.id, { ...chat, department });
    const call = { id: 5, chat_id: chat.id } as Call;
    moveTo({ id: 3, name: "Sales" });
    expect(fixture.planEvent({ name: "call_updated", call })).toEqual([
      `call_event@902:${chat.id}`,
      `call_event@903:${chat.id}`,
    ]);
    moveTo(null);
    expect(fixture.runAndPlan(fixture.createMessage())).toEqual([]);
    fixture.runAndPlan(closeChat({ cause: "visitor" }), chat.id);
    expect(
      fixture.runAndPlan(editVisitor({ operatorId: 1, email: "x@b.example" }), chat.id, 1),
    ).toEqual([]);
    const offline = (department: NamedRef | null) =>
      ({ id: 77, channel: { id: 5 }, state: "new", department }) as OfflineMessage;
    const plan = (department: NamedRef | null) =>
      fixture.planEvent({ name: "offline_message_updated", offlineMessage: offline(department) });
    expect(plan({ id: 2, name: "Returns" })).toEqual([
      "offline_message@901:77",
      "offline_message@903:77",
    ]);
    expect(plan(null)).toEqual(["offline_message@903:77"]);
  });

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
