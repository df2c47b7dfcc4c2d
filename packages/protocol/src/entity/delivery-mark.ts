import type { Outcome } from "./delivery.ts";

/** Delivered, but unusable (WH-041, BOT-092). Index `delivery_not_usable` has them too. */
export const unusableResponseCodes = [
  "result_missing",
  "result_not_ok",
  "answer_in_reply",
] as const;
export type UnusableResponseCode = (typeof unusableResponseCodes)[number];

/** `noted`: with a note. `not_usable`: delivered, but the response was unusable. */
export type DeliveryMark = "good" | "noted" | "not_usable" | "failed";

/** Returns the mark (API-329). `code` is the code of the error or note. */
export function getDeliveryMark(outcome: Outcome, code: string | null): DeliveryMark {
  if (outcome !== "delivered") return "failed";
  if (code === null) return "good";
  return unusableResponseCodes.some((unusableCode) => unusableCode === code)
    ? "not_usable"
    : "noted";
}
