import { toApiError } from "@parlour/client";
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

test("[API-002] only the limit of chats has the words about chats", () => {
  expect(getErrorText(refuse("chats"))).toContain("chat limit");
  for (const limit of ["imports", "replays", undefined])
    expect(getErrorText(refuse(limit))).toBe("Too many.");
});

test("[CORE-003] a message that is not sent at the limit names that of chats", () => {
  expect(getSendRefusalText({ code: "at_limit", message: "x" })).toContain("chat limit");
  expect(getSendRefusalText({ code: "chat_closed", message: "Closed." })).toBe("Closed.");
});
