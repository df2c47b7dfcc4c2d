import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { i18n } from "../../text/index.ts";
import type { ChannelKind } from "../chat/channel-kinds.ts";
import type { FailureReason } from "./delivery-status.ts";
import { t } from "./text.ts";

/** Formats a day as "Today", "Yesterday" or a date. */
export function formatDay(at: string, now: number): string {
  const dayText = new Date(at).toDateString();
  const day = new Date(now);
  if (dayText === day.toDateString()) return t("day.today");
  // Uses calendar days, because a day with a clock change has 23 or 25 hours.
  day.setDate(day.getDate() - 1);
  if (dayText === day.toDateString()) return t("day.yesterday");
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return i18n.date(new Date(at), {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: sameYear ? undefined : "numeric",
  });
}

/** Formats why a message failed, which was sent to the integrator's server or to a service. */
export function reasonText(reason: FailureReason, channel: ChannelKind): string {
  const isIntegrator = getCapabilities(channel).integrator_endpoint;
  if ("integratorText" in reason)
    return t(isIntegrator ? "fail.server" : "fail.service", { text: reason.integratorText });
  if ("serviceCode" in reason) return t(`fail.service.${reason.serviceCode}`);
  return t(isIntegrator ? `reason.${reason.code}` : `reason.service.${reason.code}`);
}
