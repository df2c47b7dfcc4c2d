import type { MailServer } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";

/**
 * Describes what happened to an email, why, and what to do. Used for the test email and the
 * delivery log.
 */
export function describeMailResult(
  { step, outcome, reply }: Pick<SendMailResult, "step" | "outcome" | "reply">,
  server: MailServer,
): string {
  const serverAddress = `${server.host}:${server.port}`;
  const timeoutNote = outcome === "timeout" ? " It took too long to respond." : "";
  switch (step) {
    case "dns":
      return `Could not find the mail server ${server.host}. Check the spelling, and the DNS settings of this machine.`;
    case "connect":
      return `Could not connect to ${serverAddress}.${timeoutNote} Check the port (usually 587, or 465 for implicit TLS) and any firewall in between.`;
    case "greeting":
      return `${serverAddress} does not respond like a mail server.${timeoutNote} Use implicit TLS with port 465 or STARTTLS with 587, and check the host and port.`;
    case "tls":
      return `No secure connection to ${serverAddress}.${timeoutNote} The server does not offer this encryption, or its certificate is not valid for ${server.host}. Choose another encryption or fix the certificate.`;
    case "sign_in":
      if (server.grant != null)
        return `${server.host} rejected the sign-in as ${server.user}. Sign in again on the page of the channel.`;
      return `${server.host} rejected the sign-in${server.user === null ? "" : ` as ${server.user}`}. Check the user name and password. Some services require an app password.`;
    case "sender":
      return reply !== null && /auth/i.test(reply) && server.user === null
        ? `${server.host} requires a sign-in. Enter a user name and password.`
        : `${server.host} does not accept email from this sender. Use a From address of the account you sign in with.`;
    case "recipient":
      return `${server.host} does not accept email for this address. Check the address, and that this user may send to other domains.`;
    case "message":
      return `${server.host} rejected the message.${timeoutNote} See its reply for the reason.`;
    case "sent":
      return `${server.host} accepted the email.`;
  }
}
