import { defineTexts } from "../../text/index.ts";

/** Labels of the contacts of a visitor. */
export const t = defineTexts({
  en: {
    "contact.name": "Name",
    "contact.email": "Email",
    "contact.phone": "Phone",
    "contact.description": "About",
  },
  ru: {
    "contact.name": "Имя",
    "contact.email": "Почта",
    "contact.phone": "Телефон",
    "contact.description": "Описание",
  },
});
