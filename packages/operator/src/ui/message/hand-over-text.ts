import { defineTexts, findText } from "../../text/index.ts";

/** Reasons why an agent hands a chat over, by their codes (AGENT-030, AGENT-041). */
export const handOverText = defineTexts({
  en: {
    "handover.asked_for_person": "the visitor asked for a person",
    "handover.cancelled": "the request was cancelled",
    "handover.condition": "the chat fits the condition for people",
    "handover.cut": "the answer of the model was incomplete",
    "handover.decision": "the model decided so",
    "handover.empty": "the model returned no text",
    "handover.interrupted": "the server was restarted",
    "handover.last_turn": "its last reply was given",
    "handover.no_source": "no source answers the question",
    "handover.not_set_up": "no model is connected",
    "handover.outside_hours": "outside its hours",
    "handover.over_budget": "the budget of the model is used up",
    "handover.rate_limited": "the model server gets too many requests",
    "handover.refused": "the model server refused the request",
    "handover.timeout": "the model did not answer in time",
    "handover.too_long": "the answer was too long",
    "handover.topic": "a topic for people",
    "handover.unknown_address": "the model wrote an address that is in no source",
    "handover.unknown_source": "the model named a source that it did not get",
    "handover.unreachable": "the model does not answer",
    "handover.wrong_form": "the answer of the model had a wrong form",
    "handover.wrong_language": "the answer was in another language",
  },
  ru: {
    "handover.asked_for_person": "посетитель попросил человека",
    "handover.cancelled": "запрос отменён",
    "handover.condition": "чат подходит под условие для людей",
    "handover.cut": "ответ модели оборвался",
    "handover.decision": "так решила модель",
    "handover.empty": "модель не вернула текста",
    "handover.interrupted": "сервер был перезапущен",
    "handover.last_turn": "исчерпаны его ответы в чате",
    "handover.no_source": "ни один источник не отвечает на вопрос",
    "handover.not_set_up": "модель не подключена",
    "handover.outside_hours": "нерабочее время агента",
    "handover.over_budget": "бюджет модели исчерпан",
    "handover.rate_limited": "слишком много запросов к серверу модели",
    "handover.refused": "сервер модели отклонил запрос",
    "handover.timeout": "модель не ответила вовремя",
    "handover.too_long": "ответ слишком длинный",
    "handover.topic": "тема для людей",
    "handover.unknown_address": "в ответе адрес, которого нет в источниках",
    "handover.unknown_source": "модель назвала источник, которого не получила",
    "handover.unreachable": "модель не отвечает",
    "handover.wrong_form": "ответ модели не подошёл по форме",
    "handover.wrong_language": "ответ на другом языке",
  },
});

/** Returns why an agent handed a chat over. Unknown codes have their own words. */
export const describeHandOver = (reason: string): string =>
  findText(`handover.${reason}`) ?? reason.replaceAll("_", " ");
