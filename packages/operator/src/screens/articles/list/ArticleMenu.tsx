import type { ArticleSection } from "@parlour/protocol/api";
import {
  IconArchive,
  IconDownload,
  IconFiles,
  IconPencil,
  IconSettings,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../../ui/Icon.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { useCanWrite } from "../queries.ts";
import { t } from "../text.ts";
import type { ListParams } from "./use-list-params.ts";

interface ArticleMenuProps {
  sections: {
    readonly data?: readonly ArticleSection[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  params: ListParams;
}

const lists = [
  { state: "all", icon: IconFiles },
  { state: "draft", icon: IconPencil },
  { state: "archived", icon: IconArchive },
] as const;

/** The lists of articles: all, by state, by section. On phones, it is a page of its own. */
export function ArticleMenu({ sections, params }: ArticleMenuProps) {
  const { section, state, isMenu } = params;
  const canWrite = useCanWrite();
  return (
    <nav className="menu" aria-label={t("articles.title")}>
      <h2 aria-level={isMenu ? 1 : 2}>{t("articles.title")}</h2>
      {lists.map((list) => (
        <Link
          key={list.state}
          to="/articles/$"
          params={{ _splat: "" }}
          search={{ state: list.state }}
          activeProps={{}}
          aria-current={section === null && (state ?? "all") === list.state ? "page" : undefined}
        >
          <Icon of={list.icon} small />
          {t(`articles.list.${list.state}`)}
        </Link>
      ))}
      {sections.data?.length !== 0 && <h3 aria-level={isMenu ? 2 : 3}>{t("articles.sections")}</h3>}
      <QueryList query={sections} items={sections.data} errorText={t("articles.sections.failed")}>
        {(items) =>
          items.map(({ id, name }) => (
            <Link
              key={id}
              to="/articles/$"
              params={{ _splat: "" }}
              search={{ section: id }}
              activeProps={{}}
              aria-current={id === section ? "page" : undefined}
            >
              <bdi className="cut">{name}</bdi>
            </Link>
          ))
        }
      </QueryList>
      <h3 aria-level={isMenu ? 2 : 3}>{t(canWrite ? "articles.manage" : "articles.files")}</h3>
      {canWrite && (
        <Link to="/settings/$" params={{ _splat: "article-sections" }}>
          <Icon of={IconSettings} small />
          {t("articles.sections.manage")}
        </Link>
      )}
      <a href="/api/v1/articles/export" download>
        <Icon of={IconDownload} small />
        {t("articles.export")}
      </a>
    </nav>
  );
}
