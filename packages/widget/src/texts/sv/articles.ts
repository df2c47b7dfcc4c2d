import type { ArticleTexts } from "../en/articles.ts";

export const sv: ArticleTexts = {
  help: "Hjälp",
  search: "Sök bland artiklarna",
  back: "Tillbaka",
  nothing: "Inga artiklar hittades. Skriv till oss.",
  failed: "Sökningen är inte tillgänglig. Skriv till oss.",
  helpful: "Var detta till hjälp?",
  yes: "Ja",
  no: "Nej",
  thanks: "Tack",
  ask: "Fråga oss",
};
