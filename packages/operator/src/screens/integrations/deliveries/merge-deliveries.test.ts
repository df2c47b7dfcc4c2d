import type { Delivery } from "@parlour/protocol";
import { expect, it } from "vitest";
import { findNewRows, getLatestVersion, pageSize } from "./use-delivery-log.ts";

const createDelivery = (updated_at: string, state: Delivery["state"]) =>
  ({ id: 1, state, updated_at }) as Delivery;

it("[CORE-050] a row shows the newest reading: an event never loses against a list that was read before it", () => {
  const [older, event] = [
    createDelivery("2026-11-20T10:00:00.000Z", "pending"),
    createDelivery("2026-11-20T10:00:03.000Z", "failed"),
  ];
  expect([
    getLatestVersion(older, undefined, event).state,
    getLatestVersion(event, older).state,
    getLatestVersion(older).state,
  ]).toEqual(["failed", "failed", "pending"]);
});

it("[API-050] of two readings of one moment the one with the last attempt is shown: an event has none", () => {
  const event = createDelivery("2026-11-20T10:00:03.000Z", "delivered");
  const row = { ...event, last_attempt: { duration_ms: 84, status: 200, used: null } };
  expect([getLatestVersion(event, row), getLatestVersion(row, undefined, event)]).toEqual([
    row,
    row,
  ]);
});

it("[API-463] an event keeps the number of the chat, which it does not contain", () => {
  const row = { ...createDelivery("2026-11-20T10:00:00.000Z", "pending"), chat_number: 301 };
  const event = createDelivery("2026-11-20T10:00:03.000Z", "failed");
  expect(getLatestVersion(row, event)).toEqual({ ...event, chat_number: 301 });
});

it("[API-050] new rows are those that are not listed; a whole reading of them leaves a gap", () => {
  const rows = (from: number, n: number) =>
    Array.from({ length: n }, (_, index) => ({ id: from + index }) as Delivery);
  const listed = rows(1, 3);
  const result = findNewRows(listed, 3, rows(2, 4));
  expect([result.waitingRows.map(({ id }) => id), result.isGap]).toEqual([[4, 5], false]);
  expect(findNewRows(listed, 3, rows(100, pageSize)).isGap).toBe(true);
  expect(findNewRows(listed, 3, rows(3, pageSize)).isGap).toBe(false);
  expect(findNewRows([], 0, rows(100, pageSize)).isGap).toBe(false);
  expect(findNewRows(listed, 3, undefined)).toEqual({ waitingRows: [], isGap: false });
});
