import { useParams, useSearch } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { parseId } from "../../ui/address/parse-id.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { useTitle } from "../../ui/title.ts";
import type { ArticlesUrlParams } from "./articles-url.ts";
import { EditorPage } from "./editor/EditorPage.tsx";
import { HistoryPage } from "./history/HistoryPage.tsx";
import { ListPage } from "./list/ListPage.tsx";
import { t } from "./text.ts";
import "../../ui/form/page.css";
import "./articles.css";

/** Renders `/articles`: the list; `/articles/5`: the editor; `/articles/5/history`: versions. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  useTitle("section", t("articles.title"));
  const [part = "", view] = (useParams({ strict: false })._splat ?? "").split("/");
  const { language }: ArticlesUrlParams = useSearch({ strict: false });
  const id = parseId(part);
  if (part === "") return <ListPage />;
  if (id === null || (view !== undefined && view !== "history")) return <NotFoundScreen />;
  return view === "history" ? (
    <HistoryPage key={`${id} ${language}`} id={id} language={language} />
  ) : (
    <EditorPage key={`${id} ${language}`} id={id} language={language} />
  );
}
