import { defineTexts } from "../../text/index.ts";

/**
 * Texts of system messages that only actions write. `formatSystemMessage` finds them by the code of
 * the message.
 */
export const actionLineText = defineTexts({
  en: {
    "line.reminded": "{name} set a reminder for {to}: {time}",
  },
  ru: {
    "line.reminded": "{name}: напоминание для {to}: {time}",
  },
});
