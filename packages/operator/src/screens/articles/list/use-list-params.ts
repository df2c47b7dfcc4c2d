import type { NewArticleDraft } from "@parlour/protocol/api";
import { articleStates } from "@parlour/protocol/article/facts";
import { useLocation, useSearch } from "@tanstack/react-router";
import type { ArticlesUrlParams, ArticleState } from "../articles-url.ts";

export interface ListParams {
  /** Id of the section. Null: the articles of all sections. */
  readonly section: number | null;
  readonly state: ArticleState | null;
  readonly language: string | null;
  /** Title of an article that is about to be written. */
  readonly title: string | null;
  /** Text with which this article begins. */
  readonly body: string;
  /** Questions from whose chats the model drafts the text. Null: none. */
  readonly questions: NewArticleDraft["questions"] | null;
  /** The address names no list. A phone then shows the menu. */
  readonly isMenu: boolean;
}

/** Reads which articles the address asks for. */
export function useListParams(): ListParams {
  const { section, state, language, title }: ArticlesUrlParams = useSearch({ strict: false });
  const body = useLocation({ select: (location) => location.state.articleBody ?? "" });
  const questions = useLocation({ select: (location) => location.state.draftQuestions ?? null });
  return {
    body,
    questions,
    section: Number.isSafeInteger(section) ? Number(section) : null,
    state: articleStates.find((one) => one === state) ?? null,
    language: typeof language === "string" ? language : null,
    title: typeof title === "string" ? title : null,
    isMenu: section === undefined && state === undefined,
  };
}
