import webPush from "web-push";

/** The key pair that says to push services who sends (VAPID, RFC 8292), as base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeysDeps {
  readonly read: () => Promise<{ readonly publicKey: string; readonly sealed: Buffer } | null>;
  /** Keeps them unless another node was first; gives what is kept. */
  readonly keep: (publicKey: string, sealed: Buffer) => Promise<{ readonly publicKey: string; readonly sealed: Buffer }>;
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
}

/** The installation's keys, made at first start. Browsers bind subscriptions to them, so they stay for good. */
export async function openPushKeys({ read, keep, seal, open }: PushKeysDeps): Promise<PushKeys> {
  const known = await read();
  if (known !== null) return { publicKey: known.publicKey, privateKey: open(known.sealed) };
  const made = webPush.generateVAPIDKeys();
  const kept = await keep(made.publicKey, seal(made.privateKey));
  return { publicKey: kept.publicKey, privateKey: open(kept.sealed) };
}
