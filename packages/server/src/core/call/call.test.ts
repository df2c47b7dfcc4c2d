import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { receiveCustomerMessage } from "../chat/message/receive-message.ts";
import { closeChat } from "../chat/close.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import type { Call, CallStatus } from "../entity.ts";
import { isFailure } from "../failure.ts";
import { advanceCall, takeCall, type AdvanceCall } from "./advance.ts";
import { callFailures, toCallResult, canTransitionCall, isCallFinished } from "./transitions.ts";
import { startCall } from "./start.ts";

const startChat = (): { world: ChatSimulation; chatId: number } => {
  const world = new ChatSimulation();
  world.run(receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Hello" }));
  return { world, chatId: world.currentChat?.id ?? 0 };
};
const startHandler = startCall({ type: "callback", phone: "+4930111222" });
const advanceInput = (callId: number, status: Exclude<CallStatus, "start">): AdvanceCall =>
  status === "error" ? { callId, to: status, reason: "busy" } : { callId, to: status };
const advanceTo = (callId: number, status: Exclude<CallStatus, "start">, operatorId?: number) =>
  advanceCall({
    ...advanceInput(callId, status),
    ...(operatorId === undefined ? {} : { operatorId }),
  });
const listCalls = (world: ChatSimulation): readonly Call[] =>
  world.events.flatMap((event) => (event.name === "call_updated" ? [event.call] : []));

describe("call", () => {
  it("[CORE-100] begins in the running chat, with everything that is known", () => {
    const { world, chatId } = startChat();
    expect(world.run(startHandler, chatId)).toMatchObject({
      type: "callback",
      phone: "+4930111222",
      chat_id: chatId,
      status: "start",
      operator: null,
      reason: null,
      record_url: null,
    });
    expect(listCalls(world)).toHaveLength(1);
    expect(world.messages.at(-1)?.line?.code).toBe("call_started");
  });
  it("[CORE-100] without a running chat it makes a new waiting one", () => {
    const { world, chatId } = startChat();
    world.run(closeChat({ cause: "visitor" }), chatId);
    const call = world.run(
      startCall({ type: "outgoing", phone: "+49", operatorId: 2 }),
      chatId,
    ) as unknown as Call;
    expect(call).toMatchObject({
      operator: { id: 2, name: "Ivan" },
      chat_id: world.currentChat?.id,
    });
    expect(world.currentChat).toMatchObject({ state: "waiting" });
    expect(world.currentChat?.id).not.toBe(chatId);
  });
  it("[CORE-103] one running call per visitor; another one when it is over", () => {
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    expect(world.run(startHandler, chatId)).toMatchObject({ failure: "call_running", chatId });
    world.run(advanceTo(call.id, "error"), chatId);
    expect(isFailure(world.run(startHandler, chatId))).toBe(false);
    expect(listCalls(world)).toHaveLength(3);
  });
  it("[CORE-100] nobody's call, one without number and one on a channel that is off are refused", () => {
    const { world, chatId } = startChat();
    expect(new ChatSimulation().run(startHandler)).toMatchObject({ failure: "not_found" });
    expect(world.run(startCall({ type: "callback", phone: " " }), chatId)).toMatchObject({
      failure: "invalid_request",
      field: "phone",
    });
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(startHandler, chatId)).toMatchObject({ failure: "channel_disabled" });
  });
  it.each<[CallStatus, CallStatus, boolean]>([
    ["start", "agent_connected", true],
    ["start", "client_connected", true],
    ["start", "error", true],
    ["start", "end", true],
    ["start", "start", false],
    ["agent_connected", "client_connected", true],
    ["agent_connected", "agent_connected", false],
    ["agent_connected", "start", false],
    ["agent_connected", "error", true],
    ["agent_connected", "end", true],
    ["client_connected", "agent_connected", true],
    ["client_connected", "client_connected", false],
    ["client_connected", "end", true],
    ["client_connected", "error", true],
    ["end", "error", false],
    ["end", "end", false],
    ["error", "end", false],
    ["error", "client_connected", false],
  ])("[CORE-101] %s, %s: %s", (from, next, allowed) => {
    expect(canTransitionCall({ status: from }, next)).toBe(allowed);
  });
  it("[CORE-101] after the customer the operator connects only if he had not before", () => {
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    for (const status of ["agent_connected", "client_connected"] as const)
      world.run(advanceTo(call.id, status), chatId);
    expect(world.run(advanceTo(call.id, "agent_connected"), chatId)).toMatchObject({
      ignored: true,
      call: { status: "client_connected" },
    });
    expect(listCalls(world).map((item) => item.status)).toEqual([
      "start",
      "agent_connected",
      "client_connected",
    ]);
  });
  it("[CORE-101] what is repeated, backward or about no call is ignored and told", () => {
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    world.run(advanceTo(call.id, "end"), chatId);
    const before = world.events.length;
    for (const handler of [
      advanceTo(call.id, "end"),
      advanceTo(call.id, "client_connected"),
      advanceTo(1, "end"),
    ])
      expect(world.run(handler, chatId)).toMatchObject({ ignored: true });
    expect(world.events.length).toBe(before);
  });
  it("[CORE-101] any order of reports: the status only goes forward, nothing follows the end", () => {
    const status = fc.constantFrom<Exclude<CallStatus, "start">>(
      "agent_connected",
      "client_connected",
      "end",
      "error",
    );
    fc.assert(
      fc.property(fc.array(status, { maxLength: 8 }), (list) => {
        const { world, chatId } = startChat();
        const call = world.run(startHandler, chatId) as unknown as Call;
        for (const item of list) world.run(advanceTo(call.id, item), chatId);
        const statuses = listCalls(world).map((item) => item.status);
        expect(new Set(statuses).size).toBe(statuses.length);
        const end = listCalls(world).findIndex((item) => isCallFinished(item));
        if (end >= 0) expect(end).toBe(statuses.length - 1);
      }),
      { numRuns: 300, seed: 101 },
    );
  });
  it("[CORE-102] an error carries its reason, an end its record", () => {
    for (const reason of callFailures) {
      const { world, chatId } = startChat();
      const call = world.run(startHandler, chatId) as unknown as Call;
      world.run(advanceCall({ callId: call.id, to: "error", reason }), chatId);
      expect(listCalls(world).at(-1)).toMatchObject({ status: "error", reason });
    }
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    const end: AdvanceCall = { callId: call.id, to: "end", recordUrl: "https://tel.example/1.mp3" };
    world.run(advanceCall(end), chatId);
    expect(listCalls(world).at(-1)).toMatchObject({
      status: "end",
      reason: null,
      record_url: "https://tel.example/1.mp3",
    });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "call_ended" });
  });
  it("[CORE-103] the page hears ok after the customer was connected, else why not", () => {
    const base = { reason: null };
    expect(toCallResult({ ...base, status: "client_connected" })).toBeNull();
    expect(toCallResult({ ...base, status: "end" })).toEqual({
      result: "fail",
      reason: "not_connected",
    });
    expect(
      toCallResult({ ...base, status: "end", client_connected_at: "2026-01-05T09:00:00.000Z" }),
    ).toEqual({ result: "ok" });
    expect(toCallResult({ status: "error", reason: "busy" })).toEqual({
      result: "fail",
      reason: "busy",
    });
  });
  it("[CORE-104] of operators who take a call the first has it", () => {
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    expect(world.run(takeCall({ callId: call.id, operatorId: 2 }), chatId)).toMatchObject({
      call: { operator: { id: 2 }, status: "start" },
    });
    expect(world.run(takeCall({ callId: call.id, operatorId: 3 }), chatId)).toMatchObject({
      failure: "already_accepted",
      by: { id: 2 },
    });
    world.run(takeCall({ callId: call.id, operatorId: 2 }), chatId);
    expect(listCalls(world)).toHaveLength(2);
    world.run(advanceTo(call.id, "agent_connected", 2), chatId);
    expect(listCalls(world).at(-1)).toMatchObject({
      operator: { id: 2 },
      status: "agent_connected",
      agent_connected_at: expect.any(String),
    });
    world.run(advanceTo(call.id, "end"), chatId);
    expect(world.run(takeCall({ callId: call.id, operatorId: 2 }), chatId)).toMatchObject({
      failure: "not_found",
    });
  });
  it("[CORE-104] a report is heard whoever it names: a colleague of the one who has the call, somebody unknown, in a suspended account", () => {
    const { world, chatId } = startChat();
    const call = world.run(startHandler, chatId) as unknown as Call;
    world.run(takeCall({ callId: call.id, operatorId: 2 }), chatId);
    const report = (status: Exclude<CallStatus, "start">, operatorId: number) =>
      world.run(
        advanceCall({ ...advanceInput(call.id, status), operatorId, isReported: true }),
        chatId,
      );
    expect(report("agent_connected", 3)).toMatchObject({
      ignored: false,
      call: { status: "agent_connected", operator: { id: 2 } },
    });
    expect(report("client_connected", 99)).toMatchObject({
      ignored: false,
      call: { status: "client_connected", operator: { id: 2 } },
    });
    world.suspended = true;
    expect(report("end", 2)).toMatchObject({
      ignored: false,
      call: { status: "end", operator: { id: 2 } },
    });
  });
});
