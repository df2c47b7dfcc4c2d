import { describe, expect, test } from "vitest";
import type { ChannelKind, Message } from "../../../entity.ts";
import { isFailure } from "../../../failure.ts";
import { acceptChat } from "../../accept.ts";
import { ChatSimulation } from "../../testing/chat-simulation.fixture.ts";
import { receiveCustomerMessage } from "../receive-message.ts";
import { sendOperatorMessage } from "../send-message.ts";
import { reportChange } from "./report-change.ts";
import { setCustomerReaction, setTeamReaction } from "./set-reaction.ts";

/** A chat with a message of the customer and an answer, both with their numbers. */
function startChat(kind: ChannelKind = "telegram") {
  const world = new ChatSimulation();
  world.channel = { ...world.channel, kind };
  const incoming = { channelId: 5, customer: "c", recipient: '"c"', text: "Thank you" };
  world.run(receiveCustomerMessage(incoming));
  const chat = [...world.chats.keys()][0] ?? 0;
  const asked = world.messages.at(-1)!;
  world.run(acceptChat({ operatorId: 1 }), chat, 1);
  world.run(sendOperatorMessage({ operatorId: 1, kind: "text", text: "You are welcome" }), chat, 1);
  const number = (message: (typeof world.messages)[number]): Message => ({
    ...message,
    seq: world.messages.indexOf(message) + 1,
  });
  return { world, chat, asked: number(asked), answer: number(world.messages.at(-1)!) };
}
type Started = ReturnType<typeof startChat>;

describe("a reaction of the customer", () => {
  test("[CORE-441] repeats and older reports change nothing, in whatever order they arrive", () => {
    const { world, chat, answer } = startChat();
    let message = answer;
    const written = Date.parse(answer.created_at);
    const react = (emoji: string, at: number, customer = "c"): string | undefined => {
      const handler = setCustomerReaction({ customer, emoji, at: written + at });
      const decision = handler({ ...world.context(chat), message });
      if (isFailure(decision)) return decision.failure;
      const [event] = decision.events;
      if (event?.name !== "message_updated") return "unchanged";
      message = event.message;
      return message.reactions?.map((one) => one.emoji ?? "none").join();
    };
    expect(react("👍", 1_000)).toBe("👍");
    expect(react("👍", 1_000)).toBe("unchanged");
    expect(react("❤", 3_000)).toBe("❤");
    expect(react("", 2_000)).toBe("unchanged");
    expect(react("", 4_000)).toBe("none");
    expect(react("❤", 3_000)).toBe("unchanged");
    // The service reports whole seconds: the reaction seems to precede the message.
    expect(react("👍", -500)).toBe("unchanged");
    expect(react("👍", 5_000, "another")).toBe("not_found");
    message = { ...message, deleted_at: message.created_at };
    expect(react("👍", 5_000)).toBe("unchanged");
  });

  test("[CORE-440] it is an edit in place: no new message, and a closed chat stays closed", () => {
    const { world, chat, answer } = startChat();
    const context = world.context(chat);
    const closed = { ...context.chat!.entity, state: "closed" as const };
    const handler = setCustomerReaction({ customer: "c", emoji: "👍", at: world.now });
    const decision = handler({
      ...context,
      chat: { ...context.chat!, entity: closed },
      message: answer,
    });
    expect(decision).toMatchObject({
      events: [
        {
          name: "message_updated",
          edited: true,
          chat: closed,
          message: { reactions: [{ emoji: "👍", by: "visitor" }] },
        },
      ],
    });
  });
});

describe("a reaction of the team", () => {
  const react = ({ world, chat }: Started, message: Message, emoji: string | null) =>
    setTeamReaction({ operatorId: 1, emoji })({ ...world.context(chat), message });
  const failureOf = (...args: Parameters<typeof react>) => {
    const decision = react(...args);
    return isFailure(decision) ? decision : null;
  };

  test("[CORE-442] it starts a delivery, keeps the visitor's one, and a refused one can be repeated", () => {
    const started = startChat();
    const { world, chat } = started;
    const theirs = { emoji: "🔥", by: "visitor" as const, at: started.asked.created_at };
    const asked = { ...started.asked, reactions: [theirs] };
    const decision = react(started, asked, "👍");
    if (isFailure(decision)) throw new Error(decision.message);
    const [event] = decision.events;
    if (event?.name !== "message_updated") throw new Error("nothing was written");
    const { reactions, seq } = event.message;
    const id = event.startsDelivery?.id;
    expect(event.startsDelivery).toEqual({ id: expect.any(Number), event: "reaction" });
    expect([seq, reactions]).toEqual([
      asked.seq,
      [
        theirs,
        {
          emoji: "👍",
          by: "operator",
          operator: { id: 1, name: expect.any(String) },
          at: expect.any(String),
          change: { delivery_id: id, state: "pending", at: expect.any(String), error: null },
        },
      ],
    ]);
    expect(react(started, event.message, "👍")).toMatchObject({ events: [] });
    const error = { code: "http_error", message: "REACTION_INVALID" };
    const result = { deliveryId: id ?? 0, state: "refused" as const, error };
    const reported = reportChange(result)({ ...world.context(chat), message: event.message });
    expect(reported).toMatchObject({
      events: [{ message: { reactions: [theirs, { change: { state: "refused", error } }] } }],
    });
    if (isFailure(reported) || reported.events[0]?.name !== "message_updated")
      throw new Error("the result was not stored");
    const refused = reported.events[0].message;
    expect(react(started, refused, "👍")).toMatchObject({ events: [{ name: "message_updated" }] });
    expect(react(started, refused, null)).toMatchObject({
      events: [{ message: { reactions: [theirs, { emoji: null, change: { state: "pending" } }] } }],
    });
  });

  test("[CORE-442] only messages of visitors, and only with an emoji of the channel", () => {
    const started = startChat();
    const { asked, answer } = started;
    expect(failureOf(started, answer, "👍")).toMatchObject({ failure: "forbidden" });
    expect(failureOf(started, asked, "😂")).toMatchObject({
      failure: "invalid_request",
      message: "The channel accepts only 👍 🙏 👀 🎉 😁 😢.",
      field: "emoji",
    });
    expect(failureOf(started, { ...asked, deleted_at: asked.created_at }, "👍")).toMatchObject({
      failure: "not_found",
    });
    const mail = startChat("mail");
    expect(failureOf(mail, mail.asked, "👍")).toMatchObject({ failure: "not_supported" });
  });
});
