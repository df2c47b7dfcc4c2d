import webPush from "web-push";

/** VAPID key pair that identifies the sender to push services (RFC 8292), as base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeysDeps {
  readonly read: () => Promise<{ readonly publicKey: string; readonly sealed: Buffer } | null>;
  /** Saves the keys unless another node was first. Returns the saved keys. */
  readonly keep: (publicKey: string, sealed: Buffer) => Promise<{ readonly publicKey: string; readonly sealed: Buffer }>;
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
}

/**
 * Loads the installation's keys, or generates them at the first start. They never change, because
 * browser subscriptions depend on them.
 */
export async function openPushKeys({ read, keep, seal, open }: PushKeysDeps): Promise<PushKeys> {
  const known = await read();
  if (known !== null) return { publicKey: known.publicKey, privateKey: open(known.sealed) };
  const made = webPush.generateVAPIDKeys();
  const kept = await keep(made.publicKey, seal(made.privateKey));
  return { publicKey: kept.publicKey, privateKey: open(kept.sealed) };
}
