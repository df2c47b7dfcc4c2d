import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { MailVisitor } from "../../../connectors/mail-ports.ts";
import type { MessageOrigin } from "../../../core/entity.ts";
import type { MailAddress, ParsedMail } from "../format/parse/types.ts";

/** Maximum number of addresses of one header that are stored with a message. */
const maxStoredAddresses = 50;

/** Returns who else the mail names, as facts of its message (MAIL-095). */
export function toRecipientFacts({ from, replyTo, to, cc }: ParsedMail): Partial<MessageOrigin> {
  const others = replyTo.filter(
    ({ address }) => address.toLowerCase() !== from?.address.toLowerCase(),
  );
  const list = (addresses: readonly MailAddress[]) => addresses.slice(0, maxStoredAddresses);
  return omitAbsent({
    from_name: from?.name || undefined,
    reply_to: others.length === 0 ? undefined : list(others),
    to: to.length === 0 ? undefined : list(to),
    cc: cc.length === 0 ? undefined : list(cc),
  });
}

/**
 * Returns whether somebody else than the visitor of the conversation wrote the mail (MAIL-096). A
 * visitor of another channel is known by their stored address.
 */
export function isOtherSender(
  visitor: MailVisitor | null,
  channel: ConnectorChannel,
  sender: string,
): boolean {
  if (visitor === null) return false;
  const own = visitor.channelId === channel.id ? visitor.customer : visitor.email;
  return own !== null && own.toLowerCase() !== sender;
}
