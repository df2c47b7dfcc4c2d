import type { ArticleTexts } from "../en/articles.ts";

export const ru: ArticleTexts = {
  help: "Помощь",
  search: "Поиск по статьям",
  back: "Назад",
  nothing: "Ничего не найдено. Напишите нам.",
  failed: "Поиск недоступен. Напишите нам.",
  helpful: "Это помогло?",
  yes: "Да",
  no: "Нет",
  thanks: "Спасибо",
  ask: "Спросить нас",
};
