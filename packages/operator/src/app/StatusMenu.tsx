import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Chat, Operator, Presence } from "@parlour/protocol";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { api } from "../state/api/api.ts";
import { useLiveClient } from "../state/live-context.tsx";
import { listMyOpenChats } from "../state/live-state.ts";
import { setPreferences, usePreferences, type Preferences } from "../state/browser/preferences.ts";
import { useLiveState } from "../state/live-context.tsx";
import { useOwnPresence } from "../state/live/presence.ts";
import { getFailedAlerts, subscribeSelfTest } from "../state/alerts/alert-self-test.ts";
import { can, useCurrentOperator } from "../state/session.tsx";
import { getErrorText } from "../ui/loading/ErrorMessage.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Avatar, getInitials } from "../ui/badges.tsx";
import { Menu, type MenuGroup } from "../ui/dialog/menu.tsx";
import { toast } from "../ui/dialog/toast.tsx";
import { t } from "./text.ts";
import { loadChunk } from "../ui/loading/load-chunk.ts";

const GoOfflineDialog = lazy(() =>
  loadChunk(() => import("../screens/inbox/transfer/GoOfflineDialog.tsx")).then((module) => ({
    default: module.GoOfflineDialog,
  })),
);

const statuses: readonly Presence[] = ["online", "away", "offline"];
const themes: readonly Preferences["theme"][] = ["light", "dark", "system"];

/**
 * Menu with presence, theme, profile and sign-out. On phones, it is the "More" menu and also has
 * links to further screens.
 */
export function StatusMenu({
  onSignOut,
  phone = false,
}: {
  onSignOut: () => void;
  phone?: boolean;
}) {
  const me = useCurrentOperator();
  const presence = useOwnPresence(me);
  // Without a connection, nothing rings here and others see the operator as offline soon.
  const isDisconnected = useLiveState((state) => state.connection.kind === "offline");
  const { theme } = usePreferences();
  const failedAlertsText =
    useSyncExternalStore(subscribeSelfTest, getFailedAlerts).length > 0
      ? `, ${t("alerts.broken")}`
      : "";
  const { choose, openChats, finish } = usePresenceChange(me);
  const runAction = useStatusMenuActions(choose, onSignOut);
  const status = t(`presence.${presence}`);
  return (
    <>
      <Menu
        label={`${phone ? t("app.more") : getInitials(me.name)}, ${t("me.change", { name: me.name, status })}${failedAlertsText}`}
        title={`${me.name}, ${status}${failedAlertsText}`}
        className="to"
        groups={[
          ...listStatusAndThemeGroups(me.name, presence, theme),
          { entries: listAccountEntries(me, phone) },
        ]}
        onAction={runAction}
        placement={phone ? "top end" : "right bottom"}
      >
        {phone ? (
          <>
            <Icon of={IconDots} />
            <span className="name">{t("app.more")}</span>
          </>
        ) : (
          <Avatar
            name={me.name}
            photo={me.photo ?? ""}
            me
            size={28}
            presence={isDisconnected ? "offline" : presence}
          />
        )}
        {failedAlertsText !== "" && <span className="alertdot" aria-hidden="true" />}
      </Menu>
      {openChats.length > 0 && (
        <Suspense fallback={null}>
          <GoOfflineDialog
            me={me}
            chats={openChats}
            onGo={() => finish(true)}
            onClose={() => finish(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function listStatusAndThemeGroups(
  name: string,
  presence: Presence,
  theme: Preferences["theme"],
): MenuGroup[] {
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
    {
      title: t("me.theme"),
      entries: themes.map((option) => ({
        id: `theme:${option}`,
        label: t(`theme.${option}`),
        chosen: option === theme,
      })),
    },
  ];
}

function listAccountEntries(me: Operator, phone: boolean): MenuGroup["entries"] {
  return [
    ...(phone && can(me, "deliveries.read")
      ? [{ id: "integrations", label: t("nav.integrations") }]
      : []),
    ...(phone && can(me, "settings") ? [{ id: "settings", label: t("nav.settings") }] : []),
    { id: "me", label: t("me.profile") },
    { id: "keys", label: t("keys.title"), keys: "?" },
    { id: "out", label: t("me.signout") },
  ];
}

function useStatusMenuActions(
  choose: (status: Presence) => void,
  onSignOut: () => void,
): (id: string) => void {
  const navigate = useNavigate();
  return (id) => {
    const [kind, value] = id.split(":");
    if (kind === "status") choose(value as Presence);
    else if (kind === "theme") setPreferences({ theme: value as Preferences["theme"] });
    else if (id === "me") void navigate({ to: "/me" });
    else if (id === "keys") window.dispatchEvent(new CustomEvent("parlour:keys"));
    else if (id === "integrations")
      void navigate({ to: "/integrations/$", params: { _splat: "" } });
    else if (id === "settings") void navigate({ to: "/settings/$", params: { _splat: "" } });
    else onSignOut();
  };
}

/**
 * Returns a function that changes the operator's presence. If the operator goes offline with open
 * chats, a dialog first asks what to do with these chats.
 */
function usePresenceChange(me: Operator) {
  const live = useLiveClient();
  const [openChats, setOpenChats] = useState<readonly Chat[]>([]);
  return {
    openChats,
    choose: (status: Presence) => {
      const open =
        status === "offline" && can(me, "chats.answer") ? listMyOpenChats(live.get(), me.id) : [];
      if (open.length > 0) setOpenChats(open);
      else void choosePresence(status);
    },
    finish: (isConfirmed: boolean) => {
      setOpenChats([]);
      if (isConfirmed) void choosePresence("offline");
    },
  };
}

async function choosePresence(status: Presence): Promise<void> {
  try {
    await api.setPresence(status);
  } catch (error) {
    toast(t("me.presencefailed", { why: getErrorText(error) }), { tone: "bad" });
  }
}
