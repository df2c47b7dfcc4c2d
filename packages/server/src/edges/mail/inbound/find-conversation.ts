import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { ParsedMail } from "../format/parse/types.ts";
import type { ReplyTarget } from "../../../mail/templates/mail-data.ts";
import { parseRecipient, type ReplyTokens } from "../format/reply-address.ts";
import { parseMessageIdToken } from "../format/compose-answer.ts";

/** What the recipients and references of a mail say about its conversation. */
export interface FoundConversation {
  /** The conversation that a valid token names, or null. */
  readonly target: ReplyTarget | null;
  /** Tokens that were not created for this channel. They are never followed. */
  readonly forgedTokens: readonly string[];
}

/**
 * Finds the conversation that a mail continues (MAIL-033): by the token of a recipient, else by the
 * token in a Message-ID of Parlour that it answers, the latest one first. The sender is not
 * checked, because only mails of this conversation contain its token.
 */
export function findConversation(
  tokens: ReplyTokens,
  channel: ConnectorChannel,
  address: string,
  mail: ParsedMail & {
    /** Recipients of the envelope, if it is known. */
    readonly envelope: readonly string[];
  },
): FoundConversation {
  const recipients = [
    ...mail.envelope,
    ...mail.deliveredTo,
    ...mail.recipients.map((recipient) => recipient.address),
  ];
  const named = recipients.flatMap((recipient) => parseRecipient(address, recipient) || []);
  const answered = [
    mail.inReplyTo ?? "",
    ...mail.references.toReversed(),
    mail.report?.originalMessageId ?? "",
  ].flatMap((id) => parseMessageIdToken(id) ?? []);
  const forgedTokens = new Set<string>();
  for (const token of new Set([...named, ...answered])) {
    const target = tokens.open(channel, token);
    if (target !== null) return { target, forgedTokens: [...forgedTokens] };
    forgedTokens.add(token);
  }
  return { target: null, forgedTokens: [...forgedTokens] };
}
