import { toApiError } from "@parlour/client";
import { limitedSubjects } from "@parlour/protocol/api/limited-subjects";
import { expect, test } from "vitest";
import { getErrorText, getSendRefusalText } from "./ErrorMessage.tsx";

const refuse = (limit?: string) =>
  toApiError(
    { base: "" },
    {
      status: 409,
      header: () => null,
      text: JSON.stringify({ error: { code: "at_limit", message: "Too many.", limit } }),
    },
  );

test("[API-002] each limit has its own text, and an unknown one that of the server", () => {
  const texts = limitedSubjects.map((subject) => getErrorText(refuse(subject)));
  expect(new Set(texts).size).toBe(limitedSubjects.length);
  expect(texts.filter((text) => text.includes("chat limit"))).toEqual([
    getErrorText(refuse("chats")),
  ]);
  expect(getErrorText(refuse("imports"))).toContain("imports");
  expect(getErrorText(refuse("replays"))).toContain("replays");
  expect([getErrorText(refuse()), getErrorText(refuse("moons"))]).toEqual([
    "Too many.",
    "Too many.",
  ]);
});

test("[CORE-003] a message that is not sent at the limit names that of chats", () => {
  expect(getSendRefusalText({ code: "at_limit", message: "x" })).toContain("chat limit");
  expect(getSendRefusalText({ code: "chat_closed", message: "Closed." })).toBe("Closed.");
});
