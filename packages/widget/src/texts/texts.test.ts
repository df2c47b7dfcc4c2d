import { expect, test } from "vitest";
import { greetings } from "@parlour/protocol/entity/widget/greetings";
import { widgetLanguages } from "@parlour/protocol/settings/widget-settings";
import { first as ar } from "./ar.ts";
import { ar as formsAr } from "./forms/ar.ts";
import { ar as homeAr } from "./home/ar.ts";
import { ar as moreAr } from "./more/ar.ts";
import { first as de } from "./de.ts";
import { de as formsDe } from "./forms/de.ts";
import { de as homeDe } from "./home/de.ts";
import { de as moreDe } from "./more/de.ts";
import { first as en, type Texts } from "./en.ts";
import { en as formsEn } from "./forms/en.ts";
import { en as homeEn } from "./home/en.ts";
import { en as moreEn } from "./more/en.ts";
import { first as es } from "./es.ts";
import { es as formsEs } from "./forms/es.ts";
import { es as homeEs } from "./home/es.ts";
import { es as moreEs } from "./more/es.ts";
import { first as fr } from "./fr.ts";
import { fr as formsFr } from "./forms/fr.ts";
import { fr as homeFr } from "./home/fr.ts";
import { fr as moreFr } from "./more/fr.ts";
import { toLanguage, createTextFunction } from "./index.ts";
import { first as pt } from "./pt.ts";
import { pt as formsPt } from "./forms/pt.ts";
import { pt as homePt } from "./home/pt.ts";
import { pt as morePt } from "./more/pt.ts";
import { first as ru } from "./ru.ts";
import { ru as formsRu } from "./forms/ru.ts";
import { ru as homeRu } from "./home/ru.ts";
import { ru as moreRu } from "./more/ru.ts";
import { first as tr } from "./tr.ts";
import { tr as formsTr } from "./forms/tr.ts";
import { tr as homeTr } from "./home/tr.ts";
import { tr as moreTr } from "./more/tr.ts";
import { first as uk } from "./uk.ts";
import { uk as formsUk } from "./forms/uk.ts";
import { uk as homeUk } from "./home/uk.ts";
import { uk as moreUk } from "./more/uk.ts";
import { first as zh } from "./zh.ts";
import { zh as formsZh } from "./forms/zh.ts";
import { zh as homeZh } from "./home/zh.ts";
import { zh as moreZh } from "./more/zh.ts";

const textsByLanguage: Readonly<Record<(typeof widgetLanguages)[number], Texts>> = {
  en: { ...en, ...homeEn, ...formsEn, ...moreEn },
  ru: { ...ru, ...homeRu, ...formsRu, ...moreRu },
  es: { ...es, ...homeEs, ...formsEs, ...moreEs },
  ar: { ...ar, ...homeAr, ...formsAr, ...moreAr },
  de: { ...de, ...homeDe, ...formsDe, ...moreDe },
  fr: { ...fr, ...homeFr, ...formsFr, ...moreFr },
  pt: { ...pt, ...homePt, ...formsPt, ...morePt },
  tr: { ...tr, ...homeTr, ...formsTr, ...moreTr },
  uk: { ...uk, ...homeUk, ...formsUk, ...moreUk },
  zh: { ...zh, ...homeZh, ...formsZh, ...moreZh },
};
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
  expect(["nl", "", "x", "constructor", "eng"].map(toLanguage)).toEqual([
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
