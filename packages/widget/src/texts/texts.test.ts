import { expect, test } from "vitest";
import { greetings } from "@parlour/protocol/entity/widget/greetings";
import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { Texts } from "./en/first.ts";
import { createTextFunction, languageFiles, toLanguage } from "./index.ts";

const loadAllTexts = async (language: WidgetLanguage): Promise<Texts> => {
  const { first, home, forms, more } = await languageFiles[language]();
  return { ...first, ...(await home()), ...(await forms()), ...(await more()) };
};
const textsByLanguage = Object.fromEntries(
  await Promise.all(
    widgetLanguages.map(async (language) => [language, await loadAllTexts(language)] as const),
  ),
) as Readonly<Record<WidgetLanguage, Texts>>;

const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(widgetLanguages)(
  "[WG-089] %s has every text with its places, and a form for each of its plurals",
  (language) => {
    const texts = textsByLanguage[language];
    expect(Object.keys(texts)).toEqual(Object.keys(textsByLanguage.en));
    for (const [key, english] of Object.entries(textsByLanguage.en) as [
      keyof Texts,
      Texts[keyof Texts],
    ][]) {
      const text = texts[key];
      if (typeof english === "string") {
        expect(text, key).toMatch(/\S/);
        if (typeof text === "string")
          expect(placeholders(text), key).toEqual(placeholders(english));
      } else {
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        expect(Object.keys(text).sort(), key).toEqual([...forms].sort());
        // A text for an exact number may spell the number out, as in "less than a minute".
        for (const [form, words] of Object.entries(text))
          if (form !== "zero") expect(placeholders(words), `${key} ${form}`).toEqual(["{count}"]);
      }
    }
  },
);

test.each(widgetLanguages)(
  "[WG-111] the greeting that the server stores in %s is the one that the window shows",
  (language) => {
    expect(greetings[language]).toBe(textsByLanguage[language].hello);
  },
);

test("[WG-089] a language of ours is found behind its tags; others are English", () => {
  expect(["de-AT", "pt_BR", "ZH-hans", "uk"].map(toLanguage)).toEqual(["de", "pt", "zh", "uk"]);
  expect(["he", "", "x", "constructor", "eng"].map(toLanguage)).toEqual([
    "en",
    "en",
    "en",
    "en",
    "en",
  ]);
});

test("[WG-089] numbers take the form of their language", () => {
  const words = createTextFunction("ru", textsByLanguage.ru);
  expect([1, 2, 5, 21].map((count) => words.count("newMessages", count))).toEqual([
    "1 новое сообщение",
    "2 новых сообщения",
    "5 новых сообщений",
    "21 новое сообщение",
  ]);
  expect(createTextFunction("en", textsByLanguage.en)("typing", { name: "$& {count}" })).toBe(
    "$& {count} is typing",
  );
});
