import { systemLine, timeText } from "../chat/draft.ts";
import { after } from "../chat/state.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail } from "../failure.ts";
import { isAvailable } from "../operator/eligible.ts";
import type { Decision, Verb } from "../ports.ts";
import { answered } from "./undelivered.ts";

/** Default time that an invitation of operators waits (BOT-070). */
export const inviteWaitMs = 60_000;

export interface InviteOperator {
  readonly botId: number;
  /** Operators whose presence is online now. */
  readonly online: ReadonlySet<number>;
  /** Open chats per operator, if any operator has a limit (CORE-092). */
  readonly openChats?: ReadonlyMap<number, number>;
}
/**
 * `invited`: operators are asked. `unavailable`: no operator is available. `pending`: an invitation
 * is already open. `joined`: the bot no longer has the chat.
 */
export type InviteOutcome = "invited" | "unavailable" | "pending" | "joined";

/**
 * Invites operators on behalf of a bot (BOT-070). Each `invited` has exactly one outcome: an
 * operator joins, `processChatTimeout` ends it, or the chat is handed over or closed. Subject:
 * `{chat}`. Failures: `not_found` (no such chat of this bot), `chat_closed`. Answers `{"outcome":
 * InviteOutcome}`.
 */
export function inviteOperator(input: InviteOperator): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    const bot = chat?.bot ?? null;
    if (chat === undefined || bot === null || bot.id !== input.botId) return fail("not_found", "There is no such chat of this bot.");
    if (chat.state === "closed") return fail("chat_closed", "The chat is closed");
    if (!bot.attached) return outcome("joined");
    const state = after(chat.state, "invite_operators");
    if (state === null) return outcome("pending");

    // An invitation counts as an answer of the bot.
    const asked: ChatDraft = { ...chat, bot: answered(bot, scene.now) };
    if (!isAvailable(scene.config, chat, input.online, scene.now, input.openChats)) {
      const line = systemLine(scene, chat.id, { code: "invite_unavailable" }, `${bot.name} asked for an operator; nobody is available`);
      const isChanged = asked.bot !== bot;
      return outcome("unavailable", [line, ...(isChanged ? [{ name: "chat_updated" as const, chat: asked }] : [])]);
    }
    const waitMs = scene.config.bots.get(bot.id)?.inviteWaitMs ?? inviteWaitMs;
    const next: ChatDraft = {
      ...asked,
      state,
      wait: { since: timeText(scene.now), invited_until: timeText(scene.now + waitMs) },
    };
    return outcome("invited", [
      systemLine(scene, chat.id, { code: "invited" }, `${bot.name} asked for an operator`),
      { name: "chat_handed_over", chat: next, by: null, reason: "invited" },
    ]);
  };
}

function outcome(of: InviteOutcome, events: readonly Event[] = []): Decision {
  return { events, answer: JSON.stringify({ outcome: of }) };
}
