import { useEffect, useState } from "preact/hooks";
import { articleTexts } from "../../../texts/articles.ts";
import { Icon, OutlineIcon } from "../Icon.tsx";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";
import { searchArticles, type ArticleAddress, type ArticleResult } from "./article-requests.ts";
import css from "./articles.css?inline";
import { ArticleButton } from "./ArticleButton.tsx";
import { HelpDialog } from "./HelpDialog.tsx";

addStyles(css);

const searchIcon = "M15.5 15.5l-3.7-3.7M13.25 8.5a4.75 4.75 0 1 1-9.5 0 4.75 4.75 0 0 1 9.5 0z";

/** Page on which the chat starts. */
interface StartPage {
  readonly url: string;
  readonly title: string;
}

/**
 * Articles before the first message (WG-310): a search, those that are read most, and the article
 * that the visitor asks about, which becomes the page on which the chat starts.
 */
export function Articles(view: ViewProps) {
  const { model, actions, t } = view;
  const { face } = model;
  const texts = articleTexts();
  const [titles, setTitles] = useState<readonly ArticleResult[]>([]);
  const [opened, setOpened] = useState<ArticleAddress | "search" | null>(null);
  const [subject, setSubject] = useState<StartPage | null>(null);
  useEffect(() => {
    searchArticles(face, t.language).then(setTitles, console.error);
  }, [face, t.language]);
  const focusComposer = (): void => document.querySelector("textarea")?.focus();
  const startOn = (page: StartPage | null): void => {
    setOpened(null);
    setSubject(page);
    void actions.submit((requests) => requests.startOnPage(page));
    // The dialog gives the focus back when it closes.
    requestAnimationFrame(focusComposer);
  };
  if (subject !== null)
    return (
      <p class="pw-about">
        <span dir="auto">{subject.title}</span>
        <button
          type="button"
          class="pw-icon"
          aria-label={t("remove")}
          onClick={() => startOn(null)}
        >
          <Icon name="x" small />
        </button>
      </p>
    );
  return (
    <section class="pw-help" aria-label={texts.help}>
      <button type="button" class="pw-find" onClick={() => setOpened("search")}>
        <OutlineIcon path={searchIcon} />
        {texts.search}
      </button>
      {titles.length === 0 ? null : (
        <ul>
          {titles.map((article) => (
            <li key={article.slug}>
              <ArticleButton article={article} open={setOpened} />
            </li>
          ))}
        </ul>
      )}
      {opened === null ? null : (
        <HelpDialog {...view} opened={opened} close={() => setOpened(null)} ask={startOn} />
      )}
    </section>
  );
}
