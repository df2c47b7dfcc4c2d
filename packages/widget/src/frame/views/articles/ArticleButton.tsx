import { OutlineIcon } from "../Icon.tsx";
import type { ArticleResult } from "./article-requests.ts";

const nextIcon = "M8 5l5 5-5 5";

/** Opens an article, with the words around a match. */
export function ArticleButton({
  article,
  open,
}: {
  readonly article: ArticleResult;
  readonly open: (article: ArticleResult) => void;
}) {
  return (
    <button type="button" class="pw-hit" onClick={() => open(article)}>
      <span dir="auto">
        <b>{article.title}</b>
        {article.excerpt === undefined ? null : <span>{article.excerpt}</span>}
      </span>
      <span class="pw-flip">
        <OutlineIcon path={nextIcon} small />
      </span>
    </button>
  );
}
