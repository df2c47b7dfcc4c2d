import type { Delivery } from "@parlour/protocol";
import { IconChevronRight, IconPlayerPause, IconRotateClockwise } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { i18n } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Tag } from "../../ui/marks.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { stateOf } from "./delivery-state.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import { t } from "./text.ts";

/** Tries of a series (CH-081, BOT-050, WH-061). */
const triesOf: Record<Delivery["endpoint"]["kind"], number> = { channel: 3, bot: 3, webhook: 10, push: 3, call: 3, mail: 8 };

/** One delivery; open, all its tries below. */
export function DeliveryRow({
  delivery,
  open,
  rests,
  picked,
  onPick,
  onToggle,
  onSent,
}: {
  delivery: Delivery;
  open: boolean;
  /** Its endpoint is paused. */
  rests: boolean;
  picked: boolean;
  onPick: (on: boolean) => void;
  onToggle: () => void;
  onSent: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const time = timeOf(delivery.created_at);
  const state = stateOf(delivery);
  // A notice lives two minutes: it is not sent again.
  const ended = (delivery.state === "failed" || delivery.state === "dead") && delivery.endpoint.kind !== "push";
  const again = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await api.retryDelivery(delivery.id);
      toast(t("retry.done"));
      onSent();
    } catch (error) {
      toast(t("retry.failed", { why: wordsOf(error) }), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <tr className={open ? "r open" : "r"}>
        <td>
          {ended && (
            <input
              type="checkbox"
              className="check"
              checked={picked}
              aria-label={t("ledger.pick", { time, event: delivery.event })}
              onChange={(event) => onPick(event.target.checked)}
            />
          )}
          <button
            type="button"
            className="expand"
            aria-expanded={open}
            aria-label={t(open ? "ledger.hide" : "ledger.show", { time, event: delivery.event })}
            onClick={onToggle}
          >
            <span className="turn">
              <Icon of={IconChevronRight} small flip />
            </span>
          </button>
        </td>
        <td>
          <span className={`state ${state.tone}`}>
            <Icon of={state.icon} small />
            {state.label}
          </span>
        </td>
        <td className="num" title={exactTime(delivery.created_at)}>
          {time}
        </td>
        <td className="t-event">{delivery.event}</td>
        <td className="t-end" title={delivery.endpoint.name}>
          {delivery.endpoint.name}
        </td>
        <td className="t-chat">
          {delivery.chat_id !== null && (
            <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(delivery.chat_id) }}>
              #{delivery.chat_id}
            </Link>
          )}
        </td>
        <td className={open ? "t-out" : "t-out soft"}>
          {rests && delivery.state === "pending" && (
            <>
              <Tag tone="warn" icon={IconPlayerPause}>
                {t("ledger.paused")}
              </Tag>{" "}
            </>
          )}
          {outcomeOf(delivery, rests)}
          {delivery.unconfirmed && (
            <>
              {" "}
              <span title={t("state.unconfirmed.why")}>
                <Tag tone="warn">{t("state.unconfirmed")}</Tag>
              </span>
            </>
          )}
        </td>
        <td className="t-tries end-n num">
          {delivery.attempts}/{triesOf[delivery.endpoint.kind]}
        </td>
        <td className="t-act end-n">
          {ended && (
            <Button small variant={open ? undefined : "quiet"} icon={IconRotateClockwise} unavailable={busy} onClick={() => void again()}>
              {t(busy ? "retry.busy" : "retry.go")}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr className="detail">
          <td colSpan={9}>
            <DeliveryDetail delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}

function outcomeOf(delivery: Delivery, rests: boolean): string {
  const parts = [
    delivery.outcome !== null && delivery.outcome !== "delivered" && delivery.outcome,
    delivery.error !== null && delivery.error.message,
    delivery.state === "pending" &&
      (rests ? t("outcome.rests") : delivery.next_at === null ? t("outcome.wait") : t("outcome.next", { time: timeOf(delivery.next_at) })),
  ];
  return parts.filter((part) => part !== false && part !== "").join(" · ");
}

/** "10:05:12" today, else the day. */
export function timeOf(at: string): string {
  const date = new Date(at);
  if (Date.now() - date.getTime() > 86_400_000) return i18n.date(date, { day: "numeric", month: "short" });
  return i18n.date(date, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}
