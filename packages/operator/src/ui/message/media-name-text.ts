import { defineTexts } from "../../text/index.ts";

/** Names of the kinds of media. */
export const mediaNameText = defineTexts({
  en: {
    "media.photo": "Photo",
    "media.video": "Video",
    "media.audio": "Audio",
    "media.voice": "Voice message",
    "media.sticker": "Sticker",
    "media.document": "Document",
    "media.location": "Location",
  },
  ru: {
    "media.photo": "Фото",
    "media.video": "Видео",
    "media.audio": "Аудио",
    "media.voice": "Голосовое",
    "media.sticker": "Стикер",
    "media.document": "Документ",
    "media.location": "Место",
  },
});
