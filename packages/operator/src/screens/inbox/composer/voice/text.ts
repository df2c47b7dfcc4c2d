import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of voice messages. */
export const t = defineTexts({
  en: {
    "voice.record": "Record a voice message",
    "voice.asking": "Allow the microphone in your browser.",
    "voice.recording": "Recording",
    "voice.stop": "Stop",
    "voice.discard": "Discard the recording",
    "voice.recorded": "Recorded. Listen to it, or send it.",
    "voice.close": "Dismiss",
    "voice.denied":
      "The browser blocks the microphone. Allow it in the site settings beside the address, then record again.",
    "voice.missing": "No microphone found. Connect one, then record again.",
    "voice.failed":
      "The microphone does not respond. Close other programs that use it, then record again.",
  },
  ru: {
    "voice.record": "Записать голосовое сообщение",
    "voice.asking": "Разрешите браузеру доступ к микрофону.",
    "voice.recording": "Идёт запись",
    "voice.stop": "Остановить",
    "voice.discard": "Удалить запись",
    "voice.recorded": "Записано. Прослушайте или отправьте.",
    "voice.close": "Скрыть",
    "voice.denied":
      "Браузер блокирует микрофон. Разрешите доступ в настройках сайта рядом с адресом и запишите снова.",
    "voice.missing": "Микрофон не найден. Подключите его и запишите снова.",
    "voice.failed":
      "Микрофон не отвечает. Закройте другие программы, которые его используют, и запишите снова.",
  },
});
