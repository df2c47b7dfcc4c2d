import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of emails that can be folded. */
export const t = defineTexts({
  en: {
    "letter.name": "Email of {name}, {time}",
    "letter.name.you": "Your email, {time}",
    "letter.files": "{n, plural, one {# file} other {# files}}",
    "letter.unfold": "Unfold all emails",
    "letter.fold": "Fold all emails",
  },
  ru: {
    "letter.name": "Письмо от {name}, {time}",
    "letter.name.you": "Ваше письмо, {time}",
    "letter.files": "{n, plural, one {# файл} few {# файла} other {# файлов}}",
    "letter.unfold": "Развернуть все письма",
    "letter.fold": "Свернуть все письма",
  },
});
