import { sendableChannel } from "../channel/sendable.ts";
import type { Media, PersonRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { recognise, shownName } from "../visitor/recognise.ts";
import { messageAnswer, newChat, newMessage, systemLine } from "./draft.ts";
import { join } from "./join.ts";
import { after } from "./state.ts";
import { cleanText, cutText, isBlank, operatorTextMax } from "./text.ts";

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
  /** Cut at 1000 code points (CH-048). */
  readonly invite?: string;
  /** Already cleaned and cut; `cut` tells that it was (CH-051). For media: the comment, "" without one. */
  readonly text: string;
  readonly cut?: boolean;
  readonly media?: Media;
}

/**
 * A customer's message arrives through a channel: finds or makes the visitor, learns what the request claims of him, starts a
 * waiting chat when none runs (CORE-030, CH-053), shows a changed invitation (CH-048), adds the message.
 * Subject: `{customer}`. Failure: `channel_disabled`. Answers `{"seq":N,"id":message,"chat_id":chat}`.
 */
export function customerSays(input: CustomerSays): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const { visitor, events: learnt } = recognise(scene, input, "channel");
    const chat = chatFor(scene, input);
    if (isFailure(chat)) return chat;

    const message = newMessage(
      scene,
      chat.id,
      { kind: "visitor", id: visitor.id, name: shownName(visitor) },
      {
        kind: input.media === undefined ? "text" : "media",
        text: input.text,
        ...(input.cut === true ? { cut: true } : {}),
        ...(input.media === undefined ? {} : { media: input.media }),
      },
    );
    const isNewInvite = input.invite !== undefined && input.invite !== (scene.visitor?.invite ?? null);
    const invitation = isNewInvite
      ? [systemLine(scene, chat.id, { code: "invitation", detail: input.invite }, `Invitation shown to the customer: ${input.invite}`)]
      : [];
    const isNewRecipient = scene.visitor?.recipient !== input.recipient;
    const decided = {
      events: [...learnt, ...chat.events, ...invitation, message],
      answer: `{"seq":null,"id":${message.message.id},"chat_id":${chat.id}}`,
    };
    if (!isNewRecipient && !isNewInvite) return decided;
    return {
      ...decided,
      visitor: { ...(isNewRecipient ? { recipient: input.recipient } : {}), ...(isNewInvite ? { invite: input.invite } : {}) },
    };
  };
}

export interface OperatorSays {
  readonly operatorId: number;
  readonly kind: "text" | "note";
  /** 1 to 4000 code points (CORE-046); longer than a channel takes is cut when it is sent (CH-074). */
  readonly text: string;
  /** The operator application's id of the message (CORE-044); pass the same as `command.client`. */
  readonly clientId?: string;
}

/**
 * An operator answers or writes a note. Who answers takes part: a chat that nobody took is accepted by the way, a colleague's is joined
 * (CORE-031). A note needs no part and is never sent out.
 * Subject: `{chat, operator}`. Failures: `chat_closed`, `channel_disabled` (answers only, CH-110), `at_limit`, `invalid_request`.
 * Answers the message (API-022).
 */
export function operatorSays(input: OperatorSays): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat } = scene;
    if (chat === null || scene.visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.entity.state === "closed") return fail("chat_closed", "This chat is closed. Continue it to write again.");
    const text = cleanText(input.text);
    if (isBlank(text)) return fail("invalid_request", "The message has no text.", { field: "text" });
    if (cutText(text, operatorTextMax).cut)
      return fail("invalid_request", `The message is longer than ${operatorTextMax} characters.`, { field: "text" });

    const taken = input.kind === "note" ? [] : takePart(scene, chat.entity, by);
    if (isFailure(taken)) return taken;
    const isSentOut = input.kind === "text" && chat.entity.channel.kind === "api";
    const message = newMessage(
      scene,
      chat.id,
      { kind: "operator", id: by.id, name: by.name },
      {
        kind: input.kind,
        text,
        ...(input.clientId === undefined ? {} : { client_id: input.clientId }),
        ...(isSentOut ? { delivery: { id: scene.ids.delivery(), state: "pending", attempts: 0, error: null, next_at: null } } : {}),
      },
    );
    return { events: [...taken, message], answer: messageAnswer(message.message) };
  };
}

/** The running chat, with a changed page noted, or a new waiting one. */
function chatFor(scene: Scene, input: CustomerSays): { readonly id: number; readonly events: readonly Event[] } | Failure {
  const page = input.pageUrl === undefined ? null : { url: input.pageUrl, title: null };
  if (scene.running !== null) {
    const chat = scene.running.entity;
    const isMoved = page !== null && page.url !== chat.page?.url;
    return { id: chat.id, events: isMoved ? [{ name: "chat_updated", chat: { ...chat, page } }] : [] };
  }
  const channel = sendableChannel(scene.config, input.channelId);
  if (isFailure(channel)) return channel;
  const state = after("none", "start");
  if (state === null) return fail("chat_closed", "No chat can start here.");
  const chat = newChat(scene, { channel, state, page });
  return { id: chat.id, events: [{ name: "chat_created", chat }] };
}

/** Events that make `by` somebody who takes part; none when he does. */
function takePart(scene: Scene, chat: ChatDraft, by: PersonRef): readonly Event[] | Failure {
  const channel = sendableChannel(scene.config, chat.channel.id);
  if (isFailure(channel)) return channel;
  const joined = join(scene, chat, by);
  return isFailure(joined) ? joined : joined.events;
}
