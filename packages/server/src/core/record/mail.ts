/** The server that mails leave by (CFG-032); `password` is sealed under SECRET_KEY. */
export interface MailRecord {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "implicit" | "none";
  readonly user: string | null;
  readonly from: string;
  readonly password: Buffer | null;
}
/** Whether mail is set up. */
export interface MailStateRecord {
  /** null: not set up. */
  readonly mail: MailRecord | null;
  /** The provisioning file owns it (CFG-025). */
  readonly managed: boolean;
}
/** Which mails an operator wants. */
export interface MailWishesRecord {
  readonly offline: boolean;
  readonly missed: boolean;
  readonly reminders: boolean;
  /** Of endpoints in trouble (CORE-112). */
  readonly faults: boolean;
}
