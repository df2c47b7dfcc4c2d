import type { Chat } from "@parlour/protocol";
import { useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { t as shared } from "../transfer/text.ts";
import { visitorName } from "../../../ui/visitor-name.ts";
import { t } from "./text.ts";

/** API-025: the operator's words on a close. */
const longestReason = 300;

/** Closes with a reason; held 5 s like every close. */
export function CloseDialog({ chat, onReason, onClose }: { chat: Chat; onReason: (reason: string) => void; onClose: () => void }) {
  const id = useId();
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={t("close.title", { name: visitorName(chat) })}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared("dialog.cancel")}</Button>
          <Button type="submit" form={id} variant="primary">
            {t("close.verb")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onReason(reason.trim());
        }}
      >
        <TextField
          label={t("close.reason")}
          hint={t("close.reason.hint")}
          value={reason}
          maxLength={longestReason}
          // The dialog is opened to write this.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
