import { closeNotifications, showNotification } from "../../state/alerts/notifications.ts";
import { getPreferences } from "../../state/browser/preferences.ts";
import { getRingingCall, type RingingCall } from "../../state/alerts/ringing-call.ts";
import { announce } from "../../ui/live-region.tsx";
import { flashTitle } from "../../ui/title.ts";
import { t } from "../text.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

/** Shows a notification while a call rings. Returns the function to call after each change. */
export function startCallNotifications(coordinator: AlertCoordinator): () => void {
  /** Id of the last call for which a notification was shown. */
  let notifiedCall: number | null = null;
  return () => {
    const call = getRingingCall();
    if (call?.id === notifiedCall) return;
    if (notifiedCall !== null) void closeNotifications(toNotificationTag(notifiedCall));
    notifiedCall = call?.id ?? null;
    if (call !== null) notifyCall(coordinator, call);
  };
}

function notifyCall(coordinator: AlertCoordinator, call: RingingCall): void {
  const title = t("announce.call", { name: call.name });
  announce(title);
  flashTitle(title);
  void coordinator
    .canNotify()
    .then(
      (isAllowed) =>
        isAllowed &&
        showNotification(
          title,
          getPreferences().notices.text ? call.phone : call.channel,
          toNotificationTag(call.id),
          null,
        ),
    );
}

const toNotificationTag = (callId: number): string => `call-${callId}`;
