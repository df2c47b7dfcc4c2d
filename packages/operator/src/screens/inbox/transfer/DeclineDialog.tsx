import { useId, useState, type SubmitEvent } from "react";
import { useLive, useLiveStore } from "../../../state/live-context.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { t } from "./text.ts";

/** API-025: the reason that the sender reads. */
const longestReason = 300;

/** Asks for the reason of a decline, which the sender reads. */
export function DeclineDialog({ chatId, by, onClose }: { chatId: number; by: string; onClose: () => void }) {
  const id = useId();
  const live = useLiveStore();
  const [reason, setReason] = useState("");
  const { busy, failure, run } = useDeed();
  const offline = useLive((state) => state.connection.kind === "offline");
  const why = offline ? t("dialog.offline") : reason.trim() === "" && t("decline.hint");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (why !== false || busy) return;
    void run(async () => {
      await live.refuseTransfer(chatId, reason.trim());
      onClose();
    });
  };
  return (
    <Dialog
      title={t("decline.title")}
      open
      onClose={onClose}
      actions={<DialogActions cancel={t("dialog.cancel")} onClose={onClose} verb={t("decline.verb")} why={why} busy={busy} form={id} />}
    >
      <form id={id} className="form" onSubmit={submit}>
        <p className="soft">{t("decline.text", { by })}</p>
        {failure !== null && <Failure error={failure} />}
        <TextField
          label={t("decline.reason")}
          placeholder={t("decline.example")}
          value={reason}
          maxLength={longestReason}
          required
          // The dialog is opened to write this.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
