import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { requestCall } from "../../../core/call/request.ts";
import { parsePhoneNumber } from "../../../core/call/phone.ts";
import { refuse } from "../../../core/failure.ts";
import { getOnlineOperators } from "../../../core/operator/eligibility.ts";
import { sha256 } from "../session/identity.ts";
import type { HandlerDeps } from "../handler-deps.ts";
import { toHttpPage } from "../page-url.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

/**
 * Requests a call to the visitor (WG-061). Checks the limits first and consumes them only after the
 * call is stored, so that a refusal consumes nothing.
 */
export async function handleCallRequest(
  deps: Pick<HandlerDeps, "config" | "write" | "limits" | "operators" | "client">,
  connection: VisitorConnection,
  frame: Extract<WidgetClientFrame, { type: "call" }>,
): Promise<void> {
  const { account, widget, customer } = connection;
  const config = await deps.config(account);
  const phone = parsePhoneNumber(frame.phone, config.calls?.prefixes ?? []);
  if (phone === null) refuse("invalid_request", "Invalid phone number", { field: "phone" });
  const keys = [`v:${connection.visitorId}`, `p:${account}:${phone}`];
  const online = getOnlineOperators(config, (id) => deps.operators.isOnline(account, id));
  const written = await deps.write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    handler: requestCall({
      channelId: widget.channelId,
      customer,
      phone,
      online,
      isLimited: keys.some((key) => !deps.limits.peek("calls", key).ok),
      session: connection.session,
      page: toHttpPage(connection.page),
      ...(connection.userToken === null ? {} : { userToken: connection.userToken }),
      ...(frame.consent === undefined ? {} : { consent: frame.consent }),
      isFromForm: frame.by === "visitor",
    }),
    // If the response was lost, the frame is sent again and must return the same call.
    idempotency: {
      scope: `visitor:${connection.visitorId}`,
      key: frame.ref,
      hash: sha256(JSON.stringify(frame)),
    },
  });
  if (!written.replayed) for (const key of keys) deps.limits.take("calls", key);
  deps.client.send({ type: "done", ref: frame.ref });
}
