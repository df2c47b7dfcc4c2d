import { defineTexts } from "../../text/index.ts";

/** Numbers that have a definition, in display order. */
export const definedNumbers = [
  "chats",
  "missed",
  "answer",
  "duration",
  "rating",
  "bot",
  "calls",
  "hours",
  "people",
  "suggestions",
  "days",
] as const;
type Defined = (typeof definedNumbers)[number];

/** Definitions of the numbers. A test compares them with docs/operate/reports.md. */
export const definitions: Readonly<Record<`def.${Defined}`, string>> = {
  "def.chats":
    "Chats started by a visitor, or by an invitation they accepted. Chats started by operators are counted separately.",
  "def.missed":
    "Chats that ended while the visitor waited for an operator, even if someone had joined before. A chat with a bot counts only if the bot asked for an operator. Blocked visitors do not count.",
  "def.answer":
    "From the visitor's first message, or the bot's request, to the first message of an operator. Only working hours count. Half were faster than the median.",
  "def.duration": "From the start to the end of a closed chat. Half were shorter than the median.",
  "def.rating": "Positive ratings divided by all ratings.",
  "def.bot": "Chats that ended with a bot, without an operator. Missed chats are not included.",
  "def.calls":
    "Call-backs requested by visitors or started by operators. Reached: the visitor was connected.",
  "def.hours":
    "The hour and weekday in which chats started and call-backs were requested. The chart shows the average week of the period, the table shows the sum. First replies are medians in both.",
  "def.people":
    "A chat counts for the operator who has it or had it last, otherwise for its bot. A first reply counts for the operator who gave it. Answered: chats in which the operator wrote to the visitor.",
  "def.suggestions":
    "Messages that operators sent from a suggestion of the model, by the operator who sent them. Unchanged: the operator sent the text as it was suggested.",
  "def.days":
    "All numbers of a day are about the chats that started on that day, even if they were answered, rated or closed later.",
};

/**
 * Text below each key figure. It has at most 24 characters in English and 30 in Russian, so that it
 * never wraps.
 */
export const figureLines = {
  en: {
    "line.chats": "Started by visitors",
    "line.missed": "Ended unanswered",
    "line.answer": "In working hours",
    "line.duration": "From start to end",
    "line.rating": "Share of rated chats",
    "line.bot": "No operator needed",
    "line.calls": "Requested call-backs",
  },
  ru: {
    "line.chats": "Начаты посетителями",
    "line.missed": "Завершились без ответа",
    "line.answer": "В рабочие часы",
    "line.duration": "От начала до конца",
    "line.rating": "Среди оценённых",
    "line.bot": "Без участия оператора",
    "line.calls": "Заказы обратного звонка",
  },
} as const;

/** Interface texts with the names and definitions of the numbers. */
export const definitionText = defineTexts({
  en: {
    ...definitions,
    ...figureLines.en,
    "name.chats": "Chats",
    "name.missed": "Missed",
    "name.answer": "First reply",
    "name.duration": "Duration",
    "name.rating": "Positive ratings",
    "name.bot": "Solved by bot",
    "name.calls": "Calls",
    "name.hours": "By hour and weekday",
    "name.people": "By operator",
    "name.suggestions": "Sent suggestions",
    "name.days": "By day",
    "def.show": "About {name}",
    "def.all": "All definitions",
  },
  ru: {
    ...figureLines.ru,
    "def.chats":
      "Чаты, которые посетитель начал сам или приняв приглашение. Чаты, начатые операторами, считаются отдельно.",
    "def.missed":
      "Чаты, которые закончились, пока посетитель ждал оператора, даже если раньше кто-то отвечал. Чат с ботом считается, только если бот звал оператора. Заблокированные посетители не учитываются.",
    "def.answer":
      "От первого сообщения посетителя или просьбы бота до первого сообщения оператора. Считаются только рабочие часы. Половина ответов быстрее медианы.",
    "def.duration": "От начала до конца закрытого чата. Половина чатов короче медианы.",
    "def.rating": "Хорошие оценки, делённые на все оценки.",
    "def.bot": "Чаты, которые закончились с ботом, без оператора. Пропущенные чаты не учитываются.",
    "def.calls":
      "Обратные звонки, заказанные посетителями или начатые операторами. Дозвонились: посетитель был на связи.",
    "def.hours":
      "Час и день недели, когда начались чаты и были заказаны звонки. График показывает среднюю неделю периода, таблица — сумму. Для первых ответов везде медиана.",
    "def.people":
      "Чат считается за оператором, у которого он сейчас или был последним, иначе за ботом. Первый ответ считается за тем, кто его дал. «Ответил» — чаты, в которых оператор писал посетителю.",
    "def.suggestions":
      "Сообщения, которые операторы отправили из подсказки модели, за тем, кто отправил. «Без изменений» — текст отправлен таким, как предложила модель.",
    "def.days":
      "Все числа дня — о чатах, которые начались в этот день, даже если ответ, оценка или закрытие были позже.",
    "name.chats": "Чаты",
    "name.missed": "Пропущено",
    "name.answer": "Первый ответ",
    "name.duration": "Длительность",
    "name.rating": "Хорошие оценки",
    "name.bot": "Решил бот",
    "name.calls": "Звонки",
    "name.hours": "По часам и дням недели",
    "name.people": "По операторам",
    "name.suggestions": "Отправленные подсказки",
    "name.days": "По дням",
    "def.show": "О показателе «{name}»",
    "def.all": "Все определения",
  },
});
