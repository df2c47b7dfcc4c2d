import { defineTexts } from "../../../text/index.ts";

/** Interface texts of visits of a site. */
export const t = defineTexts({
  en: {
    "visits.title": "Visits",
    "visits.failed": "Visits could not be loaded.",
    "visits.pages": "{n, plural, one {# page} other {# pages}}",
    "visits.direct": "Direct",
  },
  ru: {
    "visits.title": "Визиты",
    "visits.failed": "Визиты не загрузились.",
    "visits.pages":
      "{n, plural, one {# страница} few {# страницы} many {# страниц} other {# страницы}}",
    "visits.direct": "Напрямую",
  },
});
