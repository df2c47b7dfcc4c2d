import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { usePreferences } from "../state/browser/preferences.ts";
import { useLiveClient, useLiveState } from "../state/live-context.tsx";
import { useOwnPresence } from "../state/live/presence.ts";
import { getFailedAlerts, subscribeSelfTest } from "../state/alerts/alert-self-test.ts";
import { useCurrentOperator } from "../state/session.tsx";
import { createLazyValue, useLazyValue } from "../ui/loading/lazy-value.ts";
import { Icon } from "../ui/Icon.tsx";
import { Avatar, getInitials } from "../ui/badges.tsx";
import { Menu } from "../ui/dialog/menu.tsx";
import { useStatuses } from "../ui/presence/statuses.ts";
import { t } from "./text.ts";

/** Entries of the menu and what they do, which the first chunk does not contain. */
const lazyParts = createLazyValue(() => import("./status/status-parts.tsx"));

/** Menu with presence, theme, profile and sign-out. On phones, also with further screens. */
export function StatusMenu({
  onSignOut,
  phone = false,
}: {
  onSignOut: () => void;
  phone?: boolean;
}) {
  const me = useCurrentOperator();
  const live = useLiveClient();
  const navigate = useNavigate();
  const presence = useOwnPresence(me);
  const entry = useLiveState((state) => state.snapshot.presenceEntries.get(me.id));
  // Without a connection, nothing rings here and others see the operator as offline soon.
  const isDisconnected = useLiveState((state) => state.connection.kind === "offline");
  const { theme } = usePreferences();
  const failedAlertsText =
    useSyncExternalStore(subscribeSelfTest, getFailedAlerts).length > 0
      ? `, ${t("alerts.broken")}`
      : "";
  const parts = useLazyValue(lazyParts);
  useEffect(() => lazyParts.load(), []);
  const statuses = useStatuses(parts !== null);
  const [dialog, showDialog] = useState<ReactNode>(null);
  const status = parts?.describeStatus(entry, statuses) ?? t(`presence.${presence}`);
  const context = { me, live, statuses, navigate, onSignOut, showDialog };
  return (
    <>
      <Menu
        label={`${phone ? t("app.more") : getInitials(me.name)}, ${t("me.change", { name: me.name, status })}${failedAlertsText}`}
        title={`${me.name}, ${status}${failedAlertsText}`}
        className="to"
        groups={parts?.listMenuGroups({ me, presence, entry, statuses, theme, phone }) ?? []}
        onAction={(id) => parts?.runMenuEntry(id, context)}
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
      {dialog}
    </>
  );
}
