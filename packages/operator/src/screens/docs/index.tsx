import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { LostScreen } from "../../ui/LostScreen.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { useTitle } from "../../ui/title.ts";
import "../settings/page.css";
import { Blocks } from "./Blocks.tsx";
import "./docs.css";
import { parseMarkdown } from "./markdown.ts";
import { useOwn } from "./own.ts";
import { t } from "./text.ts";

/** Each page is a separate file in the build, loaded when it is opened. */
const files = import.meta.glob<string>("../../../../../docs/integrate/*.md", { query: "?raw", import: "default" });
const pages = ["README", "channel", "bot", "webhook", "widget", "script", "calls", "signatures", "errors", "silent", "move-in"] as const;
type Page = (typeof pages)[number];
const nameOf = (page: Page): string => t(page === "README" ? "docs.overview" : `docs.${page}`);

/** `/docs/<page?>`: the pages of docs/integrate, filled with the account's ids and addresses. */
export function Screen() {
  // Renders again when the language changes.
  usePreferences();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const page = pages.find((one) => one === (splat === "" ? "README" : splat));
  useTitle("section", page === undefined ? t("docs.title") : nameOf(page));
  if (page === undefined) return <LostScreen />;
  return (
    <main className="settings docs">
      <nav className="menu" aria-label={t("docs.title")}>
        <h2>{t("docs.title")}</h2>
        <ul>
          {pages.map((one) => (
            <li key={one}>
              <Link to="/docs/$" params={{ _splat: one === "README" ? "" : one }} activeOptions={{ exact: true }} aria-current={one === page ? "page" : undefined}>
                {nameOf(one)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DocPage key={page} page={page} />
    </main>
  );
}

function DocPage({ page }: { page: Page }) {
  const file = files[`../../../../../docs/integrate/${page}.md`];
  const read = useQuery({ queryKey: ["docs", page], queryFn: () => file?.() ?? Promise.reject(new Error(page)), staleTime: Infinity });
  const own = useOwn(page);
  const [chosen, setChosen] = useState("");
  const blocks = useMemo(() => parseMarkdown(read.data ?? ""), [read.data]);
  const late = useLate(read.isPending);
  return (
    <article className="body doc" lang="en" aria-busy={read.isPending}>
      {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {late && <LineBones lines={9} />}
      {own.length > 0 && (
        <p className="fill">
          <label>
            {t("docs.fill")}{" "}
            <select className="input" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t("docs.fill.none")}</option>
              {own.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {chosen !== "" && <small className="hint">{t("docs.fill.secret")}</small>}
        </p>
      )}
      <Blocks blocks={blocks} values={own.find(({ id }) => id === chosen)?.values ?? {}} />
    </article>
  );
}
