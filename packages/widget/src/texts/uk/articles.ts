import type { ArticleTexts } from "../en/articles.ts";

export const uk: ArticleTexts = {
  help: "Допомога",
  search: "Пошук у статтях",
  back: "Назад",
  nothing: "Нічого не знайдено. Напишіть нам.",
  failed: "Пошук недоступний. Напишіть нам.",
  helpful: "Це допомогло?",
  yes: "Так",
  no: "Ні",
  thanks: "Дякуємо",
  ask: "Запитати нас",
};
