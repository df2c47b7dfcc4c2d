import {
  IconBook2,
  IconChartBar,
  IconInbox,
  IconPlugConnected,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconWifi,
  IconWifiOff,
  IconUsers,
} from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import type { Operator } from "@parlour/protocol";
import type { ReactNode } from "react";
import { viewRoute } from "../ui/address/chat-routes.ts";
import { useLiveState, useLiveClient } from "../state/live-context.tsx";
import { listUnhealthyEndpoints, useEndpoints } from "../state/endpoint-health.ts";
import { computeInboxCounts } from "../state/inbox/counts.ts";
import { can, useCurrentOperator } from "../state/session.tsx";
import { Icon, type IconType } from "../ui/Icon.tsx";
import { Badge, BrandMark } from "../ui/badges.tsx";
import { formatClock, useNow } from "../ui/time.ts";
import { t } from "./text.ts";
import { StatusMenu } from "./StatusMenu.tsx";
import { WaitingIndicator } from "./WaitingIndicator.tsx";

/** Main navigation: a rail of 72 px at the side. Below a width of 720 px, a bar at the bottom. */
export function NavigationRail({ onSignOut }: { onSignOut: () => void }) {
  const me = useCurrentOperator();
  const live = useLiveClient();
  return (
    <nav className="rail" aria-label={t("app.main")}>
      <span className="brand">
        <BrandMark label={t("app.name")} />
      </span>
      <ul>
        <li>
          <InboxLink me={me} />
        </li>
        <WaitingIndicator />
        <li>
          <Link
            className="to"
            to="/visitors/{-$number}"
            params={{ number: undefined }}
            {...getScreenLinkProps("visitors", "G V")}
          >
            <NavigationItem icon={IconUsers} name={t("nav.visitors")} />
          </Link>
        </li>
        <li>
          <Link
            className="to"
            to="/archive/{-$chat}"
            params={{ chat: undefined }}
            search={{}}
            {...getScreenLinkProps("archive", "G A")}
          >
            <NavigationItem icon={IconSearch} name={t("nav.archive")} />
          </Link>
        </li>
        <ArticlesItem />
        {can(me, "deliveries.read") && (
          <li className="desktop">
            <IntegrationsLink />
          </li>
        )}
        {can(me, "reports.read") && (
          <li>
            <Link
              className="to"
              to="/reports"
              search={{}}
              {...getScreenLinkProps("reports", "G R")}
            >
              <NavigationItem icon={IconChartBar} name={t("nav.reports")} />
            </Link>
          </li>
        )}
        {can(me, "settings") && (
          <li className="desktop">
            <Link
              className="to"
              to="/settings/$"
              params={{ _splat: "" }}
              {...getScreenLinkProps("settings", "G S")}
            >
              <NavigationItem icon={IconSettings} name={t("nav.settings")} />
            </Link>
          </li>
        )}
        <li className="phone">
          <StatusMenu onSignOut={onSignOut} phone />
        </li>
      </ul>
      <div className="foot">
        <ConnectionIndicator onRetry={() => live.retryNow()} />
        <StatusMenu onSignOut={onSignOut} />
      </div>
    </nav>
  );
}
/** Number of own chats with something new. A new message renders this component alone. */
function NewBadge({ me }: { me: Operator }) {
  const n = useLiveState((state) => computeInboxCounts(state, me.id).withNews);
  return n > 0 ? <Badge n={n} max={9} label={t("nav.new", { n })} /> : null;
}

/** Entry of the articles. On phones, it is in the menu. */
function ArticlesItem() {
  return (
    <li className="desktop">
      <Link
        className="to"
        to="/articles/$"
        params={{ _splat: "" }}
        search={{}}
        {...getScreenLinkProps("articles", "G H")}
      >
        <NavigationItem icon={IconBook2} name={t("nav.articles")} />
      </Link>
    </li>
  );
}

/** Returns the props of a link to a screen: its shortcut, and whether the screen is open. */
function getScreenLinkProps(
  name: "visitors" | "archive" | "articles" | "reports" | "settings",
  keys: string,
) {
  return {
    title: `${t(`nav.${name}`)}  ${keys}`,
    activeOptions: { exact: false, includeSearch: false },
  };
}

/** Content of the link to a screen. `children` is a badge next to the name. */
function NavigationItem({
  icon,
  name,
  children,
}: {
  icon: IconType;
  name: string;
  children?: ReactNode;
}) {
  return (
    <>
      <Icon of={icon} />
      <span className="name">{name}</span>
      {children}
    </>
  );
}

/** Returns true if the current path matches `paths`. Used for links that cover several screens. */
function useIsPathActive(paths: RegExp): boolean {
  return useRouterState({ select: (router) => paths.test(router.location.pathname) });
}

/** Link to the inbox. It is also active on the screens for calls and offline messages. */
function InboxLink({ me }: { me: Operator }) {
  const isActive = useIsPathActive(/^\/(inbox|calls|offline)(\/|$)/);
  return (
    <Link
      className="to"
      {...viewRoute("all")}
      aria-current={isActive ? "page" : undefined}
      title={`${t("nav.inbox")}  G I`}
    >
      <NavigationItem icon={IconInbox} name={t("nav.inbox")}>
        <NewBadge me={me} />
      </NavigationItem>
    </Link>
  );
}

/**
 * Link to the integrations, active on the documentation too, with the number of failing endpoints.
 */
function IntegrationsLink() {
  const isActive = useIsPathActive(/^\/(integrations|docs)(\/|$)/);
  const endpoints = useEndpoints("seldom").data ?? [];
  const unhealthyCount = listUnhealthyEndpoints(
    endpoints,
    useNow(30_000, endpoints.length > 0),
  ).length;
  return (
    <Link
      className="to"
      to="/integrations/$"
      params={{ _splat: "" }}
      aria-current={isActive ? "page" : undefined}
      title={`${t("nav.integrations")}  G D`}
    >
      <NavigationItem icon={IconPlugConnected} name={t("nav.integrations")}>
        {unhealthyCount > 0 && (
          <Badge red n={unhealthyCount} max={9} label={t("nav.troubled", { n: unhealthyCount })} />
        )}
      </NavigationItem>
    </Link>
  );
}

/** Shows the connection as an icon with an accessible name: live, catching up, offline. */
function ConnectionIndicator({ onRetry }: { onRetry: () => void }) {
  const connection = useLiveState((state) => state.connection);
  const statusText =
    connection.kind === "offline"
      ? t("connection.offline", { time: formatClock(connection.since) })
      : connection.kind === "catching_up"
        ? t("connection.catching_up", { done: connection.done, total: connection.total })
        : connection.kind === "live"
          ? t("connection.live")
          : t("connection.connecting");
  const icon =
    connection.kind === "offline" || connection.kind === "signed_out"
      ? IconWifiOff
      : connection.kind === "live"
        ? IconWifi
        : IconRefresh;
  const tone =
    connection.kind === "live" ? "success" : connection.kind === "offline" ? "warning" : "info";
  return (
    <button
      type="button"
      className="to"
      aria-label={statusText}
      title={statusText}
      onClick={onRetry}
    >
      <Icon of={icon} className={tone} />
    </button>
  );
}
