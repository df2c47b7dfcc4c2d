import type { Delivery } from "@parlour/protocol";
import { getDeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { IconChevronRight, IconPlayerPause, IconRotateClockwise } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { browserClock } from "../../../../state/clock.ts";
import { api } from "../../../../state/api/api.ts";
import { i18n } from "../../../../text/index.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { Tag } from "../../../../ui/badges.tsx";
import { formatExactTime } from "../../../../ui/time.ts";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { getDeliveryState } from "../../../../ui/exchange/delivery-state.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import { t } from "../../text.ts";
import { getLimitShare, formatAttemptDuration } from "../../../../ui/exchange/attempt-duration.ts";
import type { OptionalColumns } from "../optional-columns.ts";
import { UsedFieldsCell } from "../../../../ui/exchange/UsedFields.tsx";
import { useConnectionProblem } from "../../use-connection-problem.ts";

/** Maximum number of attempts by kind of endpoint (CH-081, BOT-050, WH-061). */
const maxAttemptsByKind: Record<Delivery["endpoint"]["kind"], number> = {
  channel: 3,
  bot: 3,
  webhook: 10,
  push: 3,
  call: 3,
  mail: 8,
};

interface RowProps extends OptionalColumns {
  delivery: Delivery;
  open: boolean;
  /** Whether the endpoint of the delivery is paused. */
  isPaused: boolean;
  isSelected: boolean;
  onSelect: (on: boolean) => void;
  onToggle: () => void;
  onResent: () => void;
}

/** Renders one delivery. Its attempts expand below. */
export function DeliveryRow({
  delivery,
  open,
  isPaused,
  isSelected,
  hasChats,
  hasUsage,
  onSelect,
  onToggle,
  onResent,
}: RowProps) {
  const {
    created_at: at,
    endpoint,
    chat_id: chat,
    last_attempt: lastAttempt,
    state,
    error,
  } = delivery;
  const isUnusable =
    state === "delivered" && getDeliveryMark("delivered", error?.code ?? null) === "not_usable";
  // Push notifications are valid for two minutes, so they cannot be resent.
  const canResend = (state === "failed" || state === "dead") && endpoint.kind !== "push";
  return (
    <>
      <tr className={open ? "r open" : "r"}>
        <td>
          {canResend && (
            <SelectCheckbox delivery={delivery} isSelected={isSelected} onSelect={onSelect} />
          )}
          <ExpandButton delivery={delivery} open={open} onToggle={onToggle} />
        </td>
        <td>
          <StateCell delivery={delivery} />
        </td>
        <td className="num" title={formatExactTime(at)}>
          {formatTime(at)}
        </td>
        <td className="t-event">{delivery.event}</td>
        <td className="t-end" title={endpoint.name}>
          {endpoint.name}
        </td>
        {hasChats && (
          <td className="t-chat">
            {chat !== null && (
              <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(chat) }}>
                {delivery.chat_number ?? t("ids.chat.open")}
              </Link>
            )}
          </td>
        )}
        <td className={open ? "t-out" : "t-out soft"}>
          <OutcomeCell delivery={delivery} isPaused={isPaused} />
        </td>
        {hasUsage && (
          <td className="t-used">
            <UsedFieldsCell used={lastAttempt?.used ?? null} isUnusable={isUnusable} />
          </td>
        )}
        <td className="t-took end-n num">
          <DurationCell kind={endpoint.kind} ms={lastAttempt?.duration_ms ?? null} />
        </td>
        <td className="t-tries end-n num">
          {delivery.attempts}/{maxAttemptsByKind[endpoint.kind]}
        </td>
        <td className="t-act end-n">
          {canResend && <ResendButton id={delivery.id} open={open} onResent={onResent} />}
        </td>
      </tr>
      {open && (
        <tr className="detail">
          <td colSpan={9 + Number(hasChats) + Number(hasUsage)}>
            <DeliveryDetail delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Shows the duration of the last attempt, above a bar that shows its share of the time limit. */
function DurationCell({ kind, ms }: { kind: Delivery["endpoint"]["kind"]; ms: number | null }) {
  if (ms === null) return <span className="faint">–</span>;
  const { share, isSlow } = getLimitShare(kind, ms);
  return (
    <span className={isSlow ? "tookbar warning" : "tookbar"}>
      {formatAttemptDuration(ms)}
      <i style={{ inlineSize: `${Math.max(2, Math.round(share * 60))}px` }} />
    </span>
  );
}

/** Checkbox that selects the delivery for resending several together. */
function SelectCheckbox({
  delivery: { created_at: at, event },
  isSelected,
  onSelect,
}: Pick<RowProps, "delivery" | "isSelected" | "onSelect">) {
  return (
    <input
      type="checkbox"
      className="check"
      checked={isSelected}
      aria-label={t("deliveries.pick", { time: formatTime(at), event })}
      onChange={(changed) => onSelect(changed.target.checked)}
    />
  );
}

function ExpandButton({
  delivery: { created_at: at, event },
  open,
  onToggle,
}: Pick<RowProps, "delivery" | "open" | "onToggle">) {
  return (
    <button
      type="button"
      className="expand"
      data-step
      aria-expanded={open}
      aria-label={t(open ? "deliveries.hide" : "deliveries.show", { time: formatTime(at), event })}
      onClick={onToggle}
    >
      <span className="turn">
        <Icon of={IconChevronRight} small flip />
      </span>
    </button>
  );
}

function StateCell({ delivery }: { delivery: Delivery }) {
  const { tone, icon, label } = getDeliveryState(delivery);
  return (
    <span className={`state ${tone}`}>
      <Icon of={icon} small />
      {label}
    </span>
  );
}

/** Shows why the delivery waits or how it ended, and whether the recipient has not confirmed it. */
function OutcomeCell({ delivery, isPaused }: Pick<RowProps, "delivery" | "isPaused">) {
  return (
    <>
      {isPaused && delivery.state === "pending" && (
        <>
          <Tag tone="warn" icon={IconPlayerPause}>
            {t("deliveries.paused")}
          </Tag>{" "}
        </>
      )}
      {outcomeText(delivery, isPaused)}
      {delivery.unconfirmed && (
        <>
          {" "}
          <span title={t("state.unconfirmed.why")}>
            <Tag tone="warn">{t("state.unconfirmed")}</Tag>
          </span>
        </>
      )}
    </>
  );
}

function ResendButton({
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

function outcomeText(delivery: Delivery, isPaused: boolean): string {
  const parts = [
    delivery.outcome !== null && delivery.outcome !== "delivered" && delivery.outcome,
    delivery.error !== null && delivery.error.message,
    delivery.state === "pending" &&
      (isPaused
        ? t("outcome.rests")
        : delivery.next_at === null
          ? t("outcome.wait")
          : t("outcome.next", { time: formatTime(delivery.next_at) })),
  ];
  return parts.filter((part) => part !== false && part !== "").join(" · ");
}

/** Formats a time as "10:05:12" within the last 24 hours, otherwise as a day. */
export function formatTime(at: string): string {
  const date = new Date(at);
  if (browserClock.now() - date.getTime() > 86_400_000)
    return i18n.date(date, { day: "numeric", month: "short" });
  return i18n.date(date, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}
