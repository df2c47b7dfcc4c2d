import { expect, test } from "vitest";
import { isMissed } from "./missed.ts";

test("[CORE-012] a chat is missed when its visitor left and nobody had it", () => {
  const closed = { state: "closed", assignee: null, close_reason: "visitor" } as const;
  expect(isMissed(closed)).toBe(true);
  expect(isMissed({ ...closed, close_reason: "inactivity" })).toBe(true);
  expect(isMissed({ ...closed, close_reason: "spam" })).toBe(false);
  expect(isMissed({ ...closed, close_reason: "blocked" })).toBe(false);
  expect(isMissed({ ...closed, assignee: { id: 1, name: "Ann" } })).toBe(false);
  expect(isMissed({ ...closed, state: "waiting", close_reason: null })).toBe(false);
});
