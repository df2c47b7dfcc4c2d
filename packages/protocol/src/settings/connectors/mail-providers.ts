/** Server of a provider, without its account. */
interface MailProviderServer {
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls";
}
/** A service whose servers are known, so that nobody needs to enter them (MAIL-120). */
export interface MailProvider {
  readonly id: "fastmail" | "google" | "microsoft" | "icloud" | "zoho";
  /** Domains of its own addresses. */
  readonly domains: readonly string[];
  /** Ends of the names of its mail exchangers, for domains of its customers. */
  readonly exchangers: readonly string[];
  readonly imap: MailProviderServer;
  readonly smtp: MailProviderServer;
}

const tls = (host: string, port: number) => ({ host, port, security: "tls" }) as const;
const startTls = (host: string, port: number) => ({ host, port, security: "starttls" }) as const;
const zoho = (region: string): MailProvider => ({
  id: "zoho",
  domains: region === "com" ? ["zohomail.com", "zoho.com"] : [`zohomail.${region}`],
  exchangers: [`zoho.${region}`],
  imap: tls(`imap.zoho.${region}`, 993),
  smtp: tls(`smtp.zoho.${region}`, 465),
});

/** In the order of the screen. Zoho has servers by region: the first is offered. */
export const mailProviders: readonly MailProvider[] = [
  {
    id: "fastmail",
    domains: ["fastmail.com", "fastmail.fm"],
    exchangers: ["messagingengine.com"],
    imap: tls("imap.fastmail.com", 993),
    smtp: tls("smtp.fastmail.com", 465),
  },
  {
    id: "google",
    domains: ["gmail.com", "googlemail.com"],
    exchangers: ["google.com", "googlemail.com"],
    imap: tls("imap.gmail.com", 993),
    smtp: tls("smtp.gmail.com", 465),
  },
  {
    id: "microsoft",
    domains: ["outlook.com", "hotmail.com", "live.com", "msn.com"],
    exchangers: ["outlook.com", "mx.microsoft"],
    imap: tls("outlook.office365.com", 993),
    smtp: startTls("smtp.office365.com", 587),
  },
  {
    id: "icloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    exchangers: ["mail.icloud.com"],
    imap: tls("imap.mail.me.com", 993),
    smtp: startTls("smtp.mail.me.com", 587),
  },
  zoho("com"),
  zoho("eu"),
  zoho("in"),
];
