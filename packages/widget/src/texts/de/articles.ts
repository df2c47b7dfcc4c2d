import type { ArticleTexts } from "../en/articles.ts";

export const de: ArticleTexts = {
  help: "Hilfe",
  search: "Artikel durchsuchen",
  back: "Zurück",
  nothing: "Keine Artikel gefunden. Schreiben Sie uns.",
  failed: "Die Suche ist nicht verfügbar. Schreiben Sie uns.",
  helpful: "War das hilfreich?",
  yes: "Ja",
  no: "Nein",
  thanks: "Danke",
  ask: "Fragen Sie uns",
};
