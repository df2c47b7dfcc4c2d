import { describe, expect, test } from "vitest";
import { acceptChat } from "./accept.ts";
import { closeChat } from "./close.ts";
import { continueChat } from "./continue.ts";
import { receiveCustomerMessage } from "./message/receive-message.ts";
import { sendOperatorMessage } from "./message/send-message.ts";
import { ChatSimulation } from "./testing/chat-simulation.fixture.ts";

const hour = 3_600_000;
const message = { channelId: 5, customer: "7", recipient: '"7"', text: "Hello" };
const answer = { operatorId: 1, kind: "text", text: "Yes" } as const;

/** A chat on a channel whose window is 24 hours. */
class WindowFixture extends ChatSimulation {
  constructor() {
    super();
    this.channel = { ...this.channel, kind: "whatsapp" };
  }
  /** The time until the window closes, in hours, or null. */
  openHours(): number | null {
    const until = this.currentChat?.reply_until;
    return until === undefined ? null : (Date.parse(until) - this.now) / hour;
  }
  send(body: Parameters<typeof sendOperatorMessage>[0] = answer) {
    return this.run(sendOperatorMessage(body), this.currentChat?.id, 1);
  }
}

describe("reply window", () => {
  test("[CON-050] a message of the customer opens the window, at the start and later", () => {
    const world = new WindowFixture();
    world.run(receiveCustomerMessage(message));
    expect(world.openHours()).toBe(24);
    world.now += 5 * hour;
    world.run(receiveCustomerMessage(message));
    expect(world.openHours()).toBe(24);
  });
  test("[CON-050] the window counts from when the customer wrote, and never shrinks", () => {
    const world = new WindowFixture();
    world.run(receiveCustomerMessage({ ...message, writtenAt: world.now + 1_000 - 2 * hour }));
    expect(world.openHours()).toBe(22);
    world.run(receiveCustomerMessage({ ...message, writtenAt: world.now - 9 * hour }));
    expect(world.openHours()).toBeCloseTo(22, 2);
    world.run(receiveCustomerMessage({ ...message, writtenAt: world.now + 9 * hour }));
    expect(world.openHours()).toBe(24);
  });
  test("[CON-050] after it, text and files are refused; notes and templates are not", () => {
    const world = new WindowFixture();
    world.run(receiveCustomerMessage(message));
    world.run(acceptChat({ operatorId: 1 }), world.currentChat?.id, 1);
    expect(world.send()).toMatchObject({ text: "Yes" });
    world.now += 24 * hour;
    expect(world.send()).toMatchObject({ failure: "reply_window_closed" });
    const media = { type: "photo" } as never;
    expect(world.send({ operatorId: 1, kind: "file", text: "", media })).toMatchObject({
      failure: "reply_window_closed",
    });
    expect(world.send({ ...answer, kind: "note" })).toMatchObject({ kind: "note" });
    const template = { name: "order", language: "en", parameters: {} };
    expect(world.send({ operatorId: 1, kind: "template", text: "Order", template })).toMatchObject({
      kind: "text",
      text: "Order",
      template,
      delivery: { state: "pending" },
    });
  });
  test("[CON-050] a continued chat has the window of the chat before", () => {
    const world = new WindowFixture();
    world.run(receiveCustomerMessage(message));
    const id = world.currentChat?.id;
    const until = world.currentChat?.reply_until;
    world.run(acceptChat({ operatorId: 1 }), id, 1);
    world.run(closeChat({ operatorId: 1, reason: null }), id, 1);
    world.run(continueChat({ operatorId: 1 }), id, 1);
    expect(world.currentChat?.reply_until).toBe(until);
  });
  test("[CON-050] a channel without a window has no such time", () => {
    const world = new ChatSimulation();
    world.run(receiveCustomerMessage(message));
    expect(world.currentChat).not.toHaveProperty("reply_until");
  });
});
