import { IconKeyboard, IconMoon, IconSun } from "@tabler/icons-react";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { createElement, useCallback, useEffect, useState } from "react";
import { api, queries } from "../state/api.ts";
import { LiveProvider } from "../state/live-context.tsx";
import { setPreferences } from "../state/preferences.ts";
import { may, setMe, useMe } from "../state/session.tsx";
import { WaitLimitsProvider } from "../state/wait-limits.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { later, useLater } from "../ui/later.ts";
import { Toasts } from "../ui/toast.tsx";
import { Banners } from "./Banners.tsx";
import { useCommands } from "../ui/commands.ts";
import { ConfirmIdentity } from "../screens/signin/ConfirmIdentity.tsx";
import { focusNextPane } from "./panes.ts";
import { useKeys } from "../ui/keys.ts";
import { KeySheet } from "./KeySheet.tsx";
import { Rail } from "./Rail.tsx";
import { useNarrow } from "../screens/inbox/use-narrow.ts";
import { RingStack } from "../screens/ring/RingStack.tsx";
import { t } from "./text.ts";
import { useStartedLive } from "./use-started-live.ts";
import { useWays } from "./ways.ts";

const palettePart = later(() => import("./palette/Palette.tsx").then((module) => module.Palette));

/**
 * Layout and services around every screen for a signed-in operator: live connection, alerts,
 * navigation, banners, shortcuts.
 */
export function Shell() {
  const live = useStartedLive();
  if (!live)
    return (
      <div className="shell">
        <nav className="rail" aria-label={t("app.main")} />
        <div className="screen" />
      </div>
    );
  return (
    <LiveProvider live={live}>
      <WaitLimitsProvider>
        <Frame />
      </WaitLimitsProvider>
      <ConfirmIdentity />
      <Toasts />
      <Announcer />
    </LiveProvider>
  );
}

function Frame() {
  const me = useMe();
  const [palette, setPalette] = useState(false);
  const paletteFrame = useLater(palettePart);
  useEffect(() => {
    if (palette) palettePart.load();
  }, [palette]);
  const [keys, setKeys] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const inInbox = path.startsWith("/inbox");
  const inTalk = /^\/inbox\/\w+\/\d/.test(path);
  const isPhone = useNarrow(720);
  const signOut = useSignOut();
  const showKeys = useCallback(() => setKeys(true), []);
  useFrameKeys(() => setPalette((open) => !open), showKeys);
  return (
    <>
      <a className="skip" href="#screen">
        {t("app.skip")}
      </a>
      <div className="shell">
        <Rail onSignOut={signOut} />
        <div className="stage">
          <Banners withSound={may(me, "chat")} />
          {inTalk && isPhone && <RingStack place="talk" />}
          <div className="screen" id="screen" tabIndex={-1}>
            <Outlet />
          </div>
          {!inInbox && <RingStack place="corner" />}
        </div>
      </div>
      {paletteFrame && createElement(paletteFrame, { open: palette, onClose: () => setPalette(false) })}
      <KeySheet open={keys} onClose={() => setKeys(false)} />
    </>
  );
}

/** Registers the shortcuts and palette commands that exist on every screen. */
function useFrameKeys(togglePalette: () => void, showKeys: () => void): void {
  const ways = useWays();
  useKeys({
    "mod+k": togglePalette,
    "?": showKeys,
    ...ways.keys,
    f6: () => focusNextPane(1),
    "shift+f6": () => focusNextPane(-1),
  });
  useCommands(() => [
    {
      title: t("palette.go"),
      kind: "go",
      commands: [...ways.commands(), { id: "keys", label: t("keys.title"), icon: IconKeyboard, keys: "?", run: showKeys }],
    },
    {
      title: t("palette.looks"),
      kind: "looks",
      commands: [
        { id: "light", label: `${t("me.theme")}: ${t("theme.light")}`, icon: IconSun, run: () => setPreferences({ theme: "light" }) },
        { id: "dark", label: `${t("me.theme")}: ${t("theme.dark")}`, icon: IconMoon, run: () => setPreferences({ theme: "dark" }) },
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
      setMe(null);
      await navigate({ to: "/signin" });
      queries.clear();
    };
    void leave();
  };
}
