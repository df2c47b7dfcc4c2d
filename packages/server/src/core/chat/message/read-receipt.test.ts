import { describe, expect, it } from "vitest";
import type { Message } from "../../entity.ts";
import { isFailure } from "../../failure.ts";
import { acceptChat } from "../accept.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";
import { applyReadReceipt } from "./read-receipt.ts";
import { receiveCustomerMessage } from "./receive-message.ts";
import { sendOperatorMessage } from "./send-message.ts";

/** An accepted chat with a customer's message and two answers, whose receipts arrive. */
function createAnsweredChat() {
  const world = new ChatSimulation();
  world.run(
    receiveCustomerMessage({ channelId: 5, customer: "c", recipient: '"c"', text: "Hello" }),
  );
  const chatId = world.currentChat!.id;
  world.run(acceptChat({ operatorId: 1 }), chatId, 1);
  for (const text of ["one", "two"])
    world.run(sendOperatorMessage({ operatorId: 1, kind: "text", text }), chatId, 1);
  const messages = world.messages.map((message, n): Message => ({ ...message, seq: n + 1 }));
  const find = (text: string): Message => messages.find((message) => message.text === text)!;
  /** Reports a state, and returns the messages of its events. */
  const report = (text: string, state: "received" | "seen", at?: number): readonly Message[] => {
    const before = world.events.length;
    const message = find(text);
    const result = world.run(
      applyReadReceipt({
        visitorId: world.visitor!.id,
        received: message,
        seen: state === "seen" ? message : null,
        ...(at === undefined ? {} : { at }),
      }),
      chatId,
    );
    if (isFailure(result)) throw new Error(result.failure);
    return world.events
      .slice(before)
      .flatMap((event) => (event.name === "message_updated" ? [event.message] : []));
  };
  return { world, find, report, readMarks: () => world.currentChat?.visitor_read };
}
const toTime = (ms: number): string => new Date(ms).toISOString();

describe("receipts of a service", () => {
  it("[CORE-287] the time is that of the report, but not in the future and not before the message", () => {
    const { world, find, report } = createAnsweredChat();
    const sentAt = Date.parse(find("one").created_at);
    expect(report("one", "received", sentAt - 900)[0]?.received_at).toBe(toTime(sentAt));
    const reportedAt = Date.parse(find("two").created_at) + 1;
    world.now += 60_000;
    expect(report("two", "received", reportedAt)[0]?.received_at).toBe(toTime(reportedAt));
    const [seen] = report("two", "seen", world.now + 60_000);
    expect(seen?.seen_at).toBe(toTime(world.now));
  });
  it("[CORE-287] late and repeated reports change nothing; a state that was skipped is included", () => {
    const { find, report, readMarks } = createAnsweredChat();
    const at = Date.parse(find("two").created_at);
    expect(report("two", "seen", at)).toHaveLength(1);
    expect(report("two", "received", at)).toEqual([]);
    expect(report("one", "seen", at + 5)).toEqual([]);
    const { seq } = find("two");
    expect(readMarks()).toMatchObject({ received: seq, seen: seq, received_at: toTime(at) });
  });
  it("[API-366] the event has no delivery, which may have changed since", () => {
    const { find, report } = createAnsweredChat();
    expect(find("one").delivery?.state).toBe("pending");
    const [updated] = report("one", "received");
    expect(updated).toMatchObject({ text: "one", received_at: expect.any(String) });
    expect(updated).not.toHaveProperty("delivery");
  });
  it("[CORE-287] the customer's own messages have no receipts", () => {
    const { report, readMarks } = createAnsweredChat();
    expect(report("Hello", "seen")).toEqual([]);
    expect(readMarks()?.seen ?? 0).toBe(0);
  });
});
