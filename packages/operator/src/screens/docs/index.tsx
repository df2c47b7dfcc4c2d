import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { loadChunk } from "../../ui/loading/load-chunk.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { usePreferences } from "../../state/browser/preferences.ts";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { useTitle } from "../../ui/title.ts";
import "../../ui/form/page.css";
import { MarkdownBlocks } from "./MarkdownBlocks.tsx";
import "./docs.css";
import { DocMenu, getPageName } from "./DocMenu.tsx";
import { docPages, type DocPage as Page } from "./doc-pages.ts";
import { parseMarkdown } from "./markdown.ts";
import { useAccountValues } from "./account-values.ts";
import { t } from "../../ui/docs/text.ts";

/** The build keeps each page as a separate file, which is loaded when the page opens. */
const pageFiles = import.meta.glob<string>("../../../../../docs/integrate/*.md", { query: "?raw", import: "default" });

const ReferencePage = lazy(() => loadChunk(() => import("./reference/ReferencePage.tsx")).then((module) => ({ default: module.ReferencePage })));

/**
 * Renders `/docs/<page?>`: a page of docs/integrate, filled with the account's ids and addresses,
 * or the API reference.
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const [first = "", operation = "", ...more] = splat.split("/");
  const isPage = more.length === 0 && (operation === "" || first === "reference");
  const page = docPages.find((name) => isPage && name === (first === "" ? "README" : first));
  useTitle("section", page === undefined ? t("docs.title") : getPageName(page));
  if (page === undefined) return <NotFoundScreen />;
  return (
    <main className="settings docs">
      <DocMenu page={page} />
      {page === "reference" ? (
        <Suspense fallback={null}>
          <ReferencePage id={operation} />
        </Suspense>
      ) : (
        <DocPage key={page} page={page} />
      )}
    </main>
  );
}

function DocPage({ page }: { page: Exclude<Page, "reference"> }) {
  const file = pageFiles[`../../../../../docs/integrate/${page}.md`];
  const query = useQuery({ queryKey: ["docs", page], queryFn: () => file?.() ?? Promise.reject(new Error(page)), staleTime: Infinity });
  const accountValues = useAccountValues(page);
  const [chosen, setChosen] = useState("");
  const blocks = useMemo(() => parseMarkdown(query.data ?? ""), [query.data]);
  const isDelayed = useDelayedLoading(query.isPending);
  return (
    <article className="body doc" lang="en" aria-busy={query.isPending}>
      {query.isError && <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />}
      {isDelayed && <LineSkeleton lines={9} />}
      {accountValues.length > 0 && (
        <p className="fill">
          <label>
            {t("docs.fill")}{" "}
            <select className="input" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t("docs.fill.none")}</option>
              {accountValues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {chosen !== "" && <small className="hint">{t("docs.fill.secret")}</small>}
        </p>
      )}
      <MarkdownBlocks blocks={blocks} values={accountValues.find(({ id }) => id === chosen)?.values ?? {}} />
    </article>
  );
}
