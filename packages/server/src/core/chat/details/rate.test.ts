import { expect, test } from "vitest";
import { closeChat } from "../close.ts";
import { rateChat } from "./rate.ts";
import { receiveCustomerMessage } from "../message/receive-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";

test("[CORE-080] the last rating counts, until 24 h after the end; a line for each that differs, without the comment", () => {
  const world = new ChatSimulation();
  world.run(
    receiveCustomerMessage({ channelId: 5, customer: "c", recipient: '"c"', text: "Hello" }),
  );
  const chatId = world.currentChat?.id ?? 0;
  const visitorId = world.visitor?.id ?? 0;
  const rate = (rating: "positive" | "negative", comment?: string, by = visitorId) =>
    world.run(
      rateChat({ visitorId: by, rating, ...(comment === undefined ? {} : { comment }) }),
      chatId,
    );
  const lines = () =>
    world.messages.flatMap(({ line }) => (line?.code === "rated" ? [line.detail] : []));
  expect(rate("positive", " Quick\u0000 ")).toMatchObject({
    rating: "positive",
    rating_comment: "Quick\uFFFD",
  });
  const events = world.events.length;
  expect(rate("positive", "Quick\uFFFD")).toMatchObject({ rating: "positive" });
  expect(world.events).toHaveLength(events);
  expect(rate("negative", undefined, visitorId + 1)).toMatchObject({ failure: "not_found" });
  world.run(closeChat({ cause: "visitor" }), chatId);
  world.now += 24 * 3_600_000 - 2_000;
  expect(rate("negative")).toMatchObject({ rating: "negative" });
  expect(rate("positive")).not.toHaveProperty("rating_comment");
  world.now += 3_000;
  expect(rate("negative")).toMatchObject({ failure: "no_rating" });
  expect(lines()).toEqual(["positive", "negative", "positive"]);
  expect(world.events.filter(({ name }) => name === "chat_closed")).toHaveLength(1);
});
