import { describe, expect, test } from "vitest";
import { createSystemMessage } from "../core/chat/create.ts";
import { ChatSimulation } from "../core/chat/testing/chat-simulation.fixture.ts";
import type { NewOfflineMessage } from "../core/event.ts";
import type { CommandContext } from "../core/command.ts";
import {
  updateOfflineMessage,
  createOfflineMessage,
  answerByMail,
} from "../core/visitor/offline-message.ts";
import { planMailDeliveries } from "./plan.ts";

/** A simulation with mail set up, and operators who want emails. */
class MailPlanFixture extends ChatSimulation {
  override context(...of: Parameters<ChatSimulation["context"]>): CommandContext {
    const scene = super.context(...of);
    return {
      ...scene,
      config: {
        ...scene.config,
        mail: {
          endpointId: 900,
          offline: new Set([1, 2]),
          missed: new Set([1]),
          reminders: new Set([1]),
        },
      },
    };
  }
  /** Returns the deliveries planned for the events since the last call. */
  plannedDeliveries(): readonly string[] {
    const events = this.events.splice(0);
    return events
      .flatMap((event) => planMailDeliveries(event, this.context(), events))
      .map((planned) => `${planned.event}@${planned.endpointId}`);
  }
}
const form = { name: "Nadia", email: "n@a.example", phone: "", text: "Call me" };
const leave = createOfflineMessage({ channelId: 5, customer: "7", form });
const stored = (world: ChatSimulation): NewOfflineMessage => {
  const event = world.events.findLast((planned) => planned.name === "offline_message_updated");
  if (event?.name !== "offline_message_updated") throw new Error("no offline message");
  return event.offlineMessage;
};

describe("planMail", () => {
  test("[CORE-110] [CORE-050] an offline message owes one mail, its answer by mail another, anything else none", () => {
    const world = new MailPlanFixture();
    world.run(leave);
    const message = stored(world);
    expect(world.plannedDeliveries()).toEqual(["offline_message@900"]);
    world.run(updateOfflineMessage({ stored: message, operatorId: 2, to: "taken" }));
    expect(world.plannedDeliveries()).toEqual([]);
    world.run(
      answerByMail({
        stored: message,
        operatorId: 2,
        subject: "Your order",
        text: "On its way.",
        quoted: true,
      }),
    );
    const answered = stored(world);
    expect(answered).toMatchObject({
      state: "done",
      operator: { id: 2 },
      answers: [{ via: "mail", to: "n@a.example", quoted: true }],
    });
    expect(world.plannedDeliveries()).toEqual(["offline_answer@900"]);
    const silent = { ...answered, contacts: { ...answered.contacts, email: "" } };
    const answer = { operatorId: 2, subject: "x", text: "x", quoted: false };
    expect(world.run(answerByMail({ ...answer, stored: silent }))).toMatchObject({
      failure: "invalid_request",
    });
  });
  test("[CORE-035] the step of the ladder owes one mail; without mail nothing is owed", () => {
    const bed = new MailPlanFixture();
    const line = createSystemMessage(
      bed.context(),
      3,
      { code: "ladder_mail" },
      "A mail went to Ann",
    );
    expect(planMailDeliveries(line, bed.context(), [line])).toMatchObject([
      { endpointId: 900, event: "chat_waiting", chatId: 3 },
    ]);
    const remind = (eligible: number[]) =>
      createSystemMessage(
        bed.context(),
        3,
        { code: "ladder_remind", assignment: { rules: [], eligible, others: [] } },
        "Reminded",
      );
    expect(planMailDeliveries(remind([1, 2]), bed.context(), [])).toMatchObject([
      { event: "chat_waiting", chatId: 3 },
    ]);
    expect(planMailDeliveries(remind([2]), bed.context(), [])).toEqual([]);
    const withoutMail = new ChatSimulation();
    withoutMail.run(leave);
    expect(
      withoutMail.events.flatMap((event) =>
        planMailDeliveries(event, withoutMail.context(), withoutMail.events),
      ),
    ).toEqual([]);
  });
});
