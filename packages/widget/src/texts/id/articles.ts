import type { ArticleTexts } from "../en/articles.ts";

export const id: ArticleTexts = {
  help: "Bantuan",
  search: "Cari artikel kami",
  back: "Kembali",
  nothing: "Artikel tidak ditemukan. Tulis kepada kami.",
  failed: "Pencarian tidak tersedia. Tulis kepada kami.",
  helpful: "Apakah ini membantu?",
  yes: "Ya",
  no: "Tidak",
  thanks: "Terima kasih",
  ask: "Tanya kami",
};
