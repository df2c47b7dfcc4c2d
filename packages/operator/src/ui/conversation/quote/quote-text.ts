import { defineTexts } from "../../../text/index.ts";

/** Texts of the quote above a message. */
export const quoteText = defineTexts({
  en: {
    "quote.message": "Reply to {name}",
    "quote.message.plain": "Reply to a message",
    "quote.reaction": "Reaction to {name}",
    "quote.reaction.plain": "Reaction to a message",
    "quote.product": "About the product {name}",
    "quote.jump": "Go to the message",
  },
  ru: {
    "quote.message": "Ответ на сообщение: {name}",
    "quote.message.plain": "Ответ на сообщение",
    "quote.reaction": "Реакция на сообщение: {name}",
    "quote.reaction.plain": "Реакция на сообщение",
    "quote.product": "О товаре {name}",
    "quote.jump": "Перейти к сообщению",
  },
});
