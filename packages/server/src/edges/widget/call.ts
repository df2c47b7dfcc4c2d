import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { askCall } from "../../core/call/ask.ts";
import { readPhone } from "../../core/call/phone.ts";
import { refuse } from "../../core/failure.ts";
import { onlineOperators } from "../../core/operator/eligible.ts";
import { hashOf } from "./identity.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { httpPage } from "./page.ts";
import type { Seat } from "./seat.ts";

export type CallDeps = Pick<WidgetEdgeDeps, "config" | "write" | "limits" | "isOnline"> & { readonly answer: (frame: object) => void };

/** The visitor asks to be called (WG-061). What limits him is asked first and taken when a call began, so that a refusal costs nothing. */
export async function call(deps: CallDeps, seat: Seat, frame: Extract<WidgetClientFrame, { type: "call" }>): Promise<void> {
  const { account, widget, customer } = seat;
  const config = await deps.config(account);
  const phone = readPhone(frame.phone, config.calls?.prefixes ?? []);
  if (phone === null) refuse("invalid_request", "Invalid phone number", { field: "phone" });
  const keys = [`v:${seat.visitorId}`, `p:${account}:${phone}`];
  const online = onlineOperators(config, (id) => deps.isOnline(account, id));
  const written = await deps.write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    verb: askCall({
      channelId: widget.channelId,
      customer,
      phone,
      online,
      isLimited: keys.some((key) => !deps.limits.peek("calls", key).ok),
      session: seat.session,
      page: httpPage(seat.page),
      ...(seat.userToken === null ? {} : { userToken: seat.userToken }),
      ...(frame.consent === undefined ? {} : { consent: frame.consent }),
      byForm: frame.by === "visitor",
    }),
    // An answer that was lost is asked for again: the same call, not another one.
    idempotency: { scope: `visitor:${seat.visitorId}`, key: frame.ref, hash: hashOf(JSON.stringify(frame)) },
  });
  if (!written.replayed) for (const key of keys) deps.limits.take("calls", key);
  deps.answer({ type: "done", ref: frame.ref });
}

/** What of a visitor keeps him from being called (WG-062): his running call, as many as an hour allows (CFG-030). */
export function askerOf(
  limits: Pick<WidgetEdgeDeps["limits"], "peek">,
  { callId, visitorId }: Pick<Seat, "callId" | "visitorId">,
): { readonly isBusy: boolean; readonly isLimited: boolean } {
  return { isBusy: callId !== null, isLimited: !limits.peek("calls", `v:${visitorId}`).ok };
}
