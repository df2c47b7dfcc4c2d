import { defineTexts } from "../../../text/index.ts";

/** Texts of the import of articles. */
export const importText = defineTexts({
  en: {
    "articles.import": "Import…",
    "articles.import.title": "Import articles",
    "articles.import.file": "Zip with a folder of Markdown",
    "articles.import.hint":
      "As the export writes it: care/oven.en.md. The folder is the section. At most 50 MiB and 2,000 texts.",
    "articles.import.busy": "Reading the folder…",
    "articles.import.plan":
      "{n, plural, =0 {The import would change nothing.} one {The import would write # text. Nothing is written yet.} other {The import would write # texts. Nothing is written yet.}}",
    "articles.import.done":
      "{n, plural, =0 {Nothing was changed.} one {# text was written.} other {# texts were written.}}",
    "articles.import.sections":
      "{n, plural, one {New section: {names}} other {New sections: {names}}}",
    "articles.import.start": "Import {n}",
    "articles.import.nothing": "There is nothing to import.",
    "articles.import.added": "new",
    "articles.import.changed": "changed",
    "articles.import.unchanged": "unchanged",
    "articles.import.left_out": "left out",
    "articles.import.more": "{n, plural, one {and # more file} other {and # more files}}",
  },
  ru: {
    "articles.import": "Импорт…",
    "articles.import.title": "Импорт статей",
    "articles.import.file": "Zip с папкой Markdown",
    "articles.import.hint":
      "Как пишет экспорт: care/oven.en.md. Папка — это раздел. Не больше 50 МиБ и 2000 текстов.",
    "articles.import.busy": "Читаем папку…",
    "articles.import.plan":
      "{n, plural, =0 {Импорт ничего не изменит.} one {Импорт запишет # текст. Пока ничего не записано.} few {Импорт запишет # текста. Пока ничего не записано.} many {Импорт запишет # текстов. Пока ничего не записано.} other {Импорт запишет # текста. Пока ничего не записано.}}",
    "articles.import.done":
      "{n, plural, =0 {Ничего не изменилось.} one {Записан # текст.} few {Записано # текста.} many {Записано # текстов.} other {Записано # текста.}}",
    "articles.import.sections":
      "{n, plural, one {Новый раздел: {names}} few {Новые разделы: {names}} many {Новые разделы: {names}} other {Новые разделы: {names}}}",
    "articles.import.start": "Импортировать: {n}",
    "articles.import.nothing": "Импортировать нечего.",
    "articles.import.added": "новая",
    "articles.import.changed": "изменена",
    "articles.import.unchanged": "без изменений",
    "articles.import.left_out": "пропущена",
    "articles.import.more":
      "{n, plural, one {и ещё # файл} few {и ещё # файла} many {и ещё # файлов} other {и ещё # файла}}",
  },
});
