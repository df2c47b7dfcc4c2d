import { expect, test } from "vitest";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";

test("[API-442] a word in braces that nothing replaces is found, braces around more are text", () => {
  const found = ["Hi {name}", "{Name|there}", "{ visitor.name }", "{имя}", "{visitor.nmae}", "{x}"];
  expect(found.map((text) => findUnknownVariable(text, []))).toEqual([
    "name",
    "Name",
    "visitor.name",
    "имя",
    "visitor.nmae",
    "x",
  ]);
  const texts = ["{visitor.name}", "{visitor.name|there}", '{"a": 1}', "{}", "{see below}", "{ }"];
  expect(texts.map((text) => findUnknownVariable(text, []))).toEqual(texts.map(() => null));
});

test("[FLD-022] the fields of the account are variables", () => {
  const fields = [{ object: "visitor", key: "plan_2" }] as const;
  expect(findUnknownVariable("{visitor.plan_2|free} {visitor.name}", fields)).toBeNull();
  expect(findUnknownVariable("{chat.plan_2}", fields)).toBe("chat.plan_2");
});
