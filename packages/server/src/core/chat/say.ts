import { blocks } from "../blacklist/match.ts";
import { blockedSays } from "../blacklist/say.ts";
import { attachedBot, botFor } from "../bot/scope.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { Media, PersonRef, Session } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { recognise, shownName } from "../visitor/recognise.ts";
import { messageAnswer, newChat, newMessage, systemLine, timeText } from "./draft.ts";
import { join } from "./join.ts";
import { movedTo } from "./moved.ts";
import { mentionsOf } from "./note-mentions.ts";
import { after } from "./state.ts";
import { cleanText, cutText, isBlank, operatorTextMax } from "./text.ts";
import { withVisit, type PageAttributes, type PageData } from "./visit.ts";

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
    const isWidget = channel.kind === "widget";
    const claims = isWidget ? { ...input, customer: null } : input;
    const { visitor, events: learnt } = recognise(scene, claims, isWidget ? "visitor" : "channel");
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
        ...(input.clientId === undefined ? {} : { client_id: input.clientId }),
      },
    );
    const isNewInvite = input.invite !== undefined && !isWidget && input.invite !== (scene.visitor?.invite ?? null);
    const isShown = isNewInvite || (isWidget && input.invite !== undefined && scene.running === null);
    const line = { code: "invitation", detail: input.invite ?? "", ...(input.invitedBy === undefined ? {} : { by: input.invitedBy }) };
    const invitation = isShown ? [systemLine(scene, chat.id, line, `Invitation shown to the customer: ${input.invite ?? ""}`)] : [];
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
  const page = input.pageUrl === undefined ? null : { url: input.pageUrl, title: input.pageTitle ?? null };
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
  const department = input.departmentId === undefined ? undefined : scene.config.departments.get(input.departmentId);
  const visit = {
    page,
    session: input.session ?? null,
    department: department === undefined ? null : { id: department.id, name: department.name },
  };
  const said = {
    ...(input.customData === undefined ? {} : { customData: input.customData }),
    ...(input.attributes === undefined ? {} : { attributes: input.attributes }),
  };
  if (bot === null) {
    const chat = withVisit(newChat(scene, { channel, state, ...visit }), said);
    return { id: chat.id, events: [{ name: "chat_created", chat }] };
  }
  const { id, name, photo } = bot;
  const begun = newChat(scene, { channel, state, ...visit, bot: { id, name, photo, attached: true } });
  const chat = heard(scene, withVisit(begun, said), false);
  const line = systemLine(scene, chat.id, { code: "bot_started", detail: name }, `${name} answers`);
  return { id: chat.id, events: [{ name: "chat_created", chat }, line] };
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
