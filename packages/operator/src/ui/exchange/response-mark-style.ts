import type { DeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from "@tabler/icons-react";
import type { IconType } from "../Icon.tsx";

/** Icon and tone of each mark of a response, wherever it is shown (API-329). */
export const responseMarkStyle: Readonly<
  Record<DeliveryMark, { readonly icon: IconType; readonly tone: string }>
> = {
  good: { icon: IconCircleCheck, tone: "success" },
  noted: { icon: IconInfoCircle, tone: "info" },
  not_usable: { icon: IconAlertTriangle, tone: "warning" },
  failed: { icon: IconAlertCircle, tone: "danger" },
};
