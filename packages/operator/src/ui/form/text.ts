import { defineTexts } from "../../text/index.ts";

/** Interface texts of the forms of pages: saving, changes, conflicts. */
export const t = defineTexts({
  en: {
    "page.side": "Status and test",
    "page.unsaved": "Save",
    "page.save": "Save",
    "page.saving": "Saving…",
    "page.offline": "You are offline. You can save again once you are back online.",
    "page.discard": "Discard",
    "page.changed": "edited",
    "page.notsaved": "Not saved: {names}",
    "page.names.more": "{names} and {n} more",
    "page.saved.bar": "Saved",
    "page.overtaken":
      "Someone else saved other values here in the meantime. If you save now, you replace them:",
    "page.theirs": "Use theirs",
    "saves.failed": "Not saved:",
    "saves.open": "Open",
    "saves.ok": "OK",
    "page.on": "On",
    "page.off": "Off",
  },
  ru: {
    "page.side": "Состояние и проверка",
    "page.unsaved": "Сохранение",
    "page.save": "Сохранить",
    "page.saving": "Сохраняем…",
    "page.offline": "Нет связи. Сохранить можно будет, когда она появится.",
    "page.discard": "Отменить",
    "page.changed": "изменено",
    "page.notsaved": "Не сохранено: {names}",
    "page.names.more": "{names} и ещё {n}",
    "page.saved.bar": "Сохранено",
    "page.overtaken":
      "Кто-то тем временем сохранил здесь другие значения. Если сохраните, вы их замените:",
    "page.theirs": "Принять их",
    "saves.failed": "Не сохранено:",
    "saves.open": "Открыть",
    "saves.ok": "ОК",
    "page.on": "Вкл",
    "page.off": "Выкл",
  },
});
