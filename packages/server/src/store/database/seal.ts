import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { Sql } from "./sql.ts";

/** First byte of a sealed value, which states its format. */
const sealFormat = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 2 + ivBytes + tagBytes;

/** Thrown if a value was sealed with another SECRET_KEY, or was modified. */
export class UnsealError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SealBroken";
  }
}

/** Returns a byte that differs between most keys, to report a wrong SECRET_KEY. */
function getKeyId(key: Buffer): number {
  return createHash("sha256").update("parlour key id").update(key).digest().readUInt8(0);
}

/**
 * Encrypts a secret with SECRET_KEY (CORE-125). Result: format, key id, 96-bit random iv, 128-bit
 * tag, AES-256-GCM of the UTF-8 text. The first two bytes are authenticated too.
 */
export function seal(key: Buffer, text: string): Buffer {
  const head = Buffer.from([sealFormat, getKeyId(key)]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(head);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
}

/** Decrypts a sealed text. Throws UnsealError for another key and for damaged bytes. */
export function unseal(key: Buffer, sealed: Buffer): string {
  if (sealed.length < headBytes || sealed[0] !== sealFormat)
    throw new UnsealError("This is not a sealed secret.");
  if (sealed[1] !== getKeyId(key))
    throw new UnsealError("This secret was sealed under another SECRET_KEY.");
  const iv = sealed.subarray(2, 2 + ivBytes);
  const tag = sealed.subarray(2 + ivBytes, headBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes })
    .setAAD(sealed.subarray(0, 2))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString(
      "utf8",
    );
  } catch (error) {
    throw new UnsealError(
      `This secret cannot be opened: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}

export interface Secrets {
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
  /** Returns 32 bytes derived from key and purpose, always the same. */
  readonly derive: (purpose: string) => Buffer;
}
export function createSecrets(key: Buffer): Secrets {
  return {
    seal: (text) => seal(key, text),
    open: (sealed) => unseal(key, sealed),
    derive: (purpose) => createHmac("sha256", key).update(`parlour derived ${purpose}`).digest(),
  };
}

/** Counts secrets that another key sealed. Above 0, SECRET_KEY is wrong. */
export async function countForeignSeals(sql: Sql, key: Buffer): Promise<number> {
  const rows = await sql.query<{ n: number }>(
    `select (select count(*) from endpoint where octet_length(secret) > ${headBytes} and substr(secret, 2, 1) <> $1)::int + (select count(*) from channel_secret where octet_length(sealed) > ${headBytes} and substr(sealed, 2, 1) <> $1)::int + (select count(*) from instance where octet_length(push_private) > ${headBytes} and substr(push_private, 2, 1) <> $1)::int as n`,
    [Buffer.from([getKeyId(key)])],
  );
  return rows[0]?.n ?? 0;
}
