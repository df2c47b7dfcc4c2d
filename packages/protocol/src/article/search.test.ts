import { expect, test } from "vitest";
import { createSlug } from "./facts.ts";
import { listWords, searchConfigOf, separateWords } from "./search.ts";

test("[ART-020] a language has its search configuration, others are searched as they are", () => {
  expect(["de", "pt-br", "nb", "ja", "und"].map(searchConfigOf)).toEqual([
    "german",
    "portuguese",
    "norwegian",
    "simple",
    "simple",
  ]);
});
test("[ART-020] words of languages without spaces are separated", () => {
  expect(separateWords("zh", "退货政策").split(" ").length).toBeGreaterThan(1);
  expect(separateWords("en", "Oven  safe")).toBe("Oven  safe");
  expect(listWords("en", `Oven, oven & DISHWASHER ${"x".repeat(41)}`)).toEqual([
    "oven",
    "dishwasher",
  ]);
  expect(listWords("en", "…")).toEqual([]);
});
test("[ART-002] a slug has lower-case words of any script", () => {
  expect(
    ["Oven & dishwasher", "  Возврат денег! ", "أين طردي؟", "…", "a".repeat(90)].map(createSlug),
  ).toEqual(["oven-dishwasher", "возврат-денег", "أين-طردي", "", "a".repeat(80)]);
});
