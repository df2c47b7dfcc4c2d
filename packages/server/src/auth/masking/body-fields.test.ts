import { describe, expect, it } from "vitest";
import { maskBody } from "./body-fields.ts";

const maskJson = (value: unknown): unknown => JSON.parse(maskBody(JSON.stringify(value)));

describe("maskBody", () => {
  it("[CORE-001] hides text, media and places of a message of interface A; contacts stay", () => {
    const sender = { id: 7, name: "Nadia", email: "nadia@shop.example" };
    expect(
      maskJson({ sender, message: { type: "text", id: "m1", text: "my card is 4711" } }),
    ).toEqual({
      sender,
      message: { type: "text", id: "m1", text: "•••" },
    });
    expect(
      maskJson({
        sender,
        message: {
          type: "location",
          latitude: 52.5,
          longitude: 13.4,
          file: "https://x/y.png",
          file_size: 12,
          title: "Home",
        },
      }),
    ).toEqual({
      sender,
      message: {
        type: "location",
        latitude: null,
        longitude: null,
        file: "•••",
        file_size: 12,
        title: "•••",
      },
    });
  });
  it("[CORE-001] hides what bots say and offer, and keeps the ids of buttons", () => {
    expect(
      maskJson({
        event: "BOT_MESSAGE",
        message: {
          type: "BUTTONS",
          title: "Which one?",
          text: "",
          buttons: [{ id: "b1", text: "Mine" }],
        },
      }),
    ).toEqual({
      event: "BOT_MESSAGE",
      message: { type: "BUTTONS", title: "•••", text: "", buttons: [{ id: "b1", text: "•••" }] },
    });
  });
  it("[CORE-001] hides the log of a finished chat, its comment and an offline message", () => {
    expect(
      maskJson({
        event_name: "chat_finished",
        visitor: { name: "Nadia" },
        chat: {
          messages: [{ message: "Hello", timestamp: 5, type: "agent", agent_id: 9 }],
          rate: "positive",
        },
        plain_messages: "Nadia: Hello",
        html_messages: "<p>Hello</p>",
        rating_comment: "good",
      }),
    ).toEqual({
      event_name: "chat_finished",
      visitor: { name: "Nadia" },
      chat: {
        messages: [{ message: "•••", timestamp: 5, type: "agent", agent_id: 9 }],
        rate: "positive",
      },
      plain_messages: "•••",
      html_messages: "•••",
      rating_comment: "•••",
    });
    expect(maskJson({ event_name: "offline_message", message: "Please call" })).toEqual({
      event_name: "offline_message",
      message: "•••",
    });
  });
  it("[CORE-001] [WH-109] hides the text of an event about a message", () => {
    expect(
      maskJson({
        event_name: "message_created",
        chat_message: {
          id: 7,
          type: "visitor",
          name: "Nadia",
          message: "my card is 4711",
          refers_to: { kind: "message", seq: 3, text: "Your card?" },
        },
      }),
    ).toEqual({
      event_name: "message_created",
      chat_message: {
        id: 7,
        type: "visitor",
        name: "Nadia",
        message: "•••",
        refers_to: { kind: "message", seq: 3, text: "•••" },
      },
    });
  });
  it("[CORE-001] hides all of a body that is no JSON, or was cut", () => {
    expect(maskBody("hello there")).toBe("•••");
    expect(maskBody('{"message":{"text":"cut he')).toBe("•••");
    expect(maskBody("")).toBe("");
  });
  it("[CORE-127] keeps all digits of numbers", () => {
    expect(maskBody('{"sender":{"id":123456789012345678901},"message":{"id":1.50}}')).toBe(
      '{"sender":{"id":123456789012345678901},"message":{"id":1.50}}',
    );
  });
  it("[CORE-303] hides unknown fields, and what messengers send outside of `message`", () => {
    expect(maskJson({ chat_id: 7, text: "my card", reply_markup: { name: "Nadia" } })).toEqual({
      chat_id: 7,
      text: "•••",
      reply_markup: { name: "•••" },
    });
    expect(
      maskJson({ update_id: 1, edited_message: { message_id: 4, text: "my card" }, future: 4711 }),
    ).toEqual({ update_id: 1, edited_message: { message_id: 4, text: "•••" }, future: null });
    expect(maskJson({ invitation: "Hello", chat_message: { id: 7, quoted: "my card" } })).toEqual({
      invitation: "•••",
      chat_message: { id: 7, quoted: "•••" },
    });
  });
});
