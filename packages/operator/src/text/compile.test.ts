import { describe, expect, it } from "vitest";
import { i18n } from "./index.ts";
import { compileText } from "./compile.ts";

describe("catalogue texts", () => {
  it("[CORE-052] a placeholder takes its value, a plural its form", () => {
    i18n.load("en", {
      "x.moved": "{n, plural, one {# chat moved} other {# chats moved}} by {who}",
    });
    i18n.activate("en");
    expect(i18n._("x.moved", { n: 1, who: "Ivan" })).toBe("1 chat moved by Ivan");
    expect(i18n._("x.moved", { n: 5, who: "Ivan" })).toBe("5 chats moved by Ivan");
  });
  it("[CORE-052] an unclosed brace is refused, not shown", () => {
    expect(() => compileText("Hello {name")).toThrow(/unclosed/);
  });
});
