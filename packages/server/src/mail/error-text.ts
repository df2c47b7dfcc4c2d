import type { MailServer } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";

/**
 * Describes what happened to an email, why, and what to do. For the test email and the delivery
 * log.
 */
export function describeMailResult(
  { step, outcome, reply }: Pick<SendMailResult, "step" | "outcome" | "reply">,
  server: MailServer,
): string {
  const serverAddress = `${server.host}:${server.port}`;
  const timeoutNote = outcome === "timeout" ? " It took too long to answer." : "";
  switch (step) {
    case "dns":
      return `The mail server ${server.host} could not be found. Check the spelling of the host and the name servers of this machine.`;
    case "connect":
      return `No connection to ${serverAddress}.${timeoutNote} Check the port (587 mostly, 465 with implicit TLS) and whether a firewall stands between.`;
    case "greeting":
      return `${serverAddress} did not greet as a mail server does.${timeoutNote} With port 465 choose implicit TLS, with 587 STARTTLS; check host and port.`;
    case "tls":
      return `No secure connection to ${serverAddress}.${timeoutNote} The server does not offer the chosen TLS, or its certificate is not valid for ${server.host}. Choose another kind of TLS, or have the certificate put right.`;
    case "sign_in":
      return `${server.host} refused the sign-in${server.user === null ? "" : ` as ${server.user}`}. Check user and password; some services want a password made for this program.`;
    case "sender":
      return reply !== null && /auth/i.test(reply) && server.user === null
        ? `${server.host} wants a sign-in before it takes mail. Enter user and password.`
        : `${server.host} does not take mail from this sender. Enter a From address that belongs to the account you sign in with.`;
    case "recipient":
      return `${server.host} does not take mail for this address. Check the address, and whether the server may send to other domains for this user.`;
    case "message":
      return `${server.host} did not take the message.${timeoutNote} Its own words say why.`;
    case "sent":
      return `${server.host} took the mail.`;
  }
}
