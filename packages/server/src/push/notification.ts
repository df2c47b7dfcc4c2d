import type { Clock, PushDevice } from "../core/command.ts";
import { refuse } from "../core/failure.ts";
import { createSender } from "../delivery/index.ts";
import type { EndpointTargets } from "../delivery/queue/index.ts";
import type { Egress } from "../egress/index.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import { findPushData } from "../store/settings/account/push.ts";
import type { PushKeys } from "./keys.ts";
import { interpretResponse } from "./outbound.ts";
import { toReminderPayload, type PushReminder } from "./payload.ts";
import { pushRetryPolicy } from "./policy.ts";
import { isQuietTime } from "./quiet-hours.ts";
import { buildPushRequest, type PushPayload } from "./request.ts";

export interface SenderDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly queue: EndpointTargets;
}
interface NotificationDeps extends SenderDeps {
  readonly keys: PushKeys;
  /** Returns the contact for push services (RFC 8292). */
  readonly subject: () => string;
  /** Removes a device that the push service no longer knows. */
  readonly removeDevice: (account: number, endpointId: number) => Promise<void>;
}
interface Notification {
  readonly account: number;
  readonly endpointId: number;
  readonly id: string;
  readonly payload: PushPayload;
}

/** Sends one notification. Removes a device that is unknown. Throws Refusal `not_found`. */
export async function sendNotification(
  deps: NotificationDeps,
  { account, endpointId, id, payload }: Notification,
) {
  const { queue, secrets, egress, clock, keys, subject } = deps;
  const target = await queue.findEndpointTarget(account, endpointId);
  if (target === null || target.endpoint.kind !== "push") refuse("not_found", "Device not found.");
  const address = JSON.parse(secrets.open(target.endpoint.secret)) as {
    p256dh: string;
    auth: string;
  };
  const subscription = { url: target.endpoint.url, ...address };
  const built = await buildPushRequest({ id, subscription, payload }, { keys, subject: subject() });
  const send = createSender({ egress, unseal: secrets.open, clock });
  const { reply } = await send(target, built, pushRetryPolicy);
  const { outcome, means } = interpretResponse(reply);
  if (reply.status === 404 || reply.status === 410) await deps.removeDevice(account, endpointId);
  return { outcome, means, status: reply.status, durationMs: reply.durationMs };
}

/**
 * Sends a reminder to the devices of its operator that are signed in and have no quiet hours.
 * Resolves with false if a repeat may reach more of them. A device replaces what it shows by the
 * id of the reminder.
 */
export async function sendReminder(
  deps: NotificationDeps,
  devices: readonly PushDevice[],
  { account, reminder }: { readonly account: number; readonly reminder: PushReminder },
): Promise<boolean> {
  const { db, clock } = deps;
  const results = await Promise.all(
    devices
      .filter(({ operatorId }) => operatorId === reminder.operatorId)
      .map(async ({ endpointId }) => {
        const now = clock.now();
        const data = await findPushData(db, account, { endpointId, chatId: 0 }, now);
        if (data?.isSignedIn !== true || (data.quiet !== null && isQuietTime(data.quiet, now)))
          return true;
        const { means } = await sendNotification(deps, {
          account,
          endpointId,
          id: `push_reminder_${reminder.id}`,
          payload: toReminderPayload(data, reminder),
        });
        return means !== "again";
      }),
  );
  return results.every((isDone) => isDone);
}
