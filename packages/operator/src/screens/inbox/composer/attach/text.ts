import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of attached files. They are loaded with the list of the files. */
export const t = defineTexts({
  en: {
    "attach.list": "Files to send",
    "attach.remove": "Remove {name}",
    "attach.cancel": "Cancel upload of {name}",
    "attach.retry": "Retry now",
    "attach.listen": "Listen to the recording",
  },
  ru: {
    "attach.list": "Файлы к отправке",
    "attach.remove": "Убрать {name}",
    "attach.cancel": "Отменить загрузку {name}",
    "attach.retry": "Повторить сейчас",
    "attach.listen": "Прослушать запись",
  },
});
