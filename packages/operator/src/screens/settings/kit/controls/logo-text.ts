import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the field for a logo. */
export const t = defineTexts({
  en: {
    "logofield.alt": "Current logo",
    "logofield.remove": "Remove logo",
    "logofield.type": "This file is neither PNG nor SVG. Choose another one.",
    "logofield.size": "This file is larger than 64 KiB. Choose a smaller one.",
  },
  ru: {
    "logofield.alt": "Текущий логотип",
    "logofield.remove": "Убрать логотип",
    "logofield.type": "Это не PNG и не SVG. Выберите другой файл.",
    "logofield.size": "Файл больше 64 КиБ. Выберите файл поменьше.",
  },
});
