import { Link } from "@tanstack/react-router";
import {
  IconBolt,
  IconBuilding,
  IconCode,
  IconInbox,
  IconLayoutGrid,
  IconMessageCircle,
  IconServer,
  IconSparkles,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { Icon } from "../../ui/Icon.tsx";
import type { AreaId, SettingsArea } from "./menu.ts";
import "./menu.css";
import { ProblemDot } from "./PageState.tsx";
import { SettingSearch } from "./search/SettingSearch.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { t } from "./text.ts";

export const areaIcons: Readonly<Record<AreaId, typeof IconBolt>> = {
  channels: IconMessageCircle,
  inbox: IconInbox,
  automation: IconBolt,
  answers: IconSparkles,
  team: IconUsers,
  developers: IconCode,
  account: IconBuilding,
  system: IconServer,
};

interface SettingsMenuProps {
  areas: readonly SettingsArea[];
  /** Area of the open page, or else its path. */
  current: string;
  /** Whether the menu is a separate page, as on phones. */
  isPage: boolean;
}

/** Renders the search, the link to the overview, and the areas of the settings. */
export function SettingsMenu({ areas, current, isPage }: SettingsMenuProps) {
  const [text, setText] = useState("");
  return (
    <nav className="menu" aria-label={t("menu.title")}>
      <h2 aria-level={isPage ? 1 : 2}>{t("menu.title")}</h2>
      <SettingSearch text={text} onText={setText} />
      {text.trim() === "" && <Areas areas={areas} current={current} />}
    </nav>
  );
}

function Areas({ areas, current }: Omit<SettingsMenuProps, "isPage">) {
  return (
    <ul className="areas">
      <li>
        <Link
          to="/settings/$"
          params={{ _splat: overviewPath }}
          activeProps={{}}
          aria-current={current === overviewPath ? "page" : undefined}
        >
          <Icon of={IconLayoutGrid} />
          {t("overview.title")}
        </Link>
      </li>
      {areas.map(({ id, title, pages }) => (
        <li key={id}>
          {pages[0] && (
            <SettingsLink page={pages[0]} isCurrent={id === current}>
              <Icon of={areaIcons[id]} />
              <span className="grow">{title}</span>
              {pages.some(({ path }) => path === watchedPage) && <ProblemDot path={watchedPage} />}
            </SettingsLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The page whose problems the menu shows. The state of the others would cost a request each. */
const watchedPage = "connectors";
/** Path of the overview below `/settings`. On phones, `/settings` itself shows the menu. */
export const overviewPath = "overview";
