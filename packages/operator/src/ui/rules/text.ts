import { defineTexts } from "../../text/index.ts";

/** Interface texts of dry runs of rules, and of rules that start each other. */
export const t = defineTexts({
  en: {
    "loop.both": "“{name}” and “{other}” can start each other.",
    "loop.limit":
      "Each runs at most once for the same event. The fourth step does not run and is written to Runs.",
    "loop.self": "An action would start this rule again. Choose another event or action.",
    "dryrun.title": "Dry run",
    "dryrun.about":
      "See which chats of the past the rule would have run on. It has no effect on them.",
    "dryrun.days": "Period",
    "dryrun.last": "{n} days",
    "dryrun.run": "Run",
    "dryrun.again": "Run again",
    "dryrun.cancel": "Cancel",
    "dryrun.cancelled": "Cancelled.",
    "dryrun.failed": "The dry run failed. Try it again.",
    "dryrun.state": "Only rules that start with an event can be tried on the past.",
    "dryrun.incomplete": "Complete the rule to try it.",
    "dryrun.progress": "{processed} of {total} events, {matched} hits so far",
    "dryrun.times": "{n, plural, one {time it would have run} other {times it would have run}}",
    "dryrun.before": "for the rule before your change",
    "dryrun.span": "In the last {n} days. No effect on the chats.",
    "dryrun.difference": "{added} more and {removed} fewer chats than with the saved rule.",
    "dryrun.added": "Chats only with your change",
    "dryrun.removed": "Chats only with the saved rule",
    "dryrun.effects": "What it would do now",
    "dryrun.more": "Show more chats",
  },
  ru: {
    "loop.both": "«{name}» и «{other}» могут запускать друг друга.",
    "loop.limit":
      "Каждое сработает на одно событие не больше одного раза. Четвёртый шаг не выполняется и записывается в запуски.",
    "loop.self":
      "Одно из действий снова запустит это правило. Выберите другое событие или действие.",
    "dryrun.title": "Пробный запуск",
    "dryrun.about": "Покажет, в каких прошлых чатах правило сработало бы. Чаты не изменятся.",
    "dryrun.days": "Период",
    "dryrun.last": "{n, plural, one {# день} few {# дня} many {# дней} other {# дня}}",
    "dryrun.run": "Запустить",
    "dryrun.again": "Запустить снова",
    "dryrun.cancel": "Отменить",
    "dryrun.cancelled": "Отменено.",
    "dryrun.failed": "Пробный запуск не удался. Попробуйте ещё раз.",
    "dryrun.state": "На прошлом можно проверить только правила, которые начинаются с события.",
    "dryrun.incomplete": "Заполните правило, чтобы проверить его.",
    "dryrun.progress": "Событий: {processed} из {total}, совпадений пока: {matched}",
    "dryrun.times":
      "{n, plural, one {раз правило сработало бы} few {раза правило сработало бы} many {раз правило сработало бы} other {раза правило сработало бы}}",
    "dryrun.before": "для правила до вашего изменения",
    "dryrun.span":
      "За последние {n, plural, one {# день} few {# дня} many {# дней} other {# дня}}. Чаты не изменились.",
    "dryrun.difference":
      "По сравнению с сохранённым правилом добавится чатов: {added}, выпадет: {removed}.",
    "dryrun.added": "Чаты только с вашим изменением",
    "dryrun.removed": "Чаты только с сохранённым правилом",
    "dryrun.effects": "Что произошло бы сейчас",
    "dryrun.more": "Показать больше чатов",
  },
});
