import { describe, expect, test } from "vitest";
import { acceptChat } from "../../core/chat/accept.ts";
import { closeChat } from "../../core/chat/close.ts";
import { continueChat } from "../../core/chat/continue.ts";
import { rateChat } from "../../core/chat/rate.ts";
import { joinChat } from "../../core/chat/join.ts";
import { receiveCustomerMessage } from "../../core/chat/receive-message.ts";
import { sendOperatorMessage } from "../../core/chat/send-message.ts";
import { startCall } from "../../core/call/start.ts";
import { ChatSimulation } from "../../core/chat/chat-simulation.fixture.ts";
import type { Call, OfflineMessage } from "../../core/entity.ts";
import type { NewEvent } from "../../core/event.ts";
import { isFailure } from "../../core/failure.ts";
import type { CommandHandler, WebhookConfig, WebhookEvent } from "../../core/command.ts";
import { editVisitor } from "../../core/visitor/edit.ts";
import { defaultWidgetSettings } from "@parlour/protocol/widget-settings";
import { planWebhook } from "./plan.ts";

const all: readonly WebhookEvent[] = ["call_event", "chat_accepted", "chat_assigned", "chat_updated", "chat_finished", "offline_message"];
const hook = (id: number, more: Partial<WebhookConfig> = {}): WebhookConfig => ({
  id,
  name: "",
  endpointId: 900 + id,
  enabled: true,
  events: new Set(all),
  channels: null,
  blocks: new Set(),
  ratingWaitMs: 60_000,
  ...more,
});

/** Runs command handlers and lists the deliveries of each as `event@endpoint`. */
class Bed extends ChatSimulation {
  constructor(...hooks: readonly WebhookConfig[]) {
    super();
    for (const one of hooks) this.webhooks.set(one.id, one);
  }
  owes(verb: CommandHandler, chatId?: number, operatorId?: number): readonly string[] {
    const scene = this.context(chatId, operatorId);
    const decided = verb(scene);
    if (isFailure(decided)) throw new Error(decided.message);
    const owed = decided.events.flatMap((event) => planWebhook(event, scene, decided.events));
    this.run(verb, chatId, operatorId);
    return owed.map((one) => `${one.event}@${one.endpointId}`);
  }
  owesFor(event: NewEvent): readonly string[] {
    return planWebhook(event, this.context(this.currentChat?.id), [event]).map((one) => `${one.event}@${one.endpointId}:${one.orderKey}`);
  }
  says(more: object = {}): CommandHandler {
    return receiveCustomerMessage({ channelId: this.channel.id, customer: "c", recipient: '"c"', text: "hello", ...more });
  }
  get chatId(): number {
    return this.currentChat?.id ?? 0;
  }
}

describe("which events", () => {
  test("[WH-011] the first acceptance sends chat_accepted, joining a second operator nothing", () => {
    const bed = new Bed(hook(1));
    expect(bed.owes(bed.says())).toEqual([]);
    expect(bed.owes(acceptChat({ operatorId: 1 }), bed.chatId, 1)).toEqual(["chat_accepted@901"]);
    expect(bed.owes(joinChat({ operatorId: 2 }), bed.chatId, 2)).toEqual([]);
  });

  test("[WH-011] joining a bot's chat and answering in a waiting one accept too", () => {
    const bed = new Bed(hook(1));
    bed.owes(bed.says());
    const chat = bed.currentChat;
    if (chat === null) throw new Error("no chat");
    bed.chats.set(chat.id, { ...chat, state: "bot", wait: null, bot: { id: 3, name: "Robo", photo: "", attached: true } });
    expect(bed.owes(joinChat({ operatorId: 1 }), chat.id, 1)).toEqual(["chat_accepted@901"]);
    const other = new Bed(hook(1));
    other.owes(other.says());
    expect(other.owes(sendOperatorMessage({ operatorId: 1, kind: "note", text: "hm" }), other.chatId, 1)).toEqual([]);
    expect(other.owes(sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }), other.chatId, 1)).toEqual(["chat_accepted@901"]);
    expect(other.owes(sendOperatorMessage({ operatorId: 2, kind: "text", text: "Me too" }), other.chatId, 2)).toEqual([]);
  });

  test("[WH-011] accepting again after the chat came back to waiting sends nothing", () => {
    const bed = new Bed(hook(1));
    bed.owes(bed.says());
    bed.owes(acceptChat({ operatorId: 1 }), bed.chatId, 1);
    const chat = bed.currentChat;
    if (chat === null) throw new Error("no chat");
    bed.chats.set(chat.id, { ...chat, state: "waiting", assignee: null, participants: [] });
    expect(bed.owes(acceptChat({ operatorId: 2 }), bed.chatId, 2)).toEqual([]);
  });

  test("[WH-011] [WH-013] a continued chat has events of its own", () => {
    const bed = new Bed(hook(1));
    bed.owes(bed.says());
    bed.owes(acceptChat({ operatorId: 1 }), bed.chatId, 1);
    const first = bed.chatId;
    expect(bed.owes(closeChat({ operatorId: 1, reason: null }), first, 1)).toEqual(["chat_finished@901"]);
    expect(bed.owes(continueChat({ operatorId: 1 }), first, 1)).toEqual(["chat_accepted@901"]);
    expect(bed.owes(closeChat({ cause: "visitor" }), bed.chatId)).toEqual(["chat_finished@901"]);
  });

  test("[WH-013] a chat that nobody accepted is finished too", () => {
    const bed = new Bed(hook(1));
    bed.owes(bed.says());
    expect(bed.owes(closeChat({ cause: "inactivity" }), bed.chatId)).toEqual(["chat_finished@901"]);
  });

  test("[WH-012] changed contacts send chat_updated while the chat runs, merged; without one, or by a reply, nothing", () => {
    const bed = new Bed(hook(1));
    expect(bed.owes(bed.says({ name: "Ann" }))).toEqual([]);
    expect(bed.owes(bed.says({ name: "Anna" }))).toEqual(["chat_updated@901"]);
    expect(bed.owes(editVisitor({ operatorId: 1, email: "a@b.example" }), bed.chatId, 1)).toEqual(["chat_updated@901"]);
    expect(bed.owes(bed.says({ name: "Anna" }))).toEqual([]);
    const visitor = bed.visitor?.entity;
    const chat = bed.currentChat;
    if (visitor === undefined || chat === null) throw new Error("no visitor");
    const [owed] = planWebhook({ name: "visitor_updated", visitor }, bed.context(), []);
    expect(owed).toMatchObject({ orderKey: chat.id, delayMs: 2_000, merge: true });
    expect(bed.owesFor({ name: "visitor_updated", visitor, cause: "webhook" })).toEqual([]);
    expect(bed.owesFor({ name: "chat_updated", chat, cause: "webhook" })).toEqual([]);
    expect(bed.owesFor({ name: "chat_updated", chat, cause: "visitor" })).toEqual([`chat_updated@901:${chat.id}`]);
    expect(bed.owesFor({ name: "chat_updated", chat })).toEqual([]);
    bed.owes(closeChat({ cause: "visitor" }), chat.id);
    expect(bed.owes(editVisitor({ operatorId: 1, email: "x@b.example" }), chat.id, 1)).toEqual([]);
  });

  test("[WH-010] calls in the chat's lane, new offline messages in one of their own, an assignment in the chat's", () => {
    const bed = new Bed(hook(1));
    bed.owes(bed.says());
    const chat = bed.currentChat;
    if (chat === null) throw new Error("no chat");
    const call = { id: 5, chat_id: chat.id } as Call;
    expect(bed.owesFor({ name: "call_updated", call })).toEqual([`call_event@901:${chat.id}`]);
    expect(bed.owesFor({ name: "chat_assigned", chat, crmLink: "https://crm.example" })).toEqual([`chat_assigned@901:${chat.id}`]);
    const offline = (state: "new" | "taken") => ({ id: 77, channel: { id: 5 }, state }) as OfflineMessage;
    expect(bed.owesFor({ name: "offline_message_updated", offlineMessage: offline("new") })).toEqual(["offline_message@901:77"]);
    expect(bed.owesFor({ name: "offline_message_updated", offlineMessage: offline("taken") })).toEqual([]);
  });
});

describe("which endpoints", () => {
  test("[WH-010] [WH-001] each enabled one once, by its own filters of events and channels", () => {
    const bed = new Bed(
      hook(1),
      hook(2, { enabled: false }),
      hook(3, { events: new Set(["chat_finished"]) }),
      hook(4, { channels: new Set([5]) }),
      hook(5, { channels: new Set([6]) }),
    );
    bed.owes(bed.says());
    expect(bed.owes(acceptChat({ operatorId: 1 }), bed.chatId, 1)).toEqual(["chat_accepted@901", "chat_accepted@904"]);
    const ids = planWebhook({ name: "chat_closed", chat: bed.currentChat ?? ({} as never) }, bed.context(), []).map(
      (one) => one.deliveryId,
    );
    expect(new Set(ids).size).toBe(3);
  });

  test("[WH-001] a call goes by the channel of its chat, also of one that begins with it", () => {
    const bed = new Bed(hook(1, { channels: new Set([5]) }), hook(2, { channels: new Set([6]) }));
    bed.owes(bed.says());
    bed.visitor = bed.visitor && { ...bed.visitor, channelId: 5 };
    expect(bed.owesFor({ name: "call_updated", call: { id: 5, chat_id: bed.chatId } as Call })).toEqual([`call_event@901:${bed.chatId}`]);
    bed.owes(closeChat({ cause: "visitor" }), bed.chatId);
    expect(bed.owes(startCall({ type: "callback", phone: "+4930111222" }))).toEqual(["call_event@901"]);
  });

  test("[WH-080] the end of a rated widget's chat waits for the rating, and the rating releases what waits", () => {
    const bed = new Bed(hook(1), hook(2, { ratingWaitMs: 0 }), hook(3, { events: new Set(["chat_finished"]) }));
    bed.channel = { ...bed.channel, kind: "widget", widget: { ...defaultWidgetSettings, rating: true } };
    bed.run(bed.says());
    const { chatId } = bed;
    const timing = (verb: CommandHandler) => {
      const scene = bed.context(chatId);
      const decided = verb(scene);
      if (isFailure(decided)) throw new Error(decided.message);
      bed.run(verb, chatId);
      return decided.events
        .flatMap((event) => planWebhook(event, scene, decided.events))
        .map(({ endpointId, event, delayMs, release }) => ({ endpointId, event, delayMs, release }));
    };
    const finished = { event: "chat_finished", release: undefined };
    expect(timing(closeChat({ cause: "visitor" }))).toEqual([
      { endpointId: 901, ...finished, delayMs: 60_000 },
      { endpointId: 902, ...finished, delayMs: undefined },
      { endpointId: 903, ...finished, delayMs: 60_000 },
    ]);
    const rate = rateChat({ visitorId: bed.visitor?.id ?? 0, rating: "positive" });
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
    const bed = new Bed(hook(1));
    bed.channel = { ...bed.channel, kind, ...(kind === "widget" ? { widget: { ...defaultWidgetSettings, ...more } } : {}) };
    bed.run(bed.says());
    const scene = bed.context(bed.chatId);
    const decided = closeChat({ cause })(scene);
    if (isFailure(decided)) throw new Error(decided.message);
    const owed = decided.events.flatMap((event) => planWebhook(event, scene, decided.events));
    expect(owed.map(({ event, delayMs }) => [event, delayMs])).toEqual([["chat_finished", undefined]]);
  });

  test("[WH-010] an account without webhooks owes nothing and draws no ids", () => {
    const bed = new Bed();
    bed.owes(bed.says());
    const scene = { ...bed.context(bed.chatId, 1), ids: undefined as never };
    const decided = acceptChat({ operatorId: 1 })(bed.context(bed.chatId, 1));
    if (isFailure(decided)) throw new Error(decided.message);
    expect(decided.events.flatMap((event) => planWebhook(event, scene, decided.events))).toEqual([]);
  });
});
