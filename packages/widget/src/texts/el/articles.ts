import type { ArticleTexts } from "../en/articles.ts";

export const el: ArticleTexts = {
  help: "Βοήθεια",
  search: "Αναζήτηση στα άρθρα",
  back: "Πίσω",
  nothing: "Δεν βρέθηκαν άρθρα. Γράψτε μας.",
  failed: "Η αναζήτηση δεν είναι διαθέσιμη. Γράψτε μας.",
  helpful: "Σας βοήθησε;",
  yes: "Ναι",
  no: "Όχι",
  thanks: "Ευχαριστούμε",
  ask: "Ρωτήστε μας",
};
