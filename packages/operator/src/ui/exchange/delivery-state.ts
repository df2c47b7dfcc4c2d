import type { Delivery } from "@parlour/protocol";
import { IconAlertCircle, IconBan, IconCheck, IconClock, IconRefresh } from "@tabler/icons-react";
import type { IconType } from "../Icon.tsx";
import { getDeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { responseMarkStyle } from "./response-mark-style.ts";
import { exchangeText as t } from "./text.ts";

/** How far a delivery is. */
interface DeliveryProgress {
  readonly state: Delivery["state"];
  readonly attempts: number;
  readonly error: Delivery["error"];
}

/** Returns icon, tone and text of a delivery's state, which is never colour alone (CORE-050). */
export function getDeliveryState(delivery: DeliveryProgress): {
  icon: IconType;
  tone: string;
  label: string;
} {
  switch (delivery.state) {
    case "delivered":
      if (getDeliveryMark("delivered", delivery.error?.code ?? null) === "not_usable")
        return { ...responseMarkStyle.not_usable, label: t("state.not_usable") };
      return { icon: IconCheck, tone: "success", label: t("state.delivered") };
    case "failed":
      return { icon: IconAlertCircle, tone: "danger", label: t("state.failed") };
    case "dead":
      return { icon: IconBan, tone: "danger", label: t("state.dead") };
    case "pending":
      return delivery.attempts > 0
        ? { icon: IconRefresh, tone: "warning", label: t("state.retrying") }
        : { icon: IconClock, tone: "soft", label: t("state.pending") };
  }
}
