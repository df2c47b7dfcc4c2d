import type { Delivery } from "@parlour/protocol";
import type { ReplayResult } from "@parlour/protocol/api";
import { IconRotateClockwise } from "@tabler/icons-react";
import { useState, type ComponentProps } from "react";
import { api } from "../../../../state/api/api.ts";
import { Button } from "../../../../ui/Button.tsx";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { replayAll, createReplayBatches } from "./replay.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { t } from "../../text.ts";
import { useConnectionProblem } from "../../use-connection-problem.ts";

/** Button that opens the dialog to resend failed deliveries. */
export function ReplayButton(dialog: Omit<ComponentProps<typeof ReplayDialog>, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  const connectionProblem = useConnectionProblem();
  return (
    <>
      <Button
        className="act"
        small
        icon={IconRotateClockwise}
        unavailable={connectionProblem ?? false}
        onClick={() => setOpen(true)}
      >
        {t("deliveries.replay")}
      </Button>
      {isOpen && <ReplayDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SelectionActionsProps {
  selection: ReadonlyMap<number, Delivery>;
  onClear: () => void;
  onResent: () => void;
}

/** Button that resends all selected rows. */
export function SelectionActions({ selection, onClear, onResent }: SelectionActionsProps) {
  const { busy, run } = useApiMutation();
  const connectionProblem = useConnectionProblem();
  const send = async () => {
    let resentCount = 0;
    let firstError: unknown = null;
    for (const batch of createReplayBatches([...selection.values()])) {
      const { replayed, error } = await replayAll(
        (body) => api.post<ReplayResult>("/deliveries/replay", body),
        batch,
      );
      resentCount += replayed;
      firstError ??= error;
    }
    if (firstError === null) toast(t("replay.done", { n: resentCount }));
    else
      toast(t("replay.failed", { n: resentCount, why: getErrorText(firstError) }), { tone: "bad" });
    onClear();
    onResent();
  };
  return (
    <>
      <span className="t13 num">{t("deliveries.picked", { n: selection.size })}</span>
      <Button
        small
        className="act"
        icon={IconRotateClockwise}
        unavailable={connectionProblem ?? busy}
        title={t("replay.warn")}
        onClick={() => void run(send)}
      >
        {t("deliveries.picked.go")}
      </Button>
      <Button small variant="quiet" onClick={onClear}>
        {t("deliveries.picked.clear")}
      </Button>
    </>
  );
}
