import {
  IconArchive,
  IconBook2,
  IconChartBar,
  IconInbox,
  IconKeyboard,
  IconMessage2Bolt,
  IconMoon,
  IconPhone,
  IconPlugConnected,
  IconSettings,
  IconSun,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { Outlet, useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { createElement, useEffect, useState } from "react";
import { startAlerts } from "./alerts/index.ts";
import { api, onSignedOut, queries } from "../state/api.ts";
import type { Live } from "../state/live.ts";
import { LiveProvider } from "../state/live-context.tsx";
import { startLive } from "../state/start-live.ts";
import { setPreferences } from "../state/preferences.ts";
import { watchIdle } from "../state/presence.ts";
import { may, setMe, useMe } from "../state/session.tsx";
import { WaitLimitsProvider } from "../state/wait-limits.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { later, useLater } from "../ui/later.ts";
import { Toasts } from "../ui/toast.tsx";
import { tellMentions } from "../screens/inbox/notes/tell-mentions.ts";
import { Banners } from "./Banners.tsx";
import { useCommands } from "./commands.ts";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";
import { focusNextPane } from "./panes.ts";
import { useKeys } from "./keys.ts";
import { KeySheet } from "./KeySheet.tsx";
import { Rail } from "./Rail.tsx";
import { RingCard } from "./RingCard.tsx";
import { t } from "./text.ts";

const palettePart = later(() => import("./Palette.tsx").then((module) => module.Palette));

/** Everything around a screen for a signed-in operator: live connection, alerts, rail, banners, keys. */
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
  const navigate = useNavigate();
  const [palette, setPalette] = useState(false);
  const paletteFrame = useLater(palettePart);
  useEffect(() => {
    if (palette) palettePart.load();
  }, [palette]);
  const [keys, setKeys] = useState(false);
  const inInbox = useRouterState({ select: (state) => state.location.pathname.startsWith("/inbox") });
  const signOut = useSignOut();
  const go = {
    inbox: () => {
      void navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all" } });
    },
    settings: () => {
      if (!may(me, "settings")) return false;
      void navigate({ to: "/settings/$", params: { _splat: "" } });
      return true;
    },
    archive: () => {
      void navigate({ to: "/archive/{-$chat}", params: { chat: undefined }, search: {} });
    },
    visitors: () => {
      void navigate({ to: "/visitors/{-$number}", params: { number: undefined } });
      return true;
    },
    reports: () => {
      if (!may(me, "reports")) return false;
      void navigate({ to: "/reports", search: {} });
      return true;
    },
    integrations: () => {
      if (!may(me, "integrations")) return false;
      void navigate({ to: "/integrations/$", params: { _splat: "" } });
      return true;
    },
  };
  useKeys({
    "mod+k": () => setPalette((open) => !open),
    "?": () => setKeys(true),
    "g i": go.inbox,
    "g v": go.visitors,
    "g a": go.archive,
    "g r": go.reports,
    "g s": go.settings,
    "g d": go.integrations,
    f6: () => focusNextPane(1),
    "shift+f6": () => focusNextPane(-1),
  });
  useCommands(() => [
    {
      title: t("palette.go"),
      commands: [
        { id: "go-inbox", label: t("nav.inbox"), icon: IconInbox, keys: "G I", run: go.inbox },
        { id: "go-archive", label: t("nav.archive"), icon: IconArchive, keys: "G A", run: go.archive },
        {
          id: "go-calls",
          label: t("view.calls"),
          icon: IconPhone,
          run: () => void navigate({ to: "/calls/{-$call}", params: { call: undefined } }),
        },
        { id: "go-visitors", label: t("nav.visitors"), icon: IconUsers, keys: "G V", run: () => void go.visitors() },
        ...(may(me, "integrations")
          ? [
              {
                id: "go-integrations",
                label: t("nav.integrations"),
                icon: IconPlugConnected,
                keys: "G D",
                run: () => void go.integrations(),
              },
            ]
          : []),
        ...(may(me, "reports")
          ? [{ id: "go-reports", label: t("nav.reports"), icon: IconChartBar, keys: "G R", run: () => void go.reports() }]
          : []),
        ...(may(me, "settings")
          ? [{ id: "go-settings", label: t("nav.settings"), icon: IconSettings, keys: "G S", run: () => void go.settings() }]
          : []),
        ...(may(me, "integrations")
          ? [{ id: "go-docs", label: t("nav.docs"), icon: IconBook2, run: () => void navigate({ to: "/docs/$", params: { _splat: "" } }) }]
          : []),
        ...(may(me, "chat")
          ? [
              {
                id: "go-replies",
                label: t("nav.replies"),
                icon: IconMessage2Bolt,
                run: () => void navigate({ to: "/settings/$", params: { _splat: "replies" } }),
              },
            ]
          : []),
        { id: "go-me", label: t("me.profile"), icon: IconUser, run: () => void navigate({ to: "/me" }) },
        { id: "keys", label: t("keys.title"), icon: IconKeyboard, keys: "?", run: () => setKeys(true) },
      ],
    },
    {
      title: t("palette.looks"),
      commands: [
        { id: "light", label: `${t("me.theme")}: ${t("theme.light")}`, icon: IconSun, run: () => setPreferences({ theme: "light" }) },
        { id: "dark", label: `${t("me.theme")}: ${t("theme.dark")}`, icon: IconMoon, run: () => setPreferences({ theme: "dark" }) },
      ],
    },
  ]);
  useEffect(() => {
    const show = () => setKeys(true);
    window.addEventListener("parlour:keys", show);
    return () => window.removeEventListener("parlour:keys", show);
  }, []);
  return (
    <>
      <a className="skip" href="#screen">
        {t("app.skip")}
      </a>
      <div className="shell">
        <Rail onSignOut={signOut} />
        <div className="stage">
          <Banners withSound={may(me, "chat")} />
          <div className="screen" id="screen" tabIndex={-1}>
            <Outlet />
          </div>
          {!inInbox && <RingCard corner />}
        </div>
      </div>
      {paletteFrame && createElement(paletteFrame, { open: palette, onClose: () => setPalette(false) })}
      <KeySheet open={keys} onClose={() => setKeys(false)} />
    </>
  );
}

/** Opens socket, outbox and alerts for as long as the shell stands. */
function useStartedLive(): Live | null {
  const me = useMe();
  const router = useRouter();
  const [live, setLive] = useState<Live | null>(null);
  const id = me.id;
  useEffect(() => {
    let over = false;
    const ends: (() => void)[] = [];
    const signedOut = () => {
      if (over) return;
      setMe(null);
      void router.invalidate();
    };
    ends.push(onSignedOut(signedOut));
    startLive(me, signedOut).then(
      (started) => {
        if (over) {
          started.stop();
          return;
        }
        ends.push(
          started.stop,
          startAlerts(started.live, me, chatInView),
          tellMentions(started.live, chatInView, (chatId) => {
            void router.navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chatId) } });
          }),
          watchIdle(started.live, me),
        );
        setLive(started.live);
      },
      (error: unknown) => console.error("the live connection could not start", error),
    );
    return () => {
      over = true;
      for (const end of ends.toReversed()) end();
      setLive(null);
    };
    // The same person stays the same connection: name and presence may change meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, router]);
  return live;
}

/** The chat in the address, when the page is to be seen. */
function chatInView(): number | null {
  const found = /^\/inbox\/[a-z]+\/([0-9]+)$/.exec(location.pathname)?.[1];
  return found && document.visibilityState === "visible" ? Number(found) : null;
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
