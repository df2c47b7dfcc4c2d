import type { Delivery } from "@parlour/protocol";
import { IconPlayerPause } from "@tabler/icons-react";
import { Tag } from "../../../../ui/badges.tsx";
import { t } from "../../text.ts";
import { formatTime } from "./format-time.ts";

/** Shows why the delivery waits or how it ended, and whether the recipient has not confirmed it. */
export function OutcomeCell({ delivery, isPaused }: { delivery: Delivery; isPaused: boolean }) {
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
