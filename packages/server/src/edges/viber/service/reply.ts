import { parseFields } from "../../../connectors/service/parse-fields.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { parseStrictJson, type JsonObject } from "../../../http/body/json.ts";
import { toLabel } from "../format/values.ts";

export type ApiResult =
  | { readonly kind: "ok"; readonly fields: JsonObject }
  /** The API refused the request. `status`: that of the body. HTTP always answers 200. */
  | { readonly kind: "refused"; readonly status: number; readonly description: string }
  /** No response, or one that is not of the API. */
  | { readonly kind: "unavailable"; readonly message: string };
export type FailedResult = Exclude<ApiResult, { readonly kind: "ok" }>;

/** Interprets a response of the API. Pure. */
export function parseApiReply(reply: EgressReply): ApiResult {
  if (reply.kind === "failed") return { kind: "unavailable", message: reply.message };
  const fields = parseFields(reply.body, parseStrictJson);
  const status = fields?.["status"];
  if (fields === null || reply.status !== 200 || typeof status !== "number")
    return {
      kind: "unavailable",
      message: `The response with status ${reply.status} is not one of Viber's API.`,
    };
  if (status === 0) return { kind: "ok", fields };
  const description = toLabel(fields, "status_message") || `Status ${status}`;
  return { kind: "refused", status, description };
}
