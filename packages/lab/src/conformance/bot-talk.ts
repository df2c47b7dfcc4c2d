import { isTaken, sawOf } from "./answer.ts";
import type { BotChat, BotProbe } from "./bot.ts";
import type { Posted } from "./bot-listener.ts";
import { failed, passed, type Verdict } from "./report.ts";

/** Milliseconds without a post after which a bot counts as silent. */
export const quietMs = 1500;

/**
 * Shared state of the bot checks: the probe, and one chat from the first message to the hand-over.
 */
export interface BotTalk extends BotProbe {
  readonly main: BotChat;
  /** Returns the posts of the bot in a chat. */
  readonly inChat: (chat: BotChat) => readonly Posted[];
  /** Sends an event that must get a 2xx response. `advice`: what to do otherwise. */
  readonly taken: (event: Readonly<Record<string, unknown>>, advice: string) => Promise<Verdict>;
  /** Waits until the bot stops posting in the main chat. */
  readonly quiet: () => Promise<void>;
}

/** Creates the shared state and opens the main chat. */
export function openTalk(probe: BotProbe): BotTalk {
  const { listener, send } = probe;
  const main = probe.chat();
  const inChat = (chat: BotChat): Posted[] => listener.posted.filter((one) => one.chatId === chat.chatId);
  return {
    ...probe,
    main,
    inChat,
    async taken(event, advice) {
      const answer = await send(event);
      return isTaken(answer) ? passed() : failed(sawOf(answer), advice, answer.kind === "timeout" ? "BOT-050" : undefined);
    },
    async quiet() {
      for (let before = -1; before !== inChat(main).length;) {
        before = inChat(main).length;
        const seen = before;
        await listener.until(() => inChat(main).length > seen, 700);
      }
    },
  };
}
