import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

/** Returns 32 bytes derived from SECRET_KEY and the purpose. */
export type DeriveKey = (purpose: string) => Buffer;

/**
 * Returns the first part of the names of the channels. It contains no secret, differs between
 * installations, and stays the same after a restore, so that a user of Redis can be limited to it.
 */
export function getChannelPrefix(derive: DeriveKey): string {
  return `parlour:${derive("redis channel names").subarray(0, 8).toString("hex")}:`;
}

/** The channels of an installation on Redis, and the codes that authenticate what they carry. */
export interface RedisChannels {
  readonly messages: string;
  readonly reports: string;
  /** Puts the message authentication code (MAC) in front of a text. */
  sign(channel: string, text: string): string;
  /**
   * Returns the text of a published message. Null: its sender does not have the SECRET_KEY, or
   * published it in another channel or installation.
   */
  verify(channel: string, published: string): string | null;
}

/** Length of a MAC in base64url: 18 bytes of the SHA-256. */
const macLength = 24;

/**
 * Creates the channels (CFG-137). `installation` is its epoch, which a restored copy does not
 * share. The MAC covers the name of the channel, which contains it.
 */
export function createRedisChannels(
  derive: DeriveKey,
  installation: string,
  database: number,
): RedisChannels {
  // A HMAC with a key object takes a quarter of the time of one with bytes.
  const key = createSecretKey(derive(`redis messages of ${installation}`));
  const prefix = `${getChannelPrefix(derive)}${installation}:${database}`;
  const createMac = (channel: string, text: string): string =>
    createHmac("sha256", key).update(`${channel} ${text}`).digest("base64url").slice(0, macLength);
  return {
    messages: `${prefix}:messages`,
    reports: `${prefix}:reports`,
    sign: (channel, text) => createMac(channel, text) + text,
    verify(channel, published) {
      const text = published.slice(macLength);
      const mac = Buffer.from(published.slice(0, macLength));
      const expected = Buffer.from(createMac(channel, text));
      return mac.length === expected.length && timingSafeEqual(mac, expected) ? text : null;
    },
  };
}
