import type { KeyValueStore } from "./local-storage.ts";

/** Encrypts and decrypts texts (AES-256-GCM). */
interface Encryption {
  readonly encrypt: (text: string) => Promise<string>;
  /** Decrypts a text. Returns null if it was encrypted with another key or is damaged. */
  decrypt(sealed: string): Promise<string | null>;
}
const ivBytes = 12;

export interface SealDeps {
  /** Key of a welcome frame. */
  readonly key: string;
  /** Text that the page has stored, or null. */
  readonly sealed: string | null;
  readonly values: KeyValueStore;
  /** Stores a new text for the next page. Null means that there is nothing to store. */
  readonly saveSealed: (sealed: string | null) => void;
}

/**
 * Adds the values of the stored text to `values`, except those that have changed since. Returns the
 * function that encrypts the values and gives them to the page (WG-213). It does nothing where the
 * browser has no encryption.
 */
export async function openSeal({
  key,
  sealed,
  values,
  saveSealed,
}: SealDeps): Promise<() => Promise<void>> {
  const encryption = await createEncryption(key);
  const text = sealed === null ? null : ((await encryption?.decrypt(sealed)) ?? null);
  const existingKeys = new Set(values.keys());
  for (const [name, value] of JSON.parse(text ?? "[]") as [string, string][])
    if (!existingKeys.has(name)) values.write(name, value);

  return async () => {
    if (encryption === null) return;
    const entries = values.keys().map((name) => [name, values.read(name)]);
    saveSealed(entries.length === 0 ? null : await encryption.encrypt(JSON.stringify(entries)));
  };
}

/**
 * Creates the encryption. `key` is 32 bytes in base64url. Returns null if the browser has no
 * encryption, which it offers only in a secure context.
 */
async function createEncryption(key: string): Promise<Encryption | null> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (subtle === undefined) return null;
  const secret = await subtle.importKey("raw", decodeBase64(key), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  return {
    async encrypt(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const body = new Uint8Array(
        await subtle.encrypt({ name: "AES-GCM", iv }, secret, new TextEncoder().encode(text)),
      );
      return btoa([...iv, ...body].map((one) => String.fromCharCode(one)).join(""));
    },
    async decrypt(sealed) {
      try {
        const bytes = decodeBase64(sealed);
        const text = await subtle.decrypt(
          { name: "AES-GCM", iv: bytes.slice(0, ivBytes) },
          secret,
          bytes.slice(ivBytes),
        );
        return new TextDecoder().decode(text);
      } catch {
        // The text belongs to another visitor of this browser, or it is damaged.
        return null;
      }
    },
  };
}
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
    one.charCodeAt(0),
  );
}
