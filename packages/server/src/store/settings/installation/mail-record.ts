/** The SMTP server for outgoing mail (CFG-032). `password` is sealed with SECRET_KEY. */
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
  /** True if the provisioning file manages it (CFG-025). */
  readonly managed: boolean;
}
/** Which mails an operator receives. */
export interface MailPreferencesRecord {
  readonly offline: boolean;
  readonly missed: boolean;
  readonly reminders: boolean;
  /** Mails about failing endpoints (CORE-112). */
  readonly faults: boolean;
}
