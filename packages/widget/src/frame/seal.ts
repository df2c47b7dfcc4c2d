/** Encrypts and decrypts texts (AES-256-GCM). */
export interface Seal {
  readonly close: (text: string) => Promise<string>;
  /** Null: encrypted with another key, or damaged. */
  open(sealed: string): Promise<string | null>;
}
const ivBytes = 12;

/** `key`: 32 bytes, base64url. Null: without a secure context the browser has no encryption. */
export async function sealWith(key: string): Promise<Seal | null> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (subtle === undefined) return null;
  const secret = await subtle.importKey("raw", bytesOf(key), "AES-GCM", false, ["encrypt", "decrypt"]);
  return {
    async close(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const body = new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv }, secret, new TextEncoder().encode(text)));
      return btoa([...iv, ...body].map((one) => String.fromCharCode(one)).join(""));
    },
    async open(sealed) {
      try {
        const all = bytesOf(sealed);
        const text = await subtle.decrypt({ name: "AES-GCM", iv: all.slice(0, ivBytes) }, secret, all.slice(ivBytes));
        return new TextDecoder().decode(text);
      } catch {
        // Written by another visitor of this browser, or damaged.
        return null;
      }
    },
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
}
