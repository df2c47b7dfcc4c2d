import { expect, test } from "vitest";
import { formatPhone } from "./format-phone.ts";

test("[CORE-149] an international number has the groups of its country; other text stays as it is", () => {
  expect(
    ["+4930901820", "+49 (30) 901820", "+442079460958", "+79161234567", "+14155552671"].map(
      formatPhone,
    ),
  ).toEqual([
    "+49 30 901820",
    "+49 30 901820",
    "+44 20 7946 0958",
    "+7 916 123 45 67",
    "+1 415 555 2671",
  ]);
  for (const text of [
    "030 111 2223",
    "0301112223",
    "+12",
    "+999123456",
    "call +49 30 901820 after six",
    "",
  ])
    expect(formatPhone(text)).toBe(text);
});
