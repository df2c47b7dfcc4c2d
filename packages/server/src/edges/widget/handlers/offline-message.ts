import { countCommandBytes } from "../../../core/command-size.ts";
import { fail, refuse, Refusal, isFailure } from "../../../core/failure.ts";
import { createOfflineMessage } from "../../../core/visitor/offline-message.ts";
import { validateOfflineForm } from "../../../core/visitor/offline-form.ts";
import { parseFieldClaims } from "../../../http/body/field-claims.ts";
import { sha256 } from "../session/identity.ts";
import { toHttpPage } from "../page-url.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { FrameOfType, HandlerDeps } from "../handler-deps.ts";

/**
 * Stores an offline message (CORE-110) from the form or from a script of the page. Checks run in
 * the order of WG-063 and before the message counts against `offline_per_minute`. A blocked visitor
 * receives the same `done` as any other.
 */
export async function handleOfflineMessage(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"offline">,
): Promise<void> {
  const { account, widget, customer, session, userToken } = connection;
  const form = { ...frame.contacts, text: frame.text };
  const parsed = validateOfflineForm(form);
  if (isFailure(parsed)) throw new Refusal(parsed);
  if (!widget.settings.offline.enabled) refuse("channel_disabled", "Offline messages are disabled");
  const quota = await deps.limits.take("offline", connection.visitorId);
  const page = toHttpPage(connection.page);
  await deps.write({
    account,
    subject: { customer: { channelId: widget.channelId, key: customer } },
    // A repeated message must not count against the limit. Only the command handler detects that
    // the message is already stored.
    handler: quota.ok
      ? createOfflineMessage({
          channelId: widget.channelId,
          customer,
          form,
          session,
          departmentId: frame.department_id,
          page: page ?? undefined,
          userToken: userToken ?? undefined,
          consent: frame.consent,
          isFromForm: frame.by === "visitor",
          fields: frame.by === "visitor" ? parseFieldClaims("form", frame.fields) : undefined,
        })
      : () => fail("rate_limited", "Too many messages", { retryAfterMs: quota.retryAfterMs }),
    idempotency: {
      scope: `visitor:${connection.visitorId}`,
      key: frame.ref,
      hash: sha256(JSON.stringify([form, frame.department_id ?? null])),
    },
    bytes: countCommandBytes(frame.text.length),
  });
  deps.client.send({ type: "done", ref: frame.ref });
}
