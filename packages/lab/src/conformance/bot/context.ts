import { isSuccessResponse, describeResponse } from "../response.ts";
import type { BotListener, PostedEvent } from "./listener.ts";
import type { EndpointResult } from "../http-client.ts";
import type { BotConnectionOptions, CommonOptions, ConformanceOptions } from "../options.ts";
import { createFailedVerdict, createPassedVerdict, type Verdict } from "../report.ts";
import type { Signer } from "../sign.ts";

export interface BotOptions extends CommonOptions, BotConnectionOptions {
  readonly tokenSource: ConformanceOptions["tokenSource"];
  readonly responseMs: number;
  readonly botSilenceMs: number;
}

/** Sends events to the bot as Parlour would, and receives the events that the bot posts. */
export interface BotProbe {
  readonly options: BotOptions;
  readonly listener: BotListener;
  readonly signer: Signer;
  /** Creates a new chat in which the bot may post. */
  readonly chat: () => BotChat;
  /** Returns the chat of test events (BOT-087), in which the bot may post. */
  readonly testChat: () => BotChat;
  readonly send: (
    event: Readonly<Record<string, unknown>>,
    signed?: "wrong" | "stale" | "second",
    accessToken?: string,
  ) => Promise<EndpointResult>;
  /** Whether requests in both directions contain an access token (BOT-031). */
  readonly isAuthorized: boolean;
}

export interface BotChat {
  readonly chatId: string;
  readonly clientId: string;
  /** Creates a CLIENT_MESSAGE of this chat (BOT-023) with a new id. */
  clientMessage(
    text: string,
    more?: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
  /** Creates an event of this chat other than CLIENT_MESSAGE, such as AGENT_JOINED. */
  event(name: string): Readonly<Record<string, unknown>>;
}

/** The probe, and one main chat of all checks, from its first message to the hand-over. */
export interface BotCheckContext extends BotProbe {
  readonly main: BotChat;
  readonly postsInChat: (chat: BotChat) => readonly PostedEvent[];
  /** Sends an event that must get a 2xx response. `advice`: how to fix another response. */
  readonly expectAccepted: (
    event: Readonly<Record<string, unknown>>,
    advice: string,
  ) => Promise<Verdict>;
  /** Waits until the bot stops posting in the main chat. */
  readonly waitForSilence: () => Promise<void>;
}

/** Creates the shared state of the checks and opens the main chat. */
export function createBotCheckContext(probe: BotProbe): BotCheckContext {
  const { listener, options, send } = probe;
  const main = probe.chat();
  const postsInChat = (chat: BotChat): PostedEvent[] =>
    listener.posted.filter((post) => post.chatId === chat.chatId);
  return {
    ...probe,
    main,
    postsInChat,
    async expectAccepted(event, advice) {
      const answer = await send(event);
      return isSuccessResponse(answer)
        ? createPassedVerdict()
        : createFailedVerdict(
            describeResponse(answer),
            advice,
            answer.kind === "timeout" ? "BOT-050" : undefined,
          );
    },
    async waitForSilence() {
      for (let lastCount = -1; lastCount !== postsInChat(main).length;) {
        lastCount = postsInChat(main).length;
        const countBefore = lastCount;
        await listener.waitUntil(
          () => postsInChat(main).length > countBefore,
          options.botSilenceMs / 2,
        );
      }
    },
  };
}
