import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatState } from "../entity.ts";
import { isFailure } from "../failure.ts";
import { acceptChat } from "./accept.ts";
import { closeChat } from "./close.ts";
import { continueChat } from "./continue.ts";
import { joinChat } from "./join.ts";
import { leaveChat } from "./participants/leave.ts";
import { receiveCustomerMessage } from "./message/receive-message.ts";
import { sendOperatorMessage } from "./message/send-message.ts";
import {
  getNextChatState,
  isRunningChatState,
  chatTransitions,
  type ChatTransition,
} from "./state-machine.ts";
import { toVisitSession } from "../visitor/visit-session.ts";
import { ChatSimulation } from "./testing/chat-simulation.fixture.ts";

const createStartedChat = (): { world: ChatSimulation; chatId: number } => {
  const world = new ChatSimulation();
  world.run(receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Hello" }));
  return { world, chatId: world.currentChat?.id ?? 0 };
};

describe("table of moves", () => {
  it.each<[ChatState | "none", ChatTransition, ChatState | null]>([
    ["none", "start", "waiting"],
    ["none", "start_with_bot", "bot"],
    ["none", "continue", "open"],
    ["none", "accept", null],
    ["bot", "accept", "open"],
    ["bot", "bot_failed", "waiting"],
    ["bot", "invite_operators", "waiting"],
    ["bot", "close", "closed"],
    ["bot", "last_operator_gone", null],
    ["waiting", "accept", "open"],
    ["waiting", "join", "open"],
    ["waiting", "return_to_bot", "bot"],
    ["waiting", "close", "closed"],
    ["open", "accept", null],
    ["open", "join", "open"],
    ["open", "last_operator_gone", "waiting"],
    ["open", "return_to_bot", "bot"],
    ["open", "transfer_to_department", "waiting"],
    ["open", "close", "closed"],
    ["closed", "close", null],
    ["closed", "accept", null],
    ["closed", "continue", null],
    ["closed", "start", null],
  ])("[CORE-031] %s, %s: %s", (from, move, to) => {
    expect(getNextChatState(from, move)).toBe(to);
  });
});

describe("accept", () => {
  it("[CORE-034] [CORE-470] the second accept learns who was first; a repeat of the first changes nothing", () => {
    const { world, chatId } = createStartedChat();
    expect(world.run(acceptChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      seq: null,
      state: "open",
      assignee: { id: 1, name: "Ines" },
      participants: [{ id: 1 }],
      wait: null,
      visitor: { number: null },
    });
    expect(world.run(acceptChat({ operatorId: 2 }), chatId, 2)).toMatchObject({
      failure: "already_accepted",
      by: { id: 1, name: "Ines" },
    });
    const before = world.events.length;
    expect(world.run(acceptChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      state: "open",
      assignee: { id: 1 },
    });
    expect(world.events).toHaveLength(before);
  });
  it("[CORE-003] the limit of parallel chats holds", () => {
    const { world, chatId } = createStartedChat();
    world.operators.set(1, { ...world.operators.get(1)!, chatLimit: 1 });
    const other = new ChatSimulation();
    other.operators = world.operators;
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    const context = { ...createStartedChat().world.context(), openChats: 1 };
    const waiting = context.currentChat!;
    const decision = acceptChat({ operatorId: 1 })({
      ...context,
      config: { ...context.config, operators: world.operators },
      chat: waiting,
    });
    expect(decision).toMatchObject({ failure: "at_limit" });
  });
  it("[API-024] a closed chat and an unknown one are refused", () => {
    const { world, chatId } = createStartedChat();
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    expect(world.run(acceptChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      failure: "chat_closed",
    });
    expect(world.run(acceptChat({ operatorId: 1 }), 1, 1)).toMatchObject({ failure: "not_found" });
  });
});

describe("close", () => {
  it("[CORE-038] [API-235] is final; the line comes before the state, so that the chat's last number counts it", () => {
    const { world, chatId } = createStartedChat();
    expect(world.run(closeChat({ operatorId: 1, reason: "solved" }), chatId)).toMatchObject({
      state: "closed",
      close_reason: "solved",
      wait: null,
    });
    expect(world.events.slice(-2).map((event) => event.name)).toEqual([
      "message_created",
      "chat_closed",
    ]);
    expect(world.run(closeChat({ operatorId: 1, reason: null }), chatId)).toMatchObject({
      failure: "chat_closed",
    });
  });
  it("[WH-028] [API-227] an operator's words are no block, whatever they are; they stay in the line", () => {
    const { world, chatId } = createStartedChat();
    expect(world.run(closeChat({ operatorId: 1, reason: "blocked" }), chatId)).toMatchObject({
      close_reason: "operator",
    });
    expect(world.messages.at(-1)?.line).toMatchObject({
      code: "closed",
      by: { id: 1 },
      detail: "blocked",
    });
    const other = createStartedChat();
    expect(other.world.run(closeChat({ cause: "blocked" }), other.chatId)).toMatchObject({
      close_reason: "blocked",
    });
  });
  it("[CH-111] [API-227] a deleted channel closes with that reason, also in a suspended account", () => {
    const { world, chatId } = createStartedChat();
    world.suspended = true;
    expect(world.run(closeChat({ cause: "channel_deleted" }), chatId)).toMatchObject({
      close_reason: "channel_deleted",
    });
    expect(world.messages.at(-1)?.line).toEqual({
      code: "closed",
      by: null,
      detail: "channel_deleted",
    });
  });
});

const emptyLocation = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
describe("continue", () => {
  it("[API-028] a closed chat goes on in a new open one, linked", () => {
    const { world, chatId } = createStartedChat();
    expect(world.run(continueChat({ operatorId: 2 }), chatId, 2)).toMatchObject({
      failure: "not_closed",
    });
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    const next = world.run(continueChat({ operatorId: 2 }), chatId, 2);
    expect(next).toMatchObject({
      state: "open",
      continues: chatId,
      assignee: { id: 2 },
      participants: [{ id: 2 }],
      wait: null,
    });
    expect(world.run(continueChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      failure: "already_running",
      chatId: world.currentChat?.id,
    });
  });
  it("[API-028] [CORE-003] who is at his limit goes on with none", () => {
    const { world, chatId } = createStartedChat();
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    world.operators.set(2, { ...world.operators.get(2)!, chatLimit: 1 });
    const context = { ...world.context(chatId, 2), openChats: 1 };
    expect(continueChat({ operatorId: 2 })(context)).toMatchObject({ failure: "at_limit" });
    expect(continueChat({ operatorId: 2 })({ ...context, openChats: 0 })).not.toHaveProperty(
      "failure",
    );
  });
  it("[WH-025] what is known of the visit goes on with it: page, session and department", () => {
    const { world, chatId } = createStartedChat();
    const chat = world.currentChat;
    if (chat === null) throw new Error("no chat");
    const visitData = {
      page: { url: "https://shop.example/a", title: null },
      session: toVisitSession({
        firstUrl: "https://shop.example/?utm_source=news",
        ip: "192.0.2.15",
        userAgent: "x",
        geoip: emptyLocation,
      }),
      department: { id: 2, name: "Returns" },
    };
    world.chats.set(chatId, { ...chat, ...visitData });
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    expect(world.run(continueChat({ operatorId: 2 }), chatId, 2)).toMatchObject({
      continues: chatId,
      ...visitData,
    });
  });
  it("[CH-110] not through a channel that is off", () => {
    const { world, chatId } = createStartedChat();
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(continueChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      failure: "channel_disabled",
    });
  });
});

describe("join and leave", () => {
  it("[CORE-031] [API-235] one who joined stays when the assignee leaves; the last one leaving lets the chat wait again", () => {
    const { world, chatId } = createStartedChat();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    world.run(joinChat({ operatorId: 2 }), chatId, 2);
    expect(world.currentChat?.participants.map((step) => step.id)).toEqual([1, 2]);
    world.run(leaveChat({ operatorId: 1, cause: "left" }), chatId, 1);
    expect(world.currentChat).toMatchObject({ state: "open", assignee: { id: 2 } });
    world.run(leaveChat({ operatorId: 2, cause: "left" }), chatId, 2);
    expect(world.currentChat).toMatchObject({ state: "waiting", assignee: null, participants: [] });
    expect(world.currentChat?.wait).not.toBeNull();
  });
  it("[CORE-003] a deactivated operator's chat waits again", () => {
    const { world, chatId } = createStartedChat();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    world.operators.set(1, { ...world.operators.get(1)!, active: false });
    world.run(leaveChat({ operatorId: 1, cause: "deactivated" }), chatId);
    expect(world.currentChat).toMatchObject({ state: "waiting" });
  });
  it("[CORE-031] [API-235] joining twice and leaving without a part change nothing; joining a waiting chat accepts it", () => {
    const { world, chatId } = createStartedChat();
    const before = world.events.length;
    world.run(leaveChat({ operatorId: 1, cause: "left" }), chatId, 1);
    expect(world.events).toHaveLength(before);
    world.run(joinChat({ operatorId: 1 }), chatId, 1);
    expect(world.currentChat).toMatchObject({ state: "open", assignee: { id: 1 } });
    const accepted = world.events.length;
    world.run(joinChat({ operatorId: 1 }), chatId, 1);
    expect(world.events).toHaveLength(accepted);
  });
});

describe("any sequence of verbs", () => {
  const operator = fc.integer({ min: 1, max: 3 });
  const step = fc.oneof(
    fc.constant({ kind: "customer" as const }),
    fc.record({ kind: fc.constant("switch" as const) }),
    fc.record({
      kind: fc.constantFrom(
        "accept" as const,
        "say" as const,
        "note" as const,
        "close" as const,
        "continue" as const,
        "join" as const,
        "leave" as const,
      ),
      operator,
      chat: fc.nat(5),
    }),
  );

  it("[CORE-030] [CORE-031] leaves at most one running chat, makes no move outside the table, and open chats have somebody", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new ChatSimulation();
        for (const step of steps) {
          const before = new Map([...world.chats].map(([id, chat]) => [id, chat.state]));
          const count = world.events.length;
          const refused = isFailure(play(world, step));
          if (refused) expect(world.events).toHaveLength(count);
          for (const [id, chat] of world.chats) {
            const from = before.get(id) ?? "none";
            if (from !== chat.state)
              expect(Object.values(chatTransitions[from])).toContain(chat.state);
            if (chat.state === "open")
              expect(
                chat.assignee !== null &&
                  chat.participants.some((participant) => participant.id === chat.assignee?.id),
              ).toBe(true);
            if (chat.state === "waiting")
              expect(chat.wait !== null && chat.assignee === null).toBe(true);
            else expect(chat.wait).toBeNull();
          }
          expect(
            [...world.chats.values()].filter((chat) => isRunningChatState(chat.state)).length,
          ).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  function play(
    world: ChatSimulation,
    step: { kind: string; operator?: number; chat?: number },
  ): unknown {
    if (step.kind === "customer")
      return world.run(
        receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Hi" }),
      );
    if (step.kind === "switch") {
      world.channel = { ...world.channel, enabled: !world.channel.enabled };
      return null;
    }
    const ids = [...world.chats.keys()];
    const chatId = ids[(step.chat ?? 0) % Math.max(ids.length, 1)] ?? 1;
    const operatorId = step.operator ?? 1;
    const handlers = {
      accept: acceptChat({ operatorId }),
      say: sendOperatorMessage({ operatorId, kind: "text", text: "Hi" }),
      note: sendOperatorMessage({ operatorId, kind: "note", text: "Hi" }),
      close: closeChat({ operatorId, reason: null }),
      continue: continueChat({ operatorId }),
      join: joinChat({ operatorId }),
      leave: leaveChat({ operatorId, cause: "left" }),
    };
    return world.run(handlers[step.kind as keyof typeof handlers], chatId, operatorId);
  }
});
