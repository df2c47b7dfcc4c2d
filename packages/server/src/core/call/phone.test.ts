import { describe, expect, it } from "vitest";
import { parsePhoneNumber } from "./phone.ts";

describe("phone", () => {
  it.each([
    ["+49 (30) 111-222.3", "+49301112223"],
    ["0049 30 1112223", "+49301112223"],
    ["030 111 222", "030111222"],
    ["1234567", "1234567"],
    ["123456", null],
    ["+1234567890123456", null],
    ["++4930111222", null],
    ["49+30111222", null],
    ["+49 30 11122a", null],
    ["٠٣٠١١١٢٢٢", null],
    ["", null],
  ])("[WG-061] %j is the number %j", (input, phone) => {
    expect(parsePhoneNumber(input, [])).toBe(phone);
  });
  it("[WG-061] with countries a number must name one of them", () => {
    const prefixes = ["+49", "+43"];
    expect(parsePhoneNumber("+49 30 111222", prefixes)).toBe("+4930111222");
    expect(parsePhoneNumber("0043 1 1112223", prefixes)).toBe("+4311112223");
    expect(parsePhoneNumber("+44 20 7946 0958", prefixes)).toBeNull();
    expect(parsePhoneNumber("030 111222", prefixes)).toBeNull();
  });
});
