import {
  IconArchive,
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
import { may, useMe } from "../state/session.tsx";
import type { IconType } from "../ui/Icon.tsx";
import type { Command } from "../ui/commands.ts";
import type { KeyMap } from "../ui/keys.ts";
import { t } from "./text.ts";

/** A screen that the palette, and some shortcuts, lead to. */
interface Way {
  readonly id: string;
  readonly name: Parameters<typeof t>[0];
  readonly icon: IconType;
  readonly keys?: `G ${string}`;
  /** Permission that the role must have. */
  readonly needs?: Parameters<typeof may>[1];
  readonly go: (navigate: ReturnType<typeof useNavigate>) => unknown;
}

const ways: readonly Way[] = [
  {
    id: "go-inbox",
    name: "nav.inbox",
    icon: IconInbox,
    keys: "G I",
    go: (navigate) => navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all" } }),
  },
  {
    id: "go-archive",
    name: "nav.archive",
    icon: IconArchive,
    keys: "G A",
    go: (navigate) => navigate({ to: "/archive/{-$chat}", params: { chat: undefined }, search: {} }),
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
    needs: "integrations",
    go: (navigate) => navigate({ to: "/integrations/$", params: { _splat: "" } }),
  },
  {
    id: "go-reports",
    name: "nav.reports",
    icon: IconChartBar,
    keys: "G R",
    needs: "reports",
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
    needs: "integrations",
    go: (navigate) => navigate({ to: "/docs/$", params: { _splat: "" } }),
  },
  {
    id: "go-replies",
    name: "nav.replies",
    icon: IconMessage2Bolt,
    needs: "chat",
    go: (navigate) => navigate({ to: "/settings/$", params: { _splat: "replies" } }),
  },
  { id: "go-me", name: "me.profile", icon: IconUser, go: (navigate) => navigate({ to: "/me" }) },
];

/** Returns the navigation this operator is allowed, as shortcuts and as palette commands. */
export function useWays(): { readonly keys: KeyMap; readonly commands: () => readonly Command[] } {
  const me = useMe();
  const navigate = useNavigate();
  const open = ways.filter(({ needs }) => needs === undefined || may(me, needs));
  const runOf =
    ({ go }: Way) =>
    () =>
      void go(navigate);
  return {
    keys: Object.fromEntries(open.flatMap((way) => (way.keys === undefined ? [] : [[way.keys.toLowerCase(), runOf(way)]]))),
    commands: () =>
      open.map((way): Command => ({
        id: way.id,
        label: t(way.name),
        icon: way.icon,
        ...(way.keys !== undefined && { keys: way.keys }),
        run: runOf(way),
      })),
  };
}
