import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import type { EgressReply } from "../../egress/index.ts";
import { parseJson, toJsonObject, type JsonObject } from "../../http/body/json.ts";
import { parseFields } from "../service/parse-fields.ts";
import { toLine } from "./values.ts";

/** An error of the Graph API. `code` and `subcode` are numbers as text. `subcode`: "" if absent. */
export interface GraphError {
  readonly code: string;
  readonly subcode: string;
  readonly message: string;
}
export interface GraphReply {
  readonly body: JsonObject;
  readonly error: GraphError | null;
}

/** Parses a complete response. A body that is not JSON is an empty object. */
export function parseGraphReply(
  { body }: { readonly body: Buffer },
  serviceName: string,
): GraphReply {
  const parsed = parseFields(body, parseJson) ?? {};
  if (parsed["error"] === undefined) return { body: parsed, error: null };
  const error = toJsonObject(parsed["error"]);
  const details = toLine(toJsonObject(error["error_data"])["details"]);
  return {
    body: parsed,
    error: {
      code: toLine(error["code"]) || "error",
      subcode: toLine(error["error_subcode"]),
      message: details || toLine(error["message"]) || `${serviceName} reported an error.`,
    },
  };
}

/** The answer of the service, or why there is none. `field`: the setting to change, if known. */
export type GraphAnswer =
  | { readonly kind: "ok"; readonly body: JsonObject }
  | { readonly kind: "fault"; readonly notice: ConnectionNotice; readonly field: string | null };

type NoticeBuilder = (
  code: "unreachable" | "status" | "refused",
  values: Readonly<Record<string, string>>,
) => ConnectionNotice;

/** Returns the body of an answer, or what an administrator must do to get one. */
export function readGraphAnswer(
  reply: EgressReply,
  getNotice: NoticeBuilder,
  serviceName: string,
): GraphAnswer {
  const fail = (notice: ConnectionNotice, field: string | null): GraphAnswer => ({
    kind: "fault",
    notice,
    field,
  });
  if (reply.kind === "failed")
    return fail(getNotice("unreachable", { reason: reply.message }), null);
  const { error, body } = parseGraphReply(reply, serviceName);
  if (error === null)
    return reply.status === 200
      ? { kind: "ok", body }
      : fail(getNotice("status", { status: String(reply.status) }), null);
  const notice = getNotice("refused", { reason: error.message });
  if (error.code === "190") return fail(notice, "access_token");
  return fail(notice, /appsecret_proof/i.test(error.message) ? "app_secret" : null);
}
