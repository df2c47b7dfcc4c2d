import { defineTexts } from "../../text/index.ts";

/** Interface texts of the numbers of a company. */
export const t = defineTexts({
  en: {
    "company.people": "{n, plural, one {# person} other {# people}}",
  },
  ru: {
    "company.people":
      "{n, plural, one {# человек} few {# человека} many {# человек} other {# человека}}",
  },
});
