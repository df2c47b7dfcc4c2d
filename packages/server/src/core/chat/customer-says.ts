import { blocks } from "../blacklist/match.ts";
import { blockedSays } from "../blacklist/say.ts";
import { attachedBot, botFor } from "../bot/scope.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import type { ChannelConfig, Decision, Scene, Verb } from "../ports.ts";
import { recognise } from "../visitor/recognise.ts";
import { customerAnswer, customerMessage, type CustomerSays } from "./customer-message.ts";
import { newChat, systemLine, timeText } from "./draft.ts";
import { movedTo } from "./moved.ts";
import { startState } from "./state.ts";
import { withVisit } from "./visit.ts";

export type { CustomerSays } from "./customer-message.ts";

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
    const { pressed } = input;
    if (pressed !== undefined && !isAlive(scene.running?.entity, pressed.messageId))
      return fail("button_gone", "These buttons belong to an earlier part of the chat.");

    const isWidget = channel.kind === "widget";
    const claims = isWidget ? { ...input, customer: null } : input;
    const { visitor, events: learnt } = recognise(scene, claims, isWidget ? "visitor" : "channel");
    const chat = scene.running === null ? beginChat(scene, input, channel) : goOn(scene, scene.running.entity, input);
    const message = customerMessage(scene, chat.id, visitor, input, pressed === undefined ? {} : { button_id: pressed.buttonId });
    return {
      events: [...learnt, ...chat.events, ...invitationLine(scene, chat.id, input, isWidget), message],
      answer: customerAnswer(message),
      ...kept(scene, input, isWidget),
    };
  };
}

/** Whether the buttons of this message may be pressed now (BOT-046). */
function isAlive(chat: ChatDraft | undefined, messageId: number): boolean {
  return chat !== undefined && attachedBot(chat)?.buttons === messageId;
}

interface Place {
  readonly id: number;
  readonly events: readonly Event[];
}

/** The running chat, with what the message changes of it. */
function goOn(scene: Scene, chat: ChatDraft, input: CustomerSays): Place {
  const page = pageOf(input);
  const isMoved = page !== null && page.url !== chat.page?.url;
  const next = heard(scene, isMoved ? movedTo(chat, page) : chat, input.pressed !== undefined);
  if (next === chat) return { id: chat.id, events: [] };
  return { id: chat.id, events: [{ name: "chat_updated", chat: next, ...(isMoved ? { cause: "visitor" as const } : {}) }] };
}

/** A new chat: with the bot of the channel, which hears the message, or waiting for an operator. */
function beginChat(scene: Scene, input: CustomerSays, channel: ChannelConfig): Place {
  const department = input.departmentId === undefined ? undefined : scene.config.departments.get(input.departmentId);
  const visit = {
    page: pageOf(input),
    session: input.session ?? null,
    department: department === undefined ? null : { id: department.id, name: department.name },
  };
  const said = {
    ...(input.customData === undefined ? {} : { customData: input.customData }),
    ...(input.attributes === undefined ? {} : { attributes: input.attributes }),
  };
  const bot = botFor(scene.config, channel.id);
  if (bot === null) {
    const chat = withVisit(newChat(scene, { channel, state: startState("start"), ...visit }), said);
    return { id: chat.id, events: [{ name: "chat_created", chat }] };
  }
  const { id, name, photo } = bot;
  const begun = newChat(scene, { channel, state: startState("start_with_bot"), ...visit, bot: { id, name, photo, attached: true } });
  const chat = heard(scene, withVisit(begun, said), false);
  const line = systemLine(scene, chat.id, { code: "bot_started", detail: name }, `${name} answers`);
  return { id: chat.id, events: [{ name: "chat_created", chat }, line] };
}

function pageOf({ pageUrl, pageTitle }: CustomerSays): ChatDraft["page"] {
  return pageUrl === undefined ? null : { url: pageUrl, title: pageTitle ?? null };
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

/** The invitation as a line of the chat: on a channel when it is another one than before (CH-048), in a widget the one that the chat begins with (WG-060). */
function invitationLine(scene: Scene, chatId: number, input: CustomerSays, isWidget: boolean): readonly Event[] {
  const { invite, invitedBy: by } = input;
  if (invite === undefined || !(isWidget ? scene.running === null : isNewInvite(scene, invite))) return [];
  const line = { code: "invitation", detail: invite, ...(by === undefined ? {} : { by }) };
  return [systemLine(scene, chatId, line, `Invitation shown to the customer: ${invite}`)];
}

/** What is remembered of the customer beside the visitor's entity; nothing when it is known already. */
function kept(scene: Scene, { recipient, invite }: CustomerSays, isWidget: boolean): Pick<Decision, "visitor"> {
  const changed = {
    ...(scene.visitor?.recipient === recipient ? {} : { recipient }),
    ...(invite === undefined || isWidget || !isNewInvite(scene, invite) ? {} : { invite }),
  };
  return Object.keys(changed).length === 0 ? {} : { visitor: changed };
}
function isNewInvite(scene: Scene, invite: string): boolean {
  return invite !== (scene.visitor?.invite ?? null);
}
