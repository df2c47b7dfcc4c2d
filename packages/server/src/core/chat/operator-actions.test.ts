import { expect, test } from "vitest";
import { requestRating } from "./details/request-rating.ts";
import { closeChat } from "./close.ts";
import { receiveCustomerMessage } from "./message/receive-message.ts";
import { sendOperatorMessage } from "./message/send-message.ts";
import { tagChat } from "./tag.ts";
import { ChatSimulation } from "./testing/chat-simulation.fixture.ts";

function startChat(kind: "api" | "widget" = "api"): { world: ChatSimulation; chatId: number } {
  const world = new ChatSimulation();
  world.channel = { ...world.channel, kind };
  world.run(receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Hello" }));
  return { world, chatId: world.currentChat?.id ?? 0 };
}
const systemMessages = (world: ChatSimulation): unknown[] =>
  world.messages.flatMap((message) =>
    message.line ? [[message.line.code, message.line.detail]] : [],
  );

test("[API-047] a visitor of the widget is asked for a rating by a line; not twice when he has rated, never in interface A", () => {
  const { world, chatId } = startChat("widget");
  expect(world.run(requestRating({ operatorId: 1 }), chatId, 1)).toMatchObject({ id: chatId });
  expect(systemMessages(world)).toContainEqual(["rating_asked", undefined]);
  const chat = world.chats.get(chatId);
  if (chat) world.chats.set(chatId, { ...chat, rating: "positive" });
  expect(world.run(requestRating({ operatorId: 1 }), chatId, 1)).toMatchObject({
    failure: "no_rating",
  });
  const ended = startChat("widget");
  ended.world.run(closeChat({ cause: "visitor" }), ended.chatId);
  expect(ended.world.run(requestRating({ operatorId: 1 }), ended.chatId, 1)).toMatchObject({
    rating_asked: true,
  });
  ended.world.now += 86_400_000;
  expect(ended.world.run(requestRating({ operatorId: 1 }), ended.chatId, 1)).toMatchObject({
    failure: "no_rating",
  });
  const api = startChat();
  expect(api.world.run(requestRating({ operatorId: 1 }), api.chatId, 1)).toMatchObject({
    failure: "no_rating",
  });
  expect(api.world.run(requestRating({ operatorId: 1 }), 999, 1)).toMatchObject({
    failure: "not_found",
  });
});

test("[API-044] tags keep the order they were given in; the same again writes nothing; a stranger and a suspended account change nothing", () => {
  const { world, chatId } = startChat();
  world.tags = new Map([
    [1, "Refund"],
    [2, "VIP"],
  ]);
  world.run(tagChat({ operatorId: 1, tags: [2, 1] }), chatId, 1);
  expect(world.chats.get(chatId)?.tags).toEqual([
    { id: 2, name: "VIP" },
    { id: 1, name: "Refund" },
  ]);
  const before = world.events.length;
  world.run(tagChat({ operatorId: 1, tags: [1, 2] }), chatId, 1);
  expect(world.events).toHaveLength(before);
  world.tags.delete(2);
  expect(world.run(tagChat({ operatorId: 1, tags: [3] }), chatId, 1)).toMatchObject({
    failure: "invalid_request",
    field: "tags",
  });
  world.run(tagChat({ operatorId: 1, tags: [2] }), chatId, 1);
  expect(systemMessages(world).slice(-2)).toEqual([
    ["tagged", "VIP, Refund"],
    ["untagged", "Refund"],
  ]);
  expect(world.run(tagChat({ operatorId: 9, tags: [] }), chatId, 9)).toMatchObject({
    failure: "forbidden",
  });
  world.suspended = true;
  expect(world.run(tagChat({ operatorId: 1, tags: [] }), chatId, 1)).toMatchObject({
    failure: "forbidden",
  });
});

test("[API-046] a note keeps each colleague it names once, in the order named", () => {
  const { world, chatId } = startChat();
  const answer = world.run(
    sendOperatorMessage({
      operatorId: 1,
      kind: "note",
      text: "@Olga @Ivan",
      mentions: [3, 2, 3, 1],
    }),
    chatId,
    1,
  );
  expect(answer).toMatchObject({ mentions: [3, 2] });
  expect(
    world.run(
      sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi", mentions: [2] }),
      chatId,
      1,
    ),
  ).toMatchObject({
    field: "mentions",
  });
});
