import { defineTexts } from "../../../text/index.ts";

/** Texts of the settings search. */
export const t = defineTexts({
  en: {
    "setfind.label": "Find a setting",
    "setfind.count": "{n, plural, one {# result} other {# results}}",
    "setfind.status": "{n, plural, one {# setting found} other {# settings found}}",
    "setfind.none": "No setting found for “{text}”.",
    "setfind.docs": "Search the docs",
    "setfind.page": "{group} → {page}",
    "setfind.synonyms": "{group} · {words}",
    "setfind.choose": "“{field}” is set for each entry. Choose one to see it.",
  },
  ru: {
    "setfind.label": "Найти настройку",
    "setfind.count": "{n, plural, one {# результат} few {# результата} other {# результатов}}",
    "setfind.status": "{n, plural, one {Найдена # настройка} few {Найдено # настройки} other {Найдено # настроек}}",
    "setfind.none": "По запросу «{text}» настроек не найдено.",
    "setfind.docs": "Искать в документации",
    "setfind.page": "{group} → {page}",
    "setfind.synonyms": "{group} · {words}",
    "setfind.choose": "«{field}» задаётся отдельно для каждой записи. Выберите нужную.",
  },
});
