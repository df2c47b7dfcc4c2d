import { randomBytes } from "node:crypto";
import { refuse } from "../core/failure.ts";
import { createSender } from "../delivery/index.ts";
import type { Egress } from "../egress/index.ts";
import {
  isKeyPair,
  interpretResponse,
  loadPushKeys,
  pushRetryPolicy,
  createPushOutbound,
  buildPushRequest,
} from "../push/index.ts";
import type { DeliveryQueue } from "../delivery/queue/index.ts";
import { findCallById } from "../store/chats/call.ts";
import { findPushData, readPushKeys } from "../store/settings/account/push.ts";
import { expirePushDevice, savePushKeys } from "../store/settings/account/push-changes.ts";
import type { BaseServices } from "./base.ts";

/** Connects push notifications to the other parts. `port` is the interface for the service API. */
export async function createPush(
  base: BaseServices,
  egress: Pick<Egress, "post">,
  queue: Pick<DeliveryQueue, "findEndpointTarget">,
) {
  const { db, secrets, clock, journal } = base;
  const keys = await loadPushKeys({
    read: () => readPushKeys(db),
    saveIfAbsent: (publicKey, sealed) => savePushKeys(db, publicKey, sealed),
    seal: secrets.seal,
    unseal: secrets.open,
  });
  const expire = (account: number, endpointId: number): Promise<void> =>
    journal.change(account, async (tx) => {
      const isKnown = await expirePushDevice(tx, account, endpointId);
      return {
        result: undefined,
        changed: [{ kind: "push" as const, id: null }].slice(isKnown ? 0 : 1),
      };
    });
  const subject = (): string =>
    toVapidSubject(base.addresses().publicUrl, base.instance.supportContact());
  return {
    outbound: createPushOutbound({
      clock,
      keys,
      subject,
      unseal: secrets.open,
      loadPushData: (account, endpointId, chatId) =>
        findPushData(db, account, endpointId, chatId, clock.now()),
      findCall: (account, id) => findCallById(db, account, id),
      removeDevice: expire,
    }),
    port: {
      publicKey: keys.publicKey,
      isKeyPair,
      async test(account: number, endpointId: number, language: "en" | "ru") {
        const target = await queue.findEndpointTarget(account, endpointId);
        if (target === null || target.endpoint.kind !== "push")
          refuse("not_found", "Device not found.");
        const address = JSON.parse(secrets.open(target.endpoint.secret)) as {
          p256dh: string;
          auth: string;
        };
        const id = `push_test_${randomBytes(8).toString("hex")}`;
        const built = buildPushRequest(
          { url: target.endpoint.url, ...address },
          { kind: "test", language },
          keys,
          subject(),
          id,
        );
        const { reply } = await createSender({ egress, unseal: secrets.open, clock })(
          target,
          built,
          pushRetryPolicy,
        );
        const { outcome } = interpretResponse(reply);
        if (reply.status === 404 || reply.status === 410) await expire(account, endpointId);
        return { outcome, status: reply.status, durationMs: reply.durationMs };
      },
    },
  };
}

/**
 * RFC 8292 asks for a contact address of the sender. Some push services reject an address that
 * cannot exist.
 */
function toVapidSubject(publicUrl: string, contact: string | null): string {
  if (publicUrl.startsWith("https:")) return publicUrl;
  if (contact !== null && /^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return `mailto:parlour@${new URL(publicUrl).hostname}`;
}
