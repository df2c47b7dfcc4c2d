import { refuse } from "../../../../core/failure.ts";
import type { MailParseOptions, ParsedMail } from "./types.ts";

export type { GuessedText, MailParseOptions, ParsedMail } from "./types.ts";

/**
 * Parses a mail (MAIL-001). A broken mail gives what can be read, with `faults`. Throws the Refusal
 * `payload_too_large` if the mail is larger than `maxBytes`, before it copies anything.
 */
export async function parseMail(raw: Uint8Array, options: MailParseOptions): Promise<ParsedMail> {
  if (raw.byteLength > options.maxBytes)
    refuse(
      "payload_too_large",
      `The mail has ${raw.byteLength} bytes. At most ${options.maxBytes} bytes are accepted.`,
    );
  // Most installations receive no mail, and the libraries are large.
  const { readMail } = await import("./read-mail.ts");
  return readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), options);
}
