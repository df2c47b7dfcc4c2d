import { Link } from "@tanstack/react-router";
import { t } from "./text.ts";

const pages = ["deliveries", "inspector", "tests"] as const;
export type DeskPage = (typeof pages)[number];

/** Renders the header of the integration screens with their tabs. */
export function DeskHead({ at }: { at: DeskPage }) {
  return (
    <header className="pagehead">
      <h1>{t("integrations.title")}</h1>
      <nav className="tabs" aria-label={t("integrations.title")}>
        {pages.map((page) => (
          <Link
            key={page}
            to="/integrations/$"
            params={{ _splat: page }}
            search={{} as never}
            aria-current={page === at ? "page" : undefined}
            activeProps={{}}
          >
            {t(`integrations.${page}`)}
          </Link>
        ))}
        <Link to="/docs/$" params={{ _splat: "" }}>
          {t("integrations.docs")}
        </Link>
      </nav>
    </header>
  );
}
