import type { CallWithVisitor } from "@parlour/protocol/api";
import { useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { t } from "../../../ui/calls/text.ts";
import type { CallAction } from "../../../ui/calls/use-calls.ts";

interface NotReachedDialogProps {
  call: CallWithVisitor;
  canWait: boolean;
  blocked: string | boolean;
  onAction: (step: CallAction) => void;
  onClose: () => void;
}
const retryReasons = ["no_answer_client", "busy"] as const;
const finalReasons = ["wrong_number", "cancelled"] as const;
/** Maximum number of attempts per call, and their delay, as in core/call/postpone.ts. */
const maxAttempts = 3;
const retryDelayMin = 15;
const nextRetryTime = (): string =>
  new Date(browserClock.now() + retryDelayMin * 60_000).toISOString();

/** Records why a visitor was not reached, and whether to call again. */
export function NotReachedDialog({
  call,
  canWait,
  blocked,
  onAction,
  onClose,
}: NotReachedDialogProps) {
  const attempts = (call.attempts ?? 0) + 1;
  const canRepeat = canWait && attempts < maxAttempts;
  const [willRepeat, setWillRepeat] = useState(true);
  const choose = (reason: (typeof retryReasons)[number]) =>
    onAction(
      canRepeat && willRepeat
        ? { do: "later", due_at: nextRetryTime(), reason }
        : { do: "fail", reason },
    );
  return (
    <Dialog
      title={t("call.why.title")}
      open
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("call.cancel")}</Button>}
    >
      {canRepeat && (
        <Switch
          label={t("call.again", { n: retryDelayMin })}
          hint={t("call.again.hint", { n: attempts, of: maxAttempts })}
          checked={willRepeat}
          onChange={(event) => setWillRepeat(event.target.checked)}
        />
      )}
      <div className="whys">
        {retryReasons.map((reason) => (
          <Button key={reason} unavailable={blocked} onClick={() => choose(reason)}>
            {t(`call.reason.${reason}`)}
          </Button>
        ))}
        {finalReasons.map((reason) => (
          <Button
            key={reason}
            unavailable={blocked}
            onClick={() => onAction({ do: "fail", reason })}
          >
            {t(`call.reason.${reason}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
