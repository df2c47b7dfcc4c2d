import webPush from "web-push";
import type { Built } from "../delivery/index.ts";
import type { PushKeys } from "./keys.ts";
import type { Notice } from "./notice.ts";
import { liveMs } from "./policy.ts";

/** Where a browser takes notices, and the keys they are encrypted for, as base64url. */
export interface Address {
  readonly url: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * The request for one notice: encrypted (RFC 8291), signed (RFC 8292). The library makes it and `egress` sends it, because only `egress` dials.
 * Throws for keys that are no keys: they were checked when they came.
 */
export function requestFor(address: Address, notice: Notice, keys: PushKeys, subject: string, id: string): Built {
  const { url, p256dh, auth } = address;
  const { headers, body } = webPush.generateRequestDetails({ endpoint: url, keys: { p256dh, auth } }, JSON.stringify(notice), {
    vapidDetails: { subject, ...keys },
    TTL: liveMs / 1_000,
    urgency: "high",
    // A newer notice of the chat or call takes the place of one that the device has not got yet, its withdrawal too.
    ...("chat" in notice ? { topic: `chat-${notice.chat}` } : "call" in notice ? { topic: `call-${notice.call}` } : {}),
  });
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
    // Who knows the address can only knock; it is still no business of whoever reads the ledger.
    secrets: [new URL(url).pathname.slice(1), ...vapidToken(headers)].filter((secret) => secret !== ""),
    warning: null,
  };
}
function vapidToken(headers: object): readonly string[] {
  const value = (headers as Record<string, unknown>)["Authorization"];
  const token = typeof value === "string" ? /t=([^,]+)/.exec(value)?.[1] : undefined;
  return token === undefined ? [] : [token];
}

/** A point on the curve and a secret of 16 bytes, as browsers give them. */
export function isKeyPair({ p256dh, auth }: Pick<Address, "p256dh" | "auth">): boolean {
  const point = Buffer.from(p256dh, "base64url");
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, "base64url").length === 16;
}
