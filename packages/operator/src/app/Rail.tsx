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

const GoingOffline = lazy(() => import("../screens/inbox/transfer/GoingOffline.tsx").then((module) => ({ default: module.GoingOffline })));

/** The way between screens: 56 px at the side, a bar at the foot below 720 px. */
export function Rail({ onSignOut }: { onSignOut: () => void }) {
  const me = useMe();
  const live = useLiveStore();
  const integrates = may(me, "integrations");
  const { data: endpoints = [] } = useEndpoints({ seldom: true, enabled: integrates });
  const troubled = unhealthy(endpoints, useNow(30_000, endpoints.length > 0)).length;
  const inInbox = useRouterState({ select: (router) => /^\/(inbox|calls|offline)(\/|$)/.test(router.location.pathname) });
  return (
    <nav className="rail" aria-label={t("app.main")}>
      <span className="brand">
        <Brand label={t("app.name")} />
      </span>
      <ul>
        <li>
          <Link
            className="to"
            to="/inbox/$view/{-$chat}"
            params={{ view: "all" }}
            aria-current={inInbox ? "page" : undefined}
            title={`${t("nav.inbox")}  G I`}
          >
            <Icon of={IconInbox} />
            <span className="name">{t("nav.inbox")}</span>
            <UnreadBadge me={me} />
          </Link>
        </li>
        <li>
          <Link
            className="to"
            to="/visitors/{-$number}"
            params={{ number: undefined }}
            activeOptions={{ exact: false }}
            title={`${t("nav.visitors")}  G V`}
          >
            <Icon of={IconUsers} />
            <span className="name">{t("nav.visitors")}</span>
          </Link>
        </li>
        <li>
          <Link
            className="to"
            to="/archive/{-$chat}"
            params={{ chat: undefined }}
            search={{}}
            activeOptions={{ exact: false, includeSearch: false }}
            title={`${t("nav.archive")}  G A`}
          >
            <Icon of={IconArchive} />
            <span className="name">{t("nav.archive")}</span>
          </Link>
        </li>
        {integrates && (
          <li className="desk">
            <Place to="/integrations/$" icon={IconPlugConnected} name={t("nav.integrations")} keys="G D">
              {troubled > 0 && <Badge red n={troubled} label={t("nav.troubled", { n: troubled })} />}
            </Place>
          </li>
        )}
        {may(me, "reports") && (
          <li>
            <Link className="to" to="/reports" search={{}} activeOptions={{ includeSearch: false }} title={`${t("nav.reports")}  G R`}>
              <Icon of={IconChartBar} />
              <span className="name">{t("nav.reports")}</span>
            </Link>
          </li>
        )}
        {may(me, "settings") && (
          <li className="desk">
            <Place to="/settings/$" icon={IconSettings} name={t("nav.settings")} keys="G S" />
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

/** By itself, so that a message that comes draws a number and not the rail. */
function UnreadBadge({ me }: { me: Operator }) {
  const unread = useLive((state) => countsOf(state, me.id).unread);
  return unread > 0 ? <Badge n={unread} label={t("nav.unread", { n: unread })} /> : null;
}

interface PlaceProps {
  to: "/integrations/$" | "/settings/$";
  icon: IconType;
  name: string;
  keys: string;
  /** A mark beside the name. */
  children?: ReactNode;
}

function Place({ to, icon, name, keys, children }: PlaceProps) {
  return (
    <Link className="to" to={to} params={{ _splat: "" }} activeOptions={{ exact: false }} title={`${name}  ${keys}`}>
      <Icon of={icon} />
      <span className="name">{name}</span>
      {children}
    </Link>
  );
}

/** Live, catching up, offline: by icon and by name. */
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

/** Own status, appearance, profile and the way out; on phones the whole "More". */
function StatusMenu({ onSignOut, phone = false }: { onSignOut: () => void; phone?: boolean }) {
  const me = useMe();
  const presence = useOwnPresence(me);
  const { theme } = usePreferences();
  const navigate = useNavigate();
  const groups: MenuGroup[] = [
    {
      title: me.name,
      entries: statuses.map((status) => ({
        id: `status:${status}`,
        label: t(`presence.${status}`),
        hint: t(`presence.${status}.hint`),
        chosen: status === presence,
      })),
    },
    { title: t("me.theme"), entries: themes.map((name) => ({ id: `theme:${name}`, label: t(`theme.${name}`), chosen: name === theme })) },
    {
      entries: [
        ...(phone && may(me, "integrations") ? [{ id: "integrations", label: t("nav.integrations") }] : []),
        ...(phone && may(me, "settings") ? [{ id: "settings", label: t("nav.settings") }] : []),
        { id: "me", label: t("me.profile") },
        { id: "keys", label: t("keys.title"), keys: "?" },
        { id: "out", label: t("me.signout") },
      ],
    },
  ];
  const broken = useSyncExternalStore(subscribeSelfTest, brokenAlerts).length > 0;
  const live = useLiveStore();
  const [leaving, setLeaving] = useState<readonly Chat[]>([]);
  const act = (id: string) => {
    const [kind, value] = id.split(":");
    if (id === "status:offline" && may(me, "chat")) {
      const open = openChatsOf(live.get(), me.id);
      if (open.length > 0) setLeaving(open);
      else void choosePresence("offline");
    } else if (kind === "status") void choosePresence(value as Presence);
    else if (kind === "theme") setPreferences({ theme: value as Preferences["theme"] });
    else if (id === "me") void navigate({ to: "/me" });
    else if (id === "keys") window.dispatchEvent(new CustomEvent("parlour:keys"));
    else if (id === "integrations") void navigate({ to: "/integrations/$", params: { _splat: "" } });
    else if (id === "settings") void navigate({ to: "/settings/$", params: { _splat: "" } });
    else onSignOut();
  };
  return (
    <>
      <Menu
        label={`${phone ? t("app.more") : initials(me.name)}, ${t("me.change", { name: me.name, status: t(`presence.${presence}`) })}${broken ? `, ${t("alerts.broken")}` : ""}`}
        title={`${me.name}, ${t(`presence.${presence}`)}${broken ? `, ${t("alerts.broken")}` : ""}`}
        className="to"
        groups={groups}
        onAction={act}
        placement={phone ? "top end" : "right bottom"}
      >
        {phone ? (
          <>
            <Icon of={IconDots} />
            <span className="name">{t("app.more")}</span>
          </>
        ) : (
          <Avatar name={me.name} me size={28} presence={presence} />
        )}
        {broken && <span className="alertdot" aria-hidden="true" />}
      </Menu>
      {leaving.length > 0 && (
        <Suspense fallback={null}>
          <GoingOffline
            me={me}
            chats={leaving}
            onGo={() => {
              setLeaving([]);
              void choosePresence("offline");
            }}
            onClose={() => setLeaving([])}
          />
        </Suspense>
      )}
    </>
  );
}

async function choosePresence(status: Presence): Promise<void> {
  try {
    await api.setPresence(status);
  } catch (error) {
    toast(t("me.presencefailed", { why: wordsOf(error) }), { tone: "bad" });
  }
}
