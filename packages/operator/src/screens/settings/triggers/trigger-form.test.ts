import type { Channel } from "@parlour/protocol";
import { expect, test } from "vitest";
import { countVisitorsByText, getRuleLanguages } from "./trigger-form.ts";

const createWidget = (id: number, language: string | null) =>
  ({ id, kind: "widget", widget: { language } }) as unknown as Channel;

test("[WG-053] [WG-089] texts are offered in the languages that the rule's widgets may speak", () => {
  const widgets = [createWidget(1, "ru"), createWidget(2, "de"), createWidget(3, null)];
  expect(getRuleLanguages(widgets, [1])).toEqual(["ru"]);
  expect(getRuleLanguages(widgets, [1, 2])).toEqual(["ru", "de"]);
  for (const channels of [null, [3], [1, 3], []])
    expect(getRuleLanguages(widgets, channels)).toHaveLength(25);
});

test("[API-041] [WG-053] a dry run counts which of the texts those would have read whom the rule reached", () => {
  const visitor = (language: string, result = "fires") => ({ language, result });
  const visitors = [
    visitor("de-AT"),
    visitor("de"),
    visitor("he"),
    visitor("ru"),
    visitor("fr"),
    visitor(""),
    visitor("de", "no"),
  ];
  const invite = (texts: object) => [{ type: "invitation", text: "Hi", texts } as const];
  expect(
    countVisitorsByText([{ type: "open" }, { type: "invitation", text: "Hi" }], visitors),
  ).toEqual([]);
  expect(countVisitorsByText(invite({ de: "Hallo" }), visitors)).toEqual([
    [null, 4],
    ["de", 2],
  ]);
  // Hebrew is no widget language, so the chat window of a Hebrew visitor uses English.
  expect(countVisitorsByText(invite({ en: "Hello", fr: "Salut" }), visitors)).toEqual([
    [null, 3],
    ["en", 2],
    ["fr", 1],
  ]);
});
