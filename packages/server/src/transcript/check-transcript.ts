/** Format of a signed transcript (API-550), named in its first line and in the signed text. */
export const signedTranscriptFormat = "parlour-transcript-1";

/** Result of the check of a signed transcript. */
export type TranscriptCheck =
  | {
      readonly isIntact: true;
      readonly head: TranscriptHead;
      readonly messages: number;
      /** When the installation signed it, in ISO 8601. */
      readonly signedAt: string;
      /** Public Ed25519 key of the installation, base64url. Compare it with a trusted source. */
      readonly key: string;
    }
  | {
      readonly isIntact: false;
      /** Number of the line at which the check stopped, from 1. */
      readonly line: number;
      readonly reason: TranscriptFault;
    };
/** Why a file is not an intact signed transcript. */
type TranscriptFault =
  | "not_a_transcript"
  | "line_unreadable"
  | "line_changed"
  | "messages_missing"
  | "signature_missing"
  | "signature_wrong"
  | "text_after_signature";

/** First entry of a signed transcript. */
export interface TranscriptHead {
  readonly format: string;
  readonly account: string;
  readonly chat: {
    readonly id: number;
    readonly number: number | null;
    readonly channel: string;
    readonly visitor: string;
    readonly created_at: string;
    readonly closed_at: string | null;
  };
  /** Whether notes and lines for operators are included. */
  readonly notes: boolean;
}

/**
 * Checks every line of a signed transcript and its signature (API-551). Needs nothing but Web
 * Crypto, which Node and browsers have. The page `/verify` contains the source of this function, so
 * it uses no other function and no import.
 */
export async function checkSignedTranscript(text: string): Promise<TranscriptCheck> {
  const format = "parlour-transcript-1";
  const shape =
    /^\{"hash":"([0-9a-f]{64})",(?:"key":"([\w-]{43})","signature":"([\w-]{86})",)?"entry":(\{.*\})\}$/s;
  const encode = (part: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(part);
  const decode = (part: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
  const toHex = (bytes: ArrayBuffer): string =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const fail = (line: number, reason: TranscriptFault): TranscriptCheck => ({
    isIntact: false,
    line,
    reason,
  });
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  let head: TranscriptHead | null = null;
  let previous = "";
  let messages = 0;
  for (const [index, line] of lines.entries()) {
    const [, hash = "", key, signature, entryText = ""] = shape.exec(line) ?? [];
    if (hash === "") return fail(index + 1, head === null ? "not_a_transcript" : "line_unreadable");
    const computed = toHex(
      await crypto.subtle.digest("SHA-256", encode(`${previous}\n${entryText}`)),
    );
    if (computed !== hash) return fail(index + 1, "line_changed");
    previous = hash;
    let entry: Record<string, unknown>;
    try {
      entry = JSON.parse(entryText) as Record<string, unknown>;
    } catch {
      return fail(index + 1, "line_unreadable");
    }
    if (head === null) {
      if (entry["format"] !== format) return fail(1, "not_a_transcript");
      head = entry as unknown as TranscriptHead;
      continue;
    }
    if (key === undefined || signature === undefined) {
      messages += 1;
      continue;
    }
    if (entry["messages"] !== messages) return fail(index + 1, "messages_missing");
    if (index < lines.length - 1) return fail(index + 2, "text_after_signature");
    const publicKey = await crypto.subtle.importKey("raw", decode(key), "Ed25519", false, [
      "verify",
    ]);
    const signed = encode(`${format}\n${hash}`);
    if (!(await crypto.subtle.verify("Ed25519", publicKey, decode(signature), signed)))
      return fail(index + 1, "signature_wrong");
    return { isIntact: true, head, messages, signedAt: String(entry["signed_at"]), key };
  }
  return fail(lines.length, "signature_missing");
}
