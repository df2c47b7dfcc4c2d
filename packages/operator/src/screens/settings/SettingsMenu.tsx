import { Link } from "@tanstack/react-router";
import {
  IconBuilding,
  IconChevronRight,
  IconMessageCircle,
  IconPlugConnected,
  IconRoute,
  IconServer,
  IconUsers,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { groupIds, type MenuEntry, type GroupId, type MenuGroup } from "./menu.ts";
import "./menu.css";
import { SettingSearch } from "./search/SettingSearch.tsx";
import { t } from "./text.ts";

const groupIcons = {
  channels: IconMessageCircle,
  conversations: IconRoute,
  team: IconUsers,
  integrations: IconPlugConnected,
  account: IconBuilding,
  system: IconServer,
} as const;

interface SettingsMenuProps {
  groups: readonly MenuGroup[];
  /** Path of the open page below `/settings`. */
  path: string;
  /** Whether the menu is a separate page, as on phones. */
  isPage: boolean;
}

/** Renders the settings pages in groups, with a search field. */
export function SettingsMenu({ groups, path, isPage }: SettingsMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const [text, setText] = useState("");
  const [page = ""] = path.split("/");
  useEffect(() => {
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav ref={menu} className="menu" aria-label={t("menu.title")}>
      <h2 aria-level={isPage ? 1 : 2}>{t("menu.title")}</h2>
      <SettingSearch text={text} onText={setText} />
      {text.trim() === "" && <MenuGroups groups={groups} page={page} />}
    </nav>
  );
}

/**
 * Expands the group of the current page. The other groups keep their state, which is stored on this
 * device.
 */
function MenuGroups({ groups, page }: { groups: readonly MenuGroup[]; page: string }) {
  const [openGroups, setOpenGroups] = useState(loadOpenGroups);
  const currentGroup = groups.find(({ entries }) => entries.some(({ path }) => path === page))?.id;
  const [closedGroup, setClosedGroup] = useState<GroupId | undefined>(undefined);
  if (closedGroup !== undefined && closedGroup !== currentGroup) setClosedGroup(undefined);
  const toggle = (id: GroupId, isOpen: boolean) => {
    if (id === currentGroup) setClosedGroup(isOpen ? undefined : id);
    const next = isOpen ? [...openGroups, id] : openGroups.filter((groupId) => groupId !== id);
    saveOpenGroups(next);
    setOpenGroups(next);
  };
  return groups.map((group) => (
    <MenuGroupDetails
      key={group.id}
      group={group}
      page={page}
      isOpen={
        openGroups.includes(group.id) || (group.id === currentGroup && closedGroup !== currentGroup)
      }
      onToggle={(isOpen) => toggle(group.id, isOpen)}
    />
  ));
}

interface MenuGroupProps {
  group: MenuGroup;
  page: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function MenuGroupDetails({
  group: { id, title, entries },
  page,
  isOpen,
  onToggle,
}: MenuGroupProps) {
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open);
      }}
    >
      <summary>
        <Icon of={groupIcons[id]} small />
        <span className="gname">
          {title}
          {!isOpen && <small>{entries.map(({ label }) => label).join(", ")}</small>}
        </span>
        <Icon of={IconChevronRight} small flip className="chev" />
      </summary>
      <ul aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <MenuLink entry={entry} isHere={page === entry.path} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function MenuLink({
  entry: { path, label, isDocs },
  isHere,
}: {
  entry: MenuEntry;
  isHere: boolean;
}) {
  return (
    <Link
      to={isDocs ? "/docs/$" : "/settings/$"}
      params={{ _splat: isDocs ? "" : path }}
      aria-current={isHere ? "page" : undefined}
    >
      {label}
    </Link>
  );
}

const storageKey = "parlour.settings.open";

function loadOpenGroups(): readonly GroupId[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? groupIds.filter((id) => stored.includes(id)) : [];
  } catch {
    return [];
  }
}

function saveOpenGroups(open: readonly GroupId[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(open));
  } catch (error) {
    console.warn("the open groups of the settings could not be kept on this device", error);
  }
}
