import type { MailServer } from "./settings.ts";
import type { MailStep, SendMailResult } from "./smtp.ts";

/** Describes what happened to an email, why, and what to do, for tests and the delivery log. */
export function describeMailResult(
  { step, outcome, reply }: SendMailResult,
  server: MailServer,
): string {
  const { host, port } = server;
  const timeout = outcome === "timeout" ? " It took too long to respond." : "";
  return stepTexts[step]({ server, host, address: `${host}:${port}`, timeout, reply });
}

interface MailFacts extends Pick<SendMailResult, "reply"> {
  readonly server: MailServer;
  readonly host: string;
  readonly address: string;
  /** A sentence about a time limit that was exceeded, or "". */
  readonly timeout: string;
}

const stepTexts: Readonly<Record<MailStep, (facts: MailFacts) => string>> = {
  dns: ({ host }) =>
    `Could not find the mail server ${host}. Check the spelling, and the DNS settings of this machine.`,
  connect: ({ address, timeout }) =>
    `Could not connect to ${address}.${timeout} Check the port (usually 587, or 465 for implicit TLS) and any firewall in between.`,
  greeting: ({ address, timeout }) =>
    `${address} does not respond like a mail server.${timeout} Use implicit TLS with port 465 or STARTTLS with 587, and check the host and port.`,
  tls: ({ address, host, timeout }) =>
    `No secure connection to ${address}.${timeout} The server does not offer this encryption, or its certificate is not valid for ${host}. Choose another encryption or fix the certificate.`,
  sign_in: ({ host, server: { grant, user } }) =>
    grant == null
      ? `${host} rejected the sign-in${user === null ? "" : ` as ${user}`}. Check the user name and password. Some services require an app password.`
      : `${host} rejected the sign-in as ${user}. Sign in again on the page of the channel.`,
  sender: ({ host, reply, server: { user } }) =>
    reply !== null && /auth/i.test(reply) && user === null
      ? `${host} requires a sign-in. Enter a user name and password.`
      : `${host} does not accept email from this sender. Use a From address of the account you sign in with.`,
  recipient: ({ host }) =>
    `${host} does not accept email for this address. Check the address, and that this user may send to other domains.`,
  message: ({ host, timeout }) =>
    `${host} rejected the message.${timeout} See its reply for the reason.`,
  sent: ({ host }) => `${host} accepted the email.`,
};
