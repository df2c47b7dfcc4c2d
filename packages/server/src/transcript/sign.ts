import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import { signedTranscriptFormat } from "./check-transcript.ts";

/** Key with which the installation signs transcripts (API-550). */
export interface TranscriptKey {
  readonly privateKey: KeyObject;
  /** The 32 bytes of the public key, base64url. */
  readonly publicKey: string;
}
/** DER of an Ed25519 private key in PKCS #8, up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derives the key from SECRET_KEY, so that all nodes and restarts have the same. */
export function deriveTranscriptKey(derive: (purpose: string) => Buffer): TranscriptKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, derive("signed transcripts")]),
    format: "der",
    type: "pkcs8",
  });
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  if (x === undefined) throw new Error("an Ed25519 key has no x");
  return { privateKey, publicKey: x };
}

/** Lines of one signed transcript. Each line contains the hash of all lines up to it. */
export interface TranscriptSigner {
  /** Returns the next line, with its line break. */
  readonly addEntry: (entry: object) => string;
  /** Hash of all lines so far, in hexadecimal. */
  readonly hash: () => string;
  /** Returns the last line, with the signature. `signedAt`: in ms. */
  readonly finish: (key: TranscriptKey, signedAt: number) => string;
}

export function createTranscriptSigner(): TranscriptSigner {
  let hash = "";
  let messages = -1;
  const seal = (entry: object): string => {
    const text = JSON.stringify(entry);
    hash = createHash("sha256").update(`${hash}\n${text}`).digest("hex");
    return text;
  };
  return {
    addEntry(entry) {
      const text = seal(entry);
      messages += 1;
      return `{"hash":"${hash}","entry":${text}}\n`;
    },
    hash: () => hash,
    finish({ privateKey, publicKey }, signedAt) {
      const text = seal({ messages, signed_at: new Date(signedAt).toISOString() });
      const signature = sign(null, Buffer.from(`${signedTranscriptFormat}\n${hash}`), privateKey);
      return `{"hash":"${hash}","key":"${publicKey}","signature":"${signature.toString("base64url")}","entry":${text}}\n`;
    },
  };
}
