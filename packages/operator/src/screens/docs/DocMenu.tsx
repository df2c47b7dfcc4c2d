import { Link } from "@tanstack/react-router";
import { Disclosure } from "../../ui/disclosure/Disclosure.tsx";
import { t } from "../../ui/docs/text.ts";
import { docMenu, type DocPage } from "./doc-pages.ts";

export const getPageName = (page: DocPage): string =>
  t(page === "README" ? "docs.overview" : `docs.${page}`);

/** Lists the pages in groups. The group of the open page opens by itself. */
export function DocMenu({ page }: { page: DocPage }) {
  return (
    <nav className="menu" aria-label={t("docs.title")}>
      <h2>{t("docs.title")}</h2>
      {docMenu.map(({ group, pages }) => {
        const links = <PageLinks key={pages[0]} pages={pages} current={page} />;
        if (group === null) return links;
        return (
          <Disclosure
            key={group}
            title={t(`docs.group.${group}`)}
            open={pages.some((one) => one === page)}
          >
            {links}
          </Disclosure>
        );
      })}
    </nav>
  );
}

function PageLinks({ pages, current }: { pages: readonly DocPage[]; current: DocPage }) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page}>
          <Link
            to="/docs/$"
            params={{ _splat: page === "README" ? "" : page }}
            activeOptions={{ exact: true }}
            aria-current={page === current ? "page" : undefined}
          >
            {getPageName(page)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
