import type { Operator, Presence } from "@parlour/protocol";
import type { OperatorStatus } from "@parlour/protocol/api";
import type { PresenceChoice } from "@parlour/protocol/api/people/session";
import type { PresenceEntry } from "@parlour/protocol/socket";
import type { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { GoOfflineDialog } from "../../screens/inbox/transfer/GoOfflineDialog.tsx";
import { api } from "../../state/api/api.ts";
import { setPreferences, type Preferences } from "../../state/browser/preferences.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { listMyOpenChats } from "../../state/live-state.ts";
import { can } from "../../state/session.tsx";
import type { MenuGroup } from "../../ui/dialog/menu.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { describeStatus, formatStatusName } from "../../ui/presence/use-custom-status.ts";
import { t } from "../text.ts";
import { StatusEndDialog } from "./StatusEndDialog.tsx";
import { t as own } from "./text.ts";

export { describeStatus };

const presences: readonly Presence[] = ["online", "away", "offline"];
const themes: readonly Preferences["theme"][] = ["light", "dark", "system"];

/** Entries of the menu: statuses, theme, and on phones also further screens. */
export function listMenuGroups({
  me,
  presence,
  entry,
  statuses,
  theme,
  phone,
}: {
  me: Operator;
  presence: Presence;
  entry: PresenceEntry | undefined;
  statuses: readonly OperatorStatus[];
  theme: Preferences["theme"];
  phone: boolean;
}): readonly MenuGroup[] {
  const chosen = statuses.find(({ id }) => id === entry?.status_id);
  return [
    {
      title: me.name,
      entries: [
        ...presences.map((status) => ({
          id: `status:${status}`,
          label: t(`presence.${status}`),
          hint: t(`presence.${status}.hint`),
          chosen: status === presence && chosen === undefined,
        })),
        ...statuses.map((status) => ({
          id: `custom:${status.id}`,
          label: formatStatusName(status),
          hint: t(`presence.${status.counts_as}.hint`),
          chosen: status === chosen,
        })),
        ...(statuses.length === 0 ? [] : [{ id: "end", label: own("presence.end") }]),
      ],
    },
    {
      title: t("me.theme"),
      entries: themes.map((option) => ({
        id: `theme:${option}`,
        label: t(`theme.${option}`),
        chosen: option === theme,
      })),
    },
    {
      entries: [
        ...(phone ? [{ id: "articles", label: t("nav.articles") }] : []),
        ...(phone && can(me, "deliveries.read")
          ? [{ id: "integrations", label: t("nav.integrations") }]
          : []),
        ...(phone && can(me, "settings") ? [{ id: "settings", label: t("nav.settings") }] : []),
        { id: "me", label: t("me.profile") },
        { id: "keys", label: t("keys.title"), keys: "?" },
        { id: "out", label: t("me.signout") },
      ],
    },
  ];
}

interface MenuContext {
  readonly me: Operator;
  readonly live: LiveClient;
  readonly statuses: readonly OperatorStatus[];
  readonly navigate: ReturnType<typeof useNavigate>;
  readonly onSignOut: () => void;
  readonly showDialog: (dialog: ReactNode) => void;
}

/** Runs an entry of the menu. */
export function runMenuEntry(entry: string, context: MenuContext): void {
  const { navigate, onSignOut, showDialog, statuses } = context;
  const [id, value] = entry.split(":");
  if (id === "status") choosePresence(value as Presence, context);
  else if (id === "custom") void setPresence({ status_id: Number(value) });
  else if (id === "end")
    showDialog(<StatusEndDialog statuses={statuses} onClose={() => showDialog(null)} />);
  else if (id === "theme") setPreferences({ theme: value as Preferences["theme"] });
  else if (id === "me") void navigate({ to: "/me" });
  else if (id === "keys") window.dispatchEvent(new CustomEvent("parlour:keys"));
  else if (id === "articles")
    void navigate({ to: "/articles/$", params: { _splat: "" }, search: {} });
  else if (id === "integrations") void navigate({ to: "/integrations/$", params: { _splat: "" } });
  else if (id === "settings") void navigate({ to: "/settings/$", params: { _splat: "" } });
  else onSignOut();
}

/** With open chats, a dialog first asks what to do with these before the operator is offline. */
function choosePresence(status: Presence, { me, live, showDialog }: MenuContext): void {
  const open =
    status === "offline" && can(me, "chats.answer") ? listMyOpenChats(live.get(), me.id) : [];
  if (open.length === 0) return void setPresence({ status });
  const goOffline = () => {
    showDialog(null);
    void setPresence({ status });
  };
  showDialog(
    <GoOfflineDialog me={me} chats={open} onGo={goOffline} onClose={() => showDialog(null)} />,
  );
}

/** Chooses a presence or a status. Says why it failed. */
export async function setPresence(choice: PresenceChoice): Promise<void> {
  try {
    await api.setPresence(choice);
  } catch (error) {
    toast(t("me.presencefailed", { why: getErrorText(error) }), { tone: "bad" });
  }
}
