import type { ArticleTexts } from "../en/articles.ts";

export const pl: ArticleTexts = {
  help: "Pomoc",
  search: "Szukaj w artykułach",
  back: "Wstecz",
  nothing: "Nie znaleziono artykułów. Napisz do nas.",
  failed: "Wyszukiwanie jest niedostępne. Napisz do nas.",
  helpful: "Czy to było pomocne?",
  yes: "Tak",
  no: "Nie",
  thanks: "Dziękujemy",
  ask: "Zapytaj nas",
};
