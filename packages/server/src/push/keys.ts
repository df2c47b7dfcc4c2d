/** VAPID key pair that identifies the sender to push services (RFC 8292), as base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeysDeps {
  readonly read: () => Promise<{ readonly publicKey: string; readonly sealed: Buffer } | null>;
  /** Saves the keys unless another node has already saved some. Returns the saved keys. */
  readonly saveIfAbsent: (
    publicKey: string,
    sealed: Buffer,
  ) => Promise<{ readonly publicKey: string; readonly sealed: Buffer }>;
  readonly seal: (text: string) => Buffer;
  readonly unseal: (sealed: Buffer) => string;
}

/**
 * Loads the installation's keys, or generates them at the first start. They never change
 * afterwards, because browser subscriptions depend on them.
 */
export async function loadPushKeys({
  read,
  saveIfAbsent,
  seal,
  unseal,
}: PushKeysDeps): Promise<PushKeys> {
  const stored = await read();
  if (stored !== null) return { publicKey: stored.publicKey, privateKey: unseal(stored.sealed) };
  const webPush = await import("web-push");
  const generated = webPush.default.generateVAPIDKeys();
  const saved = await saveIfAbsent(generated.publicKey, seal(generated.privateKey));
  return { publicKey: saved.publicKey, privateKey: unseal(saved.sealed) };
}
