import { expect, test } from "vitest";
import { askRating } from "./ask-rating.ts";
import { closeChat } from "./close.ts";
import { customerSays } from "./customer-says.ts";
import { operatorSays } from "./operator-says.ts";
import { tagChat } from "./tag.ts";
import { World } from "./world.fixture.ts";

function started(kind: "api" | "widget" = "api"): { world: World; chatId: number } {
  const world = new World();
  world.channel = { ...world.channel, kind };
  world.run(customerSays({ channelId: 5, customer: "7", recipient: "7", text: "Hello" }));
  return { world, chatId: world.running?.id ?? 0 };
}
const lines = (world: World): unknown[] =>
  world.messages.flatMap((message) => (message.line ? [[message.line.code, message.line.detail]] : []));

test("[API-047] a visitor of the widget is asked for a rating by a line; not twice when he has rated, never in interface A", () => {
  const { world, chatId } = started("widget");
  expect(world.run(askRating({ operatorId: 1 }), chatId, 1)).toMatchObject({ id: chatId });
  expect(lines(world)).toContainEqual(["rating_asked", undefined]);
  const chat = world.chats.get(chatId);
  if (chat) world.chats.set(chatId, { ...chat, rating: "positive" });
  expect(world.run(askRating({ operatorId: 1 }), chatId, 1)).toMatchObject({ failure: "no_rating" });
  const late = started("widget");
  late.world.run(closeChat({ cause: "visitor" }), late.chatId);
  expect(late.world.run(askRating({ operatorId: 1 }), late.chatId, 1)).toMatchObject({ rating_asked: true });
  late.world.now += 86_400_000;
  expect(late.world.run(askRating({ operatorId: 1 }), late.chatId, 1)).toMatchObject({ failure: "no_rating" });
  const api = started();
  expect(api.world.run(askRating({ operatorId: 1 }), api.chatId, 1)).toMatchObject({ failure: "no_rating" });
  expect(api.world.run(askRating({ operatorId: 1 }), 999, 1)).toMatchObject({ failure: "not_found" });
});

test("[API-044] tags keep the order they were given in; the same again writes nothing; a stranger and a suspended account change nothing", () => {
  const { world, chatId } = started();
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
  expect(world.run(tagChat({ operatorId: 1, tags: [3] }), chatId, 1)).toMatchObject({ failure: "invalid_request", field: "tags" });
  world.run(tagChat({ operatorId: 1, tags: [2] }), chatId, 1);
  expect(lines(world).slice(-2)).toEqual([
    ["tagged", "VIP, Refund"],
    ["untagged", "Refund"],
  ]);
  expect(world.run(tagChat({ operatorId: 9, tags: [] }), chatId, 9)).toMatchObject({ failure: "forbidden" });
  world.suspended = true;
  expect(world.run(tagChat({ operatorId: 1, tags: [] }), chatId, 1)).toMatchObject({ failure: "forbidden" });
});

test("[API-046] a note keeps each colleague it names once, in the order named", () => {
  const { world, chatId } = started();
  const said = world.run(operatorSays({ operatorId: 1, kind: "note", text: "@Olga @Ivan", mentions: [3, 2, 3, 1] }), chatId, 1);
  expect(said).toMatchObject({ mentions: [3, 2] });
  expect(world.run(operatorSays({ operatorId: 1, kind: "text", text: "Hi", mentions: [2] }), chatId, 1)).toMatchObject({
    field: "mentions",
  });
});
