import { botOutgoingEvents, type BotOutgoingEvent } from "@parlour/protocol/bot";
import { refuse } from "../../core/failure.ts";
import type { SendRequest, EndpointTestResult } from "../../delivery/index.ts";
import type { LoadRequestData } from "../../edges/bot/request-data.ts";
import { createSampleEvent, sendTestEvent } from "../../edges/bot/test-event.ts";
import { testWindowMs } from "../../edges/bot/retry-policy.ts";
import type { AccessTokens } from "../../edges/bot/tokens/access-tokens.ts";
import type { EndpointTargets } from "../../delivery/queue/index.ts";
import type { BotTestRecord } from "../../store/settings/integrations/bot-record.ts";
import type { createBotTestStore } from "../../store/settings/integrations/bot-tests.ts";
import { version } from "../../version.ts";
import type { BaseServices } from "../base.ts";

export interface BotTests {
  samples(account: number): readonly { kind: "bot"; event: BotOutgoingEvent; sample: Sample }[];
  /**
   * Sends one test event to an endpoint and starts a test (BOT-087, BOT-090). Fields of `sample`
   * replace the default ones. Throws Refusal `not_found`.
   */
  bot(
    account: number,
    endpointId: number,
    event: BotOutgoingEvent,
    sample?: Sample,
  ): Promise<EndpointTestResult>;
  /** Returns the latest test of a bot connection, or null if it was never tested. */
  botTest(account: number, botId: number): Promise<BotTestRecord | null>;
}
type Sample = Readonly<Record<string, unknown>>;

/** Sends test events to endpoints of bots and records what the bots answer. */
export function createBotTests(
  { clock, secrets }: BaseServices,
  {
    tests,
    tokens,
    send,
    queue,
    botBase,
    loadData,
  }: {
    readonly tests: ReturnType<typeof createBotTestStore>;
    readonly tokens: AccessTokens;
    readonly send: SendRequest;
    readonly queue: EndpointTargets;
    readonly botBase: () => string;
    readonly loadData: LoadRequestData;
  },
): BotTests {
  return {
    samples: (account) =>
      botOutgoingEvents.map((event) => ({
        kind: "bot",
        event,
        sample: createSampleEvent(event, { account, now: clock.now() }),
      })),
    async bot(account, endpointId, event, sample) {
      const [target, data] = await Promise.all([
        queue.findEndpointTarget(account, endpointId),
        loadData(account, endpointId, null),
      ]);
      if (target === null || data === null || data.bot.isDeleted)
        refuse("not_found", "Bot not found.");
      // The test is stored before the event is sent, because a bot may post while the request is
      // still open.
      await tests.begin(account, data.bot.id, clock.now(), clock.now() + testWindowMs);
      return sendTestEvent(
        { tokens, unseal: secrets.open, version, send, clock, botBase },
        target,
        data,
        { event, sample },
      );
    },
    botTest: (account, botId) => tests.find(account, botId),
  };
}
