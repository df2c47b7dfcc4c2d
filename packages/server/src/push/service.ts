import { randomBytes } from "node:crypto";
import type { Clock } from "../core/command.ts";
import { refuse } from "../core/failure.ts";
import { createSender } from "../delivery/index.ts";
import type { Egress } from "../egress/index.ts";
import { isKeyPair, buildPushRequest } from "./request.ts";
import { interpretResponse, createPushOutbound } from "./outbound.ts";
import { loadPushKeys, type PushKeys } from "./keys.ts";
import { pushRetryPolicy } from "./policy.ts";
import type { DeliveryQueue } from "../delivery/queue/index.ts";
import type { ChangeSettings } from "../journal/index.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import { findCallById } from "../store/chats/call.ts";
import { readPushKeys } from "../store/settings/account/push.ts";
import { findPushData } from "../store/settings/account/push.ts";
import { expirePushDevice, savePushKeys } from "../store/settings/account/push-changes.ts";

export interface PushDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly change: ChangeSettings;
  readonly egress: Egress;
  readonly queue: Pick<DeliveryQueue, "findEndpointTarget">;
  readonly publicUrl: () => string;
  readonly supportContact: () => string | null;
}

/** Connects push notifications to other parts. `port`: for the service API. */
export async function createPush(deps: PushDeps) {
  const { db, secrets, clock } = deps;
  const keys = await loadPushKeys({
    read: () => readPushKeys(db),
    saveIfAbsent: (publicKey, sealed) => savePushKeys(db, publicKey, sealed),
    seal: secrets.seal,
    unseal: secrets.open,
  });
  const expire = (account: number, endpointId: number): Promise<void> =>
    expireDevice(deps, account, endpointId);
  const subject = (): string => toVapidSubject(deps.publicUrl(), deps.supportContact());
  return {
    outbound: createPushOutbound({
      clock,
      keys,
      subject,
      unseal: secrets.open,
      loadPushData: (account, endpointId, chatId) =>
        findPushData(db, account, { endpointId, chatId }, clock.now()),
      findCall: (account, id) => findCallById(db, account, id),
      removeDevice: expire,
    }),
    port: {
      publicKey: keys.publicKey,
      isKeyPair,
      test: (account: number, endpointId: number, language: "en" | "ru") =>
        sendTestNotification(
          { ...deps, keys, subject: subject() },
          { account, endpointId, language },
        ),
    },
  };
}

/** Removes a device that the push service no longer knows. */
function expireDevice({ change }: PushDeps, account: number, endpointId: number): Promise<void> {
  return change(account, async (tx) => {
    const isKnown = await expirePushDevice(tx, account, endpointId);
    return {
      result: undefined,
      changed: [{ kind: "push" as const, id: null }].slice(isKnown ? 0 : 1),
    };
  });
}

/** Sends one test notification to a device. Throws Refusal `not_found`. */
async function sendTestNotification(
  deps: PushDeps & { readonly keys: PushKeys; readonly subject: string },
  test: { readonly account: number; readonly endpointId: number; readonly language: "en" | "ru" },
) {
  const { queue, secrets, egress, clock, keys, subject } = deps;
  const { account, endpointId, language } = test;
  const target = await queue.findEndpointTarget(account, endpointId);
  if (target === null || target.endpoint.kind !== "push") refuse("not_found", "Device not found.");
  const address = JSON.parse(secrets.open(target.endpoint.secret)) as {
    p256dh: string;
    auth: string;
  };
  const id = `push_test_${randomBytes(8).toString("hex")}`;
  const built = await buildPushRequest(
    {
      id,
      subscription: { url: target.endpoint.url, ...address },
      payload: { kind: "test", language },
    },
    { keys, subject },
  );
  const send = createSender({ egress, unseal: secrets.open, clock });
  const { reply } = await send(target, built, pushRetryPolicy);
  const { outcome } = interpretResponse(reply);
  if (reply.status === 404 || reply.status === 410) await expireDevice(deps, account, endpointId);
  return { outcome, status: reply.status, durationMs: reply.durationMs };
}

/**
 * Returns the contact of the sender, which RFC 8292 requires. Some push services reject an address
 * that cannot exist.
 */
function toVapidSubject(publicUrl: string, contact: string | null): string {
  if (publicUrl.startsWith("https:")) return publicUrl;
  if (contact !== null && /^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return `mailto:parlour@${new URL(publicUrl).hostname}`;
}
