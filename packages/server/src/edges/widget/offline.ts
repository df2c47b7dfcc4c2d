import { fail, refuse, Refusal, isFailure } from "../../core/failure.ts";
import { createOfflineMessage } from "../../core/visitor/offline-message.ts";
import { validateOfflineForm } from "../../core/visitor/offline-form.ts";
import { hashOf } from "./identity.ts";
import type { ActedFrame, InboundDeps } from "./inbound.ts";
import { httpPage } from "./page.ts";
import type { Seat } from "./seat.ts";

/**
 * Stores an offline message (CORE-110) from the form or the page's script. Refusals follow the
 * order and texts of WG-063, before the message counts against `offline_per_minute`. A blocked
 * visitor receives the same `done` as any other.
 */
export async function offline(deps: InboundDeps, seat: Seat, frame: ActedFrame<"offline">): Promise<void> {
  const { account, widget, customer, session, userToken } = seat;
  const form = { ...frame.contacts, text: frame.text };
  const read = validateOfflineForm(form);
  if (isFailure(read)) throw new Refusal(read);
  if (!widget.settings.offline.enabled) refuse("channel_disabled", "Offline messages are disabled");
  const taken = deps.limits.take("offline", seat.visitorId);
  const page = httpPage(seat.page);
  await deps.write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    // The command handler decides: a repeated message is stored already and must not count against
    // the limit.
    handler: taken.ok
      ? createOfflineMessage({
          channelId: widget.channelId,
          customer,
          form,
          session,
          ...(frame.department_id === undefined ? {} : { departmentId: frame.department_id }),
          ...(page === null ? {} : { page }),
          ...(userToken === null ? {} : { userToken }),
          ...(frame.consent === undefined ? {} : { consent: frame.consent }),
          isFromForm: frame.by === "visitor",
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
