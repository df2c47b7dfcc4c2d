import type { Article, ArticleVersion } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { getLanguageName } from "../../../text/language-name.ts";
import { Avatar } from "../../../ui/badges.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { formatDayTime, useNow } from "../../../ui/time.ts";
import { t } from "../text.ts";

interface VersionListProps {
  article: Article;
  versions: readonly ArticleVersion[];
  /** Index of the open version. */
  open: number;
  onMore: (() => void) | null;
  isLoading: boolean;
}

/** Lists the versions, newest first: who, when, and what became of them. */
export function VersionList({ article, versions, open, onMore, isLoading }: VersionListProps) {
  const now = useNow(60_000);
  const { id, language } = article;
  return (
    <aside className="versions" aria-label={t("articles.versions")}>
      <header>
        <h2>{t("articles.versions")}</h2>
        <span className="t12 faint">{getLanguageName(language)}</span>
      </header>
      <ol>
        {versions.map((one, index) => (
          <li key={one.version}>
            <Link
              to="/articles/$"
              params={{ _splat: `${id}/history` }}
              search={{ language, version: one.version }}
              replace
              activeProps={{}}
              aria-current={index === open ? "true" : undefined}
            >
              <Avatar name={one.operator?.name ?? null} size={28} />
              <b className="medium">{one.operator?.name ?? t("articles.author.unknown")}</b>
              <time className="num" dateTime={one.at}>
                {formatDayTime(one.at, now)}
              </time>
              <span className="about">{describe(one, versions[index + 1])}</span>
            </Link>
          </li>
        ))}
      </ol>
      <LoadOlderButton onLoadMore={onMore} busy={isLoading}>
        {t("articles.more")}
      </LoadOlderButton>
    </aside>
  );
}

function describe(version: ArticleVersion, before: ArticleVersion | undefined): string {
  const state = t(version.published ? "articles.version.published" : "articles.version.saved");
  if (before === undefined || before.slug === version.slug) return state;
  return `${state}. ${t("articles.version.address", { slug: before.slug })}`;
}
