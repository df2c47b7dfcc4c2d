import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the picker of quick replies. */
export const t = defineTexts({
  en: {
    "replies.list": "Quick replies",
    "replies.preview": "Preview",
    "replies.missing": "{name}: unknown, left out",
    "replies.unknown": "“{name}” is not a variable. The visitor reads it as written.",
    "replies.ask": "No quick reply is called “{name}”. Press Enter again to send it as text.",
    "replies.none": "No quick replies yet.",
    "replies.make": "Create one in Settings",
    "replies.manage": "Manage quick replies",
    "replies.loading": "Loading quick replies",
    "replies.failed": "Quick replies could not be loaded: {why}",
    "replies.own": "personal",
    "replies.article": "article",
  },
  ru: {
    "replies.list": "Быстрые ответы",
    "replies.preview": "Предпросмотр",
    "replies.missing": "{name}: неизвестно, пропускается",
    "replies.unknown": "«{name}» — не переменная. Посетитель увидит её как есть.",
    "replies.ask":
      "Быстрого ответа «{name}» нет. Нажмите Enter ещё раз, чтобы отправить как текст.",
    "replies.none": "Быстрых ответов пока нет.",
    "replies.make": "Создать в настройках",
    "replies.manage": "Управлять быстрыми ответами",
    "replies.loading": "Быстрые ответы загружаются",
    "replies.failed": "Быстрые ответы не загрузились: {why}",
    "replies.own": "личный",
    "replies.article": "статья",
  },
});
