/** Words of the test page, for operators. */
const en = {
  title: "Test page",
  about: "The real widget on a page with a strict Content-Security-Policy. Press its round button and write: it becomes a real chat.",
  back: "Settings of this widget",
  docs: "What each does: the page script API",
  functions: "Functions",
  functionsAbout: "Arguments are JSON, separated by commas. A callback is added where the function takes one.",
  call: "Call",
  args: "Arguments of {name}",
  console: "Console",
  consoleAbout: "Every call with what it returned, every callback with its arguments, in order.",
  clear: "Clear",
  empty: "Nothing has happened yet.",
  state: "State",
  mode: "chatMode",
  unread: "Unread",
  loaded: "Loaded",
  yes: "yes",
  no: "no: the script has not started",
  badJson: "These arguments are no JSON: {problem}",
  missing: "This function is not there: the script has not started.",
};
export type TestWords = Readonly<Record<keyof typeof en, string>>;
const ru: TestWords = {
  title: "Проверочная страница",
  about:
    "Настоящий виджет на странице со строгой Content-Security-Policy. Нажмите его круглую кнопку и напишите: это станет настоящим чатом.",
  back: "Настройки этого виджета",
  docs: "Что делает каждая: API для скриптов страницы",
  functions: "Функции",
  functionsAbout: "Аргументы — JSON через запятую. Обратный вызов добавляется сам, если он нужен функции.",
  call: "Вызвать",
  args: "Аргументы {name}",
  console: "Консоль",
  consoleAbout: "Каждый вызов с результатом и каждый обратный вызов с аргументами, по порядку.",
  clear: "Очистить",
  empty: "Пока ничего не произошло.",
  state: "Состояние",
  mode: "chatMode",
  unread: "Непрочитанных",
  loaded: "Загружен",
  yes: "да",
  no: "нет: скрипт не запустился",
  badJson: "Эти аргументы — не JSON: {problem}",
  missing: "Этой функции нет: скрипт не запустился.",
};

export const wordsFor = (language: string): TestWords => (language.startsWith("ru") ? ru : en);
