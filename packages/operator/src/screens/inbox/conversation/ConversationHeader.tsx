import type { Chat, Operator } from "@parlour/protocol";
import {
  IconArrowsExchange,
  IconChevronLeft,
  IconCornerUpLeft,
  IconDots,
  IconEye,
  IconLayoutSidebarRight,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { can } from "../../../state/session.tsx";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Avatar, Tag } from "../../../ui/badges.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import type { ChatActions } from "../use-chat-actions.ts";
import { canTransferChat } from "../chat-commands.ts";
import type { ConversationPartProps } from "../conversation-props.ts";
import { t as desk } from "../transfer/text.ts";
import { useOperatorNames, useOperatorPhoto } from "../operator-names.ts";
import { t } from "../text.ts";
import { askForRating } from "../tags/ask-rating.ts";
import { t as writing } from "../tags/text.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";

/** Renders the header of a chat: visitor, state, actions. */
export function ConversationHeader(props: ConversationPartProps) {
  const { chat, me, view, permission, actions, panelOpen, onPanel } = props;
  const closing = useLiveState((state) => state.closing.has(chat.id));
  const running = isRunning(props, closing);
  const canClose = running && permission !== "other";
  return (
    <header className="head">
      <BackLink view={view} />
      <ChatTitle chat={chat} me={me} />
      {permission === "take" && !closing && (
        <Button
          variant="primary"
          icon={IconCornerUpLeft}
          flipIcon
          onClick={actions.take}
          aria-keyshortcuts="R"
        >
          {t("conversation.reply")}
        </Button>
      )}
      {permission === "other" && !closing && (
        <Button onClick={actions.join}>{t("conversation.join")}</Button>
      )}
      {running && permission === "reply" && (
        <TransferButtons actions={actions} isTransferPending={Boolean(chat.transfer)} />
      )}
      <MoreMenus {...props} closing={closing} />
      {canClose && (
        <Button
          className="hide-s"
          icon={IconX}
          onClick={() => actions.close()}
          aria-keyshortcuts="E"
          title={`${t("conversation.close")}  E`}
        >
          {t("conversation.close")}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={IconLayoutSidebarRight}
        flipIcon
        aria-label={t("conversation.details")}
        keys="]"
        aria-expanded={panelOpen}
        onClick={onPanel}
        className={panelOpen ? "only-narrow" : ""}
      />
    </header>
  );
}

function ChatTitle({ chat, me }: { chat: Chat; me: Operator }) {
  return (
    <div className="title">
      <h2 id="talk-h">
        <span className="cut" dir="auto">
          {getVisitorName(chat)}
        </span>
      </h2>
      <p className="sub">
        <span className="num">{t("panel.number", { n: chat.visitor.number })}</span>
        <span className="cut">{chat.channel.name}</span>
        <ChatState chat={chat} me={me} />
        <Viewers chatId={chat.id} />
      </p>
    </div>
  );
}

/**
 * Buttons that transfer the chat and invite an operator. `isTransferPending` means that a transfer
 * is already open.
 */
function TransferButtons({
  actions,
  isTransferPending,
}: {
  actions: ChatActions;
  isTransferPending: boolean;
}) {
  return (
    <>
      <Button
        className="hide-s"
        icon={IconArrowsExchange}
        onClick={() => actions.showDialog("transfer")}
        aria-keyshortcuts="T"
        aria-haspopup="dialog"
        unavailable={isTransferPending && desk("head.asked")}
        title={`${desk("head.transfer")}  T`}
      >
        {desk("head.transfer")}
      </Button>
      <Button
        variant="quiet"
        className="hide-s"
        icon={IconUserPlus}
        aria-label={desk("cmd.invite")}
        aria-haspopup="dialog"
        keys="I"
        onClick={() => actions.showDialog("invite")}
      />
    </>
  );
}

function isRunning({ chat, permission }: ConversationPartProps, closing: boolean): boolean {
  return permission !== "read" && chat.state !== "closed" && !closing;
}

/**
 * Menu of rare actions. On phones it contains all actions, because there is no space for buttons.
 */
function MoreMenus(props: ConversationPartProps & { closing: boolean }) {
  const { chat, permission, closing } = props;
  const isRead = useLiveState((state) => state.snapshot.chats.get(chat.id)?.chat.unread === 0);
  const running = isRunning(props, closing);
  const menuActions = useMenuActions(props);
  const runAction = (id: string) => menuActions[id]?.();
  const entries = [
    ...(isRead && permission !== "read"
      ? [{ id: "unread", label: t("conversation.unread"), keys: "U" }]
      : []),
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
function listHeaderEntries({ permission }: ConversationPartProps) {
  return [
    ...(permission === "reply"
      ? [{ id: "transfer", label: desk("head.transfer"), keys: "T" }]
      : []),
    ...(permission === "reply" ? [{ id: "invite", label: desk("cmd.invite"), keys: "I" }] : []),
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
            ...(chat.channel.kind === "api" && { hint: writing("cmd.rating.api") }),
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

export function BackLink({ view }: { view: string }) {
  return (
    <Link
      className="btn icon quiet back"
      to="/inbox/$view/{-$chat}"
      params={{ view, chat: undefined }}
      aria-label={t("conversation.back")}
    >
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}

function ChatState({ chat, me }: { chat: Chat; me: Operator }) {
  const photo = useOperatorPhoto(chat.assignee?.id ?? null);
  if (chat.state === "closed") return <Tag>{t("conversation.closed")}</Tag>;
  if (chat.state === "waiting") return <Tag tone="warn">{t("conversation.waits")}</Tag>;
  if (chat.state === "bot") return <Tag tone="bot">{t("conversation.bot")}</Tag>;
  return chat.assignee && chat.assignee.id !== me.id ? (
    <span className="line4 cut" dir="auto">
      <Avatar name={chat.assignee.name} photo={photo} size={20} />
      <span className="cut">{t("conversation.with.operator", { name: chat.assignee.name })}</span>
    </span>
  ) : null;
}

function Viewers({ chatId }: { chatId: number }) {
  const viewing = useLiveState((state) => state.viewing.get(chatId));
  const names = useOperatorNames();
  const people = [...(viewing?.keys() ?? [])].flatMap((id) => names.get(id) ?? []);
  if (people.length === 0) return null;
  return (
    <span className="line4 cut">
      <Icon of={IconEye} small />{" "}
      {t("conversation.viewing", { n: people.length, name: people[0] ?? "" })}
    </span>
  );
}
