import { Icon } from "../../ui/Icon.tsx";
import { useTitle } from "../../ui/title.ts";
import { BackLink } from "./kit/form/PageHeader.tsx";
import { PageState } from "./PageState.tsx";
import type { SettingsArea } from "./menu.ts";
import { areaIcons } from "./SettingsMenu.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { t } from "./text.ts";

/** Lists all pages of the settings by area, each with its present state. */
export function OverviewPage({ areas }: { areas: readonly SettingsArea[] }) {
  useTitle("page", t("overview.title"));
  return (
    <section className="formpage overview" aria-label={t("overview.title")}>
      <header className="pagehead">
        <BackLink to="" />
        <h1>{t("overview.title")}</h1>
      </header>
      <div className="body">
        <div className="areacards">
          {areas.map(({ id, title, pages }) => (
            <section key={id} aria-labelledby={`area-${id}`}>
              <h2 id={`area-${id}`}>
                <Icon of={areaIcons[id]} small /> {title}
              </h2>
              <ul>
                {pages.map((page) => (
                  <li key={page.path}>
                    <SettingsLink page={page}>
                      <span>{page.label}</span> <PageState path={page.path} />
                    </SettingsLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </section>
  );
}
