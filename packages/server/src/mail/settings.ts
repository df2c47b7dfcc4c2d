/** How mail leaves this installation (CFG-032). */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "implicit" | "none";
  /** null: without signing in. */
  readonly user: string | null;
  readonly password: string | null;
  /** An address, or a name and an address: `Shop <chat@shop.example>`. */
  readonly from: string;
}
/** A mail as it is written, before it is MIME. Every text is data: nothing in it is read as a header. */
export interface Mail {
  /** Addresses of the envelope. With several of them the header names none: colleagues need not see who else was told. */
  readonly to: readonly string[];
  /** Shown before the sender's address. */
  readonly fromName?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in every attempt, so that a receiver knows a repeat; without brackets. */
  readonly messageId: string;
  /** Of a mail that no human wrote (RFC 3834). */
  readonly isAutomatic: boolean;
}

/** The two parts of `from`; null: there is no single address in it. */
export function senderOf(from: string): { readonly name: string; readonly address: string } | null {
  const found = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(from.trim());
  const address = found?.[2] ?? found?.[3] ?? "";
  return isMailAddress(address) ? { name: found?.[1]?.trim() ?? "", address } : null;
}
/** One address of a server in some domain, `localhost` too: what a mail server may be told. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}
