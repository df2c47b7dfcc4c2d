import type { Message } from "@parlour/protocol";
import { expect, it } from "vitest";
import { routingStepText } from "./format-routing-step.ts";

it("[CORE-190] a chat that still waits names the mail that is being sent", () => {
  const message: Message = {
    seq: 1,
    id: 1,
    chat_id: 1,
    author: { kind: "bot", id: 1, name: "Oleg" },
    kind: "text",
    text: "",
    created_at: "2026-11-20T10:00:00.000Z",
    line: {
      code: "ladder_mail",
      assignment: { rules: ["ladder_mail"], eligible: [1], others: [] },
    },
  };
  expect(routingStepText(message)).toBe("Still waiting. Sending email to 1 operator");
});
