import { describe, expect, it } from "vitest";
import { findActionsProblem } from "./problems.ts";

describe("actions", () => {
  it.each([
    { type: "tag", tag_id: 7 },
    { type: "assign", department_id: 2 },
    { type: "snooze", for_s: 3600 },
    { type: "snooze", until: "2026-12-01T09:00:00+01:00", stay: true },
    { type: "snooze", until: null, stay: false },
    { type: "set_field", field: "visitor.plan", value: "pro" },
    { type: "set_field", field: "chat.topics", value: ["a", "b"] },
    { type: "set_field", field: "chat.vip", value: null },
    { type: "note", text: "Look", mentions: [2, 3] },
    { type: "assign", bot_id: 2 },
    { type: "remind", for_s: 3600, text: "Call back" },
    { type: "remind", until: "2026-12-01T09:00:00Z", text: "Call back", operator_id: 3 },
    { type: "ask_rating" },
    { type: "mail_transcript" },
    { type: "mail_transcript", address: "ann@shop.example" },
    { type: "block", reason: "Spam", for_s: 3600 },
    { type: "close" },
  ])("[ACT-010] %j is valid", (action) => {
    expect(findActionsProblem([action], "do")).toBeNull();
  });

  it.each([
    [{ type: "bark" }, "do[0].type", "must be tag or "],
    [{ type: "tag" }, "do[0].tag_id", "is missing"],
    [{ type: "tag", tag_id: "7" }, "do[0].tag_id", "must be the id of a tag"],
    [{ type: "close", text: "Bye" }, "do[0].text", "is no argument of close"],
    [{ type: "snooze", stay: true }, "do[0]", "must have exactly one of for_s, until"],
    [{ type: "snooze", for_s: 60, until: "2026-12-01T09:00:00Z" }, "do[0]", "exactly one of"],
    [{ type: "snooze", for_s: 0 }, "do[0].for_s", "must be a whole number from 1 to 31622400"],
    [{ type: "snooze", for_s: null }, "do[0].for_s", "must be a whole number"],
    [{ type: "snooze", until: "tomorrow" }, "do[0].until", "RFC 3339 time with a zone, or null"],
    [{ type: "snooze", until: null, stay: true }, "do[0].stay", "needs a time in until"],
    [{ type: "snooze", until: null, promise: true }, "do[0].promise", "needs a time in until"],
    [{ type: "remind", until: null, text: "Call" }, "do[0].until", "must be an RFC 3339 time"],
    [{ type: "snooze", for_s: 60, stay: 1 }, "do[0].stay", "must be true or false"],
    [{ type: "remind", for_s: 60 }, "do[0].text", "is missing"],
    [{ type: "block", for_s: 60 }, "do[0].reason", "is missing"],
    [{ type: "note", text: "Look", mentions: ["2"] }, "do[0].mentions", "at most 20 ids"],
    [
      { type: "notify", operator_ids: [], by: "push", text: "Look" },
      "do[0].operator_ids",
      "1 to 20 ids",
    ],
    [{ type: "mail_transcript", address: "ann" }, "do[0].address", "must be an email address"],
    [{ type: "set_field", field: "plan", value: 1 }, "do[0].field", "such as visitor.plan"],
    [{ type: "set_field", field: "chat.plan" }, "do[0].value", "is missing"],
    [{ type: "set_field", field: "chat.plan", value: [1] }, "do[0].value", "or null"],
  ])("[ACT-011] %j is refused at %s", (action, path, problem) => {
    const found = findActionsProblem([action], "do");
    expect(found?.slice(0, 2)).toEqual([path, expect.stringContaining(problem)]);
  });
});
