import { expect, test } from "vitest";
import { joinSentences } from "./live-region.tsx";

test.each([
  [["Anna wrote."], "Anna wrote."],
  [["Anna wrote.", "Boris wrote."], "Anna wrote. Boris wrote."],
  [["Copied", "Is anybody there?", "2 more messages"], "Copied. Is anybody there? 2 more messages"],
])("[CORE-333] announced texts have one full stop between them: %j", (texts, announced) => {
  expect(joinSentences(texts)).toBe(announced);
});
