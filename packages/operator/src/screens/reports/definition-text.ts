import { defineTexts } from "../../text/index.ts";

/**
 * What each number means: one text, shown beside it and in docs/operate/reports.md, which a test compares.
 */
export const definitions = {
  "def.chats": "Begun by a visitor or by an invitation that he answered. What operators begin or continue is counted apart.",
  "def.missed":
    "Ended while it waited for somebody, also when a colleague had it before. Of a bot's chats only those in which it asked for a person in vain; blocked visitors never.",
  "def.answer":
    "From the visitor's first message, or the bot's request, to the first message of a person, in working hours. p90: nine of ten came sooner.",
  "def.duration": "From the beginning to the end of chats that have ended. Half were shorter than the median.",
  "def.rating": "Share of good ratings among rated chats.",
  "def.bot": "Ended with the bot; no person came and none was asked for in vain. Share of all chats.",
  "def.calls": "Calls of the period, asked for by visitors or begun by operators. Reached: the visitor was connected.",
  "def.hours":
    "By the hour and weekday in which chats began and calls were asked for. The chart shows averages over the weeks of the period, the table all; of first answers both show the median.",
  "def.people":
    "A chat counts for the one who has it or had it last, else for the bot that nobody had to help. Answers count for who gave them: Answered are the chats in which somebody wrote to the visitor, so a chat may stand with several.",
  "def.days": "Every number is about the chats that began on that day, also when they were answered, rated or ended later.",
} as const;

/** Words of what the numbers mean. */
export const definition = defineTexts({
  en: {
    ...definitions,
    "def.show": "What does “{name}” mean?",
  },
  ru: {
    "def.chats": "Начаты посетителем или приглашением, на которое он ответил. Начатые и продолженные операторами считаются отдельно.",
    "def.missed":
      "Закончились, так и не дождавшись человека, в том числе после ухода коллеги. Из чатов бота — только те, где он напрасно звал человека; заблокированные посетители не считаются.",
    "def.answer":
      "От первого сообщения посетителя или просьбы бота до первого сообщения человека, в рабочие часы. p90: девять из десяти пришли раньше.",
    "def.duration": "От начала до конца закончившихся чатов. Половина короче медианы.",
    "def.rating": "Доля хороших оценок среди оценённых чатов.",
    "def.bot": "Закончились с ботом: человек не приходил, и его не звали напрасно. Доля от всех чатов.",
    "def.calls": "Звонки этих дней: заказанные посетителями и начатые операторами. Дозвонились: посетитель был на связи.",
    "def.hours":
      "По часу и дню недели, когда начались чаты и были заказаны звонки. На графике — среднее по неделям периода, в таблице — всего; для первых ответов — медиана.",
    "def.people":
      "Чат считается за тем, у кого он сейчас или был последним, иначе за ботом, которому никто не понадобился. Ответы считаются за тем, кто их дал: «Ответил» — чаты, где человек писал посетителю, поэтому чат может стоять у нескольких.",
    "def.days": "Все числа — о чатах, начавшихся в этот день, даже если ответ, оценка или конец пришлись на более поздний.",
    "def.show": "Что значит «{name}»?",
  },
});
