import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the settings search. */
export const t = defineTexts({
  en: {
    "settingssearch.label": "Find a setting",
    "settingssearch.count": "{n, plural, one {# result} other {# results}}",
    "settingssearch.status": "{n, plural, one {# setting found} other {# settings found}}",
    "settingssearch.none": "No setting found for “{text}”.",
    "settingssearch.docs": "Search the docs",
    "settingssearch.synonyms": "{area} · {words}",
    "settingssearch.choose": "“{field}” is set for each entry. Choose one to see it.",
  },
  ru: {
    "settingssearch.label": "Найти настройку",
    "settingssearch.count":
      "{n, plural, one {# результат} few {# результата} other {# результатов}}",
    "settingssearch.status":
      "{n, plural, one {Найдена # настройка} few {Найдено # настройки} other {Найдено # настроек}}",
    "settingssearch.none": "По запросу «{text}» настроек не найдено.",
    "settingssearch.docs": "Искать в документации",
    "settingssearch.synonyms": "{area} · {words}",
    "settingssearch.choose": "«{field}» задаётся отдельно для каждой записи. Выберите нужную.",
  },
});
