import type { ArticleTexts } from "../en/articles.ts";

export const it: ArticleTexts = {
  help: "Aiuto",
  search: "Cerca negli articoli",
  back: "Indietro",
  nothing: "Nessun articolo trovato. Scrivici.",
  failed: "La ricerca non è disponibile. Scrivici.",
  helpful: "Ti è stato utile?",
  yes: "Sì",
  no: "No",
  thanks: "Grazie",
  ask: "Chiedi a noi",
};
