import type { ArticleTexts } from "../en/articles.ts";

export const ko: ArticleTexts = {
  help: "도움말",
  search: "문서 검색",
  back: "뒤로",
  nothing: "문서를 찾지 못했습니다. 문의해 주세요.",
  failed: "검색을 사용할 수 없습니다. 문의해 주세요.",
  helpful: "도움이 되었나요?",
  yes: "예",
  no: "아니요",
  thanks: "감사합니다",
  ask: "문의하기",
};
