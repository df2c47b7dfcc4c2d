import type { Media, PersonRef, Session } from "../entity.ts";
import type { MessageDraft, VisitorDraft } from "../event.ts";
import type { Scene } from "../ports.ts";
import { shownName } from "../visitor/recognise.ts";
import { newMessage, type MessageCreated } from "./draft.ts";
import type { PageAttributes, PageData } from "./visit.ts";

/** A customer's words as they reach the rules, from a channel or from a widget's window. */
export interface CustomerSays {
  readonly channelId: number;
  /** Text of the customer's id (CH-042); the same as `subject.customer.key`. */
  readonly customer: string;
  /** JSON literal of the id as it came (CH-043): `7`, `"7"`. */
  readonly recipient: string;
  /** Present contact values, already cut (CH-044). */
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  /** Absolute http(s) URLs, else absent (CH-046, CH-047). */
  readonly photo?: string;
  readonly pageUrl?: string;
  readonly pageTitle?: string;
  /** Cut at 1000 code points (CH-048). Of a widget: the invitation that is shown, for the chat that begins; by whom, when by an operator (WG-060). */
  readonly invite?: string;
  readonly invitedBy?: PersonRef;
  /** Of a widget: the greeting above the first message, for the chat that begins without an invitation (WG-111). */
  readonly greeting?: string;
  /** Already cleaned and cut; `cut` tells that it was (CH-051). For media: the comment, "" without one. */
  readonly text: string;
  readonly cut?: boolean;
  readonly media?: Media;
  /** A pressed button and the message it belongs to (BOT-046). */
  readonly pressed?: { readonly messageId: number; readonly buttonId: string };
  /** Of a widget's window: its id of the message (CORE-044; the same as `command.client`), the visit, and the department that was chosen. */
  readonly clientId?: string;
  readonly session?: Session;
  readonly departmentId?: number;
  /** What its page says of the visitor, for the chat that begins (WG-041, WG-064). */
  readonly customData?: readonly PageData[];
  readonly attributes?: PageAttributes;
  /** For the blacklist (CORE-070). */
  readonly userToken?: string;
}

/** The message that says it: a text, or media with its comment. `more`: what became of it. */
export function customerMessage(
  scene: Scene,
  chatId: number,
  visitor: VisitorDraft,
  { text, cut, media, clientId }: CustomerSays,
  more: Pick<MessageDraft, "button_id" | "blacklisted"> = {},
): MessageCreated {
  return newMessage(
    scene,
    chatId,
    { kind: "visitor", id: visitor.id, name: shownName(visitor) },
    {
      kind: media === undefined ? "text" : "media",
      text,
      ...(cut === true ? { cut: true } : {}),
      ...(media === undefined ? {} : { media }),
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...more,
    },
  );
}

/** Answer of a command that wrote it, with its slot (`Decision`). */
export function customerAnswer({ message }: MessageCreated): string {
  return `{"seq":null,"id":${message.id},"chat_id":${message.chat_id}}`;
}
