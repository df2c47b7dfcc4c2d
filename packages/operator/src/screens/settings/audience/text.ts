import { defineTexts } from "../../../text/index.ts";

/** Who uses a view or macro. */
export const t = defineTexts({
  en: {
    "audience.me": "Only me",
    "audience.all": "Everyone",
    "audience.department": "Department {name}",
  },
  ru: {
    "audience.me": "Только мне",
    "audience.all": "Всем",
    "audience.department": "Отдел «{name}»",
  },
});
