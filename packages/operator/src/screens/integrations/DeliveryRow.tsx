import type { Delivery } from "@parlour/protocol";
import { markOf } from "@parlour/protocol/answer-mark";
import { IconChevronRight, IconPlayerPause, IconRotateClockwise } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { i18n } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeed } from "../../ui/deed.ts";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Tag } from "../../ui/marks.tsx";
import { exactTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { stateOf } from "./delivery-state.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import { t } from "./text.ts";
import { shareOf, tookWords } from "./took.ts";
import { UsedCell } from "./Used.tsx";
import { useUnreachable } from "./use-unreachable.ts";

/** Maximum number of attempts per series (CH-081, BOT-050, WH-061). */
const triesOf: Record<Delivery["endpoint"]["kind"], number> = { channel: 3, bot: 3, webhook: 10, push: 3, call: 3, mail: 8 };

interface RowProps {
  delivery: Delivery;
  open: boolean;
  /** Its endpoint is paused. */
  rests: boolean;
  picked: boolean;
  onPick: (on: boolean) => void;
  onToggle: () => void;
  onSent: () => void;
}

/** Renders one delivery. Its attempts unfold below. */
export function DeliveryRow({ delivery, open, rests, picked, onPick, onToggle, onSent }: RowProps) {
  const { created_at: at, endpoint, chat_id: chat, last_attempt: last, state, error } = delivery;
  const isUnusable = state === "delivered" && markOf("delivered", error?.code ?? null) === "not_usable";
  // Push notifications are valid for two minutes, so they cannot be resent.
  const ended = (state === "failed" || state === "dead") && endpoint.kind !== "push";
  return (
    <>
      <tr className={open ? "r open" : "r"}>
        <td>
          {ended && <PickOne delivery={delivery} picked={picked} onPick={onPick} />}
          <Expand delivery={delivery} open={open} onToggle={onToggle} />
        </td>
        <td>
          <StateOf delivery={delivery} />
        </td>
        <td className="num" title={exactTime(at)}>
          {timeOf(at)}
        </td>
        <td className="t-event">{delivery.event}</td>
        <td className="t-end" title={endpoint.name}>
          {endpoint.name}
        </td>
        <td className="t-chat">
          {chat !== null && (
            <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(chat) }}>
              #{chat}
            </Link>
          )}
        </td>
        <td className={open ? "t-out" : "t-out soft"}>
          <Outcome delivery={delivery} rests={rests} />
        </td>
        <td className="t-used">
          <UsedCell used={last?.used ?? null} isUnusable={isUnusable} />
        </td>
        <td className="t-took end-n num">
          <Took kind={endpoint.kind} ms={last?.duration_ms ?? null} />
        </td>
        <td className="t-tries end-n num">
          {delivery.attempts}/{triesOf[endpoint.kind]}
        </td>
        <td className="t-act end-n">{ended && <SendAgain id={delivery.id} open={open} onSent={onSent} />}</td>
      </tr>
      {open && (
        <tr className="detail">
          <td colSpan={11}>
            <DeliveryDetail delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Shows the duration of the last attempt, above a bar relative to the time limit. */
function Took({ kind, ms }: { kind: Delivery["endpoint"]["kind"]; ms: number | null }) {
  if (ms === null) return <span className="faint">–</span>;
  const { share, isSlow } = shareOf(kind, ms);
  return (
    <span className={isSlow ? "tookbar warning" : "tookbar"}>
      {tookWords(ms)}
      <i style={{ inlineSize: `${Math.max(2, Math.round(share * 60))}px` }} />
    </span>
  );
}

/** Selects the delivery for resending several at once. */
function PickOne({ delivery: { created_at: at, event }, picked, onPick }: Pick<RowProps, "delivery" | "picked" | "onPick">) {
  return (
    <input
      type="checkbox"
      className="check"
      checked={picked}
      aria-label={t("ledger.pick", { time: timeOf(at), event })}
      onChange={(changed) => onPick(changed.target.checked)}
    />
  );
}

function Expand({ delivery: { created_at: at, event }, open, onToggle }: Pick<RowProps, "delivery" | "open" | "onToggle">) {
  return (
    <button
      type="button"
      className="expand"
      data-step
      aria-expanded={open}
      aria-label={t(open ? "ledger.hide" : "ledger.show", { time: timeOf(at), event })}
      onClick={onToggle}
    >
      <span className="turn">
        <Icon of={IconChevronRight} small flip />
      </span>
    </button>
  );
}

function StateOf({ delivery }: { delivery: Delivery }) {
  const { tone, icon, label } = stateOf(delivery);
  return (
    <span className={`state ${tone}`}>
      <Icon of={icon} small />
      {label}
    </span>
  );
}

/** Shows why the delivery waits or how it ended, and whether its receipt is unconfirmed. */
function Outcome({ delivery, rests }: Pick<RowProps, "delivery" | "rests">) {
  return (
    <>
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
    </>
  );
}

function SendAgain({ id, open, onSent }: { id: Delivery["id"]; open: boolean; onSent: () => void }) {
  const { busy, run } = useDeed();
  const unreachable = useUnreachable();
  const again = async () => {
    await api.retryDelivery(id);
    toast(t("retry.done"));
    onSent();
  };
  const refuse = (error: unknown) => toast(t("retry.failed", { why: wordsOf(error) }), { tone: "bad" });
  return (
    <Button
      small
      variant={open ? undefined : "quiet"}
      icon={IconRotateClockwise}
      keys={open ? "R" : undefined}
      data-again
      unavailable={unreachable ?? busy}
      onClick={() => void run(again, refuse)}
    >
      {t(busy ? "retry.busy" : "retry.go")}
    </Button>
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

/** Returns "10:05:12" within the last 24 hours, otherwise the day. */
export function timeOf(at: string): string {
  const date = new Date(at);
  if (Date.now() - date.getTime() > 86_400_000) return i18n.date(date, { day: "numeric", month: "short" });
  return i18n.date(date, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}
