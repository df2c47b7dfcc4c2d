import { defineTexts } from "../../text/index.ts";

/** Interface texts of the colour field. */
export const accentText = defineTexts({
  en: {
    "site.accent": "Accent colour",
    "accent.good": "Contrast {n}:1 with white text. Good.",
    "accent.dark": "Contrast {n}:1 with dark text. Good.",
    "accent.low": "Contrast {n}:1. Text needs at least 4.5:1 to be readable for everyone.",
    "accent.wrong": "Enter # and six digits or letters, such as #0B6B5D.",
    "accent.pick": "Pick a colour",
  },
  ru: {
    "site.accent": "Основной цвет",
    "accent.good": "Контраст {n}:1 с белым текстом. Хорошо.",
    "accent.dark": "Контраст {n}:1 с тёмным текстом. Хорошо.",
    "accent.low": "Контраст {n}:1. Чтобы текст могли прочесть все, нужно не меньше 4,5:1.",
    "accent.wrong": "Введите # и шесть цифр или букв, например #0B6B5D.",
    "accent.pick": "Выбрать цвет",
  },
});
