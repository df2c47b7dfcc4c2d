import type { ChannelErrorCode } from "@parlour/protocol/channel";
import type { Failure } from "../../../core/failure.ts";

/**
 * Returns the rule of docs/spec/channel.md that a refused request broke, for the request inspector
 * (API-332). Null if the failure is the server's.
 */
export function ruleForFailure({
  failure,
  field,
}: Pick<Failure, "failure" | "field">): string | null {
  if (failure === "invalid_request")
    return field === "Idempotency-Key"
      ? "CH-058"
      : field !== undefined && countFields.has(field)
        ? "CH-063"
        : "CH-039";
  return hasRule(failure) ? ruleByCode[failure] : null;
}

const countFields = new Set(
  ["file_size", "duration", "width", "height"].map((name) => `message.${name}`),
);
function hasRule(code: string): code is keyof typeof ruleByCode {
  return Object.hasOwn(ruleByCode, code);
}
/**
 * Codes without a rule: an invalid request without field, an unknown address, an internal error.
 */
type CodeWithoutRule = "invalid_request" | "not_found" | "internal_error";
const ruleByCode: Readonly<Record<Exclude<ChannelErrorCode, CodeWithoutRule>, string>> = {
  invalid_json: "CH-033",
  sender_id_required: "CH-040",
  invalid_sender_id: "CH-041",
  text_required: "CH-039",
  unsupported_type: "CH-055",
  file_required: "CH-062",
  invalid_file_url: "CH-062",
  invalid_location: "CH-064",
  channel_disabled: "CH-110",
  method_not_allowed: "CH-013",
  unsupported_media_type: "CH-032",
  payload_too_large: "CH-034",
  rate_limited: "CH-035",
  idempotency_conflict: "CH-058",
  temporarily_unavailable: "CH-037",
};
