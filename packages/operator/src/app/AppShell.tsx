import { IconKeyboard, IconMoon, IconSun } from "@tabler/icons-react";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { createElement, useCallback, useEffect, useState } from "react";
import { api, queryClient } from "../state/api/api.ts";
import { LiveProvider } from "../state/live-context.tsx";
import { setPreferences } from "../state/browser/preferences.ts";
import { can, setCurrentOperator, useCurrentOperator } from "../state/session.tsx";
import { WaitLimitsProvider } from "../state/wait-limits.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { createLazyValue, useLazyValue } from "../ui/loading/lazy-value.ts";
import { Toasts } from "../ui/dialog/toast.tsx";
import { ConnectionBanners } from "./ConnectionBanners.tsx";
import { useCommands } from "../ui/keyboard/commands.ts";
import { ConfirmIdentity } from "../screens/signin/confirm/ConfirmIdentity.tsx";
import { useShortcuts } from "../ui/keyboard/shortcuts.ts";
import { KeyboardShortcuts } from "./KeyboardShortcuts.tsx";
import { NavigationRail } from "./NavigationRail.tsx";
import { useMaxWidth } from "../state/browser/use-max-width.ts";
import { LazyRingingCards } from "../ui/ring/LazyRingingCards.tsx";
import { StartingShell } from "./start/StartingShell.tsx";
import { t } from "./text.ts";
import { useStartLiveClient } from "./start/use-start-live-client.ts";
import { useNavigationCommands } from "./navigation-commands.ts";

const lazyCommandPalette = createLazyValue(() =>
  import("./palette/CommandPalette.tsx").then((module) => module.CommandPalette),
);

/**
 * Layout and services around every screen for a signed-in operator: live connection, alerts,
 * navigation, banners, shortcuts.
 */
export function AppShell() {
  const { live, error } = useStartLiveClient();
  if (!live) return <StartingShell error={error} />;
  return (
    <LiveProvider live={live}>
      <WaitLimitsProvider>
        <ShellLayout />
      </WaitLimitsProvider>
      <ConfirmIdentity />
      <Toasts />
      <LiveRegion />
    </LiveProvider>
  );
}

function ShellLayout() {
  const me = useCurrentOperator();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const paletteFrame = useLazyValue(lazyCommandPalette);
  useEffect(() => {
    if (isPaletteOpen) lazyCommandPalette.load();
  }, [isPaletteOpen]);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isInbox = path.startsWith("/inbox");
  const isChatOpen = /^\/inbox\/\w+\/\d/.test(path);
  const isPhone = useMaxWidth(720);
  const signOut = useSignOut();
  const showKeys = useCallback(() => setShortcutsOpen(true), []);
  useShellShortcuts(() => setPaletteOpen((open) => !open), showKeys);
  return (
    <>
      <a className="skip" href="#screen">
        {t("app.skip")}
      </a>
      <div className="shell">
        <NavigationRail onSignOut={signOut} />
        <div className="stage">
          <ConnectionBanners withSound={can(me, "chat")}>
            {isChatOpen && isPhone && <LazyRingingCards place="talk" />}
          </ConnectionBanners>
          <div className="screen" id="screen" tabIndex={-1}>
            <Outlet />
          </div>
          {!isInbox && <LazyRingingCards place="corner" />}
        </div>
      </div>
      {paletteFrame &&
        createElement(paletteFrame, { open: isPaletteOpen, onClose: () => setPaletteOpen(false) })}
      <KeyboardShortcuts open={areShortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </>
  );
}

/** Registers the shortcuts and palette commands that exist on every screen. */
function useShellShortcuts(togglePalette: () => void, showKeys: () => void): void {
  const navigation = useNavigationCommands();
  useShortcuts({
    "mod+k": togglePalette,
    "?": showKeys,
    ...navigation.keys,
    f6: () => focusNextPane(1),
    "shift+f6": () => focusNextPane(-1),
  });
  useCommands(() => [
    {
      title: t("palette.go"),
      kind: "go",
      commands: [
        ...navigation.commands(),
        { id: "keys", label: t("keys.title"), icon: IconKeyboard, keys: "?", run: showKeys },
      ],
    },
    {
      title: t("palette.looks"),
      kind: "looks",
      commands: [
        {
          id: "light",
          label: `${t("me.theme")}: ${t("theme.light")}`,
          icon: IconSun,
          run: () => setPreferences({ theme: "light" }),
        },
        {
          id: "dark",
          label: `${t("me.theme")}: ${t("theme.dark")}`,
          icon: IconMoon,
          run: () => setPreferences({ theme: "dark" }),
        },
      ],
    },
  ]);
  useEffect(() => {
    window.addEventListener("parlour:keys", showKeys);
    return () => window.removeEventListener("parlour:keys", showKeys);
  }, [showKeys]);
}

function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    const leave = async () => {
      await api.signOut().catch(() => undefined);
      setCurrentOperator(null);
      await navigate({ to: "/signin" });
      queryClient.clear();
    };
    void leave();
  };
}

/** Moves the focus to the next pane (F6), in this order: rail, list, conversation, panel. */
function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".rail, [data-pane]")].filter(
    (pane) => pane.offsetParent !== null || pane.classList.contains("rail"),
  );
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  const findVisible = (selector: string) =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) =>
      element.checkVisibility(),
    );
  (
    findVisible("[data-pane-focus]") ??
    findVisible('[tabindex="0"], a[href], button, textarea, input')
  )?.focus();
}
