import {
  IconSearch,
  IconBook2,
  IconChartBar,
  IconInbox,
  IconMessage2Bolt,
  IconPhone,
  IconPlugConnected,
  IconSettings,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { viewRoute } from "../../ui/address/chat-routes.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import type { IconType } from "../../ui/Icon.tsx";
import type { Command } from "../../ui/keyboard/commands.ts";
import type { ShortcutMap } from "../../ui/keyboard/shortcuts.ts";
import { t } from "../text.ts";

/** A screen that the palette, and in some cases a shortcut, opens. */
interface NavigationTarget {
  readonly id: string;
  readonly name: Parameters<typeof t>[0];
  readonly icon: IconType;
  readonly keys?: `G ${string}`;
  /** Permission that the operator's role must have. */
  readonly needs?: Parameters<typeof can>[1];
  readonly go: (navigate: ReturnType<typeof useNavigate>) => unknown;
}

const navigationTargets: readonly NavigationTarget[] = [
  {
    id: "go-inbox",
    name: "nav.inbox",
    icon: IconInbox,
    keys: "G I",
    go: (navigate) => navigate(viewRoute("all")),
  },
  {
    id: "go-archive",
    name: "nav.archive",
    icon: IconSearch,
    keys: "G A",
    go: (navigate) =>
      navigate({ to: "/archive/{-$chat}", params: { chat: undefined }, search: {} }),
  },
  {
    id: "go-articles",
    name: "nav.articles",
    icon: IconBook2,
    keys: "G H",
    go: (navigate) => navigate({ to: "/articles/$", params: { _splat: "" }, search: {} }),
  },
  {
    id: "go-calls",
    name: "view.calls",
    icon: IconPhone,
    go: (navigate) => navigate({ to: "/calls/{-$call}", params: { call: undefined } }),
  },
  {
    id: "go-visitors",
    name: "nav.visitors",
    icon: IconUsers,
    keys: "G V",
    go: (navigate) => navigate({ to: "/visitors/{-$number}", params: { number: undefined } }),
  },
  {
    id: "go-integrations",
    name: "nav.integrations",
    icon: IconPlugConnected,
    keys: "G D",
    needs: "deliveries.read",
    go: (navigate) => navigate({ to: "/integrations/$", params: { _splat: "" } }),
  },
  {
    id: "go-reports",
    name: "nav.reports",
    icon: IconChartBar,
    keys: "G R",
    needs: "reports.read",
    go: (navigate) => navigate({ to: "/reports", search: {} }),
  },
  {
    id: "go-settings",
    name: "nav.settings",
    icon: IconSettings,
    keys: "G S",
    needs: "settings",
    go: (navigate) => navigate({ to: "/settings/$", params: { _splat: "" } }),
  },
  {
    id: "go-docs",
    name: "nav.docs",
    icon: IconBook2,
    needs: "deliveries.read",
    go: (navigate) => navigate({ to: "/docs/$", params: { _splat: "" } }),
  },
  {
    id: "go-replies",
    name: "nav.replies",
    icon: IconMessage2Bolt,
    needs: "chats.answer",
    go: (navigate) => navigate({ to: "/settings/$", params: { _splat: "replies" } }),
  },
  { id: "go-me", name: "me.profile", icon: IconUser, go: (navigate) => navigate({ to: "/me" }) },
];

/** Returns the screens that this operator may open, as shortcuts and as palette commands. */
export function useNavigationCommands(): {
  readonly keys: ShortcutMap;
  readonly commands: () => readonly Command[];
} {
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const allowed = navigationTargets.filter(({ needs }) => needs === undefined || can(me, needs));
  const createRun =
    ({ go }: NavigationTarget) =>
    () =>
      void go(navigate);
  return {
    keys: Object.fromEntries(
      allowed.flatMap((target) =>
        target.keys === undefined ? [] : [[target.keys.toLowerCase(), createRun(target)]],
      ),
    ),
    commands: () =>
      allowed.map((target): Command => ({
        id: target.id,
        label: t(target.name),
        icon: target.icon,
        keys: target.keys,
        run: createRun(target),
      })),
  };
}
