import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { textById } from "../../text/index.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { Banner } from "../../ui/badges.tsx";
import { useAccount } from "../../state/account.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import "../../ui/form/page.css";
import type { SettingsArea } from "./menu.ts";
import { listAreas } from "./shown-areas.ts";
import { t as search } from "./search/text.ts";
import { useTargetField } from "./search/use-target-field.ts";
import { overviewPath, SettingsMenu } from "./SettingsMenu.tsx";
import { OverviewPage } from "./OverviewPage.tsx";
import { OpenPageProvider } from "./open-page.tsx";
import { findPage } from "./pages/parts.ts";
import { renderPage } from "./render-page.tsx";
import { t } from "./text.ts";

/** Renders `/settings/*`: the menu with the pages that this role may open, and the open page. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const areas = listAreas(me, useAccount().data?.has_model);
  const path = splat === "" ? getStartPath(areas) : splat;
  const [name = "", ...parts] = path.split("/");
  const area = areas.find(({ pages }) => pages.some((item) => item.path === name));
  const page = area?.pages.find((item) => item.path === name);
  const openPage = area && page ? { area, page, isResource: parts.length > 0 } : null;
  const isForbidden = !page && findPage(name) !== undefined;
  useTitle("section", page?.label ?? t("menu.title"));
  const pendingField = useTargetField(me, path);
  return (
    <main className="settings" data-at={splat === "" ? "menu" : "page"}>
      <SettingsMenu areas={areas} current={area?.id ?? path} isPage={splat === ""} />
      <div className="at">
        {pendingField !== null && (
          <Banner tone="info" live>
            {search("settingssearch.choose", { field: textById(pendingField.label) })}
          </Banner>
        )}
        <OpenPageProvider value={openPage}>
          {path === overviewPath ? (
            <OverviewPage areas={areas} />
          ) : (
            (renderPage(path, me) ?? <NotFoundScreen inside isForbidden={isForbidden} />)
          )}
        </OpenPageProvider>
      </div>
    </main>
  );
}

/** Returns the page that is open first. A role with one page has no overview. */
function getStartPath(areas: readonly SettingsArea[]): string {
  const [first, second] = areas.flatMap((area) => area.pages);
  return first !== undefined && second === undefined ? first.path : overviewPath;
}
