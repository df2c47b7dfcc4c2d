import { closeNotices, showNotice } from "../../state/notices.ts";
import { preferences } from "../../state/preferences.ts";
import { ringingCall, type RingingCall } from "../../state/ringing.ts";
import { announce } from "../../ui/announcer.tsx";
import { flashTitle } from "../../ui/title.ts";
import { t } from "../text.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

/**
 * Shows a notification for the ringing call once, and closes it when the call is taken, over or
 * postponed. Returns the function to call after each change.
 */
export function startCallNotifications(coordinator: AlertCoordinator): () => void {
  /** Id of the call that was notified last. */
  let notifiedCall: number | null = null;
  return () => {
    const call = ringingCall();
    if (call?.id === notifiedCall) return;
    if (notifiedCall !== null) void closeNotices(toNotificationTag(notifiedCall));
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
        isAllowed && showNotice(title, preferences().notices.text ? call.phone : call.channel, toNotificationTag(call.id), null),
    );
}

const toNotificationTag = (callId: number): string => `call-${callId}`;
