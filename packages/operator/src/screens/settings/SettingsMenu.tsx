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
import { groupIds, type Entry, type GroupId, type MenuGroup } from "./menu.ts";
import "./menu.css";
import { SettingSearch } from "./search/SettingSearch.tsx";
import { t } from "./text.ts";

const icons = {
  channels: IconMessageCircle,
  conversations: IconRoute,
  team: IconUsers,
  integrations: IconPlugConnected,
  account: IconBuilding,
  system: IconServer,
} as const;

interface Props {
  groups: readonly MenuGroup[];
  /** Path of the open page below `/settings`. */
  path: string;
  /** On a phone the menu is a separate page. */
  isPage: boolean;
}

/** Renders the settings pages in groups with a search field. */
export function SettingsMenu({ groups, path, isPage }: Props) {
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
      {text.trim() === "" && <Groups groups={groups} page={page} />}
    </nav>
  );
}

/**
 * Opens the group of the current page. The other groups keep the state that is stored on this
 * device.
 */
function Groups({ groups, page }: { groups: readonly MenuGroup[]; page: string }) {
  const [open, setOpen] = useState(readOpen);
  const current = groups.find(({ entries }) => entries.some(({ path }) => path === page))?.id;
  const [folded, setFolded] = useState<GroupId | undefined>(undefined);
  if (folded !== undefined && folded !== current) setFolded(undefined);
  const toggle = (id: GroupId, isOpen: boolean) => {
    if (id === current) setFolded(isOpen ? undefined : id);
    const next = isOpen ? [...open, id] : open.filter((one) => one !== id);
    keepOpen(next);
    setOpen(next);
  };
  return groups.map((group) => (
    <Group
      key={group.id}
      group={group}
      page={page}
      isOpen={open.includes(group.id) || (group.id === current && folded !== current)}
      onToggle={(isOpen) => toggle(group.id, isOpen)}
    />
  ));
}

interface GroupProps {
  group: MenuGroup;
  page: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function Group({ group: { id, title, entries }, page, isOpen, onToggle }: GroupProps) {
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open);
      }}
    >
      <summary>
        <Icon of={icons[id]} small />
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

function MenuLink({ entry: { path, label, isDocs }, isHere }: { entry: Entry; isHere: boolean }) {
  return (
    <Link to={isDocs ? "/docs/$" : "/settings/$"} params={{ _splat: isDocs ? "" : path }} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}

const place = "parlour.settings.open";

function readOpen(): readonly GroupId[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(stored) ? groupIds.filter((id) => stored.includes(id)) : [];
  } catch {
    return [];
  }
}

function keepOpen(open: readonly GroupId[]): void {
  try {
    localStorage.setItem(place, JSON.stringify(open));
  } catch (error) {
    console.warn("the open groups of the settings could not be kept on this device", error);
  }
}
