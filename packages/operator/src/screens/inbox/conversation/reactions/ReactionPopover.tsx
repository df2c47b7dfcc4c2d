import "./reactions.css";
import type { Chat, Message } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { RefObject } from "react";
import { Dialog, Popover, Toolbar } from "react-aria-components";
import { Button } from "../../../../ui/Button.tsx";
import { findTeamReaction, sendReaction } from "./send-reaction.ts";
import { t } from "./text.ts";

interface ReactionRowProps {
  message: Message;
  chat: Chat;
  onClose: () => void;
}
interface ReactionPopoverProps extends ReactionRowProps {
  /** Element below which the row is shown. */
  anchor: RefObject<Element | null>;
}

/** Shows the row of emoji in a popover of its own. */
export function ReactionPopover({ anchor, ...row }: ReactionPopoverProps) {
  return (
    <Popover
      className="popover float"
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) row.onClose();
      }}
      placement="bottom start"
      offset={4}
    >
      <ReactionRow {...row} />
    </Popover>
  );
}

/** Row of the emoji that the channel accepts (CORE-443). The chosen one is taken back. */
export function ReactionRow({ message, chat, onClose }: ReactionRowProps) {
  const { reactions } = getCapabilities(chat.channel.kind);
  const chosen = findTeamReaction(message)?.emoji ?? null;
  return (
    <Dialog aria-label={t("reaction.row")}>
      <Toolbar className="reactionrow" aria-label={t("reaction.row")}>
        {reactions.map((emoji, index) => (
          <Button
            key={emoji}
            variant="quiet"
            aria-pressed={emoji === chosen}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover is a separate dialog, opened by a press.
            autoFocus={chosen === null ? index === 0 : emoji === chosen}
            onClick={() => {
              onClose();
              void sendReaction(message, chat, emoji === chosen ? null : emoji);
            }}
          >
            {emoji}
          </Button>
        ))}
      </Toolbar>
    </Dialog>
  );
}
