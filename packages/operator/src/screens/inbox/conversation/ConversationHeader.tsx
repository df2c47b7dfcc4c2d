import type { Chat, Operator } from "@parlour/protocol";
import {
  IconAlarm,
  IconArrowsExchange,
  IconChevronLeft,
  IconCornerUpLeft,
  IconEye,
  IconLayoutSidebarRight,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { viewRoute } from "../../../ui/address/chat-routes.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Avatar, Tag } from "../../../ui/badges.tsx";
import type { ChatActions } from "../use-chat-actions.ts";
import type { ConversationPartProps } from "../conversation-props.ts";
import { t as desk } from "../../../ui/transfer/text.ts";
import { useOperatorNames, useOperatorPhoto } from "../../../state/inbox/operator-names.ts";
import { t } from "../text.ts";
import { ChatNumber } from "../../../ui/copy/ChatNumber.tsx";
import { ChannelLabel } from "../../../ui/chat/ChannelLabel.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { PriorityMark } from "../../../ui/chat/PriorityMark.tsx";
import { LazyDueTime, LazyImportedTag, LazyPriorityMenu } from "../lazy-action-parts.ts";
import { canSnoozeChat } from "../snooze/snooze-state.ts";
import { isRunning, MoreMenus } from "./menus/ConversationMenus.tsx";

/** Renders the header of a chat: visitor, state, actions. */
export function ConversationHeader(props: ConversationPartProps) {
  const { chat, me, view, permission, actions, panelOpen, onPanel } = props;
  const closing = useLiveState((state) => state.closing.has(chat.id));
  const running = isRunning(props, closing);
  const canClose = running && permission !== "other";
  return (
    <header className="head">
      <BackLink view={view} />
      <ChatTitle chat={chat} me={me} canPrioritize={running} />
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
      {running && canSnoozeChat(chat, permission) && (
        <Button
          variant="quiet"
          className="hide-s"
          icon={IconAlarm}
          aria-label={t("conversation.snooze")}
          aria-haspopup="dialog"
          keys="H"
          onClick={() => actions.showDialog("snooze")}
        />
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

interface ChatTitleProps {
  chat: Chat;
  me: Operator;
  canPrioritize: boolean;
}

function ChatTitle({ chat, me, canPrioritize }: ChatTitleProps) {
  return (
    <div className="title">
      <h2 id="conversation-h">
        <span className="cut" dir="auto">
          {getVisitorName(chat)}
        </span>
      </h2>
      <p className="sub">
        <ChatNumber number={chat.number} />
        <span className="cut">
          <ChannelLabel channel={chat.channel} />
        </span>
        {canPrioritize ? (
          <LazyPriorityMenu chat={chat} />
        ) : (
          <PriorityMark priority={chat.priority} />
        )}
        <LazyDueTime chat={chat} />
        <ChatState chat={chat} me={me} />
        <LazyImportedTag chat={chat} />
        <Viewers chatId={chat.id} />
      </p>
    </div>
  );
}

/** Transfers the chat and invites an operator. `isTransferPending`: a transfer is open. */
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

export function BackLink({ view }: { view: string }) {
  return (
    <Link
      className="btn icon quiet back"
      {...viewRoute(view, { chatId: null })}
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
  // The old system behind the channel has a chat without a bot (MV-085).
  if (chat.state === "bot")
    return (
      <Tag tone="bot">{t(chat.bot === null ? "conversation.oldsystem" : "conversation.bot")}</Tag>
    );
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
  const viewers = [...(viewing?.keys() ?? [])].flatMap((id) => names.get(id) ?? []);
  if (viewers.length === 0) return null;
  return (
    <span className="line4 cut">
      <Icon of={IconEye} small />{" "}
      {t("conversation.viewing", { n: viewers.length, name: viewers[0] ?? "" })}
    </span>
  );
}
