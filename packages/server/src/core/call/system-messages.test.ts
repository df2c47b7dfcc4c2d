import { expect, test } from "vitest";
import type { Message } from "../entity.ts";
import { getCallSystemMessages } from "./system-messages.ts";

const createMessage = (code: string, at: string) =>
  ({ line: { code }, created_at: `2026-11-21T${at}Z` }) as Message;
const lines = [
  createMessage("call_started", "10:00:00"),
  createMessage("call_ended", "10:01:00"),
  createMessage("call_started", "11:00:00"),
  createMessage("call_taken", "11:00:05"),
  // The telephony server reported the end late, with the earlier time at which the call ended.
  createMessage("call_ended", "11:09:00"),
  createMessage("call_started", "12:00:00"),
];

test("[API-175] a call has the lines from its start to the next start, however late its end was reported", () => {
  const codes = (at: string) =>
    getCallSystemMessages(lines, { created_at: `2026-11-21T${at}Z` }).map(
      (message) => message.line?.code,
    );
  expect(codes("10:00:00")).toEqual(["call_started", "call_ended"]);
  expect(codes("11:00:00")).toEqual(["call_started", "call_taken", "call_ended"]);
  expect(codes("12:00:00")).toEqual(["call_started"]);
  expect(codes("09:00:00")).toEqual([]);
  expect(getCallSystemMessages([], { created_at: "2026-11-21T10:00:00Z" })).toEqual([]);
});
