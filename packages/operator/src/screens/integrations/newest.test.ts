import type { Delivery } from "@parlour/protocol";
import { expect, it } from "vitest";
import { newestOf } from "./newest.ts";

const read = (updated_at: string, state: Delivery["state"]) => ({ id: 1, state, updated_at }) as Delivery;

it("[CORE-050] a row shows the newest reading: an event never loses against a list that was read before it", () => {
  const [old, event] = [read("2026-11-20T10:00:00.000Z", "pending"), read("2026-11-20T10:00:03.000Z", "failed")];
  expect([newestOf(old, undefined, event).state, newestOf(event, old).state, newestOf(old).state]).toEqual(["failed", "failed", "pending"]);
});
