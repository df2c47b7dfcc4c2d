import type { Chat } from "@parlour/protocol";
import type { AlertEvent } from "../../state/live/live-client.ts";
import { isOwnChat } from "../../state/live-state.ts";
import { isOfferedTo } from "../../state/inbox/offers.ts";
import { isTabMarked } from "../../state/browser/tab-lock.ts";
import { announce } from "../../ui/live-region.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { flashTitle } from "../../ui/title.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "../text.ts";
import type { ChatNotifications } from "./chat-notifications.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

/** Returns the name of the lock that a tab holds while it shows the chat. */
export const toViewingLockName = (chatId: number): string => `parlour.view ${chatId}`;

/**
 * Maximum number of remembered alerts, because a waiting chat that changes must alert only once.
 */
const maxTrackedNotifications = 500;
/** How long the end of a transfer is shown, milliseconds. */
const transferToastMs = 8_000;

interface ChatAlertDeps {
  readonly me: number;
  readonly coordinator: AlertCoordinator;
  readonly notifications: ChatNotifications;
  readonly getChatInView: () => number | null;
  /** Returns the number of chats that ring for this operator. */
  readonly countRinging: () => number;
}

/** Starts the alerts of waiting chats, messages and ended transfers. Returns their handler. */
export function startChatAlerts(deps: ChatAlertDeps): (alertEvent: AlertEvent) => void {
  const notified = new Set<string>();
  return (alertEvent) => {
    const { chat } = alertEvent;
    if (alertEvent.kind === "message") {
      alertMessage(deps, chat, alertEvent.message.text);
      return;
    }
    if (alertEvent.kind === "transfer") {
      toast(
        t(`transfer.${alertEvent.end}`, { name: alertEvent.name, visitor: getVisitorName(chat) }),
        { ms: transferToastMs },
      );
      return;
    }
    const key = `${chat.id} ${chat.wait?.since ?? ""}`;
    if (notified.has(key)) return;
    if (notified.size > maxTrackedNotifications) notified.clear();
    notified.add(key);
    alertWaitingChat(deps, chat);
  };
}

/** Alerts to a waiting chat. None rings while the operator is not online (CORE-152). */
function alertWaitingChat(
  { me, coordinator, notifications, countRinging }: ChatAlertDeps,
  chat: Chat,
): void {
  if (!coordinator.isOnline()) return;
  const title = t("announce.newchat", { name: getVisitorName(chat) });
  announce(`${title}. ${t("announce.waiting", { n: countRinging() })}`);
  if (!isOfferedTo(chat, me)) return;
  flashTitle(title);
  void notifications.show(chat, title, chat.last_message?.text ?? "");
}

function alertMessage(
  { me, coordinator, notifications, getChatInView }: ChatAlertDeps,
  chat: Chat,
  text: string,
): void {
  const name = getVisitorName(chat);
  const isInView = getChatInView() === chat.id;
  if (isInView) announce(t("announce.message", { name, text }));
  if (!isOwnChat(chat, me) || (isInView && document.hasFocus())) return;
  void isTabMarked(toViewingLockName(chat.id)).then((isViewed) => {
    // Do not play a sound for a chat that is visible, in whichever tab.
    if (!isViewed) coordinator.playSound("message");
  });
  flashTitle(name);
  void notifications.show(chat, name, text);
}
