import type { ArticleTexts } from "../en/articles.ts";

export const tr: ArticleTexts = {
  help: "Yardım",
  search: "Makalelerde ara",
  back: "Geri",
  nothing: "Makale bulunamadı. Bize yazın.",
  failed: "Arama kullanılamıyor. Bize yazın.",
  helpful: "Bu yardımcı oldu mu?",
  yes: "Evet",
  no: "Hayır",
  thanks: "Teşekkürler",
  ask: "Bize sorun",
};
