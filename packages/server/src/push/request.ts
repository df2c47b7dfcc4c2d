import type { RequestReady } from "../delivery/index.ts";
import type { PushKeys } from "./keys.ts";
import { pushTtlMs } from "./policy.ts";

/** A browser's push subscription: its URL and encryption keys, as base64url. */
export interface PushSubscription {
  readonly url: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface PushMessage {
  readonly id: string;
  readonly subscription: PushSubscription;
  readonly payload: PushPayload;
}
/** This installation to push services: its keys, and the address of its operator (RFC 8292). */
interface PushSender {
  readonly keys: PushKeys;
  readonly subject: string;
}

/**
 * Builds the request of a push message, encrypted (RFC 8291) and signed (RFC 8292). The library
 * builds the request, and `egress` sends it. Throws for invalid keys, which were checked when they
 * were stored.
 */
export async function buildPushRequest(
  { id, subscription, payload }: PushMessage,
  { keys, subject }: PushSender,
): Promise<RequestReady> {
  const webPush = await import("web-push");
  const { url, p256dh, auth } = subscription;
  const { headers, body } = webPush.default.generateRequestDetails(
    { endpoint: url, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, ...keys },
      TTL: pushTtlMs / 1_000,
      urgency: "high",
      // A newer message about the same chat or call, or its withdrawal, replaces one that the
      // device has not received yet.
      ...("chat" in payload
        ? { topic: `chat-${payload.chat}` }
        : "call" in payload
          ? { topic: `call-${payload.call}` }
          : "reminder" in payload
            ? { topic: `reminder-${payload.reminder}` }
            : {}),
    },
  );
  return {
    url,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name !== "Content-Length")
        .map(([name, value]) => [name, String(value)]),
    ),
    body: body ?? Buffer.alloc(0),
    chunked: false,
    webhookId: id,
    // The URL is masked in the delivery log, although it only permits sending notifications.
    secrets: [new URL(url).pathname.slice(1), ...getVapidToken(headers)].filter(
      (secret) => secret !== "",
    ),
    warning: null,
  };
}
function getVapidToken(headers: object): readonly string[] {
  const value = (headers as Record<string, unknown>)["Authorization"];
  const token = typeof value === "string" ? /t=([^,]+)/.exec(value)?.[1] : undefined;
  return token === undefined ? [] : [token];
}

/** Returns true if the key is on the curve and the secret has 16 bytes, as in browsers. */
export function isKeyPair({ p256dh, auth }: PushSubscription): boolean {
  const point = Buffer.from(p256dh, "base64url");
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, "base64url").length === 16;
}

/** Content of a push message, encrypted (RFC 8291), for `packages/operator/public/sw.js`. */
export type PushPayload =
  | {
      /** `chat_assigned`: somebody gave the chat to the operator (CORE-341). */
      readonly kind: "chat_waiting" | "chat_assigned";
      readonly chat: number;
      /** Name of the visitor as operators see it, or null if only the visitor's number is known. */
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The visitor's last message, if the operator wants texts in notifications. */
      readonly text?: string | undefined;
      /** Set if a bot handed the chat over. */
      readonly bot?: true | undefined;
      readonly language: "en" | "ru";
    }
  | {
      /** An action notifies the operator (ACT-038). */
      readonly kind: "chat_notice";
      readonly chat: number;
      readonly name: string | null;
      readonly number: number;
      /** Present only if the operator wants texts in notifications. */
      readonly text?: string | undefined;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "chat_taken"; readonly chat: number }
  | {
      readonly kind: "call_waiting";
      readonly call: number;
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The telephone number. Present only if the operator wants texts in notifications. */
      readonly text?: string | undefined;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "call_taken"; readonly call: number }
  | {
      readonly kind: "reminder";
      readonly reminder: number;
      /** The chat to open. Absent: the reminder has none. */
      readonly about?: number | undefined;
      /** Present only if the operator wants texts in notifications. */
      readonly text?: string | undefined;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "test"; readonly language: "en" | "ru" };

/** Maximum length of a visitor's text in code points, about as much as a lock screen shows. */
export const maxTextLength = 120;
