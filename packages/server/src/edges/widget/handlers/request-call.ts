import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { requestCall } from "../../../core/call/request.ts";
import { parsePhoneNumber } from "../../../core/call/phone.ts";
import { refuse } from "../../../core/failure.ts";
import { getOnlineOperators } from "../../../core/operator/eligibility.ts";
import { sha256 } from "../session/identity.ts";
import type { RateLimits } from "../../../limits/index.ts";
import type { HandlerDeps } from "../handler-deps.ts";
import { toHttpPage } from "../page-url.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

/** Requests a call to the visitor (WG-061). Refusals and repeats give limits back. */
export async function handleCallRequest(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: Extract<WidgetClientFrame, { type: "call" }>,
): Promise<void> {
  const { account, widget, customer } = connection;
  const config = await deps.config(account);
  const phone = parsePhoneNumber(frame.phone, config.calls?.prefixes ?? []);
  if (phone === null) refuse("invalid_request", "Invalid phone number", { field: "phone" });
  const keys = [`v:${connection.visitorId}`, `p:${account}:${phone}`];
  const online = getOnlineOperators(config, (id) => deps.operators.isOnline(account, id));
  const taken = await takeCallQuota(deps.limits, keys);
  const written = await deps
    .write({
      account,
      subject: { customer: { channelId: widget.channelId, key: customer } },
      handler: requestCall({
        channelId: widget.channelId,
        customer,
        phone,
        online,
        isLimited: taken.length < keys.length,
        session: connection.session,
        page: toHttpPage(connection.page),
        userToken: connection.userToken ?? undefined,
        consent: frame.consent,
        isFromForm: frame.by === "visitor",
      }),
      // If the response was lost, the frame is sent again and must return the same call.
      idempotency: {
        scope: `visitor:${connection.visitorId}`,
        key: frame.ref,
        hash: sha256(JSON.stringify(frame)),
      },
    })
    .catch((error: unknown) => {
      restoreCallQuota(deps.limits, taken);
      throw error;
    });
  if (written.replayed) restoreCallQuota(deps.limits, taken);
  deps.client.send({ type: "done", ref: frame.ref });
}

/** Counts a call for each key. Returns the keys that are not above the limit. */
async function takeCallQuota(limits: RateLimits, keys: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const key of keys) if ((await limits.take("calls", key)).ok) taken.push(key);
  return taken;
}
function restoreCallQuota(limits: RateLimits, keys: readonly string[]): void {
  for (const key of keys) limits.restore("calls", key);
}
