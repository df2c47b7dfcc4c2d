import { describe, expect, it } from "vitest";
import { compileText } from "./compile.ts";
import { i18n } from "./index.ts";
import { toPseudoText } from "./pseudo.ts";

const pseudoTextOf = (
  source: string,
  kind: "long" | "rtl",
  values: Record<string, string | number> = {},
): string => {
  i18n.setMessagesCompiler((text) => toPseudoText(compileText(text), kind));
  i18n.load("en", { "x.pseudo": source });
  i18n.activate("en");
  return i18n._("x.pseudo", values);
};

describe("pseudo-languages", () => {
  it("[CORE-052] the long one has accents and brackets, is a good third longer and leaves values alone", () => {
    const text = pseudoTextOf(
      "Waiting for {name}, {n, plural, one {# chat} other {# chats}} left",
      "long",
      { name: "Anna", n: 5 },
    );
    expect(text).toBe("⟦Ŵååīīťīīńğ ƒōōŕ Anna, 5 čĥååťš ĺēēƒť⟧");
    const english = "An owner who is gone loses his chats to the others after a while";
    expect(pseudoTextOf(english, "long").length / english.length).toBeGreaterThan(1.3);
  });
  it("[CORE-052] the other one runs from right to left around its values and is as wide as English", () => {
    expect(
      pseudoTextOf("To {name}: {n, plural, one {# line} other {# lines}}", "rtl", {
        name: "Anna",
        n: 1,
      }),
    ).toBe("\u202ETo \u2068Anna\u2069: \u20681 line\u2069\u202C");
  });
});
