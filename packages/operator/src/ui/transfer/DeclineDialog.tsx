import { useLiveState, useLiveClient } from "../../state/live-context.tsx";
import { ReasonDialog } from "../dialog/ReasonDialog.tsx";
import { t } from "./dialog-text.ts";

/** Asks why the operator declines a transfer. The sender can read the reason. */
export function DeclineDialog({
  chatId,
  senderName,
  onClose,
}: {
  chatId: number;
  senderName: string;
  onClose: () => void;
}) {
  const live = useLiveClient();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  return (
    <ReasonDialog
      title={t("decline.title")}
      text={t("decline.text", { by: senderName })}
      label={t("decline.reason")}
      placeholder={t("decline.example")}
      button={t("decline.verb")}
      cancel={t("dialog.cancel")}
      missingText={t("decline.hint")}
      blockedReason={offline && t("dialog.offline")}
      onReason={async (reason) => {
        await live.declineTransfer(chatId, reason);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
