import { defineTexts } from "../../../text/index.ts";

/** Texts of the report of articles (ART-041). */
export const articleReportText = defineTexts({
  en: {
    "articlereport.title": "Articles",
    "articlereport.none": "No readers in this period",
    "articlereport.none.text": "Views, votes and searches of the help centre appear here.",
    "articlereport.articles": "Articles with readers",
    "articlereport.articles.hint":
      "Views and votes of the public pages. Chats began on the page of the article.",
    "articlereport.views": "Views",
    "articlereport.helpful": "Helpful",
    "articlereport.votes": "Votes",
    "articlereport.chats": "Chats",
    "articlereport.all": "All articles",
    "articlereport.gaps": "No article answers these",
    "articlereport.gaps.hint":
      "Chats in which an agent found no source, questions that operators noted, and searches without a result, with common words. The new article begins with how people answered.",
    "articlereport.question": "Question or search",
    "articlereport.asked": "Asked",
    "articlereport.searched": "Searched",
    "articlereport.language": "Language",
    "articlereport.gap": "Gap",
    "articlereport.noted": "noted by {name}",
    "articlereport.dismiss": "Dismiss",
    "articlereport.dismiss.of": "Dismiss the questions about {query}",
    "articlereport.write": "Write",
    "articlereport.write.of": "Write an article about {query}",
  },
  ru: {
    "articlereport.title": "Статьи",
    "articlereport.none": "За этот период читателей нет",
    "articlereport.none.text": "Здесь появятся просмотры, оценки и поиски справочного центра.",
    "articlereport.articles": "Статьи с читателями",
    "articlereport.articles.hint":
      "Просмотры и оценки публичных страниц. Чаты начаты на странице статьи.",
    "articlereport.views": "Просмотры",
    "articlereport.helpful": "Полезна",
    "articlereport.votes": "Оценки",
    "articlereport.chats": "Чаты",
    "articlereport.all": "Все статьи",
    "articlereport.gaps": "На это нет статьи",
    "articlereport.gaps.hint":
      "Чаты, в которых агент не нашёл источника, вопросы, отмеченные операторами, и поиски без результата — с общими словами. Новая статья начинается с ответов людей.",
    "articlereport.question": "Вопрос или поиск",
    "articlereport.asked": "Спросили",
    "articlereport.searched": "Искали",
    "articlereport.language": "Язык",
    "articlereport.gap": "Пробел",
    "articlereport.noted": "отметил(а) {name}",
    "articlereport.dismiss": "Убрать",
    "articlereport.dismiss.of": "Убрать вопросы о «{query}»",
    "articlereport.write": "Написать",
    "articlereport.write.of": "Написать статью о «{query}»",
  },
});
