import { ApiError } from "@parlour/client";
import type { VisitorOnline } from "@parlour/protocol/api";
import { IconMailForward } from "@tabler/icons-react";
import { useRef } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { formatClock } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";

interface InvitationStatusProps {
  visitor: VisitorOnline & { invitation: NonNullable<VisitorOnline["invitation"]> };
  /** Reason why actions are unavailable now. Undefined if they are available. */
  unavailable: string | undefined;
  /** Called after the invitation was withdrawn. The focused button has then disappeared. */
  onWithdrawn: () => void;
}

/**
 * Shows the latest invitation: time, sender and state. An operator's invitation can be withdrawn
 * while it is pending.
 */
export function InvitationStatus({ visitor, unavailable, onWithdrawn }: InvitationStatusProps) {
  const { invitation } = visitor;
  const { busy, failure, withdraw } = useWithdrawal(visitor, onWithdrawn);
  const sender =
    invitation.by === "operator"
      ? invitation.operator?.name
      : t(`online.invite.by.${invitation.by}`);
  return (
    <div className="sent">
      <p className="t12 info line4">
        <Icon of={IconMailForward} small />{" "}
        {t("online.invite.sent", { time: formatClock(invitation.at) })}
        {sender !== undefined && sender !== "" && <> · {sender}</>} ·{" "}
        {t(`online.invite.state.${invitation.state}`)}
      </p>
      <p dir="auto">{invitation.text}</p>
      {failure !== null && <WithdrawError error={failure} />}
      {invitation.by === "operator" && invitation.state !== "declined" && (
        <div>
          <Button small onClick={() => void withdraw()} unavailable={unavailable ?? busy}>
            {t("online.invite.withdraw")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns a function that withdraws the latest invitation. */
function useWithdrawal(visitor: InvitationStatusProps["visitor"], onWithdrawn: () => void) {
  const { invitation } = visitor;
  const { busy, failure, run } = useApiMutation();
  /**
   * Idempotency key per invitation, so that a repeated press withdraws the same invitation and not
   * a later one.
   */
  const requestKey = useRef({ of: "", value: "" });
  const withdraw = async () => {
    if (requestKey.current.of !== invitation.at)
      requestKey.current = { of: invitation.at, value: crypto.randomUUID() };
    const idempotencyKey = requestKey.current.value;
    await run(async () => {
      await api.post(`/visitors/${visitor.number}/invite/withdraw`, {}, { idempotencyKey });
      toast(t("online.invite.withdrawn", { name: getVisitorName({ visitor }) }));
      onWithdrawn();
    });
    void queryClient.invalidateQueries({ queryKey: ["visitors", "online"] });
  };
  return { busy, failure, withdraw };
}

function WithdrawError({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.code !== "not_open")
    return <ErrorMessage error={error} />;
  return (
    <Banner tone="warn" live>
      {t("online.invite.over")}
    </Banner>
  );
}
