import type { Chat, Operator } from "@parlour/protocol";
import { TagDialog } from "../tags/TagDialog.tsx";
import { TranscriptDialog } from "../tags/TranscriptDialog.tsx";
import { InviteDialog } from "../transfer/InviteDialog.tsx";
import { TransferDialog } from "../transfer/TransferDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";
import { CloseDialog } from "./CloseDialog.tsx";

/** Kinds of dialogs about a chat. */
export type Asked = "transfer" | "invite" | "close" | "block" | "tags" | "transcript";

interface DialogsProps {
  asked: Asked;
  chat: Chat;
  me: Operator;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Shows the open dialog. A separate chunk, loaded when first opened. */
export function ChatDialogs({ asked, chat, me, onReason, onClose }: DialogsProps) {
  if (asked === "transfer") return <TransferDialog chat={chat} me={me} onClose={onClose} />;
  if (asked === "invite") return <InviteDialog chat={chat} me={me} onClose={onClose} />;
  if (asked === "close") return <CloseDialog chat={chat} onReason={onReason} onClose={onClose} />;
  if (asked === "tags") return <TagDialog chat={chat} onClose={onClose} />;
  if (asked === "transcript") return <TranscriptDialog chat={chat} onClose={onClose} />;
  return <BlockDialog chat={chat} onClose={onClose} />;
}
