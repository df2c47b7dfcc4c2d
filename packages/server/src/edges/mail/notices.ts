import { createConnectionNotices } from "../../core/channel/connection-notice.ts";

const missingInMailbox =
  "The email to {address} did not arrive in {folder} of {user} within {seconds} s.";
const missingAtReceiver =
  "The email to {address} did not arrive at the SMTP receiver within {seconds} s.";
const plusAdvice =
  "If emails to the address itself arrive, your mail server does not support plus addressing. Set Reply addresses to “Without a token”.";

/**
 * Sentences about the connection of a mail channel (CON-040, CON-041). Those about its outgoing
 * server are `smtp.` and a step, with the texts of `mail/error-text.ts`.
 */
export const getNotice = createConnectionNotices({
  no_server: "The installation has no mail server.",
  address_unproved:
    "Prove first that {address} is yours: send a code to it from the page of the channel and enter the code there. The owner of the installation can also allow the address.",
  address_taken:
    "An older channel of this installation has {address} and receives its emails. Delete one of the two channels, or use another address.",
  not_sent: "Not tested, because the test email could not be sent.",
  after_creation:
    "The SMTP receiver takes emails as soon as the channel exists. Test the channel then.",
  mailbox_first: "No email was sent, because the mailbox cannot be read.",
  arrived: "The test email arrived.",
  missing_in_mailbox: missingInMailbox,
  missing_in_mailbox_plus: `${missingInMailbox} ${plusAdvice}`,
  missing_at_receiver: missingAtReceiver,
  missing_at_receiver_plus: `${missingAtReceiver} ${plusAdvice}`,
  connect:
    "Could not connect to {host}:{port}{detail}. Check host, port (usually 993, or 143 with STARTTLS) and any firewall in between.",
  tls: "No secure connection to {host}:{port}{detail}. The server does not offer this encryption, or its certificate is not valid for {host}.",
  sign_in:
    "{host} rejected the sign-in as {user}{detail}. Check user and password. Some services require an app password.",
  sign_in_token:
    "{host} rejected the sign-in as {user}{detail}. Sign in as this user, and check that IMAP is switched on for the mailbox.",
  folder: "{host} has no folder {folder} for {user}.",
  mailbox: "{host} has no such folder for {user}. INBOX always exists.",
  read: "Reading the mailbox of {user} at {host} failed{detail}.",
  not_stored: "Could not save an incoming email: {reason}",
});
