import type { Delivery } from "@parlour/protocol";
import { IconRotateClockwise } from "@tabler/icons-react";
import { api } from "../../../../state/api/api.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { t } from "../../text.ts";
import { useConnectionProblem } from "../../use-connection-problem.ts";

/** Button that sends a failed delivery again. */
export function ResendButton({
  id,
  open,
  onResent,
}: {
  id: Delivery["id"];
  open: boolean;
  onResent: () => void;
}) {
  const { busy, run } = useApiMutation();
  const connectionProblem = useConnectionProblem();
  const resend = async () => {
    await api.retryDelivery(id);
    toast(t("retry.done"));
    onResent();
  };
  const showError = (error: unknown) =>
    toast(t("retry.failed", { why: getErrorText(error) }), { tone: "bad" });
  return (
    <Button
      small
      variant={open ? undefined : "quiet"}
      icon={IconRotateClockwise}
      keys={open ? "R" : undefined}
      data-again
      unavailable={connectionProblem ?? busy}
      onClick={() => void run(resend, showError)}
    >
      {t(busy ? "retry.busy" : "retry.go")}
    </Button>
  );
}
