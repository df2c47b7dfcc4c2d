import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A push message as a browser would receive it, and its request. */
interface ReceivedPush {
  readonly path: string;
  /** Decrypted with the keys of the subscription (RFC 8291). */
  readonly payload: any;
  readonly ttl: number;
  readonly topic: string | null;
  readonly urgency: string | null;
  /** Claims of the VAPID token. Its signature has been verified (RFC 8292). */
  readonly vapid: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly size: number;
}
/** Result of `PushSubscription.toJSON()`. */
interface TestSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
/**
 * An HTTP server as a browser's push service. It rejects unsigned requests and decrypts as the
 * browser would.
 */
export interface FakePushService {
  readonly host: string;
  /** Creates a browser subscription for this VAPID key. */
  subscribe(publicKey: string): TestSubscription;
  readonly received: readonly ReceivedPush[];
  /** Sets the status of all further responses. The initial status is 201. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

export async function startPushService(): Promise<FakePushService> {
  const devices = new Map<string, Device>();
  const received: ReceivedPush[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const device = devices.get(request.url ?? "");
      const end = (code: number): void => void response.writeHead(code).end();
      if (device === undefined) return end(404);
      const vapid = verifyVapid(
        String(request.headers["authorization"] ?? ""),
        device.publicKey,
        `http://${service.host}`,
      );
      if (vapid === null || request.headers["content-encoding"] !== "aes128gcm") return end(403);
      const body = Buffer.concat(parts);
      const { ttl, topic, urgency } = request.headers;
      received.push({
        path: request.url ?? "",
        payload: JSON.parse(decrypt(body, device)) as unknown,
        ttl: Number(ttl),
        topic: typeof topic === "string" ? topic : null,
        urgency: typeof urgency === "string" ? urgency : null,
        vapid,
        headers: request.headers,
        size: body.length,
      });
      return end(status);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: FakePushService = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe(publicKey) {
      const ecdh = createECDH("prime256v1");
      const point = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString("hex")}`;
      devices.set(path, { publicKey, ecdh, point, auth });
      return {
        endpoint: `http://${service.host}${path}`,
        keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") },
      };
    },
    received,
    respondWith(next) {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

interface Device {
  /** The VAPID key of the subscription. */
  readonly publicKey: string;
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly point: Buffer;
  readonly auth: Buffer;
}

/**
 * Verifies `vapid t=…, k=…`. Returns null unless the key of the subscription has signed the token,
 * for this origin and for at most one day.
 */
function verifyVapid(
  header: string,
  publicKey: string,
  origin: string,
): ReceivedPush["vapid"] | null {
  const [, token = "", key] = /^vapid t=([^,]+), ?k=(.+)$/i.exec(header) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (key !== publicKey) return null;
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const tokenClaims = JSON.parse(
    Buffer.from(body, "base64url").toString(),
  ) as ReceivedPush["vapid"];
  const seconds = Date.now() / 1_000;
  return signed &&
    tokenClaims.aud === origin &&
    tokenClaims.exp > seconds &&
    tokenClaims.exp <= seconds + 86_400
    ? tokenClaims
    : null;
}

/** Decrypts one record of aes128gcm (RFC 8188) with the keys of RFC 8291. */
function decrypt(body: Buffer, { ecdh, point, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
  const material = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(
    hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
  );
  const nonce = Buffer.from(
    hkdfSync("sha256", material, salt, Buffer.from("Content-Encoding: nonce\0"), 12),
  );
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The padding is a byte 2 after the text, followed by zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}
