import { describe, expect, it } from "vitest";
import { isFailure } from "../../failure.ts";
import { acceptChat } from "../accept.ts";
import { closeChat } from "../close.ts";
import { receiveCustomerMessage } from "./receive-message.ts";
import { sendOperatorMessage } from "./send-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";

const createStartedChat = (): { world: ChatSimulation; chatId: number } => {
  const world = new ChatSimulation();
  world.run(receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Hello" }));
  return { world, chatId: world.currentChat?.id ?? 0 };
};

describe("operatorSays", () => {
  const answer = { operatorId: 1, kind: "text", text: "Yes", clientId: "c1" } as const;

  it("[API-023] an answer is owed to the channel and answered with its number slot", () => {
    const { world, chatId } = createStartedChat();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    expect(world.run(sendOperatorMessage(answer), chatId, 1)).toMatchObject({
      seq: null,
      chat_id: chatId,
      author: { kind: "operator", id: 1, name: "Ines" },
      kind: "text",
      text: "Yes",
      client_id: "c1",
      delivery: { state: "pending", attempts: 0, error: null, next_at: null },
    });
  });

  it("[CORE-031] an answer in a waiting chat accepts it by the way", () => {
    const { world, chatId } = createStartedChat();
    world.run(sendOperatorMessage(answer), chatId, 1);
    expect(world.currentChat).toMatchObject({ state: "open", assignee: { id: 1 }, wait: null });
    expect(world.events.slice(-3).map((event) => event.name)).toEqual([
      "message_created",
      "chat_accepted",
      "message_created",
    ]);
  });

  it("[CORE-031] an answer in a colleague's chat joins it, a note does not", () => {
    const { world, chatId } = createStartedChat();
    world.run(acceptChat({ operatorId: 2 }), chatId, 2);
    const note = world.run(
      sendOperatorMessage({ operatorId: 1, kind: "note", text: "VIP" }),
      chatId,
      1,
    );
    expect(note).toMatchObject({ kind: "note" });
    expect(note).not.toHaveProperty("delivery");
    expect(world.currentChat?.participants.map((item) => item.id)).toEqual([2]);
    world.run(sendOperatorMessage(answer), chatId, 1);
    expect(world.currentChat).toMatchObject({
      state: "open",
      assignee: { id: 2 },
      participants: [{ id: 2 }, { id: 1 }],
    });
    expect(world.events.slice(-3).map((event) => event.name)).toEqual([
      "message_created",
      "chat_updated",
      "message_created",
    ]);
  });

  it("[API-023] a closed chat takes neither answers nor notes", () => {
    const { world, chatId } = createStartedChat();
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    expect(world.run(sendOperatorMessage(answer), chatId, 1)).toMatchObject({
      failure: "chat_closed",
    });
    expect(world.run(sendOperatorMessage({ ...answer, kind: "note" }), chatId, 1)).toMatchObject({
      failure: "chat_closed",
    });
  });

  it("[CH-110] [API-241] a channel that is off takes no answer, but a note", () => {
    const { world, chatId } = createStartedChat();
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(sendOperatorMessage(answer), chatId, 1)).toMatchObject({
      failure: "channel_disabled",
    });
    expect(isFailure(world.run(sendOperatorMessage({ ...answer, kind: "note" }), chatId, 1))).toBe(
      false,
    );
  });

  it.each([
    ["", "invalid_request"],
    [" \n", "invalid_request"],
    ["x".repeat(4_001), "invalid_request"],
  ])("[CORE-046] text %#: refused", (text, failure) => {
    const { world, chatId } = createStartedChat();
    expect(world.run(sendOperatorMessage({ ...answer, text }), chatId, 1)).toMatchObject({
      failure,
      field: "text",
    });
  });

  it("[CORE-046] 4000 code points pass, counted after U+0000 and lone surrogates are replaced", () => {
    const { world, chatId } = createStartedChat();
    const result = world.run(
      sendOperatorMessage({ ...answer, text: `\u0000\ud800${"😀".repeat(3_998)}` }),
      chatId,
      1,
    );
    expect(result).toMatchObject({ text: `\uFFFD\uFFFD${"😀".repeat(3_998)}` });
  });

  it("[CORE-003] an operator who was deactivated says nothing more", () => {
    const { world, chatId } = createStartedChat();
    world.operators.set(1, { ...world.operators.get(1)!, active: false });
    expect(world.run(sendOperatorMessage(answer), chatId, 1)).toMatchObject({
      failure: "forbidden",
    });
  });
});
