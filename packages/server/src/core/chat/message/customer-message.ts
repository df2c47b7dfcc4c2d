import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Media, MessageOrigin, NamedRef, VisitSource } from "../../entity.ts";
import type { NewMessage, VisitorData } from "../../event.ts";
import type { CommandContext } from "../../command.ts";
import { assigned, type Draft } from "../../draft.ts";
import type { FieldClaims } from "../../field-values.ts";
import { visitorDisplayName } from "../../visitor/resolve.ts";
import { createMessage, type MessageCreatedEvent } from "../create.ts";
import { createReference, type ReferenceInput } from "./message-reference.ts";
import type { PageAttributes, PageData } from "../details/update-visit.ts";

/** A visitor's message, from a channel or from a widget's chat window. */
export interface CustomerMessageInput {
  readonly channelId: number;
  /** Key of the customer: their id as text (CH-042). Equals `subject.customer.key`. */
  readonly customer: string;
  /** JSON literal of the customer's id as received (CH-043): `7`, `"7"`. */
  readonly recipient: string;
  /** Contact values of the request, already truncated to their maximum lengths (CH-044). */
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** Absolute http(s) URLs. Absent if the request had no valid ones (CH-046, CH-047). */
  readonly photo?: string | undefined;
  readonly pageUrl?: string | undefined;
  readonly pageTitle?: string | undefined;
  /**
   * At most 1000 code points (CH-048). For a widget: the invitation shown before the chat, and the
   * operator who sent the invitation, if any (WG-060).
   */
  readonly invite?: string | undefined;
  readonly invitedBy?: NamedRef | undefined;
  /** For a widget: the greeting above a new chat without an invitation (WG-111). */
  readonly greeting?: string | undefined;
  /**
   * Text of the message, cleaned and truncated. For media: the comment, or "" if there is none.
   * `cut`: the text was truncated (CH-051).
   */
  readonly text: string;
  readonly cut?: boolean | undefined;
  readonly media?: Media | undefined;
  /** Address to which answers are also mailed, for a message that came by mail (MAIL-038). */
  readonly answersTo?: string | undefined;
  /** Facts of the external service about the message (CON-032). */
  readonly origin?: MessageOrigin | undefined;
  /** The earlier chat that a new chat continues, because the message answers it (CORE-296). */
  readonly continues?: number | undefined;
  /** The message is refused unless the customer has a running chat (CON-036). */
  readonly startsChat?: false | undefined;
  /** What the message answers or is about (CON-070). */
  readonly refersTo?: ReferenceInput | undefined;
  /** When the customer wrote the message, in milliseconds since 1970. Absent: now. */
  readonly writtenAt?: number | undefined;
  /** The pressed button and its message (BOT-046). */
  readonly pressed?: { readonly messageId: number; readonly buttonId: string } | undefined;
  /**
   * For a widget: the chat window's id of the message (CORE-044, equals `command.client`), the
   * visit, and the chosen department.
   */
  readonly clientId?: string;
  readonly session?: VisitSource;
  /** Language of the person's app at the service of the channel, for a new chat (AGENT-113). */
  readonly language?: string | undefined;
  readonly departmentId?: number | undefined;
  /** Data of the host page about the visitor, for a new chat (WG-041, WG-064). */
  readonly customData?: readonly PageData[] | undefined;
  readonly attributes?: PageAttributes | undefined;
  /** Values of fields of the visitor and of the chat (FLD-015). */
  readonly fields?: FieldClaims | undefined;
  /** Token of the visitor, needed for the block list (CORE-070). */
  readonly userToken?: string | undefined;
}

/** Creates the visitor's message: a text, or media with a comment. `more`: further fields. */
export function createCustomerMessage(
  context: CommandContext,
  { chatId, visitor }: { readonly chatId: number; readonly visitor: VisitorData },
  { text, cut, media, origin, refersTo, clientId }: CustomerMessageInput,
  more: Partial<NewMessage> = {},
): MessageCreatedEvent {
  return createMessage(
    context,
    chatId,
    { kind: "visitor", id: visitor.id, name: getAuthorName(visitor, origin) },
    {
      kind: media === undefined ? "text" : "media",
      text,
      ...omitAbsent({
        cut: cut === true || undefined,
        media,
        origin,
        refers_to:
          refersTo === undefined
            ? undefined
            : createReference(refersTo, { chatId, visitorId: visitor.id }),
        client_id: clientId,
      }),
      ...more,
    },
  );
}

/** Returns the name of the visitor, or that of the person who wrote for them (MAIL-096). */
function getAuthorName(visitor: VisitorData, origin: MessageOrigin | undefined): string {
  return origin?.other_sender === true
    ? (origin.from_name ?? origin.from ?? "")
    : visitorDisplayName(visitor);
}

/** Where a written message is. */
export interface WrittenMessage {
  readonly seq: number;
  readonly id: number;
  readonly chat_id: number;
}
/** Returns the answer of a command that created the message. */
export function toWrittenMessage({ message }: MessageCreatedEvent): Draft<WrittenMessage> {
  return { seq: assigned.seq, id: message.id, chat_id: message.chat_id };
}
