import type { ExternalMessage } from "./external-messages.ts";
import type { LateFailure } from "../delivery/report/index.ts";
import type { Readable } from "node:stream";
import type { ReferenceInput } from "../core/chat/message/message-reference.ts";
import type { Media, MessageOrigin } from "../core/entity.ts";

export interface InboundFile {
  readonly name: string;
  readonly body: Readable | Buffer;
  /** Set for a sound that the customer recorded, and its length in seconds. */
  readonly voice?: boolean | undefined;
  readonly duration?: number | undefined;
}

/** The original of a message, which is stored together with its files. */
export interface InboundOriginal {
  /**
   * Builds the file. `urls`: public URLs of the stored files, null for those that are not stored.
   */
  readonly build: (urls: readonly (string | null)[]) => InboundFile;
  /** Returns the path of the page that shows the file with this token. */
  readonly toPath: (token: string) => string;
}

export interface InboundMessage {
  /** Key of the customer at the service, for example a chat id or an address. */
  readonly customer: string;
  /** Id of the message at the service. The same id is stored once (CON-030). */
  readonly externalId: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly photo?: string | undefined;
  /** Language of the person's app, as the service says it (AGENT-113). */
  readonly language?: string | undefined;
  /** Text, or the comment of the first file. */
  readonly text: string;
  /** Each further file becomes a message of its own. */
  readonly files?: readonly InboundFile[] | undefined;
  /** Media without a file, such as a location. */
  readonly media?: Media | undefined;
  readonly pressed?: PressedButton | undefined;
  readonly origin?: MessageOrigin | undefined;
  /** The earlier chat that the message answers. A new chat continues it (CORE-296). */
  readonly continues?: number | undefined;
  /** Refused with `chat_closed` unless the customer has a running chat (CON-036). */
  readonly startsChat?: false | undefined;
  /** What the message answers or is about (CON-070). `externalId`: id of a message. */
  readonly refersTo?: InboundReference | undefined;
  /** Where the message comes from: networks and domains whose new customers are limited. */
  readonly peers?: readonly string[];
  /** When the customer wrote the message, in milliseconds since 1970. Absent: now. */
  readonly writtenAt?: number | undefined;
  /** The original of the message, if the text contains only a part of it (CON-037). */
  readonly original?: InboundOriginal | undefined;
  /**
   * The visitor to whom the message belongs, if it is one of another channel: their channel and
   * their key there. `answersTo`: address to which answers are also mailed (MAIL-038).
   */
  readonly visitor?: OtherVisitor | undefined;
}
/**
 * The button that the customer pressed, and the message that contains it: its id at the service, or
 * our own names of it. `buttonId` is the id of the button, or its position in the message. `label`
 * is its text. The text is then that of the button. A button that the message does not have counts
 * as text.
 */
export type PressedButton = ({ readonly buttonId: string | number } | { readonly label: string }) &
  ({ readonly externalId: string } | { readonly message: Omit<ExternalMessage, "externalId"> });
interface OtherVisitor {
  readonly channelId: number;
  readonly customer: string;
  readonly answersTo?: string | undefined;
}

export interface InboundReference extends Omit<ReferenceInput, "target"> {
  readonly externalId?: string | undefined;
  /** Of a reaction: its emoji, or "" if the customer took it back. */
  readonly emoji?: string;
}

/** The stored message. `isRepeated`: it had been stored before. */
export interface ReceivedMessage {
  readonly chatId: number;
  readonly messageId: number;
  readonly seq: number;
  readonly isRepeated: boolean;
}

/** A state of a message, as the service reports it. `at`: by its clock, in ms since 1970. */
export interface InboundReceipt {
  readonly externalId: string;
  readonly state: "received" | "seen";
  readonly at: number;
}

/** A message that its service did not deliver after it had accepted it (CORE-289). */
export type ExternalFailure = Omit<LateFailure, "chatId" | "seq"> & { readonly externalId: string };
