// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { browserClock } from "../../../clock.ts";
import { articleTexts } from "../../../texts/articles.ts";
import "../button-styles.ts";
import { OutlineIcon } from "../Icon.tsx";
import type { ViewProps } from "../view-props.ts";
import {
  readArticle,
  searchArticles,
  voteOnArticle,
  type ArticleAddress,
  type ArticleResult,
  type ShownArticle,
} from "./article-requests.ts";
import { ArticleButton } from "./ArticleButton.tsx";
import { ArticleNodes } from "./ArticleNodes.tsx";

const backIcon = "M12 5l-5 5 5 5";
/** Time after a key until the search. */
const searchDelayMs = 150;

interface HelpDialogProps extends ViewProps {
  readonly opened: ArticleAddress | "search";
  readonly close: () => void;
  /** Returns to the message field, with the article that the visitor asks about, or none. */
  readonly ask: (article: ShownArticle | null) => void;
}

/** Search and article over the whole window. Escape closes it. */
export function HelpDialog({ opened, close, ask, ...view }: HelpDialogProps) {
  const texts = articleTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [address, setAddress] = useState(opened === "search" ? null : opened);
  const [query, setQuery] = useState("");
  // Before the page is painted, so that a key that follows at once does not reach what is behind.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // Not the button before it, which the browser would choose.
    dialog.current?.querySelector("input")?.focus();
  }, []);
  const end = (): void => {
    // The browser gives the focus back to what opened the dialog.
    dialog.current?.close();
    // Its event comes later. What the visitor opens until then would be closed by it.
    close();
  };
  const goBack = (): void => {
    if (opened === "search" && address !== null) setAddress(null);
    else end();
  };
  return (
    <dialog
      ref={dialog}
      class="pw-helpview"
      aria-label={texts.help}
      onClose={() => dialog.current && close()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        // The window would minimise, and a search field would only be emptied.
        event.stopPropagation();
        event.preventDefault();
        end();
      }}
    >
      <header class="pw-head">
        <div class="pw-head__bar">
          {/* The chat page hides the buttons of the window's own header. */}
          <span class="pw-flip">
            <button type="button" class="pw-icon" aria-label={texts.back} onClick={goBack}>
              <OutlineIcon path={backIcon} />
            </button>
          </span>
          <b>{texts.help}</b>
        </div>
      </header>
      {address === null ? (
        <Search {...view} {...{ query, setQuery, open: setAddress, ask }} />
      ) : (
        <Article
          key={`${address.language} ${address.slug}`}
          {...view}
          {...{ address, open: setAddress, ask }}
        />
      )}
    </dialog>
  );
}

interface SearchProps extends ViewProps, Pick<HelpDialogProps, "ask"> {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly open: (address: ArticleAddress) => void;
}

/** The words that were searched stay while the visitor reads a result. */
function Search({ model: { face }, t, query, setQuery, open, ask }: SearchProps) {
  const texts = articleTexts();
  const [results, setResults] = useState<readonly ArticleResult[] | "failed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (query.trim() === "") {
      setResults(null);
      return undefined;
    }
    let isCurrent = true;
    const cancel = browserClock.after(searchDelayMs, () => {
      searchArticles(face, t.language, query).then(
        (found) => isCurrent && setResults(found),
        () => isCurrent && setResults("failed"),
      );
    });
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [face, t.language, query]);
  const status =
    results === "failed" ? texts.failed : results?.length === 0 ? texts.nothing : undefined;
  return (
    <>
      <div class="pw-helpbody">
        <input
          type="search"
          class="pw-in"
          aria-label={texts.search}
          placeholder={texts.search}
          dir="auto"
          maxLength={200}
          ref={field}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <p role="status">{status}</p>
        <ul>
          {(results === "failed" ? [] : (results ?? [])).map((article) => (
            <li key={article.slug}>
              <ArticleButton article={article} open={open} />
            </li>
          ))}
        </ul>
      </div>
      <Foot ask={() => ask(null)} />
    </>
  );
}

interface ArticleProps extends ViewProps, Pick<HelpDialogProps, "ask"> {
  readonly address: ArticleAddress;
  readonly open: (address: ArticleAddress) => void;
}

function Article({ model: { face }, address, open, ask }: ArticleProps) {
  const texts = articleTexts();
  const [article, setArticle] = useState<ShownArticle | "failed" | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    readArticle(face, address).then(setArticle, () => setArticle("failed"));
    // Another article is another component.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useLayoutEffect(() => title.current?.focus(), [article]);
  if (article === null) return <div class="pw-helpbody" aria-busy="true" />;
  if (article === "failed")
    return (
      <>
        <div class="pw-helpbody">
          <p role="status">{texts.failed}</p>
        </div>
        <Foot ask={() => ask(null)} />
      </>
    );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <article class="pw-helpbody pw-read" dir="auto" lang={address.language} tabIndex={0}>
        <p class="pw-sec">{article.section}</p>
        <h2 ref={title} tabIndex={-1}>
          {article.title}
        </h2>
        <ArticleNodes nodes={article.nodes} url={article.url} open={open} />
      </article>
      <Foot ask={() => ask(article)}>
        <Vote vote={(isHelpful) => voteOnArticle(face, address, isHelpful)} />
      </Foot>
    </>
  );
}

/** Asks whether the article helped. The vote is not shown as failed: nobody waits for it. */
function Vote({ vote }: { readonly vote: (isHelpful: boolean) => Promise<unknown> }) {
  const texts = articleTexts();
  const [hasVoted, setVoted] = useState(false);
  const send = (isHelpful: boolean): void => {
    setVoted(true);
    vote(isHelpful).catch(console.error);
  };
  return (
    <span role="status">
      {hasVoted ? (
        texts.thanks
      ) : (
        <>
          {texts.helpful}{" "}
          <button type="button" class="pw-link" onClick={() => send(true)}>
            {texts.yes}
          </button>{" "}
          <button type="button" class="pw-link" onClick={() => send(false)}>
            {texts.no}
          </button>
        </>
      )}
    </span>
  );
}

function Foot({
  ask,
  children,
}: {
  readonly ask: () => void;
  readonly children?: preact.ComponentChildren;
}) {
  return (
    <footer class="pw-helpfoot">
      {children ?? <span />}
      <button type="button" class="pw-btn pw-btn--main" onClick={ask}>
        {articleTexts().ask}
      </button>
    </footer>
  );
}
