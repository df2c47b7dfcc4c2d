import type { ArticleComment } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { getLanguageName } from "../../../text/language-name.ts";
import { i18n } from "../../../text/index.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { t } from "../text.ts";

/** What readers wrote after they did not find the article helpful (ART-042), newest first. */
export function CommentsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const comments = useQuery({
    queryKey: ["articles", id, "comments"],
    queryFn: () => api.list<ArticleComment>(`/articles/${id}/comments`),
  });
  return (
    <Dialog title={t("articles.comments")} open onClose={onClose}>
      <QueryList
        query={comments}
        items={comments.data}
        errorText={t("articles.comments.failed")}
        emptyText={t("articles.comments.none")}
      >
        {(items) => (
          <ul className="comments">
            {items.map(({ text, language, at, ...comment }) => (
              <li key={comment.id}>
                <p dir="auto" lang={language}>
                  {text}
                </p>
                <small className="t12 soft">
                  {i18n.date(new Date(at), { dateStyle: "medium" })} · {getLanguageName(language)}
                </small>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Dialog>
  );
}
