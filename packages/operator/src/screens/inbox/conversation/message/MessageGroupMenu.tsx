import { IconCopy, IconMoodPlus, IconPlugConnected, IconRefresh } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState, type RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useLiveClient, useLiveState } from "../../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { copyText } from "../../../../ui/copy/CopyButton.tsx";
import { listGapEntries, noteGap } from "../../../../ui/gaps/note-gap.ts";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { Icon, type IconType } from "../../../../ui/Icon.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { t as ui } from "../../../../ui/text.ts";
import { canReact, ReactionRow, t as reactionText } from "../reactions/reaction-parts.ts";
import type { MessageGroupData } from "../../../../ui/conversation/message/message-groups.ts";
import { countUnknownRecipients, hasFailed } from "../../../../ui/conversation/delivery-status.ts";
import { t } from "../../text.ts";
import { messagePreview, messagePlainText } from "../../../../ui/message/format-message.ts";

interface MessageGroupMenuProps {
  group: MessageGroupData;
  anchor: RefObject<Element | null>;
  onClose: () => void;
}

/** Menu of a message group, opened with Enter. The focus returns to the group when it closes. */
export function MessageGroupMenu({ group, anchor, onClose }: MessageGroupMenuProps) {
  const me = useCurrentOperator();
  const { message, failed } = splitMessages(group);
  const runAction = useMessageGroupActions(group);
  const chat = useLiveState((state) => state.snapshot.chats.get(message?.chat_id ?? 0)?.chat);
  const [isReacting, setReacting] = useState(false);
  return (
    <Popover
      className="popover float"
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom"
    >
      {isReacting && message && chat ? (
        <ReactionRow message={message} chat={chat} onClose={onClose} />
      ) : (
        <Menu
          className="menulist"
          aria-label={t("article.menu")}
          // Moves the focus into the menu when it opens (WAI-ARIA menu button).
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus="first"
          onAction={(key) => {
            if (key === "react") return setReacting(true);
            onClose();
            runAction(String(key));
          }}
        >
          <MenuEntry id="copy" icon={IconCopy} label={t("article.copy")} />
          {message && chat && canReact(message, chat, me) && (
            <MenuEntry id="react" icon={IconMoodPlus} label={reactionText("reaction.verb")} />
          )}
          {message &&
            listGapEntries(message, me).map((entry) => <MenuEntry key={entry.id} {...entry} />)}
          {message !== undefined && can(me, "deliveries.read") && (
            <MenuEntry id="deliveries" icon={IconPlugConnected} label={t("article.deliveries")} />
          )}
          {failed.length > 0 && can(me, "chats.answer") && (
            <MenuEntry id="again" icon={IconRefresh} label={t("fail.again")} />
          )}
        </Menu>
      )}
    </Popover>
  );
}

function MenuEntry({ id, icon, label }: { id: string; icon: IconType; label: string }) {
  return (
    <MenuItem id={id} className="menuitem">
      <Icon of={icon} />
      {label}
    </MenuItem>
  );
}

/**
 * Returns the last stored message of a group, and its failed messages that can be sent again
 * without a question.
 */
function splitMessages({ lines }: MessageGroupData) {
  return {
    message: lines
      .flatMap((line) => ("message" in line && !line.message.line ? [line.message] : []))
      .at(-1),
    failed: lines.flatMap((line) =>
      "message" in line &&
      line.message.delivery &&
      hasFailed(line.message.delivery) &&
      countUnknownRecipients(line.message) === 0
        ? [line.message]
        : [],
    ),
  };
}

function useMessageGroupActions(group: MessageGroupData): (name: string) => void {
  const live = useLiveClient();
  const navigate = useNavigate();
  const { message, failed } = splitMessages(group);
  const copy = async () => {
    const texts = group.lines.map((line) =>
      "message" in line
        ? messagePlainText(line.message) || messagePreview(line.message)
        : line.item.text,
    );
    if (!(await copyText(texts.join("\n")))) toast(ui("ui.copyfailed"), { tone: "bad" });
  };
  const retry = async () => {
    try {
      for (const failedMessage of failed) await live.retryMessage(failedMessage);
    } catch (error) {
      const chat = message && live.get().snapshot.chats.get(message.chat_id)?.chat;
      toast(t("fail.againfailed", { why: getErrorText(error) }), { tone: "bad", chat });
    }
  };
  return (name) => {
    if (name === "deliveries" && message) {
      const search = { chat: message.chat_id, seq: message.seq } as never;
      void navigate({ to: "/integrations/$", params: { _splat: "deliveries" }, search });
    } else if (name === "gap" && message)
      void noteGap({ chatId: message.chat_id, seq: message.seq });
    else void (name === "copy" ? copy() : retry());
  };
}
