import type { ArticleTexts } from "../en/articles.ts";

export const nl: ArticleTexts = {
  help: "Hulp",
  search: "Zoek in onze artikelen",
  back: "Terug",
  nothing: "Geen artikelen gevonden. Schrijf ons.",
  failed: "Zoeken is niet beschikbaar. Schrijf ons.",
  helpful: "Heeft dit geholpen?",
  yes: "Ja",
  no: "Nee",
  thanks: "Bedankt",
  ask: "Vraag het ons",
};
