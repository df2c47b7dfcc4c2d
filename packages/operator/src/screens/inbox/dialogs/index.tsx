import type { Chat, Operator } from "@parlour/protocol";
import { lazy } from "react";
import { AssignDialog } from "../assign/AssignDialog.tsx";
import { ScheduleDialog } from "../later/SendLaterButton.tsx";
import { TagDialog } from "../tags/TagDialog.tsx";
import { TranscriptDialog } from "../tags/TranscriptDialog.tsx";
import { TransferDialog } from "../../../ui/transfer/TransferDialog.tsx";
import { BlockDialog } from "../../../ui/block/BlockDialog.tsx";
import { ReasonDialog } from "../../../ui/dialog/ReasonDialog.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { t as transferText } from "../../../ui/transfer/dialog-text.ts";
import { t } from "./text.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { LazyReminderDialog } from "../../../ui/reminders/LazyReminderDialog.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useTransferCandidates } from "../../../ui/transfer/transfer-candidates.ts";
import { OperatorPickerDialog } from "../../../ui/transfer/OperatorPickerDialog.tsx";

export type ChatDialogKind =
  | "assign"
  | "transfer"
  | "invite"
  | "close"
  | "block"
  | "tags"
  | "transcript"
  | "snooze"
  | "promise"
  | "later"
  | "remind"
  | "macro";

/** Contains the parser of times. */
const SnoozeDialog = lazy(() =>
  loadChunk(() => import("../snooze/SnoozeDialog.tsx")).then((module) => ({
    default: module.SnoozeDialog,
  })),
);

/** Contains the parser of times. */
const PromiseDialog = lazy(() =>
  loadChunk(() => import("../promise/PromiseDialog.tsx")).then((module) => ({
    default: module.PromiseDialog,
  })),
);

/** Contains what actions are called and do. */
const MacroDialog = lazy(() =>
  loadChunk(() => import("../macros/MacroDialog.tsx")).then((module) => ({
    default: module.MacroDialog,
  })),
);

interface ChatDialogsProps {
  kind: ChatDialogKind;
  chat: Chat;
  me: Operator;
  onReason: (reason: string) => void;
  onJoin: () => void;
  onClose: () => void;
}

/** Shows the open dialog, in a chunk that is loaded when one first opens. */
export function ChatDialogs({ kind, chat, me, onReason, onJoin, onClose }: ChatDialogsProps) {
  if (kind === "assign") return <AssignDialog {...{ chat, me, onJoin, onClose }} />;
  if (kind === "transfer") return <TransferDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "invite") return <InviteDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "close") return <CloseDialog chat={chat} onReason={onReason} onClose={onClose} />;
  if (kind === "tags") return <TagDialog chat={chat} onClose={onClose} />;
  if (kind === "transcript") return <TranscriptDialog chat={chat} onClose={onClose} />;
  if (kind === "snooze") return <SnoozeDialog chat={chat} onClose={onClose} />;
  if (kind === "promise") return <PromiseDialog chat={chat} onClose={onClose} />;
  if (kind === "later") return <ScheduleDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "remind") return <LazyReminderDialog chat={chat} me={me} onClose={onClose} />;
  if (kind === "macro") return <MacroDialog chat={chat} me={me} onClose={onClose} />;
  return <BlockDialog chat={chat} onClose={onClose} />;
}

/** Asks for an optional reason and closes the chat. The operator has 5 s to undo it. */
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
      button={t("close.verb")}
      cancel={transferText("dialog.cancel")}
      onReason={(reason) => {
        onClose();
        onReason(reason);
      }}
      onClose={onClose}
    />
  );
}

interface InviteDialogProps {
  chat: Chat;
  me: Operator;
  onClose: () => void;
}

/** Invites another operator into the chat. The assignee does not change (API-234). */
function InviteDialog({ chat, me, onClose }: InviteDialogProps) {
  const live = useLiveClient();
  const { candidates, error } = useTransferCandidates(chat, me);
  const presentIds = new Set([chat.assignee?.id, ...chat.participants.map((person) => person.id)]);
  const absent = candidates?.filter((candidate) => !presentIds.has(candidate.id));
  const invite = async (to: string) => {
    await live.invite(chat.id, Number(to.slice(2)));
    toast(
      transferText("colleague.done", {
        name: absent?.find((candidate) => to === `o:${candidate.id}`)?.name ?? "",
      }),
    );
  };
  return (
    <OperatorPickerDialog
      title={transferText("colleague.title")}
      button={transferText("colleague.verb")}
      candidates={absent}
      error={error}
      onPick={invite}
      onClose={onClose}
    >
      {() => <p className="t13 soft">{transferText("colleague.hint")}</p>}
    </OperatorPickerDialog>
  );
}
