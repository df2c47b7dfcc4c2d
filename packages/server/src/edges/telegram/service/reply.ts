import { parseFields } from "../../../connectors/service/parse-fields.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseStrictJson, toJsonObject } from "../../../http/body/json.ts";
import { toInteger, toText } from "../format/values.ts";

export type ApiResult =
  | { readonly kind: "ok"; readonly result: unknown }
  /** The API refused the request. `retryAfterMs`: the pause that it asks for, or null. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly description: string;
      readonly retryAfterMs: number | null;
    }
  /** No response, or one that is not of the Bot API. */
  | { readonly kind: "unavailable"; readonly message: string };

export type FailedResult = Exclude<ApiResult, { readonly kind: "ok" }>;

const maxDescriptionLength = 300;
/** Longest pause that Parlour accepts, in seconds. */
const maxRetryAfterS = 24 * 3_600;

const unchangedPattern = /message is not modified|message to delete not found/i;

/** Interprets a response of the Bot API. Pure. */
export function parseApiReply(reply: EgressReply): ApiResult {
  if (reply.kind === "failed") return { kind: "unavailable", message: reply.message };
  const fields = parseFields(reply.body, parseStrictJson);
  if (fields === null || typeof fields["ok"] !== "boolean")
    return {
      kind: "unavailable",
      message: `The response with status ${reply.status} is not one of the Bot API.`,
    };
  if (fields["ok"] && reply.status < 300) return { kind: "ok", result: fields["result"] };
  const seconds = toInteger(toJsonObject(fields["parameters"])["retry_after"]);
  const description = toText(fields["description"], maxDescriptionLength);
  // The message is as it should be, for example since an attempt whose response was lost.
  if (unchangedPattern.test(description)) return { kind: "ok", result: null };
  return {
    kind: "refused",
    status: toInteger(fields["error_code"]) ?? reply.status,
    description: description === "" ? `Status ${reply.status}` : description,
    retryAfterMs:
      seconds === null || seconds < 0 ? null : Math.min(seconds, maxRetryAfterS) * 1_000,
  };
}
