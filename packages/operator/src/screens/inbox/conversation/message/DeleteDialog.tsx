import type { Chat, Message } from "@parlour/protocol";
import { api } from "../../../../state/api/api.ts";
import { Confirm } from "../../../../ui/dialog/dialog.tsx";
import { runOrToast, useApiMutation } from "../../../../ui/mutation.ts";
import { getChangeHint } from "../../composer/edit/change-hint.ts";
import { t } from "../../composer/edit/text.ts";

interface DeleteDialogProps {
  message: Message;
  chat: Chat;
  onClose: () => void;
}

/** Asks before a message is deleted, and says what its visitor sees (CORE-413, CORE-432). */
export function DeleteDialog({ message, chat, onClose }: DeleteDialogProps) {
  const { busy, run } = useApiMutation();
  const isNote = message.kind === "note";
  const deleteMessage = async () => {
    await runOrToast(() => api.delete(`/chats/${chat.id}/messages/${message.seq}`), chat);
    onClose();
  };
  return (
    <Confirm
      title={t(isNote ? "delete.title.note" : "delete.title")}
      open
      danger
      button={t("delete.verb")}
      busy={busy}
      onConfirm={() => void run(deleteMessage)}
      onClose={onClose}
    >
      {isNote ? t("delete.hint.note") : getChangeHint("delete.hint", message, chat)}
    </Confirm>
  );
}
