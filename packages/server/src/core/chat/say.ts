import { blocks } from "../blacklist/match.ts";
import { blockedSays } from "../blacklist/say.ts";
import { attachedBot, botFor } from "../bot/scope.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { Media, PersonRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { recognise, shownName } from "../visitor/recognise.ts";
import { messageAnswer, newChat, newMessage, systemLine, timeText } from "./draft.ts";
import { join } from "./join.ts";
import { mentionsOf } from "./note-mentions.ts";
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
  /** A pressed button and the message it belongs to (BOT-046). */
  readonly pressed?: { readonly messageId: number; readonly buttonId: string };
}

/**
 * A customer's message arrives through a channel: finds or makes the visitor, learns what the request claims of him, starts a
 * chat when none runs (CORE-030, CH-053), with the bot of the channel or waiting for an operator (BOT-004, BOT-076), shows a changed
 * invitation (CH-048), adds the message.
 * A blocked visitor's message starts nothing and owes nothing (CORE-071): `visitor_blocked` when its place is an earlier chat of his, which
 * only the caller can find; then it is written by `blockedSays`.
 * Subject: `{customer}`. Failures: `channel_disabled`, `button_gone` (BOT-046). Answers `{"seq":N,"id":message,"chat_id":chat}`.
 */
export function customerSays(input: CustomerSays): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    if (blocks(scene, { channelId: channel.id, key: input.customer }, input) !== null) {
      if (scene.running === null && scene.visitor !== null) return fail("visitor_blocked", "This visitor is blocked.");
      return blockedSays(input)(scene);
    }
    if (input.pressed !== undefined && !isAlive(scene.running?.entity, input.pressed.messageId))
      return fail("button_gone", "These buttons belong to an earlier part of the chat.");
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
        ...(input.pressed === undefined ? {} : { button_id: input.pressed.buttonId }),
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
  readonly kind: "text" | "note" | "file";
  /** 1 to 4000 code points (CORE-046); longer than a channel takes is cut when it is sent (CH-074). Of a file: its comment, "" without one. */
  readonly text: string;
  /** Of kind `file` (`fileMedia`). */
  readonly media?: Media;
  /** The operator application's id of the message (CORE-044); pass the same as `command.client`. */
  readonly clientId?: string;
  /** Ids of operators that a note names (API-046). */
  readonly mentions?: readonly number[];
}

/**
 * An operator answers, sends a file or writes a note. Who answers takes part: a chat that nobody took is accepted by the way, a colleague's is joined
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
    if (input.kind === "file" && input.media === undefined)
      return fail("invalid_request", "The message names no upload.", { field: "upload_id" });
    if (input.kind !== "file" && isBlank(text)) return fail("invalid_request", "The message has no text.", { field: "text" });
    if (cutText(text, operatorTextMax).cut)
      return fail("invalid_request", `The message is longer than ${operatorTextMax} characters.`, { field: "text" });

    if (input.kind !== "note" && (input.mentions ?? []).length > 0)
      return fail("invalid_request", "Only notes name colleagues.", { field: "mentions" });
    const mentions = mentionsOf(scene, chat.entity, by.id, input.mentions ?? []);
    if (isFailure(mentions)) return mentions;
    const taken = input.kind === "note" ? [] : takePart(scene, chat.entity, by);
    if (isFailure(taken)) return taken;
    const isSentOut = input.kind !== "note" && chat.entity.channel.kind === "api";
    const message = newMessage(
      scene,
      chat.id,
      { kind: "operator", id: by.id, name: by.name },
      {
        kind: input.kind === "file" ? "media" : input.kind,
        text: isBlank(text) ? "" : text,
        ...(input.kind === "file" && input.media !== undefined ? { media: input.media } : {}),
        ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
        ...(input.clientId === undefined ? {} : { client_id: input.clientId }),
        ...(isSentOut ? { delivery: { id: scene.ids.delivery(), state: "pending", attempts: 0, error: null, next_at: null } } : {}),
      },
    );
    return { events: [...taken, message], answer: messageAnswer(message.message) };
  };
}

/** The running chat with what the message changes of it, or a new one. */
function chatFor(scene: Scene, input: CustomerSays): { readonly id: number; readonly events: readonly Event[] } | Failure {
  const page = input.pageUrl === undefined ? null : { url: input.pageUrl, title: null };
  if (scene.running !== null) {
    const chat = scene.running.entity;
    const isMoved = page !== null && page.url !== chat.page?.url;
    const next = heard(scene, isMoved ? movedTo(chat, page) : chat, input.pressed !== undefined);
    if (next === chat) return { id: chat.id, events: [] };
    return { id: chat.id, events: [{ name: "chat_updated", chat: next, ...(isMoved ? { cause: "visitor" as const } : {}) }] };
  }
  const channel = sendableChannel(scene.config, input.channelId);
  if (isFailure(channel)) return channel;
  const bot = botFor(scene.config, channel.id);
  const state = after("none", bot === null ? "start" : "start_with_bot");
  if (state === null) return fail("chat_closed", "No chat can start here.");
  if (bot === null) {
    const chat = newChat(scene, { channel, state, page });
    return { id: chat.id, events: [{ name: "chat_created", chat }] };
  }
  const { id, name, photo } = bot;
  const chat = heard(scene, newChat(scene, { channel, state, page, bot: { id, name, photo, attached: true } }), false);
  const line = systemLine(scene, chat.id, { code: "bot_started", detail: name }, `${name} answers`);
  return { id: chat.id, events: [{ name: "chat_created", chat }, line] };
}

/** The customer looks at another page: what a webhook said of the page no longer holds (WH-047). */
function movedTo(chat: ChatDraft, page: ChatDraft["page"]): ChatDraft {
  if (chat.given?.["page"] === undefined) return { ...chat, page };
  const { page: _, ...given } = chat.given;
  return { ...chat, page, given };
}

/** The chat after its bot heard the customer: from now on it may be silent (BOT-077); pressed buttons cannot be pressed again (BOT-046). */
function heard(scene: Scene, chat: ChatDraft, isPressed: boolean): ChatDraft {
  const bot = attachedBot(chat);
  if (bot === null) return chat;
  const isMeasured = (scene.config.bots.get(bot.id)?.silentMs ?? 0) > 0 && bot.silent_since === undefined;
  if (!isMeasured && !isPressed) return chat;
  const { buttons, ...rest } = bot;
  return {
    ...chat,
    bot: {
      ...rest,
      ...(buttons === undefined || isPressed ? {} : { buttons }),
      ...(isMeasured ? { silent_since: timeText(scene.now) } : {}),
    },
  };
}

/** Whether the buttons of this message may be pressed now (BOT-046). */
function isAlive(chat: ChatDraft | undefined, messageId: number): boolean {
  return chat !== undefined && attachedBot(chat)?.buttons === messageId;
}

/** Events that make `by` somebody who takes part; none when he does. */
function takePart(scene: Scene, chat: ChatDraft, by: PersonRef): readonly Event[] | Failure {
  const channel = sendableChannel(scene.config, chat.channel.id);
  if (isFailure(channel)) return channel;
  const joined = join(scene, chat, by);
  return isFailure(joined) ? joined : joined.events;
}
