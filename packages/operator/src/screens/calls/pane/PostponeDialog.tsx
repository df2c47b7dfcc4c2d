import type { CallWithVisitor } from "@parlour/protocol/api";
import { useState, type FormEvent } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { t } from "../../../ui/calls/text.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { parseFieldTime, toFieldTime } from "../../../ui/choice/field-time.ts";

interface PostponeDialogProps {
  call: CallWithVisitor;
  blocked: string | boolean;
  /** Receives the chosen time in RFC 3339 format. */
  onChoose: (due: string) => void;
  onClose: () => void;
}
const minuteMs = 60_000;
const maxPostponeMs = 14 * 24 * 60 * minuteMs;

/**
 * Postpones a call to another time (CORE-107). The server rejects times outside the hours and names
 * the next possible time.
 */
export function PostponeDialog({ call, blocked, onChoose, onClose }: PostponeDialogProps) {
  const [now] = useState(() => browserClock.now());
  const [field, setField] = useState(() => toFieldTime(now + 60 * minuteMs));
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = parseFieldTime(field);
    if (at === null || at <= browserClock.now()) setError(t("call.later.past"));
    else if (at - browserClock.now() > maxPostponeMs) setError(t("call.later.far"));
    else if (blocked === false) onChoose(new Date(at).toISOString());
  };
  return (
    <Dialog
      title={t("call.later.title", { name: getVisitorName(call) })}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={t("call.cancel")}
          onClose={onClose}
          button={t("call.later.do")}
          unavailableReason={typeof blocked === "string" && blocked}
          busy={blocked === true}
          form="call-later"
        />
      }
    >
      <form id="call-later" onSubmit={submit} noValidate>
        <TextField
          label={t("call.later.when")}
          hint={t("call.later.hint")}
          type="datetime-local"
          min={toFieldTime(now)}
          max={toFieldTime(now + maxPostponeMs)}
          value={field}
          error={error}
          onChange={(event) => {
            setField(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
