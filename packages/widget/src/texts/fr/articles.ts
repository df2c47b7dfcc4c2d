import type { ArticleTexts } from "../en/articles.ts";

export const fr: ArticleTexts = {
  help: "Aide",
  search: "Rechercher dans nos articles",
  back: "Retour",
  nothing: "Aucun article trouvé. Écrivez-nous.",
  failed: "La recherche n’est pas disponible. Écrivez-nous.",
  helpful: "Cela vous a-t-il aidé ?",
  yes: "Oui",
  no: "Non",
  thanks: "Merci",
  ask: "Demandez-nous",
};
