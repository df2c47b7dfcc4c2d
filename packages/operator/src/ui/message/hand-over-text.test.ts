import { expect, test } from "vitest";
import { createMessage } from "../../../tests/entities.ts";
import { actionLineText } from "./action-line-text.ts";
import { formatSystemMessage } from "./format-message.ts";
import { describeHandOver } from "./hand-over-text.ts";

const format = (detail: string): string =>
  formatSystemMessage(
    createMessage(1, 1, "", {
      kind: "text",
      author: { kind: "system", id: null, name: "" },
      line: { code: "agent_handed_over", detail },
    }),
  );

test("[AGENT-040] the line of a hand-over says its reason in words, also a reason without a text", () => {
  expect(actionLineText).toBeTypeOf("function");
  expect(format("no_source")).toBe("Handed over by the agent: no source answers the question");
  expect(format("new_reason")).toBe("Handed over by the agent: new reason");
  expect(describeHandOver("topic")).toBe("a topic for people");
});
