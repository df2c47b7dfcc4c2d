import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import {
  getAskedAddresses,
  getDefaultRecipients,
  isLetterOfPerson,
  toKey,
  type Conversation,
  type DefaultRecipients,
} from "../../../core/chat/email/recipients.ts";
import { toReplySubject } from "../../../core/chat/email/subject.ts";
import type { ChannelKind } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { listLetters } from "../../../store/chats/mail-thread.ts";
import { findChatCustomer, listUsedReplyTo } from "../../../store/visitors/used-reply-to.ts";
import type { MailAddresses } from "../../channels/connectors/connector-port.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

export interface EmailDeps extends Pick<RouteDeps, "reader" | "config"> {
  readonly connectors: {
    readonly mailAddresses: (account: number, channelId: number) => Promise<MailAddresses>;
  };
}

/** A conversation by mail, and what its next email begins with. */
export interface EmailConversation extends Conversation, DefaultRecipients {
  /** Address of the channel. */
  readonly from: string;
  readonly subject: string;
}

/** Includes continued chats. Throws Refusal `not_found` for channels without recipients. */
export async function loadConversation(
  { reader, config, connectors }: EmailDeps,
  account: number,
  { chatId, channelId }: { readonly chatId: number; readonly channelId: number },
): Promise<EmailConversation> {
  const kind = (await config(account)).channels.get(channelId)?.kind;
  if (kind === undefined || !hasEmail(kind))
    refuse("not_found", "The messages of this chat are not emails.");
  const { from, isOwn } = await connectors.mailAddresses(account, channelId);
  const [letters, visitor] = await Promise.all([
    listLetters(reader, account, chatId),
    findChatCustomer(reader, account, chatId),
  ]);
  const senders = letters.flatMap(({ origin }) =>
    origin?.reply_to === undefined ? [] : [toKey(origin.from ?? "")],
  );
  const used = await listUsedReplyTo(reader, { account, channelId }, [...new Set(senders)]);
  const conversation: Conversation = {
    letters,
    customer: { address: visitor?.customer ?? "", name: visitor?.name ?? "" },
    usesReplyTo: ({ origin }) => {
      const wasVerified = used.get(toKey(origin?.from ?? ""));
      return wasVerified !== undefined && (!wasVerified || origin?.verified === true);
    },
    isOwn,
  };
  const subject = letters.flatMap(({ origin, email }) => origin?.subject ?? email?.subject ?? []);
  return {
    ...conversation,
    ...getDefaultRecipients(conversation),
    from: from ?? "",
    subject: toReplySubject(subject[0] ?? ""),
  };
}

/** Returns whether messages of this kind of channel have a subject and recipients. */
export const hasEmail = (kind: ChannelKind): boolean => getCapabilities(kind).email;

/** Returns where the latest letter asks for replies, or null if it asks for nothing else. */
export function findAskedReplyTo({ letter, isOwn, usesReplyTo }: EmailConversation) {
  if (letter === null || !isLetterOfPerson(letter)) return null;
  const addresses = getAskedAddresses(letter, isOwn);
  if (addresses.length === 0) return null;
  const { from = "", from_name = "", verified = false } = letter.origin ?? {};
  return {
    from: { address: from, name: from_name },
    addresses,
    used: usesReplyTo(letter),
    verified,
  };
}
