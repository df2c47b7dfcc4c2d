import fc from "fast-check";
import { expect, it } from "vitest";
import { customerKey } from "../src/core/blacklist/normalize.ts";
import { storeBlockedMessage } from "../src/core/chat/message/store-blocked-message.ts";
import { acceptChat } from "../src/core/chat/accept.ts";
import { blockChat } from "../src/core/chat/block.ts";
import { closeChat } from "../src/core/chat/close.ts";
import { continueChat } from "../src/core/chat/continue.ts";
import {
  receiveCustomerMessage,
  type CustomerMessageInput,
} from "../src/core/chat/message/receive-message.ts";
import { sendOperatorMessage } from "../src/core/chat/message/send-message.ts";
import { processChatTimeout } from "../src/core/chat/timing/process-timeout.ts";
import { ChatSimulation } from "../src/core/chat/testing/chat-simulation.fixture.ts";
import { isFailure } from "../src/core/failure.ts";
import type { BlockListEntry, CommandContext, CommandHandler } from "../src/core/command.ts";
import { combinePlanners } from "../src/core/delivery/planner.ts";
import { planBotDeliveries } from "../src/edges/bot/deliveries.ts";
import { planChannelDeliveries } from "../src/edges/channel/deliveries.ts";
import { planWebhookDeliveries } from "../src/edges/webhook/deliveries.ts";

const planDeliveries = combinePlanners([
  planChannelDeliveries,
  planBotDeliveries,
  planWebhookDeliveries,
]);
/** The long test run executes more cases. */
const runCount = process.env["LONG"] === undefined ? 500 : 2_000;
const emails = ["a@x.org", "B@X.org", "c@x.org"];
const phones = ["+44 20 7946 0000", "00442079460000", "5551234"];

type BlockKind = "email" | "phone" | "visitor" | "customer";
type Step =
  | {
      readonly does: "say";
      readonly email: number;
      readonly phone: number;
      readonly page: boolean;
      readonly pressed: boolean;
    }
  | {
      readonly does: "block";
      readonly kind: BlockKind;
      readonly which: number;
      readonly forMs: number | null;
    }
  | { readonly does: "lift" | "accept" | "answer" | "close" | "continue" | "blockChat" | "tick" }
  | { readonly does: "wait"; readonly ms: number };

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("say" as const),
      email: fc.integer({ min: -1, max: 2 }),
      phone: fc.integer({ min: -1, max: 2 }),
      page: fc.boolean(),
      pressed: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("block" as const),
      kind: fc.constantFrom<BlockKind>("email", "phone", "visitor", "customer"),
      which: fc.integer({ min: 0, max: 2 }),
      forMs: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 120_000 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom("lift", "accept", "answer", "close", "continue", "blockChat", "tick"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      ms: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
);

it("[CORE-071] [CORE-070] whatever happens: a blocked visitor's message starts no chat, changes nothing but its own row, and owes no delivery", () => {
  const caseCounts = { blocked: 0, blockedInRunning: 0, blockedBetween: 0, heard: 0 };
  fc.assert(
    fc.property(fc.array(arbitraryStep, { minLength: 1, maxLength: 25 }), (steps) => {
      const simulation = createSimulation();
      for (const one of steps) runStep(simulation, one, caseCounts);
    }),
    { numRuns: runCount, seed: 20_261_120 },
  );
  // The runs include the cases that the property covers.
  for (const [caseName, times] of Object.entries(caseCounts))
    expect(times, caseName).toBeGreaterThan(runCount / 10);
});

function createSimulation(): ChatSimulation {
  const simulation = new ChatSimulation();
  const bot = {
    id: 3,
    endpointId: 4,
    name: "Robo",
    photo: "",
    enabled: true,
    channels: null,
    inviteWaitMs: 60_000,
    silentMs: 30_000,
    sendsChatClosed: true,
    sendsButtonText: false,
    answersSettle: true,
  };
  simulation.bots.set(3, bot);
  const all = [
    "call_event",
    "chat_accepted",
    "chat_assigned",
    "chat_updated",
    "chat_finished",
    "offline_message",
    "chat_created",
    "message_created",
    "chat_rated",
    "visitor_updated",
    "message_delivery_failed",
  ] as const;
  simulation.webhooks.set(8, {
    id: 8,
    name: "",
    endpointId: 6,
    enabled: true,
    events: new Set(all),
    channels: null,
    departments: null,
    sendsText: true,
    blocks: new Set(),
    ratingWaitMs: 60_000,
  });
  return simulation;
}

function runStep(
  simulation: ChatSimulation,
  one: Step,
  caseCounts: Record<"blocked" | "blockedInRunning" | "blockedBetween" | "heard", number>,
): void {
  const chat = simulation.currentChat?.id ?? [...simulation.chats.keys()].at(-1);
  switch (one.does) {
    case "say":
      return receiveMessage(simulation, one, caseCounts);
    case "block": {
      const id = simulation.blockList.length + 1;
      const until = one.forMs === null ? null : simulation.now + one.forMs;
      simulation.blockList = [
        ...simulation.blockList,
        { id, kind: one.kind, value: getBlockValue(simulation, one), until },
      ];
      return;
    }
    case "lift":
      simulation.blockList = simulation.blockList.slice(1);
      return;
    case "wait":
      simulation.now += one.ms;
      return;
    case "accept":
      return void simulation.run(acceptChat({ operatorId: 1 }), chat, 1);
    case "answer":
      return void simulation.run(
        sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }),
        chat,
        1,
      );
    case "close":
      return void simulation.run(closeChat({ operatorId: 1, reason: null }), chat);
    case "continue":
      return void simulation.run(continueChat({ operatorId: 1 }), chat, 1);
    case "blockChat": {
      const visitor = simulation.visitor?.id;
      if (visitor === undefined) return;
      simulation.blockList = [
        ...simulation.blockList,
        { id: 99, kind: "visitor", value: String(visitor), until: null },
      ];
      return void simulation.run(blockChat({ operatorId: 1, reason: null, until: null }), chat);
    }
    case "tick":
      return void simulation.run(processChatTimeout(), chat);
  }
}

function getBlockValue(
  simulation: ChatSimulation,
  { kind, which }: Extract<Step, { does: "block" }>,
): string {
  if (kind === "email") return (emails[which] ?? "").toLowerCase();
  if (kind === "phone") return (phones[which] ?? "").replaceAll(/\D/g, "").replace(/^00/, "");
  return kind === "visitor"
    ? String(simulation.visitor?.id ?? 0)
    : customerKey(5, which === 0 ? "c" : `other${which}`);
}

function receiveMessage(
  simulation: ChatSimulation,
  one: Extract<Step, { does: "say" }>,
  caseCounts: Record<string, number>,
): void {
  const says: CustomerMessageInput = {
    channelId: 5,
    customer: "c",
    recipient: '"c"',
    text: "Hello",
    ...(emails[one.email] === undefined ? {} : { email: emails[one.email] as string }),
    ...(phones[one.phone] === undefined ? {} : { phone: phones[one.phone] as string }),
    ...(one.page
      ? { pageUrl: `https://x.org/${simulation.now}`, invite: `Invited ${simulation.now}` }
      : {}),
    ...(one.pressed ? { pressed: { messageId: 1, buttonId: "yes" } } : {}),
  };
  const before = simulation.events.length;
  const chats = simulation.chats.size;
  const running = simulation.currentChat;
  const visitor = simulation.visitor;
  // The simulation adds a second with each command.
  const isBlocked = simulation.blockList.some((entry) =>
    matchesEntry(entry, simulation, says, simulation.now + 1_000),
  );
  const latest = [...simulation.chats.keys()].at(-1);
  const owed: unknown[] = [];
  const watched =
    (handler: CommandHandler): CommandHandler =>
    (context: CommandContext) => {
      const decided = handler(context);
      if (!isFailure(decided))
        for (const event of decided.events)
          owed.push(...planDeliveries(event, context, decided.events));
      return decided;
    };
  const first = simulation.run(watched(receiveCustomerMessage(says)));
  if (!isBlocked) {
    if (!isFailure(first)) caseCounts["heard"] = (caseCounts["heard"] ?? 0) + 1;
    return;
  }
  caseCounts["blocked"] = (caseCounts["blocked"] ?? 0) + 1;
  if (isFailure(first)) {
    // The next step is the same as in the channel edge. The entry may have expired after the
    // second, but the message still starts no chat.
    expect(first.failure).toBe("visitor_blocked");
    expect(simulation.events).toHaveLength(before);
    simulation.run(watched(storeBlockedMessage(says)), latest);
    caseCounts["blockedBetween"] = (caseCounts["blockedBetween"] ?? 0) + 1;
  } else if (running !== null)
    caseCounts["blockedInRunning"] = (caseCounts["blockedInRunning"] ?? 0) + 1;
  expect(owed).toEqual([]);
  const names = simulation.events.slice(before).map((event) => event.name);
  const startEvents = chats === 0 ? ["chat_created", "message_created"] : ["message_created"];
  expect(names).toEqual(visitor === null ? ["visitor_created", ...startEvents] : startEvents);
  expect(simulation.currentChat).toBe(running);
  expect(simulation.messages.at(-1)).toMatchObject({ text: "Hello", blacklisted: true });
  if (visitor !== null) expect(simulation.visitor).toBe(visitor);
}

/** Computes the same result in a simple and slow way. */
function matchesEntry(
  { kind, value, until }: BlockListEntry,
  simulation: ChatSimulation,
  says: CustomerMessageInput,
  now: number,
): boolean {
  if (until !== null && until <= now) return false;
  const visitorEntity = simulation.visitor?.entity;
  const listStatedValues = (field: "email" | "phone"): string[] =>
    [
      says[field],
      visitorEntity?.[field]?.value,
      ...(visitorEntity?.[field]?.others ?? []).map((other) => other.value),
    ].filter((one) => one !== undefined);
  if (kind === "email") return listStatedValues("email").some((one) => one.toLowerCase() === value);
  if (kind === "phone")
    return listStatedValues("phone").some(
      (one) => one.replaceAll(/\D/g, "").replace(/^00/, "") === value,
    );
  if (kind === "visitor") return visitorEntity !== undefined && String(visitorEntity.id) === value;
  return value === "5 c";
}
