import { expect, test } from "vitest";
import type { Message } from "../../../entity.ts";
import { isFailure } from "../../../failure.ts";
import { acceptChat } from "../../accept.ts";
import { ChatSimulation } from "../../testing/chat-simulation.fixture.ts";
import { receiveCustomerMessage } from "../receive-message.ts";
import { sendOperatorMessage } from "../send-message.ts";
import { deleteOperatorMessage, editOwnMessage } from "./edit-own-message.ts";

test("[CORE-430] a service makes changes for some hours only, and notes can always be changed", () => {
  const world = new ChatSimulation();
  world.channel = { ...world.channel, kind: "telegram" };
  world.run(
    receiveCustomerMessage({ channelId: 5, customer: "c", recipient: '"c"', text: "Hello" }),
  );
  const chat = [...world.chats.keys()][0] ?? 0;
  world.run(acceptChat({ operatorId: 1 }), chat, 1);
  const send = (kind: "text" | "note"): Message => {
    world.run(sendOperatorMessage({ operatorId: 1, kind, text: "First" }), chat, 1);
    return { ...world.messages.at(-1)!, seq: world.messages.length };
  };
  const [answer, note] = [send("text"), send("note")];
  const change = (message: Message, handler: ReturnType<typeof deleteOperatorMessage>) => {
    const decision = handler({ ...world.context(chat), message });
    return isFailure(decision) ? decision.failure : decision.answer.change?.state;
  };
  const edit = editOwnMessage({ operatorId: 1, text: "Second" });
  world.now = Date.parse(answer.created_at) + 48 * 3_600_000 - 1;
  expect([change(answer, edit), change(answer, deleteOperatorMessage(1))]).toEqual([
    "pending",
    "pending",
  ]);
  world.now += 1;
  expect([change(answer, edit), change(answer, deleteOperatorMessage(1))]).toEqual([
    "not_supported",
    "not_supported",
  ]);
  expect(change(note, edit)).toBeUndefined();
});
