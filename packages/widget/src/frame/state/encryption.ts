/** Encrypts and decrypts texts (AES-256-GCM). */
export interface Encryption {
  readonly encrypt: (text: string) => Promise<string>;
  /** Null: encrypted with another key, or damaged. */
  decrypt(sealed: string): Promise<string | null>;
}
const ivBytes = 12;

/** `key`: 32 bytes, base64url. Null: without a secure context the browser has no encryption. */
export async function createEncryption(key: string): Promise<Encryption | null> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (subtle === undefined) return null;
  const secret = await subtle.importKey("raw", decodeBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
  return {
    async encrypt(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const body = new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv }, secret, new TextEncoder().encode(text)));
      return btoa([...iv, ...body].map((one) => String.fromCharCode(one)).join(""));
    },
    async decrypt(sealed) {
      try {
        const bytes = decodeBase64(sealed);
        const text = await subtle.decrypt({ name: "AES-GCM", iv: bytes.slice(0, ivBytes) }, secret, bytes.slice(ivBytes));
        return new TextDecoder().decode(text);
      } catch {
        // Written by another visitor of this browser, or damaged.
        return null;
      }
    },
  };
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
}
