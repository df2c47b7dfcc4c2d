import { defineTexts } from "../../../text/index.ts";

/** Interface texts of why a rule acted on a chat. */
export const t = defineTexts({
  en: {
    "reason.why": "Why?",
    "reason.at": "Values on {time}",
    "reason.always": "The rule has no condition, or its values are not shown to you.",
    "reason.missing": "missing",
    "reason.removed": "The values are no longer stored. They are kept for 30 days.",
    "reason.failed": "The values could not be loaded.",
    "reason.open": "Open rule",
  },
  ru: {
    "reason.why": "Почему?",
    "reason.at": "Значения на {time}",
    "reason.always": "У правила нет условия, или значения вам не показываются.",
    "reason.missing": "нет значения",
    "reason.removed": "Значения больше не хранятся: они удаляются через 30 дней.",
    "reason.failed": "Не удалось загрузить значения.",
    "reason.open": "Открыть правило",
  },
});
