import type { ArticleTexts } from "../en/articles.ts";

export const cs: ArticleTexts = {
  help: "Nápověda",
  search: "Hledat v článcích",
  back: "Zpět",
  nothing: "Žádné články nenalezeny. Napište nám.",
  failed: "Hledání není k dispozici. Napište nám.",
  helpful: "Pomohlo vám to?",
  yes: "Ano",
  no: "Ne",
  thanks: "Děkujeme",
  ask: "Zeptejte se nás",
};
