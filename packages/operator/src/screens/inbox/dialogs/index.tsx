import type { Chat, Operator } from "@parlour/protocol";
import { TagDialog } from "../tags/TagDialog.tsx";
import { TranscriptDialog } from "../tags/TranscriptDialog.tsx";
import { InviteDialog } from "../transfer/InviteDialog.tsx";
import { TransferDialog } from "../transfer/TransferDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { ReasonDialog } from "../../../ui/dialog/ReasonDialog.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { t as shared } from "../transfer/text.ts";
import { t } from "./text.ts";

/** Kinds of dialogs about a chat. */
export type ChatDialogKind = "transfer" | "invite" | "close" | "block" | "tags" | "transcript";

interface ChatDialogsProps {
  kind: ChatDialogKind;
  chat: Chat;
  me: Operator;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/**
 * Shows the open dialog. This file is a separate chunk that is loaded when a dialog first opens.
 */
export function ChatDialogs({ kind, chat, me, onReason, onClose }: ChatDialogsProps) {
  if (kind === "transfer") return <TransferDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "invite") return <InviteDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "close") return <CloseDialog chat={chat} onReason={onReason} onClose={onClose} />;
  if (kind === "tags") return <TagDialog chat={chat} onClose={onClose} />;
  if (kind === "transcript") return <TranscriptDialog chat={chat} onClose={onClose} />;
  return <BlockDialog chat={chat} onClose={onClose} />;
}

/**
 * Asks for an optional reason and closes the chat. As with every close, the operator has 5 s to
 * undo it.
 */
function CloseDialog({
  chat,
  onReason,
  onClose,
}: {
  chat: Chat;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  return (
    <ReasonDialog
      title={t("close.title", { name: getVisitorName(chat) })}
      label={t("close.reason")}
      hint={t("close.reason.hint")}
      verb={t("close.verb")}
      cancel={shared("dialog.cancel")}
      onReason={(reason) => {
        onClose();
        onReason(reason);
      }}
      onClose={onClose}
    />
  );
}
