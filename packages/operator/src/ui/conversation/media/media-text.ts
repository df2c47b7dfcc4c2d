import { defineTexts } from "../../../text/index.ts";

/** Interface texts of files and media in a conversation. */
export const mediaText = defineTexts({
  en: {
    "media.open": "Open {name} in a new tab",
    "media.map": "Show on a map",
    "media.alt": "{kind}: {name}",
    "media.enlarge": "Enlarge",
    "media.place": "{n} of {of}",
    "media.previous": "Previous photo",
    "media.next": "Next photo",
    "media.broken": "This image cannot be shown. Open the file instead.",
    "media.none": "File not available",
    "media.speed": "Playback speed",
  },
  ru: {
    "media.open": "Открыть {name} в новой вкладке",
    "media.map": "На карте",
    "media.alt": "{kind}: {name}",
    "media.enlarge": "Увеличить",
    "media.place": "{n} из {of}",
    "media.previous": "Предыдущее фото",
    "media.next": "Следующее фото",
    "media.broken": "Не удалось показать изображение. Откройте файл.",
    "media.none": "Файл недоступен",
    "media.speed": "Скорость воспроизведения",
  },
});
