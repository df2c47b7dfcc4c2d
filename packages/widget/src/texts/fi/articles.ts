import type { ArticleTexts } from "../en/articles.ts";

export const fi: ArticleTexts = {
  help: "Ohje",
  search: "Hae artikkeleista",
  back: "Takaisin",
  nothing: "Artikkeleita ei löytynyt. Kirjoita meille.",
  failed: "Haku ei ole käytettävissä. Kirjoita meille.",
  helpful: "Oliko tästä apua?",
  yes: "Kyllä",
  no: "Ei",
  thanks: "Kiitos",
  ask: "Kysy meiltä",
};
