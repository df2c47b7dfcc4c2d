import { expect, test } from "vitest";
import type { AccountConfig } from "../../core/command.ts";
import type { FailedMessage, FailureReportPlanner } from "../../core/delivery/planner.ts";
import type { DeliveryRow } from "../../store/deliveries/delivery-row.ts";
import { createFailureReporter } from "./failure-reports.ts";

const config = { accountId: 1 } as AccountConfig;
const chat: FailedMessage = { chatId: 77, channelId: 5, departmentId: null };

/** Creates a reporter for one endpoint, and lists the chats that it reads. */
function openReporter(isAsked = true) {
  const readChats: number[] = [];
  let lastId = 900;
  const reports: FailureReportPlanner = {
    isAsked: () => isAsked,
    plan: ({ chatId }) => [{ endpointId: 31, orderKey: chatId, event: "failed" }],
  };
  const report = createFailureReporter({
    reports,
    deliveryId: () => Promise.resolve((lastId += 1)),
    query: <R>(_text: string, [, ids]: readonly unknown[]) => {
      readChats.push(...(ids as number[]));
      return Promise.resolve([chat] as R[]);
    },
  });
  return { report, readChats };
}
const createChange = (fields: Partial<DeliveryRow> = {}, outcome = "http_error") => ({
  row: { id: 8, event: "text", chatId: 77, seq: 3, ...fields } as DeliveryRow,
  transition: { state: "failed", outcome },
});

test.each([
  ["channel", "text", "failed"],
  ["channel", "media", "failed"],
  ["bot", "CLIENT_MESSAGE", "failed"],
  ["mail", "transcript", "dead"],
] as const)("[WH-112] a failed %s delivery of %s is reported", async (kind, event, state) => {
  const { report } = openReporter();
  const change = createChange({ event });
  const planned = await report(config, kind, [
    { ...change, transition: { ...change.transition, state } },
  ]);
  expect([...planned]).toEqual([
    [8, [{ endpointId: 31, orderKey: 77, event: "failed", deliveryId: 901 }]],
  ]);
});

test.each([
  ["webhook", createChange({ event: "message_created" })],
  ["webhook", createChange({ event: "message_delivery_failed" })],
  ["push", createChange({ event: "chat_waiting" })],
  ["call", createChange({ event: "call_request" })],
  ["mail", createChange({ event: "chat_waiting" })],
  ["bot", createChange({ event: "AGENT_JOINED" })],
  ["bot", createChange({ event: "CLIENT_MESSAGE" }, "handed_over")],
  ["channel", createChange({}, "withdrawn")],
  ["channel", createChange({ chatId: null })],
  ["channel", { ...createChange(), transition: { state: "pending", outcome: "http_error" } }],
  ["channel", { ...createChange(), transition: { state: "delivered", outcome: "delivered" } }],
] as const)("[WH-112] %s %j is not reported, and no chat is read", async (kind, change) => {
  const { report, readChats } = openReporter();
  expect((await report(config, kind, [change])).size).toBe(0);
  expect(readChats).toEqual([]);
});

test("[WH-112] without an endpoint that asks, no chat is read", async () => {
  const { report, readChats } = openReporter(false);
  expect((await report(config, "channel", [createChange()])).size).toBe(0);
  expect(readChats).toEqual([]);
});

test("[WH-112] the chats of many failures are read at once, each once", async () => {
  const { report, readChats } = openReporter();
  const planned = await report(config, "channel", [
    createChange(),
    createChange({ id: 9, seq: 4 }),
    createChange({ id: 10, seq: 5, chatId: 78 }),
  ]);
  expect(readChats).toEqual([77, 78]);
  // Chat 78 does not exist any more.
  expect([...planned.keys()]).toEqual([8, 9]);
});
