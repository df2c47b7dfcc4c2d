import { createHmac, timingSafeEqual } from "node:crypto";

/** The message that a request to the service is about. `part`: number of the request, from 0. */
export interface CallbackData {
  readonly chatId: number;
  readonly messageId: number;
  readonly seq: number;
  readonly part: number;
}

/**
 * Builds `biz_opaque_callback_data`, which the service returns with every state of the message
 * (WA-040). Other programs may send messages from the same number, so the value is signed.
 */
export function buildCallbackData(
  { chatId, messageId, seq, part }: CallbackData,
  key: Buffer,
): string {
  const text = `parlour.${chatId}.${messageId}.${seq}.${part}`;
  return `${text}.${sign(text, key)}`;
}

/** Parses the value. Returns null if Parlour did not build it. */
export function parseCallbackData(value: string, key: Buffer): CallbackData | null {
  const match = /^(parlour\.(\d{1,16})\.(\d{1,16})\.(\d{1,10})\.(\d))\.([\w-]{22})$/.exec(value);
  if (match === null) return null;
  const [, text = "", chatId, messageId, seq, part, signature = ""] = match;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text, key)))) return null;
  return {
    chatId: Number(chatId),
    messageId: Number(messageId),
    seq: Number(seq),
    part: Number(part),
  };
}

const sign = (text: string, key: Buffer): string =>
  createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url");
