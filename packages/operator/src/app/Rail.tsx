import {
  IconArchive,
  IconChartBar,
  IconDots,
  IconInbox,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
  IconWifi,
  IconWifiOff,
  IconUsers,
} from "@tabler/icons-react";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import type { Chat, Operator, Presence } from "@parlour/protocol";
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { api } from "../state/api.ts";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { unhealthy, useEndpoints } from "../state/endpoints.ts";
import { countsOf } from "../state/counts.ts";
import { openChatsOf } from "../state/live-state.ts";
import { setPreferences, usePreferences, type Preferences } from "../state/preferences.ts";
import { useOwnPresence } from "../state/presence.ts";
import { brokenAlerts, subscribeSelfTest } from "../state/self-test.ts";
import { may, useMe } from "../state/session.tsx";
import { wordsOf } from "../ui/Failure.tsx";
import { Icon, type IconType } from "../ui/Icon.tsx";
import { Avatar, Badge, Brand, initials } from "../ui/marks.tsx";
import { Menu, type MenuGroup } from "../ui/menu.tsx";
import { clockTime, useNow } from "../ui/Time.tsx";
import { toast } from "../ui/toast.tsx";
import { t } from "./text.ts";
import { fetchPart } from "../ui/fetch-part.ts";

const GoingOffline = lazy(() =>
  fetchPart(() => import("../screens/inbox/transfer/GoingOffline.tsx")).then((module) => ({ default: module.GoingOffline })),
);

/** Main navigation: 56 px at the side, a bar at the bottom below 720 px. */
export function Rail({ onSignOut }: { onSignOut: () => void }) {
  const me = useMe();
  const live = useLiveStore();
  return (
    <nav className="rail" aria-label={t("app.main")}>
      <span className="brand">
        <Brand label={t("app.name")} />
      </span>
      <ul>
        <li>
          <ToInbox me={me} />
        </li>
        <li>
          <Link className="to" to="/visitors/{-$number}" params={{ number: undefined }} {...ofScreen("visitors", "G V")}>
            <Face icon={IconUsers} name={t("nav.visitors")} />
          </Link>
        </li>
        <li>
          <Link className="to" to="/archive/{-$chat}" params={{ chat: undefined }} search={{}} {...ofScreen("archive", "G A")}>
            <Face icon={IconArchive} name={t("nav.archive")} />
          </Link>
        </li>
        {may(me, "integrations") && (
          <li className="desk">
            <ToIntegrations />
          </li>
        )}
        {may(me, "reports") && (
          <li>
            <Link className="to" to="/reports" search={{}} {...ofScreen("reports", "G R")}>
              <Face icon={IconChartBar} name={t("nav.reports")} />
            </Link>
          </li>
        )}
        {may(me, "settings") && (
          <li className="desk">
            <Link className="to" to="/settings/$" params={{ _splat: "" }} {...ofScreen("settings", "G S")}>
              <Face icon={IconSettings} name={t("nav.settings")} />
            </Link>
          </li>
        )}
        <li className="phone">
          <StatusMenu onSignOut={onSignOut} phone />
        </li>
      </ul>
      <div className="foot">
        <ConnectionMark onRetry={() => live.retryNow()} />
        <StatusMenu onSignOut={onSignOut} />
      </div>
    </nav>
  );
}
/** A component of its own, so that a new message renders only the number and not the whole rail. */
function UnreadBadge({ me }: { me: Operator }) {
  const unread = useLive((state) => countsOf(state, me.id).unread);
  return unread > 0 ? <Badge n={unread} label={t("nav.unread", { n: unread })} /> : null;
}

/**
 * Returns the props of a screen's link: its tooltip with the shortcut, and active on all its paths.
 */
function ofScreen(name: "visitors" | "archive" | "reports" | "settings", keys: string) {
  return { title: `${t(`nav.${name}`)}  ${keys}`, activeOptions: { exact: false, includeSearch: false } };
}

/** Content of a screen's link. `children` is a badge beside the name. */
function Face({ icon, name, children }: { icon: IconType; name: string; children?: ReactNode }) {
  return (
    <>
      <Icon of={icon} />
      <span className="name">{name}</span>
      {children}
    </>
  );
}

/** Returns whether the current path matches, for links that cover several screens. */
function useIsAt(addresses: RegExp): boolean {
  return useRouterState({ select: (router) => addresses.test(router.location.pathname) });
}

/** Link to the inbox, active also on calls and offline messages. */
function ToInbox({ me }: { me: Operator }) {
  const isHere = useIsAt(/^\/(inbox|calls|offline)(\/|$)/);
  return (
    <Link
      className="to"
      to="/inbox/$view/{-$chat}"
      params={{ view: "all" }}
      aria-current={isHere ? "page" : undefined}
      title={`${t("nav.inbox")}  G I`}
    >
      <Face icon={IconInbox} name={t("nav.inbox")}>
        <UnreadBadge me={me} />
      </Face>
    </Link>
  );
}

/**
 * Link to the integrations with the number of failing endpoints, active also on the developer docs.
 */
function ToIntegrations() {
  const isHere = useIsAt(/^\/(integrations|docs)(\/|$)/);
  const { data: endpoints = [] } = useEndpoints({ seldom: true, enabled: true });
  const troubled = unhealthy(endpoints, useNow(30_000, endpoints.length > 0)).length;
  return (
    <Link
      className="to"
      to="/integrations/$"
      params={{ _splat: "" }}
      aria-current={isHere ? "page" : undefined}
      title={`${t("nav.integrations")}  G D`}
    >
      <Face icon={IconPlugConnected} name={t("nav.integrations")}>
        {troubled > 0 && <Badge red n={troubled} label={t("nav.troubled", { n: troubled })} />}
      </Face>
    </Link>
  );
}

/** Shows the connection as an icon with an accessible name: live, catching up, offline. */
function ConnectionMark({ onRetry }: { onRetry: () => void }) {
  const connection = useLive((state) => state.connection);
  const words =
    connection.kind === "offline"
      ? t("connection.offline", { time: clockTime(connection.since) })
      : connection.kind === "catching_up"
        ? t("connection.catching_up", { done: connection.done, total: connection.total })
        : connection.kind === "live"
          ? t("connection.live")
          : t("connection.connecting");
  const icon =
    connection.kind === "offline" || connection.kind === "signed_out" ? IconWifiOff : connection.kind === "live" ? IconWifi : IconRefresh;
  const tone = connection.kind === "live" ? "success" : connection.kind === "offline" ? "warning" : "info";
  return (
    <button type="button" className="to" aria-label={words} title={words} onClick={onRetry}>
      <Icon of={icon} className={tone} />
    </button>
  );
}

const statuses: readonly Presence[] = ["online", "away", "offline"];
const themes: readonly Preferences["theme"][] = ["light", "dark", "system"];

/**
 * Menu with status, theme, profile and sign-out. On phones it is the "More" menu with further
 * screens.
 */
function StatusMenu({ onSignOut, phone = false }: { onSignOut: () => void; phone?: boolean }) {
  const me = useMe();
  const presence = useOwnPresence(me);
  const { theme } = usePreferences();
  const broken = useSyncExternalStore(subscribeSelfTest, brokenAlerts).length > 0 ? `, ${t("alerts.broken")}` : "";
  const { choose, leaving, endLeaving } = useGoing(me);
  const act = useStatusDeeds(choose, onSignOut);
  const status = t(`presence.${presence}`);
  return (
    <>
      <Menu
        label={`${phone ? t("app.more") : initials(me.name)}, ${t("me.change", { name: me.name, status })}${broken}`}
        title={`${me.name}, ${status}${broken}`}
        className="to"
        groups={[...ownChoices(me.name, presence, theme), { entries: ways(me, phone) }]}
        onAction={act}
        placement={phone ? "top end" : "right bottom"}
      >
        {phone ? (
          <Face icon={IconDots} name={t("app.more")} />
        ) : (
          <Avatar name={me.name} photo={me.photo ?? ""} me size={28} presence={presence} />
        )}
        {broken !== "" && <span className="alertdot" aria-hidden="true" />}
      </Menu>
      {leaving.length > 0 && (
        <Suspense fallback={null}>
          <GoingOffline me={me} chats={leaving} onGo={() => endLeaving(true)} onClose={() => endLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

function ownChoices(name: string, presence: Presence, theme: Preferences["theme"]): MenuGroup[] {
  return [
    {
      title: name,
      entries: statuses.map((status) => ({
        id: `status:${status}`,
        label: t(`presence.${status}`),
        hint: t(`presence.${status}.hint`),
        chosen: status === presence,
      })),
    },
    { title: t("me.theme"), entries: themes.map((one) => ({ id: `theme:${one}`, label: t(`theme.${one}`), chosen: one === theme })) },
  ];
}

function ways(me: Operator, phone: boolean): MenuGroup["entries"] {
  return [
    ...(phone && may(me, "integrations") ? [{ id: "integrations", label: t("nav.integrations") }] : []),
    ...(phone && may(me, "settings") ? [{ id: "settings", label: t("nav.settings") }] : []),
    { id: "me", label: t("me.profile") },
    { id: "keys", label: t("keys.title"), keys: "?" },
    { id: "out", label: t("me.signout") },
  ];
}

function useStatusDeeds(choose: (status: Presence) => void, onSignOut: () => void): (id: string) => void {
  const navigate = useNavigate();
  return (id) => {
    const [kind, value] = id.split(":");
    if (kind === "status") choose(value as Presence);
    else if (kind === "theme") setPreferences({ theme: value as Preferences["theme"] });
    else if (id === "me") void navigate({ to: "/me" });
    else if (id === "keys") window.dispatchEvent(new CustomEvent("parlour:keys"));
    else if (id === "integrations") void navigate({ to: "/integrations/$", params: { _splat: "" } });
    else if (id === "settings") void navigate({ to: "/settings/$", params: { _splat: "" } });
    else onSignOut();
  };
}

/**
 * Changes the operator's status. If they go offline with open chats, asks first what to do with
 * those.
 */
function useGoing(me: Operator) {
  const live = useLiveStore();
  const [leaving, setLeaving] = useState<readonly Chat[]>([]);
  return {
    leaving,
    choose: (status: Presence) => {
      const open = status === "offline" && may(me, "chat") ? openChatsOf(live.get(), me.id) : [];
      if (open.length > 0) setLeaving(open);
      else void choosePresence(status);
    },
    endLeaving: (goes: boolean) => {
      setLeaving([]);
      if (goes) void choosePresence("offline");
    },
  };
}

async function choosePresence(status: Presence): Promise<void> {
  try {
    await api.setPresence(status);
  } catch (error) {
    toast(t("me.presencefailed", { why: wordsOf(error) }), { tone: "bad" });
  }
}
