import { expect, test } from "vitest";
import { isMissed } from "./missed.ts";

test("[CORE-012] a chat is missed when its visitor left and nobody had taken it", () => {
  const closed = { state: "closed", accepted_at: null, close_reason: "visitor" } as const;
  expect(isMissed(closed)).toBe(true);
  expect(isMissed({ ...closed, close_reason: "inactivity" })).toBe(true);
  expect(isMissed({ ...closed, close_reason: "spam" })).toBe(false);
  expect(isMissed({ ...closed, close_reason: "blocked" })).toBe(false);
  expect(isMissed({ ...closed, accepted_at: "2026-01-01T00:00:00.000Z" })).toBe(false);
  expect(isMissed({ ...closed, state: "waiting", close_reason: null })).toBe(false);
});
