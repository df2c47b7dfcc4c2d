import type { ArticleTexts } from "../en/articles.ts";

export const bg: ArticleTexts = {
  help: "Помощ",
  search: "Търсене в статиите",
  back: "Назад",
  nothing: "Няма намерени статии. Пишете ни.",
  failed: "Търсенето не е достъпно. Пишете ни.",
  helpful: "Беше ли полезно?",
  yes: "Да",
  no: "Не",
  thanks: "Благодарим",
  ask: "Попитайте ни",
};
