import type { ArticleTexts } from "../en/articles.ts";

export const zh: ArticleTexts = {
  help: "帮助",
  search: "搜索文章",
  back: "返回",
  nothing: "没有找到文章。请直接联系我们。",
  failed: "搜索暂不可用。请直接联系我们。",
  helpful: "这有帮助吗？",
  yes: "有",
  no: "没有",
  thanks: "谢谢",
  ask: "咨询我们",
};
