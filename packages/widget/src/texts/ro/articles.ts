import type { ArticleTexts } from "../en/articles.ts";

export const ro: ArticleTexts = {
  help: "Ajutor",
  search: "Căutați în articole",
  back: "Înapoi",
  nothing: "Niciun articol găsit. Scrieți-ne.",
  failed: "Căutarea nu este disponibilă. Scrieți-ne.",
  helpful: "V-a fost de ajutor?",
  yes: "Da",
  no: "Nu",
  thanks: "Mulțumim",
  ask: "Întrebați-ne",
};
