import type { Chat } from "@parlour/protocol";
import type { AlertEvent } from "../../state/live/live-client.ts";
import { isMine } from "../../state/live-state.ts";
import { isOfferedTo } from "../../state/inbox/offers.ts";
import { isTabMarked } from "../../state/browser/tab-lock.ts";
import { announce } from "../../ui/live-region.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { flashTitle } from "../../ui/title.ts";
import { visitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "../text.ts";
import type { ChatNotifications } from "./chat-notifications.ts";
import type { AlertCoordinator } from "./tab-coordinator.ts";

/** Name of the lock that tells other tabs that this tab shows the chat. */
export const toViewingLockName = (chatId: number): string => `parlour.view ${chatId}`;

/**
 * Limit of remembered alerts. A waiting chat changes (its page, its contacts) but must alert only
 * once.
 */
const maxTrackedNotifications = 500;
/** Display time of the end of a transfer. */
const transferToastMs = 8_000;

interface ChatAlertDeps {
  readonly me: number;
  readonly coordinator: AlertCoordinator;
  readonly notifications: ChatNotifications;
  readonly getChatInView: () => number | null;
  /** Returns how many chats ring for this operator. */
  readonly countRinging: () => number;
}

/** Alerts the operator to waiting chats, visitor messages and the end of transfers. */
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
        t(`transfer.${alertEvent.end}`, { name: alertEvent.name, visitor: visitorName(chat) }),
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

/** Nothing rings while the operator is not online (CORE-152). */
function alertWaitingChat(
  { me, coordinator, notifications, countRinging }: ChatAlertDeps,
  chat: Chat,
): void {
  if (!coordinator.isOnline()) return;
  const title = t("announce.newchat", { name: visitorName(chat) });
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
  const name = visitorName(chat);
  const isInView = getChatInView() === chat.id;
  if (isInView) announce(t("announce.message", { name, text }));
  if (!isMine(chat, me) || (isInView && document.hasFocus())) return;
  void isTabMarked(toViewingLockName(chat.id)).then((isViewed) => {
    // The chat in view makes no sound, whichever tab shows it.
    if (!isViewed) coordinator.playSound("message");
  });
  flashTitle(name);
  void notifications.show(chat, name, text);
}
