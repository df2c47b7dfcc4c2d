import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of emails that can be folded. */
export const t = defineTexts({
  en: {
    "letter.name": "{name}, email, {time}",
    "letter.files": "{n, plural, one {# file} other {# files}}",
    "letter.unfold": "Unfold all emails",
    "letter.fold": "Fold all emails",
  },
  ru: {
    "letter.name": "{name}, письмо, {time}",
    "letter.files": "{n, plural, one {# файл} few {# файла} other {# файлов}}",
    "letter.unfold": "Развернуть все письма",
    "letter.fold": "Свернуть все письма",
  },
});
