import { isAccepted, describeResponse } from "./response.ts";
import type { BotChat, BotProbe } from "./bot.ts";
import type { PostedEvent } from "./bot-listener.ts";
import { failed, passed, type Verdict } from "./report.ts";

/** Milliseconds without a post after which a bot counts as silent. */
export const silenceMs = 1500;

/**
 * Shared state of the bot checks: the probe, and one chat from the first message to the hand-over.
 */
export interface BotCheckContext extends BotProbe {
  readonly main: BotChat;
  /** Returns the posts of the bot in a chat. */
  readonly postsInChat: (chat: BotChat) => readonly PostedEvent[];
  /** Sends an event that must get a 2xx response. `advice`: what to do otherwise. */
  readonly expectAccepted: (event: Readonly<Record<string, unknown>>, advice: string) => Promise<Verdict>;
  /** Waits until the bot stops posting in the main chat. */
  readonly waitForSilence: () => Promise<void>;
}

/** Creates the shared state and opens the main chat. */
export function openCheckContext(probe: BotProbe): BotCheckContext {
  const { listener, send } = probe;
  const main = probe.chat();
  const postsInChat = (chat: BotChat): PostedEvent[] => listener.posted.filter((post) => post.chatId === chat.chatId);
  return {
    ...probe,
    main,
    postsInChat,
    async expectAccepted(event, advice) {
      const answer = await send(event);
      return isAccepted(answer) ? passed() : failed(describeResponse(answer), advice, answer.kind === "timeout" ? "BOT-050" : undefined);
    },
    async waitForSilence() {
      for (let lastCount = -1; lastCount !== postsInChat(main).length;) {
        lastCount = postsInChat(main).length;
        const countBefore = lastCount;
        await listener.waitUntil(() => postsInChat(main).length > countBefore, 700);
      }
    },
  };
}
