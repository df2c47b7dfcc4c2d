import type { ArticleTexts } from "../en/articles.ts";

export const vi: ArticleTexts = {
  help: "Trợ giúp",
  search: "Tìm trong bài viết",
  back: "Quay lại",
  nothing: "Không tìm thấy bài viết. Hãy viết cho chúng tôi.",
  failed: "Không thể tìm kiếm lúc này. Hãy viết cho chúng tôi.",
  helpful: "Bài viết có hữu ích không?",
  yes: "Có",
  no: "Không",
  thanks: "Cảm ơn bạn",
  ask: "Hỏi chúng tôi",
};
