import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { useNavigate } from "@tanstack/react-router";
import { can } from "../../../../state/session.tsx";
import type { MenuGroup } from "../../../../ui/dialog/menu.tsx";
import { t as reminderText } from "../../../../ui/reminders/text.ts";
import { t as desk } from "../../../../ui/transfer/text.ts";
import { canTransferChat } from "../../transfer/can-transfer-chat.ts";
import type { ConversationPartProps } from "../../conversation-props.ts";
import { createAssistActions, listAssistEntries } from "../../assist/menu-entries.ts";
import { t as laterText } from "../../later/text.ts";
import { t as macroText } from "../../macros/text.ts";
import { t as promiseText } from "../../promise/text.ts";
import { canSnoozeChat } from "../../snooze/snooze-state.ts";
import { askForRating } from "../../tags/ask-rating.ts";
import { t as writing } from "../../tags/text.ts";
import { t } from "../../text.ts";

type MenuEntries = MenuGroup["entries"];

/**
 * Returns the entries of the menu of rare actions, and those that have their own buttons if there
 * is space. `isRunning`: whether the chat is not closed and not about to be.
 */
export function listMoreEntries(
  props: ConversationPartProps,
  { isRunning, isRead }: { readonly isRunning: boolean; readonly isRead: boolean },
): { readonly header: MenuEntries; readonly rare: MenuEntries } {
  return {
    header: isRunning ? listHeaderEntries(props) : [],
    rare: [
      ...(isRead && props.permission !== "read"
        ? [{ id: "unread", label: t("conversation.unread"), keys: "U" }]
        : []),
      ...(isRunning ? listRunningEntries(props) : []),
      ...listCommonEntries(props, isRunning),
    ],
  };
}

/** Returns the actions that have their own buttons if there is space. */
function listHeaderEntries({ chat, permission }: ConversationPartProps) {
  return [
    ...(permission === "reply"
      ? [{ id: "transfer", label: desk("head.transfer"), keys: "T" }]
      : []),
    ...(permission === "reply" ? [{ id: "invite", label: desk("cmd.invite"), keys: "I" }] : []),
    ...(canSnoozeChat(chat, permission)
      ? [{ id: "snooze", label: t("conversation.snooze"), keys: "H" }]
      : []),
    ...(permission !== "other" ? [{ id: "close", label: t("conversation.close"), keys: "E" }] : []),
  ];
}

/** Returns the actions on a chat that is not closed. */
function listRunningEntries({ chat, me, permission }: ConversationPartProps) {
  const canTransfer = permission === "other" && canTransferChat(chat, permission, me);
  return [
    ...(canTransfer ? [{ id: "transfer", label: desk("cmd.transfer"), keys: "T" }] : []),
    ...(canTransfer ? [{ id: "invite", label: desk("cmd.invite"), keys: "I" }] : []),
    ...(canSnoozeChat(chat, permission)
      ? [{ id: "promise", label: promiseText("promise.cmd"), keys: "P" }]
      : []),
    ...(permission !== "take" ? [{ id: "call", label: t("cmd.call") }] : []),
    ...(permission === "reply" ? [{ id: "leave", label: t("conversation.leave") }] : []),
    ...(permission !== "other" ? [{ id: "closewhy", label: desk("cmd.closewhy") }] : []),
  ];
}

/** Returns the actions that are available in every state of the chat. */
function listCommonEntries({ chat, me, permission }: ConversationPartProps, running: boolean) {
  return [
    ...(permission !== "read" ? [{ id: "block", label: desk("cmd.block"), keys: "B" }] : []),
    ...(permission === "reply" || permission === "take"
      ? [{ id: "later", label: laterText("later.title") }]
      : []),
    ...(permission !== "read" ? [{ id: "remind", label: reminderText("reminders.cmd") }] : []),
    ...(permission !== "read" ? [{ id: "macro", label: macroText("macros.cmd"), keys: "M" }] : []),
    ...(permission !== "read" ? [{ id: "tags", label: writing("cmd.tag") }] : []),
    ...(running && permission === "reply"
      ? [
          {
            id: "rating",
            label: writing("cmd.rating"),
            hint: getCapabilities(chat.channel.kind).chat_window
              ? undefined
              : writing("cmd.rating.api"),
          },
        ]
      : []),
    ...listAssistEntries(chat, me),
    { id: "transcript", label: writing("cmd.transcript") },
    { id: "copy", label: t("conversation.copylink") },
    ...(can(me, "deliveries.read")
      ? [{ id: "deliveries", label: t("conversation.deliveries") }]
      : []),
  ];
}

/** Returns the actions of the entries by their ids. */
export function createMoreActions(
  { chat, me, actions }: ConversationPartProps,
  navigate: ReturnType<typeof useNavigate>,
): Readonly<Record<string, () => void>> {
  return {
    unread: actions.unread,
    leave: actions.leave,
    call: actions.call,
    transfer: () => actions.showDialog("transfer"),
    invite: () => actions.showDialog("invite"),
    snooze: () => actions.showDialog("snooze"),
    promise: () => actions.showDialog("promise"),
    later: () => actions.showDialog("later"),
    remind: () => actions.showDialog("remind"),
    macro: () => actions.showDialog("macro"),
    block: () => actions.showDialog("block"),
    closewhy: () => actions.showDialog("close"),
    close: () => actions.close(),
    tags: () => actions.showDialog("tags"),
    transcript: () => actions.showDialog("transcript"),
    ...createAssistActions(chat, me),
    rating: () => void askForRating(chat),
    copy: actions.copyLink,
    deliveries: () =>
      void navigate({
        to: "/integrations/$",
        params: { _splat: "deliveries" },
        search: { chat: chat.id } as never,
      }),
  };
}
