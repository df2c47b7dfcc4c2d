import { isTaken, sawOf } from "./answer.ts";
import type { BotChat, BotProbe } from "./bot.ts";
import type { Posted } from "./bot-listener.ts";
import { failed, passed, type Verdict } from "./report.ts";

/** How long a bot is listened to when it should stay silent. */
export const quietMs = 1500;

/** What the checks of a bot share: the probe, and one chat that goes from the first message to the hand-over. */
export interface BotTalk extends BotProbe {
  readonly main: BotChat;
  /** What the bot posted in a chat. */
  readonly inChat: (chat: BotChat) => readonly Posted[];
  /** Sends an event that must be answered 2xx; `advice`: what to do else. */
  readonly taken: (event: Readonly<Record<string, unknown>>, advice: string) => Promise<Verdict>;
  /** Waits until nothing more comes in the main chat for a while. */
  readonly quiet: () => Promise<void>;
}

/** Opens the main chat. */
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
