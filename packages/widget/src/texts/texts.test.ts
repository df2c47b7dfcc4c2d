import { expect, test } from "vitest";
import { widgetLanguages } from "@parlour/protocol/widget-settings";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { languageOf, wordsIn } from "./index.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";
import { tr } from "./tr.ts";
import { uk } from "./uk.ts";
import { zh } from "./zh.ts";

const all: Readonly<Record<(typeof widgetLanguages)[number], Texts>> = { en, ru, es, ar, de, fr, pt, tr, uk, zh };
const holes = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(widgetLanguages)("[WG-089] %s has every text with its places, and a form for each of its plurals", (language) => {
  const texts = all[language];
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const [key, own] of Object.entries(en) as [keyof Texts, Texts[keyof Texts]][]) {
    const text = texts[key];
    if (typeof own === "string") {
      expect(text, key).toMatch(/\S/);
      if (typeof text === "string") expect(holes(text), key).toEqual(holes(own));
    } else {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      expect(Object.keys(text).sort(), key).toEqual([...forms].sort());
      // An exact form ("less than a minute") may say its number in words.
      for (const [form, words] of Object.entries(text)) if (form !== "zero") expect(holes(words), `${key} ${form}`).toEqual(["{count}"]);
    }
  }
});

test("[WG-089] a language of ours is found behind its tags; others are English", () => {
  expect(["de-AT", "pt_BR", "ZH-hans", "uk"].map(languageOf)).toEqual(["de", "pt", "zh", "uk"]);
  expect(["nl", "", "x", "constructor", "eng"].map(languageOf)).toEqual(["en", "en", "en", "en", "en"]);
});

test("[WG-089] numbers take the form of their language", () => {
  const words = wordsIn("ru", ru);
  expect([1, 2, 5, 21].map((count) => words.count("newMessages", count))).toEqual([
    "1 новое сообщение",
    "2 новых сообщения",
    "5 новых сообщений",
    "21 новое сообщение",
  ]);
  expect(wordsIn("en", en)("typing", { name: "$& {count}" })).toBe("$& {count} is typing");
});
