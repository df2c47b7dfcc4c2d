import type { ArticleSummary } from "@parlour/protocol/api";
import { IconArchive, IconCircleCheck, IconCircleDot, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { OrderHandle, useOrder } from "../../../ui/order/OrderHandle.tsx";
import { formatAge, formatExactTime, useNow } from "../../../ui/time.ts";
import type { ArticleState } from "../articles-url.ts";
import { getOrderKey } from "../queries.ts";
import { t } from "../text.ts";
import { getLanguageState, LanguageTag } from "./LanguageTag.tsx";

interface ArticleTableProps {
  articles: readonly ArticleSummary[];
  label: string;
  /** Id of the section whose order can be changed. Null: none. */
  orderOf: number | null;
}

/** Lists articles with state, languages, votes and readers. */
export function ArticleTable({ articles, label, orderOf }: ArticleTableProps) {
  const now = useNow(30_000);
  const languages = listLanguages(articles);
  return (
    <>
      <div className="card">
        <table className="things" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t("articles.column.title")}</th>
              <th scope="col">{t("articles.state")}</th>
              <th scope="col">{t("articles.languages")}</th>
              <th scope="col" className="end-n">
                {t("articles.helpful")}
              </th>
              <th scope="col" className="end-n">
                {t("articles.views")}
              </th>
              <th scope="col">{t("articles.changed")}</th>
            </tr>
          </thead>
          <tbody>
            {articles.map((article) => (
              <Row key={article.id} {...{ article, languages, now, orderOf }} />
            ))}
          </tbody>
        </table>
      </div>
      {orderOf !== null && articles.length > 1 && (
        <p className="t12 faint orderhint">{t("articles.order")}</p>
      )}
    </>
  );
}

interface RowProps {
  article: ArticleSummary;
  languages: readonly string[];
  now: number;
  orderOf: number | null;
}

function Row({ article, languages, now, orderOf }: RowProps) {
  const { texts, views, updated_at, updated_by } = article;
  const text = texts.find(({ language }) => language === article.language);
  return (
    <tr>
      <th scope="row">
        {orderOf === null ? (
          <TitleLink article={article} />
        ) : (
          <OrderedTitle article={article} section={orderOf} />
        )}
        <small dir="ltr">{text?.path}</small>
      </th>
      <td data-label={t("articles.state")}>
        <StateMark state={article.state} hasChanges={text?.has_changes === true} />
      </td>
      <td data-label={t("articles.languages")}>
        <span className="langs">
          {languages.map((language) => (
            <LanguageTag
              key={language}
              language={language}
              state={getLanguageState(texts.find((one) => one.language === language))}
            />
          ))}
        </span>
      </td>
      <td className="end-n" data-label={t("articles.helpful")}>
        <Votes article={article} />
      </td>
      <td className="end-n num" data-label={t("articles.views")}>
        {views === 0 ? "–" : i18n.number(views)}
      </td>
      <td data-label={t("articles.changed")}>
        <time dateTime={updated_at} title={formatExactTime(updated_at)}>
          {formatAge(updated_at, now)}
        </time>{" "}
        <small className="faint">{updated_by?.name}</small>
      </td>
    </tr>
  );
}

/** Title of an article whose place in its section can be changed: by its handle, or by Alt ↑ ↓. */
function OrderedTitle({ article, section }: { article: ArticleSummary; section: number }) {
  const row = { id: article.id, name: article.title, managed: false };
  const list = {
    path: "articles",
    queryKey: getOrderKey(section),
    body: { section_id: section },
  };
  const order = useOrder(list, row);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    const before = order.read();
    order.moveTo(order.position() + step);
    order.save(before);
  };
  return (
    <>
      <OrderHandle list={list} row={row} />
      <TitleLink article={article} onKeyDown={onKeyDown} />
    </>
  );
}

interface TitleLinkProps {
  article: ArticleSummary;
  onKeyDown?: (event: KeyboardEvent) => void;
}

function TitleLink({ article: { id, title, language }, onKeyDown }: TitleLinkProps) {
  return (
    <Link
      to="/articles/$"
      params={{ _splat: String(id) }}
      search={{ language }}
      data-step=""
      dir="auto"
      lang={language}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={onKeyDown && "Alt+ArrowUp Alt+ArrowDown"}
    >
      {title}
    </Link>
  );
}

const stateIcons = {
  draft: IconPencil,
  published: IconCircleCheck,
  archived: IconArchive,
} as const;

function StateMark({ state, hasChanges }: { state: ArticleState; hasChanges: boolean }) {
  return (
    <span className="line4" data-state={hasChanges ? "changes" : state}>
      <Icon of={hasChanges ? IconCircleDot : stateIcons[state]} small />
      {t(hasChanges ? "articles.state.changes" : `articles.state.${state}`)}
    </span>
  );
}

/** Minimum number of votes whose share says something. */
const minVotes = 5;
/** Share of helpful votes in percent below which the text needs work. */
const lowPercent = 75;

function Votes({ article: { helpful, not_helpful } }: { article: ArticleSummary }) {
  const votes = helpful + not_helpful;
  if (votes < minVotes) return <span className="faint">–</span>;
  const percent = Math.round((100 * helpful) / votes);
  return (
    <span className="ratio" data-low={percent < lowPercent || undefined}>
      <span className="num">
        {i18n.number(helpful / votes, { style: "percent" })}
        <span className="vh">{t("articles.votes", { n: votes })}</span>
      </span>
      <progress value={percent} max={100} aria-hidden="true" />
    </span>
  );
}

/** Returns the languages of the texts, those of most articles first. */
function listLanguages(articles: readonly ArticleSummary[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { language } of articles.flatMap(({ texts }) => texts))
    counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
}
