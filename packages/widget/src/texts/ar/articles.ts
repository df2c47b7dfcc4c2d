import type { ArticleTexts } from "../en/articles.ts";

export const ar: ArticleTexts = {
  help: "مساعدة",
  search: "ابحث في مقالاتنا",
  back: "رجوع",
  nothing: "لم نجد مقالات. راسلنا بدلاً من ذلك.",
  failed: "البحث غير متاح. راسلنا بدلاً من ذلك.",
  helpful: "هل كان هذا مفيدًا؟",
  yes: "نعم",
  no: "لا",
  thanks: "شكرًا لك",
  ask: "اسألنا",
};
