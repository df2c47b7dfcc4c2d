import webPush from "web-push";
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
 * builds it and `egress` sends it. Throws for invalid keys, which were checked when they were
 * stored.
 */
export function buildPushRequest(
  { id, subscription, payload }: PushMessage,
  { keys, subject }: PushSender,
): RequestReady {
  const { url, p256dh, auth } = subscription;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: url, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, ...keys },
      TTL: pushTtlMs / 1_000,
      urgency: "high",
      // A newer message about the chat or call replaces one that the device has not received yet.
      // So does its withdrawal.
      ...("chat" in payload
        ? { topic: `chat-${payload.chat}` }
        : "call" in payload
          ? { topic: `call-${payload.call}` }
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
    // The URL only permits to send notifications, but it is still masked in the delivery log.
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

/** Returns true for a point on the curve and a secret of 16 bytes, as browsers create them. */
export function isKeyPair({ p256dh, auth }: Pick<PushSubscription, "p256dh" | "auth">): boolean {
  const point = Buffer.from(p256dh, "base64url");
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, "base64url").length === 16;
}

/**
 * Content of a push message, encrypted for one device (RFC 8291). `packages/operator/public/sw.js`
 * reads it.
 */
export type PushPayload =
  | {
      readonly kind: "chat_waiting";
      readonly chat: number;
      /** Name of the visitor as operators see it. null: only the number is known. */
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The last message of the visitor, if the operator wants texts. */
      readonly text?: string;
      /** A bot handed the chat over. */
      readonly bot?: true;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "chat_taken"; readonly chat: number }
  | {
      readonly kind: "call_waiting";
      readonly call: number;
      readonly name: string | null;
      readonly number: number;
      readonly channel: string;
      /** The telephone number, if the operator wants texts. */
      readonly text?: string;
      readonly language: "en" | "ru";
    }
  | { readonly kind: "call_taken"; readonly call: number }
  | { readonly kind: "test"; readonly language: "en" | "ru" };

/** Maximum code points of a visitor's text, about what a lock screen shows. */
export const maxTextLength = 120;
