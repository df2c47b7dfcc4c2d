import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { createElement, useCallback, useState } from "react";
import { api, queryClient } from "../state/api/api.ts";
import { LiveProvider } from "../state/live-context.tsx";
import { can, setCurrentOperator, useCurrentOperator } from "../state/session.tsx";
import { WaitLimitsProvider } from "../state/wait-limits.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { createLazyValue } from "../ui/loading/lazy-value.ts";
import { Toasts } from "../ui/dialog/toast.tsx";
import { useRequestedPart } from "../ui/dialog/use-requested-part.ts";
import { ConnectionBanners } from "./ConnectionBanners.tsx";
import { ConfirmIdentity } from "../screens/signin/confirm/ConfirmIdentity.tsx";
import { ChatLink, KeyCatcher } from "../ui/open-chat/parts.tsx";
import { NavigationRail } from "./NavigationRail.tsx";
import { useMaxWidth } from "../state/browser/use-max-width.ts";
import { LazyRingingCards } from "../ui/ring/LazyRingingCards.tsx";
import { StartingShell } from "./start/StartingShell.tsx";
import { t } from "./text.ts";
import { useStartLiveClient } from "./start/use-start-live-client.ts";
import { useShellShortcuts } from "./keyboard/use-shell-shortcuts.ts";

const lazyCommandPalette = createLazyValue(() =>
  import("./palette/CommandPalette.tsx").then((module) => module.CommandPalette),
);
const lazyKeyboardShortcuts = createLazyValue(() =>
  import("./keyboard/KeyboardShortcuts.tsx").then((module) => module.KeyboardShortcuts),
);

/** Layout and services around every screen of a signed-in operator. */
export function AppShell() {
  const { live, error } = useStartLiveClient();
  if (!live) return <StartingShell error={error} />;
  return (
    <LiveProvider live={live}>
      <WaitLimitsProvider>
        <ShellLayout />
      </WaitLimitsProvider>
      <ConfirmIdentity />
      <Toasts ChatLink={ChatLink} />
      <LiveRegion />
      <KeyCatcher />
    </LiveProvider>
  );
}

function ShellLayout() {
  const me = useCurrentOperator();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const closePalette = () => setPaletteOpen(false);
  const palette = useRequestedPart(lazyCommandPalette, isPaletteOpen, closePalette);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const closeKeys = () => setShortcutsOpen(false);
  const shortcuts = useRequestedPart(lazyKeyboardShortcuts, areShortcutsOpen, closeKeys);
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
          <ConnectionBanners withSound={can(me, "chats.answer")}>
            {isChatOpen && isPhone && <LazyRingingCards area="conversation" />}
          </ConnectionBanners>
          <div className="screen" id="screen" tabIndex={-1}>
            <Outlet />
          </div>
          {!isInbox && <LazyRingingCards area="corner" />}
        </div>
      </div>
      {palette && createElement(palette, { open: isPaletteOpen, onClose: closePalette })}
      {shortcuts && createElement(shortcuts, { open: areShortcutsOpen, onClose: closeKeys })}
    </>
  );
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
