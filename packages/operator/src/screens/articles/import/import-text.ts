import { defineTexts } from "../../../text/index.ts";

/** Texts of the import of articles. */
export const importText = defineTexts({
  en: {
    "articles.import": "Import…",
    "articles.import.title": "Import articles",
    "articles.import.file": "Zip with a folder of Markdown, or export of another system",
    "articles.import.hint":
      "As the export writes it: care/oven.en.md. The folder is the section. Or JSON of Zendesk, Intercom or Chatwoot, alone or in a zip. At most 50 MiB and 2,000 texts.",
    "articles.import.busy": "Reading the folder…",
    "articles.import.plan":
      "{n, plural, =0 {The import would change nothing.} one {The import would write # text. Nothing is written yet.} other {The import would write # texts. Nothing is written yet.}}",
    "articles.import.done":
      "{n, plural, =0 {Nothing was changed.} one {# text was written.} other {# texts were written.}}",
    "articles.import.sections":
      "{n, plural, one {New section: {names}} other {New sections: {names}}}",
    "articles.import.start": "{n, plural, =0 {Import} other {Import #}}",
    "articles.import.nothing": "There is nothing to import.",
    "articles.import.added": "new",
    "articles.import.changed": "changed",
    "articles.import.unchanged": "unchanged",
    "articles.import.left_out": "left out",
    "articles.import.more": "{n, plural, one {and # more file} other {and # more files}}",
    "articles.import.order": "Also put existing articles in the order of the folder",
    "articles.import.ordered":
      "{n, plural, one {New order in the section: {names}} other {New order in the sections: {names}}}",
    "articles.import.note.outside_folder": "The name leads out of the folder.",
    "articles.import.note.file_too_large": "The file is larger than 512 KiB.",
    "articles.import.note.damaged": "The file cannot be unpacked.",
    "articles.import.note.not_utf8": "The file is not UTF-8.",
    "articles.import.note.wrong_front_matter": "The front matter is not valid YAML.",
    "articles.import.note.wrong_language": "“{detail}” is not a language.",
    "articles.import.note.wrong_state":
      "“{detail}” is not a state. Use draft, published or archived.",
    "articles.import.note.no_section":
      "The section is missing. Put the file into a folder, or name a section in the front matter.",
    "articles.import.note.no_title":
      "The title is missing. Write it in the front matter or as the first heading.",
    "articles.import.note.no_address":
      "The name has no letters or digits, so the article would have no address.",
    "articles.import.note.too_long": "The text has more than 100,000 characters.",
    "articles.import.note.same_address": "Another text has or had the address {detail}.",
    "articles.import.note.not_named": "No article of the folder uses the file.",
    "articles.import.note.refused": "{detail}",
    "articles.import.note.unknown_export": "The form of the file is not known.",
    "articles.import.note.link_outside_folder": "Line {line}: {detail} leads out of the folder.",
    "articles.import.note.link_to_missing_file": "Line {line}: {detail} is not in the folder.",
    "articles.import.note.link_to_left_out_file": "Line {line}: {detail} is left out.",
    "articles.import.note.link_to_unusable_file": "Line {line}: {detail} is too large or damaged.",
    "articles.import.note.broken_link": "Line {line}: {detail} leads to no article.",
    "articles.import.note.html_as_text": "Readers see the HTML as text.",
    "articles.import.note.replaces_changes":
      "Unpublished changes are replaced. They stay in the history.",
    "articles.import.note.file_refused": "{detail}",
  },
  ru: {
    "articles.import": "Импорт…",
    "articles.import.title": "Импорт статей",
    "articles.import.file": "Zip с папкой Markdown или выгрузка другой системы",
    "articles.import.hint":
      "Как пишет экспорт: care/oven.en.md. Папка — это раздел. Или JSON из Zendesk, Intercom или Chatwoot, отдельно или в zip. Не больше 50 МиБ и 2000 текстов.",
    "articles.import.busy": "Читаем папку…",
    "articles.import.plan":
      "{n, plural, =0 {Импорт ничего не изменит.} one {Импорт запишет # текст. Пока ничего не записано.} few {Импорт запишет # текста. Пока ничего не записано.} many {Импорт запишет # текстов. Пока ничего не записано.} other {Импорт запишет # текста. Пока ничего не записано.}}",
    "articles.import.done":
      "{n, plural, =0 {Ничего не изменилось.} one {Записан # текст.} few {Записано # текста.} many {Записано # текстов.} other {Записано # текста.}}",
    "articles.import.sections":
      "{n, plural, one {Новый раздел: {names}} few {Новые разделы: {names}} many {Новые разделы: {names}} other {Новые разделы: {names}}}",
    "articles.import.start": "{n, plural, =0 {Импортировать:} other {Импортировать: #}}",
    "articles.import.nothing": "Импортировать нечего.",
    "articles.import.added": "новая",
    "articles.import.changed": "изменена",
    "articles.import.unchanged": "без изменений",
    "articles.import.left_out": "пропущена",
    "articles.import.more":
      "{n, plural, one {и ещё # файл} few {и ещё # файла} many {и ещё # файлов} other {и ещё # файла}}",
    "articles.import.order": "Расставить и имеющиеся статьи в порядке папки",
    "articles.import.ordered":
      "{n, plural, one {Новый порядок в разделе: {names}} few {Новый порядок в разделах: {names}} many {Новый порядок в разделах: {names}} other {Новый порядок в разделах: {names}}}",
    "articles.import.note.outside_folder": "Имя ведёт за пределы папки.",
    "articles.import.note.file_too_large": "Файл больше 512 КиБ.",
    "articles.import.note.damaged": "Файл не распаковывается.",
    "articles.import.note.not_utf8": "Файл не в UTF-8.",
    "articles.import.note.wrong_front_matter": "Блок перед текстом — не YAML.",
    "articles.import.note.wrong_language": "«{detail}» — не язык.",
    "articles.import.note.wrong_state":
      "«{detail}» — не состояние. Укажите draft, published или archived.",
    "articles.import.note.no_section":
      "Нет раздела. Положите файл в папку или укажите раздел перед текстом.",
    "articles.import.note.no_title":
      "Нет заголовка. Укажите его перед текстом или первой строкой с #.",
    "articles.import.note.no_address": "В имени нет букв и цифр, поэтому у статьи не будет адреса.",
    "articles.import.note.too_long": "В тексте больше 100 000 знаков.",
    "articles.import.note.same_address": "Адрес {detail} есть или был у другого текста.",
    "articles.import.note.not_named": "Ни одна статья папки не использует этот файл.",
    "articles.import.note.refused": "{detail}",
    "articles.import.note.unknown_export": "Форма файла неизвестна.",
    "articles.import.note.link_outside_folder": "Строка {line}: {detail} ведёт за пределы папки.",
    "articles.import.note.link_to_missing_file": "Строка {line}: файла {detail} нет в папке.",
    "articles.import.note.link_to_left_out_file": "Строка {line}: файл {detail} пропущен.",
    "articles.import.note.link_to_unusable_file":
      "Строка {line}: файл {detail} слишком большой или повреждён.",
    "articles.import.note.broken_link": "Строка {line}: {detail} не ведёт ни к одной статье.",
    "articles.import.note.html_as_text": "HTML будет виден читателям как текст.",
    "articles.import.note.replaces_changes":
      "Неопубликованные изменения будут заменены. Они останутся в истории.",
    "articles.import.note.file_refused": "{detail}",
  },
});
