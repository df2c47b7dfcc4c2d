import { describe, expect, it } from "vitest";
import type { Message } from "../../../entity.ts";
import { isFailure } from "../../../failure.ts";
import { ChatSimulation } from "../../testing/chat-simulation.fixture.ts";
import { maxEarlierTexts } from "./changed-content.ts";
import { editCustomerMessage, type MessageEdit } from "./edit-customer-message.ts";
import { receiveCustomerMessage } from "../receive-message.ts";

/** A customer's message, and a function that edits it as the write path does. */
function createEditedMessage() {
  const world = new ChatSimulation();
  world.run(
    receiveCustomerMessage({ channelId: 5, customer: "c", recipient: '"c"', text: "at nin" }),
  );
  const createdAt = world.now;
  let message: Message = { ...world.messages[0]!, seq: 1 };
  const edit = (change: Partial<MessageEdit>): boolean => {
    const context = { ...world.context(message.chat_id), message };
    const decision = editCustomerMessage({ text: "", editedAt: createdAt, ...change })(context);
    if (isFailure(decision)) throw new Error(decision.failure);
    const [event] = decision.events;
    if (event?.name === "message_updated") ({ message } = event);
    expect(decision.answer).toEqual({ edited: event !== undefined });
    return event !== undefined;
  };
  return {
    world,
    createdAt,
    edit,
    get message() {
      return message;
    },
    set message(next: Message) {
      message = next;
    },
  };
}
const at = (ms: number): string => new Date(ms).toISOString();

describe("edit of a customer's message", () => {
  it("[CORE-283] [CORE-284] an edit replaces the text and keeps the one before", () => {
    const edited = createEditedMessage();
    expect(edited.edit({ text: "at nine", editedAt: edited.createdAt + 5_000 })).toBe(true);
    expect(edited.edit({ text: "at ten", editedAt: edited.createdAt + 9_000 })).toBe(true);
    expect(edited.message).toMatchObject({
      kind: "text",
      text: "at ten",
      edited_at: at(edited.createdAt + 9_000),
      created_at: at(edited.createdAt),
      earlier: [
        { text: "at nin", at: at(edited.createdAt) },
        { text: "at nine", at: at(edited.createdAt + 5_000) },
      ],
    });
  });
  it("[CORE-283] an edit can replace media; media that it does not contain are kept", () => {
    const edited = createEditedMessage();
    const media = { type: "photo", file: "https://a.example/1.png" } as Message["media"];
    edited.message = { ...edited.message, kind: "media", media, cut: true } as Message;
    edited.edit({ text: "comment", editedAt: edited.createdAt + 1_000 });
    expect(edited.message).toMatchObject({ kind: "media", media, text: "comment" });
    expect(edited.message).not.toHaveProperty("cut");
    const other = { ...media, file: "https://a.example/2.png" } as NonNullable<Message["media"]>;
    edited.edit({ text: "comment", media: other, editedAt: edited.createdAt + 2_000 });
    expect(edited.message).toMatchObject({ media: other, earlier: [{ media }, { media }] });
  });
  it("[CORE-285] repeats, older edits and edits without a change write nothing", () => {
    const edited = createEditedMessage();
    const { createdAt, edit } = edited;
    expect(edit({ text: "at nin", editedAt: createdAt + 1_000 })).toBe(false);
    expect(edit({ text: "second", editedAt: createdAt + 9_000 })).toBe(true);
    expect(edit({ text: "second", editedAt: createdAt + 9_000 })).toBe(false);
    expect(edit({ text: "first", editedAt: createdAt + 5_000 })).toBe(false);
    expect(edited.message.text).toBe("second");
  });
  it("[CORE-285] of two edits in one second the later arrival counts, also before the message by the service's clock", () => {
    const edited = createEditedMessage();
    const early = edited.createdAt - 400;
    expect(edited.edit({ text: "one", editedAt: early })).toBe(true);
    expect(edited.edit({ text: "two", editedAt: early })).toBe(true);
    expect(edited.edit({ text: "one", editedAt: early })).toBe(false);
    expect(edited.message).toMatchObject({ text: "two", edited_at: at(edited.createdAt) });
  });
  it("[CORE-284] of many edits the original text and the latest remain", () => {
    const edited = createEditedMessage();
    for (let n = 1; n <= 30; n++)
      edited.edit({ text: `edit ${n}`, editedAt: edited.createdAt + n });
    const texts = edited.message.earlier?.map((one) => one.text);
    expect(texts).toHaveLength(maxEarlierTexts);
    expect(texts?.slice(0, 2)).toEqual(["at nin", "edit 21"]);
    expect(texts?.at(-1)).toBe("edit 29");
  });
  it("[CORE-285] [CORE-116] an erased message stays erased", () => {
    const edited = createEditedMessage();
    edited.message = { ...edited.message, text: "", erased: true };
    expect(edited.edit({ text: "secret", editedAt: edited.createdAt + 1_000 })).toBe(false);
    const other = createEditedMessage();
    const visitor = other.world.visitor!;
    other.world.visitor = { ...visitor, entity: { ...visitor.entity, erased: true } };
    expect(other.edit({ text: "secret", editedAt: other.createdAt + 1_000 })).toBe(false);
  });
  it("[CORE-285] messages of others cannot be edited", () => {
    const { world, message } = createEditedMessage();
    const handler = editCustomerMessage({ text: "x", editedAt: world.now });
    const own = { ...message, author: { kind: "operator", id: 1, name: "Ines" } } as Message;
    const context = world.context(message.chat_id);
    expect(handler({ ...context, message: own })).toMatchObject({ failure: "not_found" });
    expect(handler(context)).toMatchObject({ failure: "not_found" });
  });
});
