import { randomBytes } from "node:crypto";
import type { AccountConfig } from "../core/command.ts";
import { isKeyPair } from "./request.ts";
import type { PushReminder } from "./payload.ts";
import { sendNotification, sendReminder, type SenderDeps } from "./notification.ts";
import { createPushOutbound } from "./outbound.ts";
import { loadPushKeys } from "./keys.ts";
import type { ChangeSettings } from "../journal/index.ts";
import { findCallById } from "../store/chats/call.ts";
import { readPushKeys } from "../store/settings/account/push.ts";
import { findPushData } from "../store/settings/account/push.ts";
import { expirePushDevice, savePushKeys } from "../store/settings/account/push-changes.ts";

export interface PushDeps extends SenderDeps {
  readonly change: ChangeSettings;
  readonly publicUrl: () => string;
  readonly supportContact: () => string | null;
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Connects push notifications to other parts. `port`: for the service API, `remind`: REM-004. */
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
  const notifications = { ...deps, keys, subject, removeDevice: expire };
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
      async test(account: number, endpointId: number, language: "en" | "ru") {
        const id = `push_test_${randomBytes(8).toString("hex")}`;
        const payload = { kind: "test", language } as const;
        const sent = await sendNotification(notifications, { account, endpointId, id, payload });
        return { outcome: sent.outcome, status: sent.status, durationMs: sent.durationMs };
      },
    },
    async remind(account: number, reminder: PushReminder): Promise<boolean> {
      const { push = [] } = await deps.config(account);
      return sendReminder(notifications, push, { account, reminder });
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

/** Returns the contact of the sender (RFC 8292). Some services reject invented ones. */
function toVapidSubject(publicUrl: string, contact: string | null): string {
  if (publicUrl.startsWith("https:")) return publicUrl;
  if (contact !== null && /^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return `mailto:parlour@${new URL(publicUrl).hostname}`;
}
