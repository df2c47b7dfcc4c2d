import { simpleParser } from "mailparser";
import { startMailService, type MailServiceOptions, type SubmittedMail } from "@parlour/lab/mail";
import { findFreePort } from "../port.ts";

/** An email as the server received it. */
export interface ReceivedMail {
  /** Sender of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The signed-in user. */
  readonly user: string | null;
  /**
   * Headers by lower-case name. If a header is repeated, the last one counts. Folded lines are
   * joined. Encoded words are not decoded.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}
type SmtpStep = "sign_in" | "sender" | "recipient" | "message";
/** The SMTP server of the lab's mail service. It accepts or rejects emails. */
export interface FakeMailServer {
  readonly host: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly connectionCount: () => number;
  /**
   * Rejects emails at this step with this code. If `recipient` is given, rejects only emails to
   * them. Null accepts everything.
   */
  refuse(at: SmtpStep | null, code?: number, recipient?: string): void;
  /** Stops the server, so that it refuses connections. `start` starts it again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}
export interface MailServerOptions {
  /** Credentials that clients must use. If absent, none are required. */
  readonly login?: { readonly user: string; readonly password: string };
  readonly tls?: MailServiceOptions["tls"];
}

export async function startMailServer({
  login,
  tls,
}: MailServerOptions = {}): Promise<FakeMailServer> {
  const received: ReceivedMail[] = [];
  const service = await startMailService({
    accounts: login === undefined ? {} : { [login.user]: login.password },
    requiresSignIn: login !== undefined,
    ...(tls && { tls }),
    // Reserve a port that no other test gets between `stop` and `start`.
    smtpPort: await findFreePort(),
    onSubmit: async (mail) => void received.push(await parseMail(mail)),
  });
  return {
    host: service.host,
    port: service.smtpPort,
    received,
    connectionCount: service.countSmtpConnections,
    refuse(at, code = 550, recipient) {
      const address = new RegExp(`^${recipient?.replaceAll(/[.+]/g, "\\$&") ?? ".*"}$`);
      if (at === null) delete service.smtpFaults.refuse;
      else service.smtpFaults.refuse = { at, code, address };
    },
    start: () => service.start(),
    stop: () => service.stop(),
  };
}

async function parseMail({ raw, ...envelope }: SubmittedMail): Promise<ReceivedMail> {
  const parsed = await simpleParser(raw, { keepCidLinks: true, skipHtmlToText: true });
  const headers = parsed.headerLines.map(({ key, line }): [string, string] => [
    key,
    line
      .slice(key.length + 1)
      .replaceAll(/\r\n[ \t]+/g, " ")
      .trim(),
  ]);
  return {
    ...envelope,
    headers: Object.fromEntries(headers),
    subject: parsed.subject ?? "",
    text: parsed.text?.trimEnd() ?? "",
    html: (parsed.html || "").trimEnd(),
    raw: raw.toString("utf8"),
  };
}
