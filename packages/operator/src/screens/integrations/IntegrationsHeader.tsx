import { Link } from "@tanstack/react-router";
import { t } from "./text.ts";

const tabs = ["deliveries", "inspector", "tests"] as const;
export type IntegrationsTab = (typeof tabs)[number];

/** Renders the header of the integration screens with their tabs. */
export function IntegrationsHeader({ current }: { current: IntegrationsTab }) {
  return (
    <header className="pagehead">
      <h1>{t("integrations.title")}</h1>
      <nav className="tabs" aria-label={t("integrations.title")}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/integrations/$"
            params={{ _splat: tab }}
            search={{} as never}
            aria-current={tab === current ? "page" : undefined}
            activeProps={{}}
          >
            {t(`integrations.${tab}`)}
          </Link>
        ))}
        <Link to="/docs/$" params={{ _splat: "" }}>
          {t("integrations.docs")}
        </Link>
      </nav>
    </header>
  );
}
