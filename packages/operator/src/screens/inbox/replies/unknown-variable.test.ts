import { expect, test } from "vitest";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";

test("[API-442] a word in braces that nothing replaces is found, braces around more are text", () => {
  const found = ["Hi {name}", "{Name|there}", "{ visitor.name }", "{имя}", "{visitor.nmae}", "{x}"];
  expect(found.map(findUnknownVariable)).toEqual([
    "name",
    "Name",
    "visitor.name",
    "имя",
    "visitor.nmae",
    "x",
  ]);
  const texts = ["{visitor.name}", "{visitor.name|there}", '{"a": 1}', "{}", "{see below}", "{ }"];
  expect(texts.map(findUnknownVariable)).toEqual(texts.map(() => null));
});
