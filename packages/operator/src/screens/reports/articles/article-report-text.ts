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
    "articlereport.missed": "Searches without a result",
    "articlereport.missed.hint":
      "Searches with the same words are one row. {n, plural, one {Readers searched # time.} other {Readers searched # times.}}",
    "articlereport.search": "Search",
    "articlereport.language": "Language",
    "articlereport.times": "Times",
    "articlereport.gap": "Gap",
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
    "articlereport.missed": "Поиски без результата",
    "articlereport.missed.hint":
      "Поиски с теми же словами — одна строка. {n, plural, one {Читатели искали # раз.} few {Читатели искали # раза.} many {Читатели искали # раз.} other {Читатели искали # раза.}}",
    "articlereport.search": "Поиск",
    "articlereport.language": "Язык",
    "articlereport.times": "Раз",
    "articlereport.gap": "Пробел",
    "articlereport.write": "Написать",
    "articlereport.write.of": "Написать статью о «{query}»",
  },
});
