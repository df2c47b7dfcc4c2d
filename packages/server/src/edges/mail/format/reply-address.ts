import { createHmac, timingSafeEqual } from "node:crypto";
import type { ReplyAddress, ReplyTarget } from "../../../mail/templates/mail-data.ts";
import { parseMailSettings } from "../settings.ts";

/** The mail channel that receives the reply. */
export interface ReplyChannel {
  readonly account: number;
  readonly publicId: string;
}

/** Creates and verifies the tokens of reply addresses (MAIL-033). */
export interface ReplyTokens {
  /**
   * Returns the token of a conversation for replies to this channel: 24 characters, a-z and 2-7.
   */
  create(channel: ReplyChannel, target: ReplyTarget): string;
  /** Returns the target of a token. Null: it is forged, or was created for another channel. */
  open(channel: ReplyChannel, token: string): ReplyTarget | null;
}

/** Purpose of the key that signs the tokens. */
export const replyTokenPurpose = "mail reply addresses";

/** Parts of a token in bytes: the kind with the id (at most 2^53), and the signature. */
const targetBytes = 7;
const signatureBytes = 8;
const kinds = { chat: 0, visitor: 1 } as const;

/**
 * Creates the tokens with a key derived from SECRET_KEY. The signature covers account and channel,
 * which the token does not contain, so a token is valid in one channel only. Mail servers may
 * change the case of an address, so tokens have lower-case letters and digits and any case is
 * accepted.
 */
export function createReplyTokens(key: Buffer): ReplyTokens {
  const sign = ({ account, publicId }: ReplyChannel, target: Buffer): Buffer =>
    createHmac("sha256", key)
      .update(`reply ${account} ${publicId} `)
      .update(target)
      .digest()
      .subarray(0, signatureBytes);
  return {
    create(channel, target) {
      const [kind, id] =
        "chat" in target ? [kinds.chat, target.chat] : [kinds.visitor, target.visitor];
      const bytes = Buffer.alloc(targetBytes);
      bytes.writeUInt8(kind, 0);
      bytes.writeUIntBE(id, 1, targetBytes - 1);
      return encodeBase32(Buffer.concat([bytes, sign(channel, bytes)]));
    },
    open(channel, token) {
      const bytes = decodeBase32(token);
      if (bytes?.length !== targetBytes + signatureBytes) return null;
      const target = bytes.subarray(0, targetBytes);
      if (!timingSafeEqual(bytes.subarray(targetBytes), sign(channel, target))) return null;
      const id = target.readUIntBE(1, targetBytes - 1);
      return target[0] === kinds.chat ? { chat: id } : { visitor: id };
    },
  };
}

/** Inserts the token into an address: `shop@a.example` becomes `shop+<token>@a.example`. */
export function addToken(address: string, token: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/**
 * Returns the token of a recipient if it is the address with a token, "" if it is the address
 * itself, and null if it is another address. Letter case is ignored.
 */
export function parseRecipient(address: string, recipient: string): string | null {
  const own = address.toLowerCase();
  const other = recipient.toLowerCase();
  if (own === other) return "";
  const at = own.lastIndexOf("@");
  const end = other.length - (own.length - at);
  const isSame = other.startsWith(`${own.slice(0, at)}+`) && other.slice(end) === own.slice(at);
  return isSame ? other.slice(at + 1, end) : null;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes bytes, whose number must be a multiple of 5, in base 32 (RFC 4648) without padding. */
function encodeBase32(bytes: Buffer): string {
  let text = "";
  for (let offset = 0; offset < bytes.length; offset += 5) {
    let value = bytes.readUIntBE(offset, 5);
    let group = "";
    for (let n = 0; n < 8; n++) {
      group = (alphabet[value % 32] ?? "") + group;
      value = Math.floor(value / 32);
    }
    text += group;
  }
  return text;
}

/** Decodes base 32 in any case. Returns null for other characters or another length. */
function decodeBase32(text: string): Buffer | null {
  if (text.length === 0 || text.length % 8 !== 0 || !/^[a-z2-7]+$/i.test(text)) return null;
  const bytes = Buffer.alloc((text.length / 8) * 5);
  for (let group = 0; group * 8 < text.length; group++) {
    let value = 0;
    for (const sign of text.slice(group * 8, group * 8 + 8).toLowerCase())
      value = value * 32 + alphabet.indexOf(sign);
    bytes.writeUIntBE(value, group * 5, 5);
  }
  return bytes;
}

/** Returns the address at which a reply to a mail continues a conversation, and its token. */
export function createReplyAddress(
  tokens: ReplyTokens,
  channel: ReplyChannel & Parameters<typeof parseMailSettings>[0],
  target: ReplyTarget,
): ReplyAddress {
  const { address, usesReplyAddress } = parseMailSettings(channel);
  const token = tokens.create(channel, target);
  return { address: usesReplyAddress ? addToken(address, token) : address, token };
}
