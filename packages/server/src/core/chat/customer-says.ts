import { blocks } from "../blacklist/match.ts";
import { blockedSays } from "../blacklist/say.ts";
import { typedChoice } from "../bot/plain-text.ts";
import { attachedBot, botFor } from "../bot/scope.ts";
import { sendableChannel } from "../channel/sendable.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import type { ChannelConfig, Decision, Scene, Verb } from "../ports.ts";
import { mustConsentFirst } from "../visitor/consent.ts";
import { recognise } from "../visitor/recognise.ts";
import { campaignSession } from "../visitor/session.ts";
import { customerAnswer, customerMessage, type CustomerSays } from "./customer-message.ts";
import { newChat, systemLine, timeText } from "./draft.ts";
import { movedTo } from "./moved.ts";
import { startState } from "./state.ts";
import { withVisit } from "./visit.ts";

export type { CustomerSays } from "./customer-message.ts";

/**
 * Receives a customer's message from a channel. Finds or creates the visitor and updates their
 * contacts. Without a current chat it starts one (CORE-030, CH-053), with the channel's bot or
 * waiting for an operator (BOT-004, BOT-076). Stores a changed invitation (CH-048) and the message.
 * A blocked visitor's message starts no chat and causes no delivery (CORE-071). If it belongs to an
 * earlier chat, which only the caller can find, the failure is `visitor_blocked`; the caller then
 * uses `storeBlockedMessage`.
 * Subject: `{customer}`. Failures: `channel_disabled`, `invalid_request` (no consent, WG-098),
 * `button_gone` (BOT-046). Answers `{"seq":N,"id":message,"chat_id":chat}`.
 */
export function customerSays(said: CustomerSays): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, said.channelId);
    if (isFailure(channel)) return channel;
    const input = withKeptPage(scene, said);
    if (blocks(scene, { channelId: channel.id, key: input.customer }, input) !== null) {
      if (scene.running === null && scene.visitor !== null) return fail("visitor_blocked", "This visitor is blocked.");
      return blockedSays(input)(scene);
    }
    const unasked = scene.running === null ? mustConsentFirst(scene, channel) : null;
    if (unasked !== null) return unasked;
    const { pressed } = input;
    if (pressed !== undefined && !isAlive(scene.running?.entity, pressed.messageId))
      return fail("button_gone", "These buttons belong to an earlier part of the chat.");

    const isWidget = channel.kind === "widget";
    const claims = isWidget ? { ...input, customer: null } : input;
    const { visitor, events: learnt } = withoutPage(recognise(scene, claims, isWidget ? "visitor" : "channel"));
    const chosen = pressed?.buttonId ?? (isWidget ? null : typed(scene.running?.entity, input));
    const chat = scene.running === null ? beginChat(scene, input, channel) : goOn(scene, scene.running.entity, input, chosen !== null);
    const message = customerMessage(scene, chat.id, visitor, input, chosen === null ? {} : { button_id: chosen });
    return {
      events: [...learnt, ...chat.events, ...openingLine(scene, chat.id, input, isWidget), message],
      answer: customerAnswer(message),
      ...kept(scene, input, isWidget),
    };
  };
}

/**
 * Adds the page that the customer announced before (CH-120), unless the message names a page
 * itself.
 */
function withKeptPage(scene: Scene, said: CustomerSays): CustomerSays {
  const page = scene.visitor?.entity.page;
  return page === undefined || said.pageUrl !== undefined ? said : { ...said, pageUrl: page.url };
}

/** Removes the announced page from the visitor: the chat has it now. */
function withoutPage({ visitor, events }: ReturnType<typeof recognise>): ReturnType<typeof recognise> {
  if (visitor.page === undefined) return { visitor, events };
  const { page: _, ...rest } = visitor;
  return { visitor: rest, events: [{ name: "visitor_updated", visitor: rest }] };
}

/** Returns whether the buttons of this message can be pressed now (BOT-046). */
function isAlive(chat: ChatDraft | undefined, messageId: number): boolean {
  return chat !== undefined && attachedBot(chat)?.buttons === messageId;
}

/** Returns the button whose number the customer typed (BOT-091); null: none. */
function typed(chat: ChatDraft | undefined, { text, media }: CustomerSays): string | null {
  const bot = chat === undefined ? null : attachedBot(chat);
  return bot === null || media !== undefined ? null : typedChoice(bot.choices, text);
}

interface Place {
  readonly id: number;
  readonly events: readonly Event[];
}

/**
 * Returns the events that change the page of a channel customer's current chat; none if the page is
 * the same.
 */
export function withVisitedPage(chat: ChatDraft, page: NonNullable<ChatDraft["page"]>): readonly Event[] {
  if (page.url === chat.page?.url) return [];
  return [{ name: "chat_updated", chat: withCampaign(movedTo(chat, page), page), cause: "visitor" }];
}

/** Returns the current chat with the changes of the message. */
function goOn(scene: Scene, chat: ChatDraft, input: CustomerSays, isChosen: boolean): Place {
  const page = pageOf(input);
  const isMoved = page !== null && page.url !== chat.page?.url;
  const moved = isMoved ? withCampaign(movedTo(chat, page), page) : chat;
  const next = heard(scene, moved, isChosen);
  if (next === chat) return { id: chat.id, events: [] };
  return { id: chat.id, events: [{ name: "chat_updated", chat: next, ...(isMoved ? { cause: "visitor" as const } : {}) }] };
}

/**
 * A chat without a session gets that of the first page with campaign parameters. Later pages change
 * nothing (WH-025).
 */
function withCampaign(chat: ChatDraft, page: NonNullable<ChatDraft["page"]>): ChatDraft {
  const session = chat.session === null ? campaignSession(page.url) : null;
  return session === null ? chat : { ...chat, session };
}

/**
 * Starts a chat: with the channel's bot, which receives the message, or waiting for an operator.
 */
function beginChat(scene: Scene, input: CustomerSays, channel: ChannelConfig): Place {
  const department = input.departmentId === undefined ? undefined : scene.config.departments.get(input.departmentId);
  const visit = {
    page: pageOf(input),
    session: input.session ?? campaignSession(input.pageUrl),
    department: department === undefined ? null : { id: department.id, name: department.name },
  };
  const said = {
    ...(input.customData === undefined ? {} : { customData: input.customData }),
    ...(input.attributes === undefined ? {} : { attributes: input.attributes }),
  };
  const { invitedBy } = input;
  // The operator who invited the visitor answers, not the bot (CORE-155).
  const bot = invitedBy === undefined ? botFor(scene.config, channel.id) : null;
  if (bot === null) {
    const begun = withVisit(newChat(scene, { channel, state: startState("start"), ...visit }), said);
    const chat = invitedBy === undefined || begun.wait === null ? begun : { ...begun, wait: { ...begun.wait, inviter: invitedBy.id } };
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

/**
 * Updates the chat after a message for its bot: starts the silence timer (BOT-077) and removes
 * chosen buttons (BOT-046).
 */
function heard(scene: Scene, chat: ChatDraft, isChosen: boolean): ChatDraft {
  const bot = attachedBot(chat);
  if (bot === null) return chat;
  const isMeasured = (scene.config.bots.get(bot.id)?.silentMs ?? 0) > 0 && bot.silent_since === undefined;
  if (!isMeasured && !isChosen) return chat;
  const { buttons, choices, ...rest } = bot;
  return {
    ...chat,
    bot: {
      ...rest,
      ...(buttons === undefined || isChosen ? {} : { buttons }),
      ...(choices === undefined || isChosen ? {} : { choices }),
      ...(isMeasured ? { silent_since: timeText(scene.now) } : {}),
    },
  };
}

/**
 * Returns the invitation as a system message. On a channel: if it differs from the last one
 * (CH-048). In a widget: at the start of a chat (WG-060); without an invitation, the greeting
 * (WG-111).
 */
function openingLine(scene: Scene, chatId: number, input: CustomerSays, isWidget: boolean): readonly Event[] {
  const { invite, invitedBy: by, greeting } = input;
  if (invite === undefined && greeting !== undefined && isWidget && scene.running === null)
    return [systemLine(scene, chatId, { code: "greeting", detail: greeting }, `Greeting shown to the visitor: ${greeting}`)];
  if (invite === undefined || !(isWidget ? scene.running === null : isNewInvite(scene, invite))) return [];
  const line = { code: "invitation" as const, detail: invite, ...(by === undefined ? {} : { by }) };
  return [systemLine(scene, chatId, line, `Invitation shown to the customer: ${invite}`)];
}

/** Returns changes to stored visitor data outside the entity; empty if nothing changed. */
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
