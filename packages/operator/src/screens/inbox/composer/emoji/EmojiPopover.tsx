import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { t } from "../text.ts";
import { EmojiPanel } from "./EmojiPanel.tsx";

/** Popover with all emoji above its button. Closes with Esc or a press outside. */
export function EmojiPopover(props: {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onPick: (emoji: string) => void;
}) {
  const { button, onClose, onPick } = props;
  return (
    <Popover
      className="popover float emojipop"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="top start"
      offset={4}
    >
      <Dialog className="dialog" aria-label={t("emoji.title")}>
        <EmojiPanel onPick={onPick} />
      </Dialog>
    </Popover>
  );
}
