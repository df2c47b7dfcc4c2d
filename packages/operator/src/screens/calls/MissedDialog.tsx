import type { CallSeen } from "@parlour/protocol/api";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/Field.tsx";
import { t } from "./text.ts";
import type { CallStep } from "./use-calls.ts";

interface Props {
  call: CallSeen;
  /** The call can be postponed. */
  canWait: boolean;
  blocked: string | boolean;
  onStep: (step: CallStep) => void;
  onClose: () => void;
}
const again = ["no_answer_client", "busy"] as const;
const final = ["wrong_number", "cancelled"] as const;
/** Attempts per call, as in core/call/later.ts of the server, and the delay between them. */
const mostTries = 3;
const pauseMin = 15;
const inPause = (): string => new Date(Date.now() + pauseMin * 60_000).toISOString();

/** Records why a visitor was not reached, and whether to call again. */
export function MissedDialog({ call, canWait, blocked, onStep, onClose }: Props) {
  const tried = (call.attempts ?? 0) + 1;
  const mayRepeat = canWait && tried < mostTries;
  const [repeats, setRepeats] = useState(true);
  const choose = (reason: (typeof again)[number]) =>
    onStep(mayRepeat && repeats ? { do: "later", due_at: inPause(), reason } : { do: "fail", reason });
  return (
    <Dialog title={t("call.why.title")} open onClose={onClose} actions={<Button onClick={onClose}>{t("call.cancel")}</Button>}>
      {mayRepeat && (
        <Switch
          label={t("call.again", { n: pauseMin })}
          hint={t("call.again.hint", { n: tried, of: mostTries })}
          checked={repeats}
          onChange={(event) => setRepeats(event.target.checked)}
        />
      )}
      <div className="whys">
        {again.map((reason) => (
          <Button key={reason} unavailable={blocked} onClick={() => choose(reason)}>
            {t(`call.reason.${reason}`)}
          </Button>
        ))}
        {final.map((reason) => (
          <Button key={reason} unavailable={blocked} onClick={() => onStep({ do: "fail", reason })}>
            {t(`call.reason.${reason}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
