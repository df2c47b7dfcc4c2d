import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { can } from "../../../state/session.tsx";
import { useLiveState } from "../../../state/live-context.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { canTransferChat } from "../can-transfer-chat.ts";
import type { ConversationPartProps } from "../conversation-props.ts";
import { canSnoozeChat } from "../snooze/snooze-state.ts";
import { useFoldEntry } from "./letters/fold-menu.ts";
import { t as desk } from "../../../ui/transfer/text.ts";
import { t } from "../text.ts";
import { askForRating } from "../tags/ask-rating.ts";
import { t as writing } from "../tags/text.ts";

export function isRunning({ chat, permission }: ConversationPartProps, closing: boolean): boolean {
  return permission !== "read" && chat.state !== "closed" && !closing;
}

/**
 * Menu of rare actions. On phones it contains all actions, because there is no space for buttons.
 */
export function MoreMenus(props: ConversationPartProps & { closing: boolean }) {
  const { chat, permission, closing } = props;
  const isRead = useLiveState((state) => state.snapshot.chats.get(chat.id)?.chat.unread === 0);
  const running = isRunning(props, closing);
  const menuActions = useMenuActions(props);
  const fold = useFoldEntry();
  const runAction = (id: string) => (id === "fold" ? fold?.run() : menuActions[id]?.());
  const entries = [
    ...(isRead && permission !== "read"
      ? [{ id: "unread", label: t("conversation.unread"), keys: "U" }]
      : []),
    ...(fold ? [{ id: "fold", label: fold.label }] : []),
    ...(running ? listRunningEntries(props) : []),
    ...listCommonEntries(props, running),
  ];
  const phoneEntries = running ? listHeaderEntries(props) : [];
  return (
    <>
      <span className="hide-s">
        <Menu
          label={t("conversation.more")}
          title={t("conversation.more")}
          className="btn icon quiet"
          groups={[{ entries }]}
          onAction={runAction}
        >
          <Icon of={IconDots} />
        </Menu>
      </span>
      <span className="show-s">
        <Menu
          label={t("conversation.more")}
          className="btn icon quiet"
          groups={[{ entries: [...phoneEntries, ...entries] }]}
          onAction={runAction}
        >
          <Icon of={IconDots} />
        </Menu>
      </span>
    </>
  );
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
    ...(permission !== "take" ? [{ id: "call", label: t("cmd.call") }] : []),
    ...(permission === "reply" ? [{ id: "leave", label: t("conversation.leave") }] : []),
    ...(permission !== "other" ? [{ id: "closewhy", label: desk("cmd.closewhy") }] : []),
  ];
}

/** Returns the actions that are available in every state of the chat. */
function listCommonEntries({ chat, me, permission }: ConversationPartProps, running: boolean) {
  return [
    ...(permission !== "read" ? [{ id: "block", label: desk("cmd.block"), keys: "B" }] : []),
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
    { id: "transcript", label: writing("cmd.transcript") },
    { id: "copy", label: t("conversation.copylink") },
    ...(can(me, "integrations") ? [{ id: "deliveries", label: t("conversation.deliveries") }] : []),
  ];
}

function useMenuActions({
  chat,
  actions,
}: ConversationPartProps): Readonly<Record<string, () => void>> {
  const navigate = useNavigate();
  return {
    unread: actions.unread,
    leave: actions.leave,
    call: actions.call,
    transfer: () => actions.showDialog("transfer"),
    invite: () => actions.showDialog("invite"),
    snooze: () => actions.showDialog("snooze"),
    block: () => actions.showDialog("block"),
    closewhy: () => actions.showDialog("close"),
    close: () => actions.close(),
    tags: () => actions.showDialog("tags"),
    transcript: () => actions.showDialog("transcript"),
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
