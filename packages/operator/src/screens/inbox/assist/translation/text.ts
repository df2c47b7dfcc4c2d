import { defineTexts, joinTexts } from "../../../../text/index.ts";
import { t as shared } from "../../../../ui/assist/text.ts";

const own = defineTexts({
  en: {
    "translation.working": "Translating",
    "translation.from": "Translated from {language} by a machine",
    "translation.unknown": "Translated by a machine",
    "translation.failed": "Not translated.",
    "translation.hide": "Show original only",
    "translation.show": "Show translation",
  },
  ru: {
    "translation.working": "Переводится",
    "translation.from": "Машинный перевод, язык оригинала: {language}",
    "translation.unknown": "Машинный перевод",
    "translation.failed": "Не переведено.",
    "translation.hide": "Только оригинал",
    "translation.show": "Показать перевод",
  },
});

/** Texts below translated messages. */
export const t = joinTexts(own, shared);
