import { fail, refuse, Refusal, isFailure } from "../../core/failure.ts";
import { leaveOfflineMessage } from "../../core/visitor/offline-message.ts";
import { readOfflineForm } from "../../core/visitor/offline-form.ts";
import { hashOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import { httpPage } from "./page.ts";
import type { Seat } from "./seat.ts";

/**
 * A message for whoever comes later (CORE-110), of the form or of the page's script. What is refused is refused in the order and words of
 * WG-063, before it counts against `offline_per_minute`; a blocked visitor reads the same `done` as everybody.
 */
export async function offline(deps: InboundDeps, seat: Seat, frame: ActedFrame<"offline">): Promise<void> {
  const { account, widget, customer, session, userToken } = seat;
  const form = { ...frame.contacts, text: frame.text };
  const read = readOfflineForm(form);
  if (isFailure(read)) throw new Refusal(read);
  if (!widget.settings.offline.enabled) refuse("channel_disabled", "Offline messages are disabled");
  const taken = deps.limits.take("offline", seat.visitorId);
  const page = httpPage(seat.page);
  await deps.write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    // Decided by the verb: one whose answer was lost is stored already, and is never one too many.
    verb: taken.ok
      ? leaveOfflineMessage({
          channelId: widget.channelId,
          customer,
          form,
          session,
          ...(frame.department_id === undefined ? {} : { departmentId: frame.department_id }),
          ...(page === null ? {} : { page }),
          ...(userToken === null ? {} : { userToken }),
          ...(frame.consent === undefined ? {} : { consent: frame.consent }),
          byForm: frame.by === "visitor",
        })
      : () => fail("rate_limited", "Too many messages", { retryAfterMs: taken.retryAfterMs }),
    idempotency: {
      scope: `visitor:${seat.visitorId}`,
      key: frame.ref,
      hash: hashOf(JSON.stringify([form, frame.department_id ?? null])),
    },
    bytes: 2_048 + frame.text.length * 3,
  });
  deps.answer({ type: "done", ref: frame.ref });
}
