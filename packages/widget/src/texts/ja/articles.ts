import type { ArticleTexts } from "../en/articles.ts";

export const ja: ArticleTexts = {
  help: "ヘルプ",
  search: "記事を検索",
  back: "戻る",
  nothing: "記事が見つかりません。お問い合わせください。",
  failed: "検索を利用できません。お問い合わせください。",
  helpful: "役に立ちましたか？",
  yes: "はい",
  no: "いいえ",
  thanks: "ありがとうございます",
  ask: "質問する",
};
