import type { ArticleTexts } from "../en/articles.ts";

export const hu: ArticleTexts = {
  help: "Súgó",
  search: "Keresés a cikkekben",
  back: "Vissza",
  nothing: "Nincs találat. Írjon nekünk.",
  failed: "A keresés nem érhető el. Írjon nekünk.",
  helpful: "Hasznos volt?",
  yes: "Igen",
  no: "Nem",
  thanks: "Köszönjük",
  ask: "Kérdezzen minket",
};
