/** Texts of articles in the chat window (WG-310). */
export const en = {
  help: "Help",
  search: "Search our articles",
  back: "Back",
  nothing: "No articles found. Write to us instead.",
  failed: "Search is not available. Write to us instead.",
  helpful: "Was this helpful?",
  yes: "Yes",
  no: "No",
  thanks: "Thank you",
  ask: "Ask us",
};
export type ArticleTexts = { readonly [K in keyof typeof en]: string };
