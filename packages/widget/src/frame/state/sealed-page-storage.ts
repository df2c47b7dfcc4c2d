import { createMemoryStorage, type KeyValueStore } from "./local-storage.ts";

/** Encrypts and decrypts texts (AES-256-GCM). */
interface Encryption {
  readonly encrypt: (text: string) => Promise<string>;
  /** Decrypts a text. Returns null if it was encrypted with another key or is damaged. */
  decrypt(sealed: string): Promise<string | null>;
}
const ivBytes = 12;

/**
 * Storage in the host page, used if the browser denies storage to the iframe. The content is
 * encrypted, and only the server has the key (WG-213).
 */
export interface SealedStorage extends KeyValueStore {
  /**
   * Decrypts the stored values with the key in a welcome frame. Resolves when the values are
   * available, and never rejects. After that, each change is sent to the page. A value written
   * before that replaces the stored value.
   */
  readonly unlock: (key: string) => Promise<void>;
}

/**
 * Opens the storage. `sealed` is the text that the page has stored. `keep` stores a new text for
 * the next page. Null means that there is nothing to store.
 */
export function openSealedPageStorage(
  sealed: string | null,
  keep: (sealed: string | null) => void,
): SealedStorage {
  const values = createMemoryStorage();
  let sealedBefore = sealed;
  let encrypt: ((text: string) => Promise<string>) | null = null;
  let isSaving = false;
  let needsSave = false;

  /** Only one save runs at a time, so that the last value is the one stored. */
  const save = async (): Promise<void> => {
    if (encrypt === null || isSaving) return void (needsSave = true);
    isSaving = true;
    do {
      needsSave = false;
      const entries = values.keys().map((key) => [key, values.read(key)]);
      keep(entries.length === 0 ? null : await encrypt(JSON.stringify(entries)));
    } while (needsSave);
    isSaving = false;
  };
  const restore = (text: string): void => {
    const existingKeys = new Set(values.keys());
    for (const [key, value] of JSON.parse(text) as [string, string][])
      if (!existingKeys.has(key)) values.write(key, value);
  };
  const unlock = async (key: string): Promise<void> => {
    const encryption = await createEncryption(key);
    const text = sealedBefore === null ? null : ((await encryption?.decrypt(sealedBefore)) ?? null);
    sealedBefore = null;
    if (text !== null) restore(text);
    encrypt = encryption?.encrypt ?? null;
    if (text !== null || values.keys().length > 0) await save();
  };
  return {
    read: values.read,
    keys: values.keys,
    write(key, value) {
      if (values.read(key) === value) return;
      values.write(key, value);
      save().catch(logError);
    },
    unlock: (key) => unlock(key).catch(logError),
  };
}

function logError(error: unknown): void {
  console.error(error);
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
