import { defineTexts } from "../../../text/index.ts";

/** Texts of the picker of quick replies. */
export const t = defineTexts({
  en: {
    "replies.button": "Quick replies",
    "replies.list": "Quick replies",
    "replies.preview": "What will be written",
    "replies.missing": "{name}: not known here, left out",
    "replies.none": "No quick replies yet.",
    "replies.make": "Make one in the settings",
    "replies.manage": "Change quick replies",
    "replies.loading": "Quick replies are loading",
    "replies.failed": "Quick replies could not be loaded: {why}",
    "replies.own": "own",
  },
  ru: {
    "replies.button": "Быстрые ответы",
    "replies.list": "Быстрые ответы",
    "replies.preview": "Что будет написано",
    "replies.missing": "{name}: здесь неизвестно, пропускается",
    "replies.none": "Быстрых ответов пока нет.",
    "replies.make": "Создать в настройках",
    "replies.manage": "Изменить быстрые ответы",
    "replies.loading": "Быстрые ответы загружаются",
    "replies.failed": "Быстрые ответы не загрузились: {why}",
    "replies.own": "свой",
  },
});
