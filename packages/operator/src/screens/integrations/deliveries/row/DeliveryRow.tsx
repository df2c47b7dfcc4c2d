import type { Delivery, Operator } from "@parlour/protocol";
import { getDeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { IconChevronRight } from "@tabler/icons-react";
import { ChatLink } from "../../../../ui/open-chat/parts.tsx";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatExactTime } from "../../../../ui/time.ts";
import { getDeliveryState } from "../../../../ui/exchange/delivery-state.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import { t } from "../../text.ts";
import { getLimitShare, formatAttemptDuration } from "../../../../ui/exchange/attempt-duration.ts";
import type { OptionalColumns } from "../optional-columns.ts";
import { UsedFieldsCell } from "../../../../ui/exchange/UsedFields.tsx";
import { formatTime } from "./format-time.ts";
import { OutcomeCell } from "./OutcomeCell.tsx";
import { ResendButton } from "./ResendButton.tsx";

/** Maximum number of attempts by kind of endpoint (CH-081, BOT-050, WH-061, MV-081). */
const maxAttemptsByKind: Record<Delivery["endpoint"]["kind"], number> = {
  channel: 3,
  bot: 3,
  webhook: 10,
  push: 3,
  call: 3,
  mail: 8,
  model: 2,
  old_system: 9,
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
  const { created_at, endpoint, chat_id, last_attempt, state, error } = delivery;
  const isUnusable =
    state === "delivered" && getDeliveryMark("delivered", error?.code ?? null) === "not_usable";
  const canResend = canResendDelivery(delivery, useCurrentOperator());
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
        <td className="num" title={formatExactTime(created_at)}>
          {formatTime(created_at)}
        </td>
        <td className="t-event">{delivery.event}</td>
        <td className="t-end" title={endpoint.name}>
          {endpoint.name}
        </td>
        {hasChats && (
          <td className="t-chat">
            {chat_id !== null && (
              <ChatLink chatId={chat_id} view="all">
                {delivery.chat_number ?? t("ids.chat.open")}
              </ChatLink>
            )}
          </td>
        )}
        <td className={open ? "t-out" : "t-out soft"}>
          <OutcomeCell delivery={delivery} isPaused={isPaused} />
        </td>
        {hasUsage && (
          <td className="t-used">
            <UsedFieldsCell used={last_attempt?.used ?? null} isUnusable={isUnusable} />
          </td>
        )}
        <td className="t-took end-n num">
          <DurationCell kind={endpoint.kind} ms={last_attempt?.duration_ms ?? null} />
        </td>
        <td className="t-attempts end-n num">
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

/** Push notifications are valid for two minutes, and a model is asked anew. */
const canResendDelivery = ({ state, endpoint }: Delivery, me: Operator): boolean =>
  can(me, "deliveries.retry") &&
  (state === "failed" || state === "dead") &&
  endpoint.kind !== "push" &&
  endpoint.kind !== "model";

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

/** Returns what the labels of the controls of a row contain. */
const labelValues = ({ created_at, event }: Delivery) => ({ time: formatTime(created_at), event });

/** Checkbox that selects the delivery for resending several together. */
function SelectCheckbox({
  delivery,
  isSelected,
  onSelect,
}: {
  delivery: Delivery;
  isSelected: boolean;
  onSelect: (on: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      className="check"
      checked={isSelected}
      aria-label={t("deliveries.pick", labelValues(delivery))}
      onChange={(changed) => onSelect(changed.target.checked)}
    />
  );
}

function ExpandButton({
  delivery,
  open,
  onToggle,
}: {
  delivery: Delivery;
  open: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className="expand"
      data-step
      aria-expanded={open}
      aria-label={t(open ? "deliveries.hide" : "deliveries.show", labelValues(delivery))}
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
