import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { EgressReply } from "../../../egress/index.ts";
import type { JsonObject } from "../../../http/body/json.ts";
import { getNotice } from "../notices.ts";
import { parseReply } from "./parse-reply.ts";

/** The answer of the service, or why there is none. `field`: the setting to change, if known. */
type Answer =
  | { readonly kind: "ok"; readonly body: JsonObject }
  | { readonly kind: "fault"; readonly notice: ConnectionNotice; readonly field: string | null };

/** Returns the body of an answer, or what an administrator must do to get one. */
export function readAnswer(reply: EgressReply): Answer {
  const fail = (notice: ConnectionNotice, field: string | null): Answer => ({
    kind: "fault",
    notice,
    field,
  });
  if (reply.kind === "failed")
    return fail(getNotice("unreachable", { reason: reply.message }), "phone_number_id");
  const { error, body } = parseReply(reply);
  if (error === null)
    return reply.status === 200
      ? { kind: "ok", body }
      : fail(getNotice("status", { status: String(reply.status) }), null);
  const notice = getNotice("refused", { reason: error.message });
  if (error.code === "190") return fail(notice, "access_token");
  return fail(notice, /appsecret_proof/i.test(error.message) ? "app_secret" : null);
}
