import type { Chat } from "@parlour/protocol";
import { ReasonDialog } from "../../../ui/dialog/ReasonDialog.tsx";
import { visitorName } from "../../../ui/chat/visitor-name.ts";
import { t as shared } from "../transfer/text.ts";
import { t } from "./text.ts";

/** Closes a chat with an optional reason, after 5 s like every close. */
export function CloseDialog({
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
      title={t("close.title", { name: visitorName(chat) })}
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
