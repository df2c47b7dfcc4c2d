import type { FunctionComponent } from "preact";
import { loadArticleTexts } from "../../../texts/articles.ts";
import type { ViewProps } from "../view-props.ts";
import { Articles } from "./Articles.tsx";

/** Loads the texts of the view, which no other part needs, and returns it. */
export async function loadArticles(): Promise<FunctionComponent<ViewProps>> {
  await loadArticleTexts(document.documentElement.lang);
  return Articles;
}
