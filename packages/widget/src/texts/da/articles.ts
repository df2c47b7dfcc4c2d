import type { ArticleTexts } from "../en/articles.ts";

export const da: ArticleTexts = {
  help: "Hjælp",
  search: "Søg i vores artikler",
  back: "Tilbage",
  nothing: "Ingen artikler fundet. Skriv til os.",
  failed: "Søgningen er ikke tilgængelig. Skriv til os.",
  helpful: "Var det en hjælp?",
  yes: "Ja",
  no: "Nej",
  thanks: "Tak",
  ask: "Spørg os",
};
