import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import type { Operator } from "@parlour/protocol";
import type { ReactNode } from "react";
import { textById } from "../../text/index.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import { Banner } from "../../ui/badges.tsx";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import "./page.css";
import { canAdd, listAreas, type SettingsArea } from "./menu.ts";
import { t as found } from "./search/text.ts";
import { useTargetField } from "./search/use-target-field.ts";
import { overviewPath, SettingsMenu } from "./SettingsMenu.tsx";
import { OverviewPage } from "./OverviewPage.tsx";
import { OpenPageProvider } from "./open-page.tsx";
import { settingsPages } from "./pages/index.ts";
import type { ResourcePages } from "./pages/page-table.ts";
import { t } from "./text.ts";

/** Renders `/settings/*`: the menu with the pages that this role may open, and the open page. */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const me = useCurrentOperator();
  const splat = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "");
  const areas = listAreas(me);
  const path = splat === "" ? getStartPath(areas) : splat;
  const [name = "", ...parts] = path.split("/");
  const area = areas.find(({ pages: areaPages }) => areaPages.some((page) => page.path === name));
  const page = area?.pages.find((item) => item.path === name);
  const openPage = area && page ? { area, page, isResource: parts.length > 0 } : null;
  useTitle("section", page?.label ?? t("menu.title"));
  const pendingField = useTargetField(path);
  return (
    <main className="settings" data-at={splat === "" ? "menu" : "page"}>
      <SettingsMenu areas={areas} current={area?.id} isPage={splat === ""} />
      <div className="at">
        {pendingField !== null && (
          <Banner tone="info" live>
            {found("settingssearch.choose", { field: textById(pendingField.label) })}
          </Banner>
        )}
        <OpenPageProvider value={openPage}>
          {path === overviewPath ? (
            <OverviewPage areas={areas} />
          ) : (
            (renderPage(path, me) ?? <NotFoundScreen inside />)
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

/** All valid first path segments below `/settings`. */
export const pageNames: readonly string[] = Object.keys(settingsPages);

/**
 * Returns the page for a path below `/settings`. Null if the path is unknown, or not permitted for
 * this role.
 */
function renderPage(path: string, me: Operator): ReactNode {
  const [name = "", part, more] = path.split("/");
  if (more !== undefined || (name !== "replies" && !can(me, "settings"))) return null;
  if (name === "replies" && part === "new" && !can(me, "chat")) return null;
  const page = Object.hasOwn(settingsPages, name) ? settingsPages[name] : undefined;
  if (
    !page ||
    (page.needs === "team" && !can(me, "team")) ||
    (page.needs === "instance" && !me.instance_owner)
  )
    return null;
  if ("all" in page) return renderResourcePage(page, name, part, me);
  return part === undefined ? page.page() : null;
}

/** Returns the list of resources, the form for a new one, or the page of one. */
function renderResourcePage(
  { all, add, one }: ResourcePages,
  name: string,
  part: string | undefined,
  me: Operator,
): ReactNode {
  if (part === undefined) return all();
  if (part === "new") return canAdd(me, name) ? add() : null;
  return /^[1-9]\d{0,15}$/.test(part) ? one(Number(part)) : null;
}
